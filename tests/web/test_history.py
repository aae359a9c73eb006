"""The history over HTTP: real games and a real archive, without a server."""

import asyncio
import csv
import io
import json
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from pegboard.archive.archive import Archive
from pegboard.archive.review_queue import ReviewQueue
from pegboard.cribbage.game import Rules
from pegboard.history.pages import short_review
from pegboard.i18n import _
from pegboard.storage.journal import SqliteJournal
from pegboard.web.app import Settings, create_app
from pegboard.web.history import history_routes
from tests.support.history_games import REVIEW, run_blocking, stored_game, whole_game, write_games
from tests.support.waiting import await_until
from tests.support.web_fake import FakeDesk, page_parts

SEED = "5eed" * 16
GAMES = [
    stored_game(whole_game(1)[0], number=1),
    stored_game(["peg 0 5", "peg 1 3"], number=2, names=("Zoë", "ann")),
    stored_game(whole_game(3)[0], number=3, mode="computer", said={"level": "club"}),
    stored_game(whole_game(4)[0], number=4, mode="demo", names=("Blue", "Orange")),
    stored_game(whole_game(5)[0][:20], number=5, mode="computer",
              said={"level": "club", "seed": SEED, "commitment": "c0" * 32}),
    stored_game(whole_game(6, Rules(4, True))[0], number=6, rules=Rules(4, True),
              names=("Ann", "Ben", "Cleo", "Dan")),
    stored_game([], number=7),
]  # fmt: skip
HIDDEN = [line.action for line in GAMES[4].entries if line.action.startswith("deal")][-1]

Ask = Callable[..., Awaitable[httpx.Response]]


def with_pages(folder: Path, do: Callable[[Ask, Archive], Awaitable[None]]) -> None:
    async def run() -> None:
        journal = SqliteJournal(folder / "journal.db")
        write_games(journal, GAMES)
        archive = Archive(journal, run_blocking, folder, lambda: "g5")
        reviewing = ReviewQueue(archive, lambda: 0, lambda: 0.0, automatic=False)
        app = create_app(page_parts(FakeDesk()), more=history_routes(archive, reviewing, "fr"))
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:

            async def ask(path: str, method: str = "GET", **more: Any) -> httpx.Response:
                for _ in range(200):  # the first answer may be that the archive is still loading
                    answer = await http.request(method, path, **more)
                    if answer.status_code != 202:
                        break
                return answer

            await do(ask, archive)
        await archive.close()
        journal.close()

    asyncio.run(run())


def test_history_page_is_served(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        page = await ask("/history")
        assert page.status_code == 200 and 'data-language="fr"' in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'self';")
        assert " style=" not in page.text and " onclick=" not in page.text

    with_pages(tmp_path, look)


def test_history_requires_pairing_if_viewing_is_paired(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        reviewing = ReviewQueue(archive, lambda: 0, lambda: 0.0, automatic=False)
        app = create_app(
            page_parts(FakeDesk()),
            Settings(viewing="paired", kiosk=True),
            history_routes(archive, reviewing),
        )
        far = httpx.ASGITransport(app, client=("192.168.1.9", 9))
        async with httpx.AsyncClient(transport=far, base_url="http://localhost") as http:
            assert (await http.get("/history")).status_code == 200  # it contains no data itself
            for path in ("games", "games/g1", "games/g1/record", "players", "export.json"):
                answer = await http.get(f"/api/history/{path}")
                assert answer.status_code == 401 and "paired" in answer.json()["error"]

    with_pages(tmp_path, look)


def test_history_lists_and_filters_games(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        async def numbers(query: str) -> list[int]:
            found = (await ask(f"/api/history/games?{query}")).json()
            return [game["number"] for game in found["games"]]

        assert await numbers("") == [6, 5, 3, 2, 1]  # no demos or games never started
        assert await numbers("size=2&page=1") == [3, 2]
        assert await numbers("page=9") == []
        assert await numbers("mode=demo") == [4]
        assert await numbers("mode=score&player=ANN") == [6, 2, 1]
        assert await numbers("player=zo%C3%AB") == [2]
        assert await numbers("level=club") == [5, 3]
        assert await numbers("player=nobody") == []
        found = (await ask("/api/history/games?size=1")).json()
        assert (found["total"], found["modes"]) == (5, ["computer", "demo", "score"])
        assert [each["name"] for each in found["players"]] == ["Ann", "Ben", "Cleo", "Dan", "Zoë"]
        assert [seat["side"] for seat in found["games"][0]["seats"]] == [0, 1, 0, 1]
        for query in ("mode=chess", "size=0", "size=101"):
            assert (await ask(f"/api/history/games?{query}")).status_code == 400
        assert (await ask("/api/history/games?page=x")).json()["page"] == 0
        found = (await ask("/api/history/games")).json()
        assert {game["number"] for game in found["games"] if game["open"]} == {5, 2}
        assert found["may_continue"] and found["table"]["id"] == "g5"

    with_pages(tmp_path, look)


def test_history_charts_are_embedded_in_answers(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        plain = (await ask("/api/history/games/g3")).json()
        drawn = (await ask("/api/history/games/g3?charts=604&language=de")).json()
        assert "charts" not in plain and plain.keys() | {"charts"} == drawn.keys()
        assert 'viewBox="0 0 604 ' in drawn["charts"]["scores"]
        assert "…" not in drawn["charts"]["scores"], "no name is cut"
        assert (await ask("/api/history/games/g7?charts=604")).json()["charts"] == {}
        assert "charts" not in (await ask("/api/history/games/g3?charts=wide")).json()
        player = (await ask("/api/history/player?player=ann&charts=200&language=fr")).json()
        assert set(player["charts"]["per_deal"]) == set(player["tables"])
        assert 'viewBox="0 0 320 ' in player["charts"]["hands"]
        assert "Donneur: tout" in player["charts"]["per_deal"]["2"]

    with_pages(tmp_path, look)


def test_history_returns_one_game(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        game = (await ask("/api/history/games/g1")).json()
        assert game["story"][-1]["scores"] == game["scores"]
        assert len(game["rounds"]) == game["deals"]
        french = (await ask("/api/history/games/g1?language=fr")).json()
        assert game["story"][0]["says"] == ["Ann deals"] != french["story"][0]["says"]
        record = await ask("/api/history/games/g1/record")
        assert record.headers["content-disposition"] == 'attachment; filename="pegboard-1.game"'
        assert record.text.startswith("players 2\n")
        for path in ("g9", "g9/record", "..%2f..%2fjournal.db"):
            assert (await ask(f"/api/history/games/{path}")).status_code == 404
        assert (await ask("/api/history/games/g2/review")).json() == {
            "fault": "a review is for a finished game"
        }
        assert (await ask("/api/history/games/g1/review.svg")).status_code == 404
        doubt = _("Deal {last}: {what}.", last=2, what=_("the play was not followed to the end"))
        charts = {"en": "<svg/>", "fr": "<svg></svg>"}
        whole = REVIEW | {"not_judged": [doubt], "svg": charts}
        await archive.store_review(GAMES[0], short_review(REVIEW), whole)
        for query, data in (
            ("", "Deal 2: the play was not followed to the end."),
            ("?language=fr", "Donne 2\u00a0: le jeu n’a pas été suivi jusqu’au bout."),
        ):
            found = (await ask(f"/api/history/games/g1/review{query}")).json()
            assert found == {"ready": True, **REVIEW, "not_judged": [data]}
            chart = await ask(f"/api/history/games/g1/review.svg{query}")
            assert chart.text == charts["fr" if query else "en"]
            assert chart.headers["content-type"] == "image/svg+xml"

    with_pages(tmp_path, look)


def test_history_returns_players_and_matches(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        players = (await ask("/api/history/players")).json()["players"]
        assert [(row["name"], row["level"], row["games"]) for row in players] == [
            ("Ann", None, 3), ("Ben", None, 2), ("Cleo", None, 1), ("Dan", None, 1),
            ("", "club", 1),
        ]  # fmt: skip
        assert "Zoë" not in str(players), "nobody's name who has finished no game"
        ann = (await ask("/api/history/player?player=Ann")).json()
        assert ann["games"] == 3 and {*ann["tables"]} == {"2", "4"}
        assert ann["published"]["per_deal"][0] == {
            "role": "dealer", "what": "total", "value": 16.2,
            "source": "DeLynn Colvert, Play Winning Cribbage; cribbage.org, tips",
        }  # fmt: skip
        club = (await ask("/api/history/player?level=club")).json()
        assert [row["name"] for row in club["opponents"]] == ["Ann"]
        assert (await ask("/api/history/player?player=nobody")).status_code == 404
        assert (await ask("/api/history/player")).status_code == 404
        assert (await ask("/api/history/matches")).json() == {"ready": True, "matches": []}

    with_pages(tmp_path, look)


def test_history_exports_json_csv_and_zip(tmp_path: Path) -> None:
    async def look(ask: Ask, archive: Archive) -> None:
        table = await ask("/api/history/export.csv")
        assert table.headers["content-type"] == "text/csv; charset=utf-8; header=present"
        rows = list(csv.DictReader(io.StringIO(table.text, newline="")))
        assert {row["game"] for row in rows} == {"g1", "g2", "g3", "g4", "g5", "g6"}
        whole = await ask("/api/history/export.json")
        assert [game["over"] for game in json.loads(whole.text)["games"]] == [
            True, False, True, True, False, True, False,
        ]  # fmt: skip
        packed = await ask("/api/history/export.zip")
        with zipfile.ZipFile(io.BytesIO(packed.content)) as archive_file:
            assert len(archive_file.namelist()) == 8
            assert archive_file.testzip() is None
        for kind in ("csv", "json", "zip"):
            answer = await ask(f"/api/history/export.{kind}")
            name = answer.headers["content-disposition"]
            assert name == f'attachment; filename="pegboard-history.{kind}"'

    with_pages(tmp_path, look)


def test_history_hides_seed_and_cards_of_open_game(tmp_path: Path) -> None:
    """Checks every answer and export."""

    async def look(ask: Ask, archive: Archive) -> None:
        paths = ["games", "games/g5", "games/g5/record", "games/g5/review", "players",
                 "player?player=ann", "matches", "export.csv", "export.json",
                 "export.zip"]  # fmt: skip
        for path in paths:
            answer = await ask(f"/api/history/{path}")
            content = answer.content
            if path.endswith("zip"):
                with zipfile.ZipFile(io.BytesIO(content)) as file:
                    content = b"".join(map(file.read, file.namelist()))
            assert SEED.encode() not in content, path
            assert HIDDEN.encode() not in content, path
            for hand in HIDDEN.split()[2:]:
                assert hand.encode() not in content, path
        visible = {card for line in GAMES[4].entries if line.action.startswith(("play", "cut"))
                for card in [line.action.split()[-1]]}  # fmt: skip
        dealt = {"".join(pair) for hand in HIDDEN.split()[2:]
                 for pair in zip(hand[::2], hand[1::2], strict=True)}  # fmt: skip
        game = (await ask("/api/history/games/g5")).json()
        faces = str(game["rounds"][-1]) + str([each["says"] for each in game["story"]
                                               if each["deal"] == len(game["rounds"])])  # fmt: skip
        for card in dealt - visible:
            sign = dict(zip("CDHS", "♣♦♥♠", strict=True))[card[1]]
            assert card not in faces and f"{card[0].replace('T', '10')}{sign}" not in faces

    with_pages(tmp_path, look)


def test_forgotten_name_disappears_from_all_games(tmp_path: Path) -> None:
    async def forget(ask: Ask, archive: Archive) -> None:
        done = await ask("/api/history/forget", "POST", json={"name": "zoë"})
        assert (done.status_code, done.json()) == (200, {"games": 1})
        content = (await ask("/api/history/games")).text + (
            await ask("/api/history/export.json")
        ).text
        assert "Zo" not in content
        table = await ask("/api/history/forget", "POST", json={"name": "Ann"})
        assert table.status_code == 409 and "is at the table" in table.json()["fault"]
        for body, status in (({}, 400), ({"name": 7}, 400), ({"name": " "}, 409)):
            assert (await ask("/api/history/forget", "POST", json=body)).status_code == status
        plain = await ask("/api/history/forget", "POST", content=b'{"name": "Ann"}')
        assert plain.status_code == 415
        foreign = {"origin": "http://evil.example"}
        page = await ask("/api/history/forget", "POST", json={"name": "Ben"}, headers=foreign)
        assert page.status_code == 403
        assert (await ask("/api/history/forget")).status_code == 405

    with_pages(tmp_path, forget)


def test_names_are_merged_and_corrected(tmp_path: Path) -> None:
    async def join(ask: Ask, archive: Archive) -> None:
        done = await ask("/api/history/merge", "POST", json={"name": "Dan", "into": "Zoë"})
        assert (done.status_code, done.json()) == (200, {"games": 1})
        assert "Dan" not in (await ask("/api/history/games")).text
        game = (await ask("/api/history/games")).json()["games"][-1]
        names = ["Eve", *[seat["name"] for seat in game["seats"]][1:]]
        done = await ask("/api/history/names", "POST", json={"game": game["id"], "names": names})
        assert done.status_code == 200
        again = (await ask(f"/api/history/games/{game['id']}")).json()
        assert again["seats"][0]["name"] == "Eve"
        for body, status in (
            ({"game": game["id"], "names": ["#", "Ben"]}, 400),
            ({"game": game["id"], "names": ["Eve"] * 5}, 409),
            ({"game": game["id"], "names": ["E" * 25, "Ben"]}, 400),
            ({"game": "g9999", "names": ["Ann", "Ben"]}, 409),
        ):
            answer = await ask("/api/history/names", "POST", json=body)
            assert answer.status_code == status, body

    with_pages(tmp_path, join)


def test_history_reports_progress_while_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pegboard.web.history.PATIENCE_S", 0.0)

    async def look(ask: Ask, archive: Archive) -> None:
        visible: list[int] = []

        async def count() -> None:
            transport = httpx.ASGITransport(
                create_app(page_parts(FakeDesk()), more=history_routes(archive, reviewing)),
                client=("127.0.0.1", 9),
            )
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:

                async def is_read() -> bool:
                    answer = await http.get("/api/history/games")
                    if answer.status_code == 200:
                        return True
                    assert answer.status_code == 202 and answer.json()["ready"] is False
                    visible.append(answer.json()["done"])
                    return False

                await await_until(is_read, "the history")

        reviewing = ReviewQueue(archive, lambda: 0, lambda: 0.0, automatic=False)
        await count()
        assert visible == sorted(visible) and visible

    with_pages(tmp_path, look)
