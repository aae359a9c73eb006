"""A failed browser test leaves evidence of its pages in one folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FAILING = """
from contextlib import closing

from tests.support.browser.pages import context_of
from tests.support.running_board import running_board


def test_passes(page, stage):
    stage.set(scores=[1, 2])


def test_scripted(page, stage):
    page.evaluate("console.log('a word')")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('a fault'); })")
    stage.server.call(stage.desk.commands.append, {"press": "ok"})
    raise AssertionError


def test_closes_its_pages(browser, tmp_path):
    with running_board(tmp_path / "state", "--no-demo") as service:
        with closing(context_of(browser)) as context:
            page = context.new_page()
            page.goto(service.address)
            page.wait_for_selector("body[data-whole]")
            raise AssertionError
"""
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Runs a project with failing browser tests; returns its root and pytest's output."""
    root = tmp_path_factory.mktemp("project")
    (root / "pytest.ini").write_text("[pytest]\n")
    (root / "conftest.py").write_text("from tests.browser.conftest import *\n")
    (root / "test_it.py").write_text(FAILING)
    stale = root / "build" / "failures" / "test_it.py-test_scripted" / "page-9.png"
    stale.parent.mkdir(parents=True)
    stale.touch()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(root)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert "2 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    return root, done.stdout


def test_evidence_is_written_for_failed_tests_only(project: tuple[Path, str]) -> None:
    root, output = project
    folders = {path.name for path in (root / "build" / "failures").iterdir()}
    assert folders == {"test_it.py-test_scripted", "test_it.py-test_closes_its_pages"}
    for folder in folders:
        assert f"left in build/failures/{folder}/" in output


def test_evidence_has_picture_console_and_desk(project: tuple[Path, str]) -> None:
    folder = project[0] / "build" / "failures" / "test_it.py-test_scripted"
    assert {path.name for path in folder.iterdir()} == {"page-1.png", "console.txt", "desk.json"}
    assert (folder / "page-1.png").read_bytes().startswith(PNG)
    console = (folder / "console.txt").read_text()
    assert console.startswith("page-1 http://127.0.0.1:")
    assert "log: a word" in console and "script error: a fault" in console
    assert json.loads((folder / "desk.json").read_text())["asked"] == [{"press": "ok"}]


def test_evidence_includes_closed_page_and_service_log(project: tuple[Path, str]) -> None:
    folder = project[0] / "build" / "failures" / "test_it.py-test_closes_its_pages"
    assert (folder / "page-1.png").read_bytes().startswith(PNG)
    assert (folder / "service-1.log").exists()
    assert "page-1 http://127.0.0.1:" in (folder / "console.txt").read_text()
