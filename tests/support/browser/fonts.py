"""Browsers that know only one font family, as on a machine without other fonts."""

import os
from pathlib import Path

from playwright.sync_api import Browser, BrowserType

from tests.support.browser.chromium import ARGUMENTS, browser_path

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))

FAMILIES = {
    "DejaVu": ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Bold"),
    "Liberation": (
        "LiberationSans-Regular", "LiberationSans-Bold", "LiberationSans-Italic",
        "LiberationSerif-Regular", "LiberationSerif-Bold", "LiberationSerif-Italic",
    ),
    "Noto Sans": (
        "NotoSans-Regular", "NotoSans-Bold", "NotoSans-Italic",
        "NotoSansMath-Regular", "NotoSansSymbols-Regular", "NotoSansSymbols2-Regular",
    ),
    "Roboto": ("Roboto-Regular", "Roboto-Medium", "Roboto-Bold", "Roboto-Italic"),
    "Open Sans": ("OpenSans-Regular", "OpenSans-Bold", "OpenSans-Italic"),
}  # fmt: skip
"""Font files without suffix, from Debian's package of each family."""

WIDER = """
*, ::before, ::after { letter-spacing: 0.15ch !important }
.score { letter-spacing: calc(0.15ch - 0.03em) !important }
.badge { letter-spacing: calc(0.15ch + 0.08em) !important }
input.pin { letter-spacing: calc(0.15ch + 0.28em) !important }
output.pin { letter-spacing: calc(0.15ch + 0.06em) !important }
.marks text { letter-spacing: 0.09em !important }
"""
"""Sets every letter 15 % wider: a digit is about as wide as an average letter. The page's own
letter spacing is increased by the same amount."""

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
  </match>
{aliases}</fontconfig>
"""
ALIAS = """  <alias binding="same">
    <family>{generic}</family>
    <prefer><family>{family}</family></prefer>
  </alias>
"""


def font_config(folder: Path, family: str) -> Path:
    """Writes a fontconfig configuration that contains only one family.

    Args:
        folder: an empty one, for the configuration, links to the fonts, and fontconfig's cache.
        family: one of `FAMILIES`.

    Raises:
        FileNotFoundError: a font of the family isn't installed.
    """
    fonts = folder / "fonts"
    fonts.mkdir()
    installed = {path.stem: path for top in FOLDERS for path in top.rglob("*.[ot]tf")}
    for name in FAMILIES[family]:
        if name not in installed:
            raise FileNotFoundError(f"{family}: {name} must be installed; see .ci/packages")
        (fonts / installed[name].name).symlink_to(installed[name])
    own = {
        "DejaVu": ("DejaVu Sans", "DejaVu Serif"),
        "Liberation": ("Liberation Sans", "Liberation Serif"),
    }
    sans, serif = own.get(family, (family, family))
    generics = {"sans-serif": sans, "serif": serif, "monospace": sans, "system-ui": sans}
    aliases = "".join(ALIAS.format(generic=key, family=font) for key, font in generics.items())
    path = folder / "fonts.conf"
    path.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache", aliases=aliases))
    return path


def browser_with(chromium: BrowserType, configuration: Path) -> Browser:
    """Starts a Chromium that knows only the fonts of this configuration."""
    path = browser_path()
    return chromium.launch(
        executable_path=path,
        args=ARGUMENTS,
        env={**os.environ, "FONTCONFIG_FILE": str(configuration)},
    )
