"""A lazily loaded style sheet changes only its own screen, whatever was opened before."""

import re

import pytest
from playwright.sync_api import Page

from tests.support.browser.pages import SharedPage, wait_until_drawn
from tests.support.browser.screens import SCREENS
from tests.support.browser.scripted import Stage
from tests.support.paths import ROOT

STATIC = ROOT / "pegboard/web/static"
LATE = sorted(
    {
        sheet
        for script in STATIC.rglob("*.js")
        for sheet in re.findall(r"\bstyle\(\"(.+?\.css)\"\)", script.read_text())
    }
)
SHOWN = [
    "score", "four", "play", "home", "first deal", "phones", "new game", "menu", "settings",
    "picker", "doubtful", "review", "camera",
]  # fmt: skip
"""One screen of each kind."""
OPENING = re.compile(r"([^{}]+)\{")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
OWN = re.compile(
    r"(#[a-z]+|:is\(#[a-z]+(?:, #[a-z]+)*\)|body\[data-[a-z-]+\]|\.(?:study|network)\b)"
)
"""Start of each selector: a dialog, a mark a late view sets on the page, or the class of
something shown in several places."""

LOAD = """async (names) => {
  for (const name of names) {
    const href = `/static/${name}`;
    if (document.querySelector(`link[href="${href}"]`)) continue;
    await new Promise((onload) => {
      const link = document.createElement("link");
      document.head.append(Object.assign(link, { rel: "stylesheet", href, onload }));
    });
  }
}"""
BOXES = """() => [...document.querySelectorAll("body *")].flatMap((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  if (!width || !height) return [];
  const kind = node.className?.baseVal ?? node.className;
  const name = `${node.tagName}#${node.id}.${kind}`;
  const { color, fontSize, backgroundColor } = getComputedStyle(node);
  return [[name, [x, y, width, height], [color, fontSize, backgroundColor].join(" ")]];
})"""
DRAWN_PX = 0.01
"""Tolerance in pixels: boxes moved by a text line are rounded to about 1/16384 of a pixel,
differently each time."""
SWITCH = """([names, off]) => {
  for (const link of document.querySelectorAll("link")) {
    if (names.includes(link.getAttribute("href").replace("/static/", ""))) link.disabled = off;
  }
}"""


def selectors(sheet: str) -> list[str]:
    """Returns every selector of a lazily loaded sheet."""
    text = COMMENT.sub("", (STATIC / sheet).read_text())
    heads = (head for head in OPENING.findall(text) if not head.strip().startswith("@"))
    return [each for head in heads for each in split(head) if each not in ("from", "to")]


def split(head: str) -> list[str]:
    """Splits a selector list at commas outside of brackets."""
    depth, parts = 0, [""]
    for letter in head.strip():
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def test_list_of_late_sheets_is_complete() -> None:
    assert {"setup/home.css", "setup/learn.css", "admin/doctor.css"} <= set(LATE)


@pytest.mark.parametrize("sheet", LATE)
def test_late_sheet_selectors_start_with_own_root(sheet: str) -> None:
    found = [each for each in selectors(sheet) if not re.fullmatch(r"[\d.]+%", each)]
    assert found
    assert [each for each in found if not OWN.match(each)] == []


def roots(sheet: str) -> set[str]:
    """Returns the dialogs and marks a sheet is for."""
    return {own[0] for each in selectors(sheet) if (own := OWN.match(each))}


def is_shown(page: Page, root: str) -> bool:
    """Returns whether a root is visible now; a closed dialog is not."""
    visible = "root => [...document.querySelectorAll(root)].some((node) => node.checkVisibility())"
    return bool(page.evaluate(visible, root))


@pytest.mark.parametrize("name", SHOWN)
def test_late_sheets_do_not_change_other_screens(
    shared_page: SharedPage, stage: Stage, name: str
) -> None:
    page = shared_page.reset()
    SCREENS[name](page, stage)
    page.evaluate(LOAD, LATE)
    page.evaluate("() => { for (const each of document.getAnimations()) each.pause(); }")
    others = [sheet for sheet in LATE if not any(is_shown(page, root) for root in roots(sheet))]
    wait_until_drawn(page)
    with_all = page.evaluate(BOXES)
    page.evaluate(SWITCH, [others, True])
    wait_until_drawn(page)
    alone = page.evaluate(BOXES)
    page.evaluate(SWITCH, [others, False])
    assert [(name, look) for name, _, look in with_all] == [(name, look) for name, _, look in alone]
    for (name, box, _), (_, box_alone, _) in zip(with_all, alone, strict=True):
        assert box == pytest.approx(box_alone, abs=DRAWN_PX), name
