"""Tags the version in pyproject.toml: `python .ci/release.py check`, then `tag`.

Exits with 1 and one line on stderr if CHANGELOG.md has no section for the version or an empty one,
if *Unreleased* has entries, if the tree is not clean, or if the tag exists. The section becomes the
tag's message.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

SECTION = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
TITLE = re.compile(r"(?P<version>\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}")


class Refused(Exception):
    """Reason why the version cannot be released."""


def git(*arguments: str) -> str:
    """Runs git and returns its output.

    Raises:
        Refused: git failed.
    """
    done = subprocess.run(["git", *arguments], capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def sections(changelog: str) -> dict[str, str]:
    """Returns the text of each section by its title, newest first."""
    parts = SECTION.split(changelog)[1:]
    return {
        title.strip(): text.strip() for title, text in zip(parts[::2], parts[1::2], strict=True)
    }


def checked(changelog: str, version: str) -> str:
    """Returns the section of a version.

    Raises:
        Refused: the section is missing, empty or not the newest, or *Unreleased* has entries.
    """
    found = sections(changelog)
    if found.pop("Unreleased", ""):
        raise Refused("CHANGELOG.md: Unreleased is not empty; move its lines into a version")
    newest = next(iter(found), "")
    match = TITLE.fullmatch(newest)
    if match is None or match["version"] != version:
        raise Refused(
            f"CHANGELOG.md: the newest section must be '## {version} - YYYY-MM-DD', "
            f"not {'## ' + newest if newest else 'missing'}"
        )
    if not found[newest]:
        raise Refused(f"CHANGELOG.md: the section of {version} is empty")
    return found[newest]


def release(*, tag: bool) -> str:
    """Checks that the version can be released, and tags it if asked.

    Returns:
        A line for the terminal.

    Raises:
        Refused: the version cannot be released.
    """
    version = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    text = checked(Path("CHANGELOG.md").read_text(encoding="utf-8"), version)
    name = f"v{version}"
    if git("status", "--porcelain"):
        raise Refused("not everything is committed: commit it, or remove it")
    if git("tag", "--list", name):
        raise Refused(f"the tag {name} exists already: raise the version in pyproject.toml")
    if not tag:
        return f"{version} can be released"
    git("tag", "--annotate", name, "--cleanup=verbatim", "--message", f"{version}\n\n{text}")
    return f"{name} is tagged; `git push origin {name}` publishes it"


if __name__ == "__main__":
    try:
        print(release(tag=sys.argv[1:] == ["tag"]))
    except Refused as error:
        sys.exit(f"release: {error}")
