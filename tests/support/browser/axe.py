"""Runs axe in a page, loading it only once."""

import json

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

OF_THE_LAYOUT = (
    "aria-hidden-focus",
    "link-in-text-block",
    "scrollable-region-focusable",
    "target-size",
)
"""Rules whose result depends on the screen."""


def violations(page: Page, rules: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    """Returns axe's violations: each rule with its nodes; all rules if none are given."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate(f"axe.run({json.dumps(options)}).then(({{ violations }}) => violations)")
    return [(fault["id"], [str(node["target"]) for node in fault["nodes"]]) for fault in found]
