"""Build the wheel with the bundled page in place of its sources: a hook of hatchling."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = "pegboard/web/static"


class BundleHook(BuildHookInterface[Any]):
    """Bundles the page; an editable installation serves its sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the bundled files to those of the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)  # where nothing is installed yet
        from pegboard.web.bundle import bundle

        self._folder = TemporaryDirectory()
        for name, content in bundle(Path(self.root, STATIC)).items():
            file = Path(self._folder.name, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        build_data["force_include"][self._folder.name] = STATIC

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files that are in the wheel now."""
        if version != "editable":
            self._folder.cleanup()
