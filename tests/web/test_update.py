"""The page may wish for another version, and is told what came of it; it can do no more."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

import pegboard
from pegboard.ops.update import request
from pegboard.ops.update.request import Result, UpdateRequest
from pegboard.ops.update.versions import Versions
from pegboard.storage.state_names import UPDATE_REQUEST
from pegboard.web.authorization import FOR_BOARD
from pegboard.web.update import update_routes


class Page:
    """Asks the application."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def get(self) -> dict[str, object]:
        told: dict[str, object] = self._ask("GET", None).json()
        return told

    def post(self, said: object) -> httpx.Response:
        return self._ask("POST", said)

    def _ask(self, method: str, said: object) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
                return await client.request(method, "/api/update", json=said)

        return asyncio.run(ask())


@pytest.fixture
def page(tmp_path: Path) -> Page:
    """An installed board, 0.2.0 after 0.1.0."""
    opt = Versions(tmp_path / "opt")
    for name in ("0.1.0", "0.2.0"):
        (tmp_path / "opt" / "versions" / name).mkdir(parents=True)
        opt.switch(name)
    (tmp_path / "state").mkdir()
    (tmp_path / "listens").touch()
    routes = update_routes(
        tmp_path / "state",
        versions=opt,
        listens=tmp_path / "listens",
        results=tmp_path / "results",
    )
    return Page(Starlette(routes=routes))


def test_it_tells_what_runs_and_what_came_of_the_last(page: Page, tmp_path: Path) -> None:
    told = page.get()
    assert told == {
        "version": pegboard.__version__,
        "previous": "0.1.0",
        "possible": True,
        "wished": False,
        "last": None,
    }
    request.store_result(Result(False, "0.3.0 was not kept", 7.0, "0.2.0"), tmp_path / "results")
    last = page.get()["last"]
    assert last == {"ok": False, "says": "0.3.0 was not kept", "at": 7.0, "runs": "0.2.0"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"wish": "update"}, UpdateRequest("update")),
        ({"wish": "update", "version": "0.3.0"}, UpdateRequest("update", "0.3.0")),
        ({"wish": "rollback"}, UpdateRequest("rollback")),
    ],
)
def test_a_wish_is_written_down(
    said: dict[str, str], meant: UpdateRequest, page: Page, tmp_path: Path
) -> None:
    assert page.post(said).json() == {"ok": True}
    assert page.get()["wished"]
    assert request.take_request(tmp_path / "state") == meant


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"wish": "rm"},
        {"wish": "update", "version": "../x"},
        {"wish": "update", "version": 3},
        {"wish": "rollback", "version": "0.1.0"},
        {"wish": "update", "version": "--index-url=x"},
    ],
)
def test_anything_else_is_refused(said: dict[str, object], page: Page, tmp_path: Path) -> None:
    answer = page.post(said)
    assert answer.status_code in (400, 409) and not answer.json()["ok"]
    assert not (tmp_path / "state" / UPDATE_REQUEST).exists()


def test_a_board_that_nobody_updates_says_so(page: Page, tmp_path: Path) -> None:
    (tmp_path / "listens").unlink()
    assert not page.get()["possible"]
    answer = page.post({"wish": "update"})
    assert answer.status_code == 409 and "systemd/README.md" in answer.json()["fault"]
    assert not (tmp_path / "state" / UPDATE_REQUEST).exists()


def test_it_is_for_the_boards_own_page() -> None:
    assert "/api/update" in FOR_BOARD
