"""State, refusals and HTTP answers in each viewer's language."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from pegboard.i18n import LANGUAGES, localize
from pegboard.pairing.viewer import Viewer
from pegboard.service.build import App
from pegboard.web.app import create_app
from tests.support.session import ask, board, run_async, state_of

SAID = {"en": "Blue +5", "fr": "Bleu +5", "de": "Blau +5"}
NEXT = {
    "en": "Peg, or COUNT a hand",
    "fr": "Marquez, ou COMPTER",
    "de": "Stecken oder ZÄHLEN",
}


def test_state_is_localized_per_viewer(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, action="peg 0 5")
            for language in LANGUAGES:
                state = state_of(parts, Viewer("board", language=language))
                assert [line["text"] for line in state["log"]] == [SAID[language]]
                assert state["last"]["text"] == SAID[language]
                assert state["next"] == NEXT[language]

    run_async(story)


def test_concurrent_viewers_get_their_own_language(tmp_path: Path) -> None:
    async def first(parts: App, language: str) -> dict[str, Any]:
        with parts.publisher.subscribe(Viewer("watcher", language=language)) as feed:
            async for item in feed:
                if not isinstance(item, bytes):
                    message: dict[str, Any] = json.loads(item.frame.full_message)
                    return message
        raise AssertionError("the feed ended")

    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, action="peg 0 5")
            async with asyncio.timeout(10):
                message = await asyncio.gather(*(first(parts, each) for each in LANGUAGES))
            assert [state["next"] for state in message] == list(NEXT.values())
            facts = ("scores", "pegs", "seq", "undo_target", "stage")
            assert all(state[fact] == message[0][fact] for state in message for fact in facts)

    run_async(story)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "that hand is no longer on offer"),
        ("?language=fr", "cette main n’est plus proposée"),
        ("?language=xx", "that hand is no longer on offer"),
        ("?language=de&language=fr", "cette main n’est plus proposée"),
    ],
)
def test_http_refusals_and_answers_are_localized(tmp_path: Path, query: str, said: str) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            transport = httpx.ASGITransport(create_app(parts), client=("127.0.0.1", 9))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                change = {"id": "a", "change": {"card": "5H", "to": None}}
                answer = await http.post(f"/api/command{query}", json=change)
                state = await http.get(f"/api/state{query}")
        assert answer.json()["error"] == said
        language = "fr" if "fr" in query else "en"
        assert state.json()["next"] == NEXT[language]

    run_async(story)


@pytest.mark.parametrize(
    ("mode", "command", "french", "german"),
    [
        ("score", {"action": "undo"}, "il n’y a rien à annuler", "es gibt nichts zurückzunehmen"),
        ("computer", {"action": "undo"}, "annuler\u00a0: vous n’avez pas encore joué",
         "zurücknehmen: du hast noch nicht gespielt"),
        ("computer", {"action": "peg 0 2"},
         "pas maintenant, contre l’ordinateur",
         "das geht jetzt nicht in einem Spiel gegen den Computer"),
    ],
)  # fmt: skip
def test_refused_action_is_localized(
    tmp_path: Path, mode: str, command: dict[str, str], french: str, german: str
) -> None:
    async def story() -> None:
        async with board(tmp_path) as parts:
            await ask(parts, new={"mode": mode})
            reply = await ask(parts, **command)
        assert not reply["ok"]
        assert localize("fr", reply)["error"] == french
        assert localize("de", reply)["error"] == german

    run_async(story)
