"""Tests of `docs/` and `.github/`: generated parts are current, commands and examples are real."""

import re

import pytest

from pegboard import config
from pegboard.cli.app import COMMANDS
from tests.support.paths import ROOT
from tests.tools import pages


@pytest.mark.parametrize("page", ["commands.md", "configuration.md", "recogniser.md"])
def test_generated_page_is_current(page: str) -> None:
    expected = pages.documents()[pages.DOCS / page]
    assert (pages.DOCS / page).read_text(encoding="utf-8") == expected, "run `make pages`"


def test_configuration_example_is_valid() -> None:
    page = (pages.DOCS / "configuration.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert config.parse(example, "example") != config.Config()


def test_commands_in_pages_and_issue_forms_exist() -> None:
    pages_read = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages.DOCS.glob("*.md")]
    pages_read += (ROOT / ".github").rglob("*.[my]*")
    found = {
        command
        for page in pages_read
        for command in re.findall(r"(?:`|^)pegboard ([a-z]+(?: [a-z]+)?)", page.read_text(), re.M)
    }
    assert len(found) > 20
    commands = set(COMMANDS)
    unknown = [command for command in found
               if command not in commands and command.split()[0] not in commands]  # fmt: skip
    assert unknown == []


def test_workflow_runs_the_acceptance_script() -> None:
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text()
    assert "run: .ci/run\n" in workflow
    assert "secrets." not in workflow


def test_recogniser_figures_are_those_of_the_training() -> None:
    page = (pages.DOCS / "recogniser.md").read_text(encoding="utf-8")
    source = (ROOT / "pegboard/vision/training/FIGURES.md").read_text(encoding="utf-8")
    shares = re.findall(r"^\| [^|]+ \| (\d+\.\d %) \|$", page, re.MULTILINE)
    counts = re.findall(r"^\| [^|]+ \| (\d+) of 300 \|$", page, re.MULTILINE)
    assert len(shares) == len(counts) == 2
    assert f"{shares[0]} recall, {shares[1]} precision, {counts[0]} exact" in source
    assert f"{counts[1]} sure" in source
