"""Scripts that measure a page in the browser: contrast, targets, clipping."""

from pathlib import Path

_FOLDER = Path(__file__).parent / "measure"

SMALL_TARGETS = (_FOLDER / "targets.js").read_text()
FAINT_TEXT = (_FOLDER / "contrast.js").read_text()
CUT_TEXT = (_FOLDER / "cut.js").read_text()
FACE = (_FOLDER / "face.js").read_text()
TEXTS_THAT_DO_NOT_FIT = (_FOLDER / "fits.js").read_text()

MOVING = """() => document.getAnimations().filter(({ playState, effect }) =>
    playState === "running" && effect.getComputedTiming().duration > 50).length"""
"""Number of visible animations; the style sheet reduces others to nothing."""
