"""Project root and test data folder."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TEST_DATA = ROOT / "tests" / "data"
