"""Tests of `docs/`: generated parts are current, and the example configuration is valid."""

import re

import pytest

from pegboard import config
from tests.tools import pages


@pytest.mark.parametrize("page", ["commands.md", "configuration.md", "recogniser.md"])
def test_generated_page_is_current(page: str) -> None:
    expected = pages.documents()[pages.DOCS / page]
    assert (pages.DOCS / page).read_text(encoding="utf-8") == expected, "run `make pages`"


def test_configuration_example_is_valid() -> None:
    page = (pages.DOCS / "configuration.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert config.parse(example, "example") != config.Config()
