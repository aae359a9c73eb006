"""The installer with --hall in a clean Debian 12 without a board."""

import os
from pathlib import Path

import pytest

from tests.ops.test_install import say
from tests.support import wheels
from tests.tools.debian_roots import Clock, native, packages_for, unpacked
from tests.tools.install_lifecycle import Lifecycle

pytestmark = pytest.mark.group("install")


@pytest.mark.timeout(1800)
@pytest.mark.skipif(
    os.getuid() != 0, reason="a system in a folder wants root: sudo make test-install"
)
def test_install_update_and_uninstall_of_a_hall(disk_path: Path) -> None:
    wheel = wheels.build(disk_path)
    with unpacked(native(), disk_path / "root", say) as root:
        Lifecycle(root, Clock(say), wheel, packages_for(native(), say)).run_hall()
