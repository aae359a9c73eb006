"""Themes: screens with a stored choice."""

import json

KEY = "pegboard.theme"


def theme_script(theme: str) -> str:
    """Returns a script that stores a theme before a page is loaded."""
    return f"localStorage.setItem('{KEY}', {json.dumps(json.dumps(theme))})"


REPAINT = """theme => {
    localStorage.setItem("pegboard.theme", JSON.stringify(theme));
    dispatchEvent(new Event("theme"));
}"""
"""Chooses a theme on an open page."""
