"""Folders: of the project, and of what tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TEST_DATA = ROOT / "tests" / "data"
