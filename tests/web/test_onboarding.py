"""HTTP routes of the onboarding."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest

from pegboard.board.layout import Layout
from pegboard.board.layout_files import load_layout
from pegboard.config import GameConfig
from pegboard.cribbage.rules import Rules
from pegboard.devices.notices import device_notice
from pegboard.i18n import LANGUAGES
from pegboard.learn.rulebook.options import OPTIONS
from pegboard.schema.setup import OPTIONS as NAMES
from pegboard.schema.setup_request import SetupRequest, parse_setup, request_for
from pegboard.session.board_choice import BoardChoice
from pegboard.session.views.welcome import describe_device, welcome
from pegboard.web.app import Settings, create_app
from tests.support.web_fake import FakeDesk, page_parts


def get(path: str, **options: Any) -> Any:
    async def run() -> httpx.Response:
        app = create_app(page_parts(FakeDesk()), Settings(**options))
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.get(path)

    return asyncio.run(run()).json()


@pytest.fixture
def board() -> Layout:
    return load_layout("two-track")


def test_welcome_lists_every_engine_option_with_description(board: Layout) -> None:
    welcomed = welcome([], BoardChoice(board, is_simulated=False), GameConfig(), {})["options"]
    assert {option["name"] for option in welcomed} == {*OPTIONS} == {*NAMES, "players", "partners",
                                                                 "target"}  # fmt: skip
    for option in welcomed:
        usual = getattr(Rules(), option["name"])
        assert option["usual"] == (list(usual) if isinstance(usual, tuple) else usual)
        assert option["text"] == OPTIONS[option["name"]].meaning


def test_welcome_repeats_last_setup_as_command(board: Layout) -> None:
    request = {"mode": "score", "names": ["Ann", "Ben"], "rules": {"muggins": True}, "dealer": 1}
    sitting = parse_setup(msgspec.convert(request, SetupRequest), GameConfig())
    last = {"score": request_for(sitting)}
    setups = welcome([], BoardChoice(board, is_simulated=False), GameConfig(), last)
    again = msgspec.convert(setups["setups"]["score"], SetupRequest)
    assert parse_setup(again, GameConfig()) == sitting
    assert setups["setups"]["computer"]["seats"] == ["person", "club"]


def test_welcome_distinguishes_given_from_default_names(board: Layout) -> None:
    def named(**asked: object) -> list[bool]:
        sitting = parse_setup(
            msgspec.convert({"mode": "computer", **asked}, SetupRequest), GameConfig()
        )
        last = {"computer": request_for(sitting)}
        welcomed = welcome([], BoardChoice(board, is_simulated=True), GameConfig(), last)
        assert welcomed["named"]["score"] == [False, False], (
            "nobody has played with their own cards"
        )
        return list(welcomed["named"]["computer"])

    assert named() == [False, False]
    assert named(names=["Ann", "Computer"]) == [True, False]
    seats = ["person", "person", "club", "club"]
    assert named(seats=seats) == [False] * 4, "Player 1, Player 2, Computer 1, Computer 2"
    assert named(seats=seats, names=["Player 1", "Ben"]) == [False, True, False, False]


def test_welcome_lists_tables_with_partners(board: Layout) -> None:
    tables = welcome([], BoardChoice(board, is_simulated=False), GameConfig(), {})["tables"]
    assert {table["key"]: table["sides"] for table in tables} == {
        "2": [0, 1], "3": [0, 1, 2], "4": [0, 1, 2, 3], "partners": [0, 1, 0, 1],
    }  # fmt: skip
    for table in tables:
        fields = {"players": table["players"], "partners": table["partners"]}
        sitting = parse_setup(
            msgspec.convert({"mode": "score", **fields}, SetupRequest), GameConfig()
        )
        assert sitting.rules.sides == len(set(table["sides"]))


@pytest.mark.parametrize("drawn", [True, False])
def test_drawn_board_offers_four_seats(board: Layout, drawn: bool) -> None:
    welcomed = welcome([], BoardChoice(board, is_simulated=drawn), GameConfig(), {})
    assert welcomed["board"] == {"layout": "two-track", "tracks": 4 if drawn else 2}


@pytest.mark.parametrize(
    ("name", "address", "says"),
    [
        ("strip", "memory:", "The board is drawn on this page"),
        ("strip", "serial:", "Strip with 366 LEDs, on the USB board"),
        ("strip", "spi:/dev/spidev0.0", "Strip with 366 LEDs, on this Raspberry Pi"),
        ("strip", "ws281x:", "Strip with 366 LEDs, on this Raspberry Pi"),
        ("buttons", "gpio:", "Buttons on this Raspberry Pi"),
        ("buttons", "gpio:mock", "Buttons on this page"),
        ("buttons", "keyboard:", "Buttons on a keyboard"),
        ("buttons", "script:x", "Buttons on this page"),
        ("buttons", "serial:", "Buttons on the USB board"),
        ("camera", "files:", "Sample pictures to count"),
        ("camera", "files:/home/ann/hands", "Pictures of a folder to count"),
        ("camera", "files:http://10.0.0.9/s", "Network camera ready"),
        ("camera", "picamera:", "Raspberry Pi camera ready"),
        ("camera", "v4l:/dev/video0", "USB camera ready"),
        ("voice", "alsa:", "voice: alsa:"),
    ],
)
def test_welcome_describes_hardware_in_plain_words(name: str, address: str, says: str) -> None:
    text = describe_device(device_notice(name, address), 366)
    assert text == says
    if name != "voice":
        assert len({text.localize(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_welcome_uses_requested_language() -> None:
    assert get("/api/welcome?language=fr")["found"][0]["text"].startswith("La planche est dessinée")
    assert get("/api/welcome?language=xx") == get("/api/welcome")


def test_phone_address_contains_no_credential() -> None:
    welcomed = get("/api/address", host=lambda: "0.0.0.0")
    assert welcomed["reachable"] and welcomed["address"].startswith("http://")
    assert welcomed["svg"].startswith("<svg") and "#" not in welcomed["address"]
    assert not get("/api/address", host=lambda: "127.0.0.1")["reachable"]
