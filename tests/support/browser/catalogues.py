"""The page's catalogues as the page loads them."""

from typing import Any

ALIKE = {
    "PIN",
    "OK", "Go", "Menu", "crib", "skunk", "double skunk", "lurch",
    "Computer", "Expert", "Name", "six", "Cribbage", "Orange", "Skunk", "Double skunk", "Muggins",
    "Lurch", "Blue", "Handicap", "Match", "Option", "Options", "Code", "QR", "Position", "Export",
    "Version", "Test",
}  # fmt: skip
"""Words that are the same in two languages."""


CATALOGUES = """async () => {
  const shape = (value) => {
    if (typeof value === "function") return `(${value.length})`;
    if (value === null || typeof value !== "object") return String(value);
    if (Array.isArray(value)) return value.map(shape);
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, shape(value[key])]));
  };
  const found = {};
  for (const language of ["en", "fr", "de"]) {
    found[language] = shape((await import(`/static/words/${language}.js`)).words);
  }
  return found;
}"""


def leaves(catalogue: Any, path: str = "") -> dict[str, str]:
    """Returns every text of a catalogue by path; for a function its number of arguments."""
    if isinstance(catalogue, str):
        return {path: catalogue}
    pairs = catalogue.items() if isinstance(catalogue, dict) else enumerate(catalogue)
    return {k: v for key, each in pairs for k, v in leaves(each, f"{path}.{key}").items()}


def arities(texts: dict[str, str]) -> dict[str, str]:
    return {path: text if text.startswith("(") else "text" for path, text in texts.items()}
