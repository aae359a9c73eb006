"""The browser under test, and its command line."""

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Executables in order of preference. With the same engine, the headless shell loads a page in less
than half the CPU time of the full browser."""
MISSING = "no chromium: apt-get install chromium-headless-shell"

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
"""The command line of the browser."""


def browser_path() -> str | None:
    """Returns the browser's executable; None if not installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)
