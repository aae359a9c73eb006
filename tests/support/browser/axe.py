"""axe in a page: put there once, and asked as often as there is something to look at."""

import json

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

OF_THE_LAYOUT = (
    "aria-hidden-focus",
    "link-in-text-block",
    "scrollable-region-focusable",
    "target-size",
)
"""Rules whose answer may be another one on another screen."""


def faults(page: Page, rules: tuple[str, ...] = ()) -> list[tuple[str, list[str]]]:
    """What axe finds, each rule with the nodes that break it; by all rules where none are named."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate(f"axe.run({json.dumps(options)}).then(({{ violations }}) => violations)")
    return [(fault["id"], [str(node["target"]) for node in fault["nodes"]]) for fault in found]
