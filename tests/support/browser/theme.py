"""The colours of the pages: a screen on which somebody has chosen them."""

import json

KEY = "pegboard.theme"


def chosen(theme: str) -> str:
    """Return the script that remembers a choice before a page is loaded."""
    return f"localStorage.setItem('{KEY}', {json.dumps(json.dumps(theme))})"


REPAINT = """theme => {
    localStorage.setItem("pegboard.theme", JSON.stringify(theme));
    dispatchEvent(new Event("theme"));
}"""
"""Chooses it on a page that is open."""
