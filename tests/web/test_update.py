"""Updates requested on the page: it can only request, and sees the result."""

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
    """Client of the application."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    def get(self) -> dict[str, object]:
        report: dict[str, object] = self._ask("GET", None).json()
        return report

    def post(self, body: object) -> httpx.Response:
        return self._ask("POST", body)

    def _ask(self, method: str, body: object) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://board") as client:
                return await client.request(method, "/api/update", json=body)

        return asyncio.run(ask())


@pytest.fixture
def page(tmp_path: Path) -> Page:
    """Returns an installed board: version 0.2.0, previously 0.1.0."""
    opt = Versions(tmp_path / "opt")
    for name in ("0.1.0", "0.2.0"):
        (tmp_path / "opt" / "versions" / name).mkdir(parents=True)
        opt.switch(name)
    (tmp_path / "state").mkdir()
    (tmp_path / "listens").touch()
    routes = update_routes(
        tmp_path / "state",
        versions=opt,
        path_unit=tmp_path / "listens",
        results=tmp_path / "results",
    )
    return Page(Starlette(routes=routes))


def test_update_reports_version_and_last_result(page: Page, tmp_path: Path) -> None:
    report = page.get()
    assert report == {
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
    ("body", "meant"),
    [
        ({"wish": "update"}, UpdateRequest("update")),
        ({"wish": "update", "version": "0.3.0"}, UpdateRequest("update", "0.3.0")),
        ({"wish": "rollback"}, UpdateRequest("rollback")),
    ],
)
def test_update_request_is_written_to_state_folder(
    body: dict[str, str], meant: UpdateRequest, page: Page, tmp_path: Path
) -> None:
    assert page.post(body).json() == {"ok": True}
    assert page.get()["wished"]
    assert request.take_request(tmp_path / "state") == meant


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"wish": "rm"},
        {"wish": "update", "version": "../x"},
        {"wish": "update", "version": 3},
        {"wish": "rollback", "version": "0.1.0"},
        {"wish": "update", "version": "--index-url=x"},
    ],
)
def test_invalid_update_request_is_refused(
    body: dict[str, object], page: Page, tmp_path: Path
) -> None:
    answer = page.post(body)
    assert answer.status_code in (400, 409) and not answer.json()["ok"]
    assert not (tmp_path / "state" / UPDATE_REQUEST).exists()


def test_update_reports_unsupported_installation(page: Page, tmp_path: Path) -> None:
    (tmp_path / "listens").unlink()
    assert not page.get()["possible"]
    answer = page.post({"wish": "update"})
    assert answer.status_code == 409 and "systemd/README.md" in answer.json()["fault"]
    assert not (tmp_path / "state" / UPDATE_REQUEST).exists()


def test_update_requires_board_page() -> None:
    assert "/api/update" in FOR_BOARD
