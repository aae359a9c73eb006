"""The installer in a clean Debian 12: install, repeat, update and uninstall."""

import os
import sys
from pathlib import Path

import pytest

from tests.support import wheels
from tests.tools.debian_roots import Clock, native, packages_for, unpacked
from tests.tools.install_lifecycle import Lifecycle

pytestmark = pytest.mark.group("install")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@pytest.mark.timeout(1800)
@pytest.mark.skipif(
    os.getuid() != 0, reason="a system in a folder wants root: sudo make test-install"
)
def test_install_update_and_uninstall_of_a_board(disk_path: Path) -> None:
    wheel = wheels.build(disk_path)
    clock = Clock(say)
    with unpacked(native(), disk_path / "root", say) as root:
        Lifecycle(root, clock, wheel, packages_for(native(), say)).run_board()
    assert clock.took["the second run"] < clock.took["the installation"]
