"""The camera process: readings of still and live cameras, saved pictures, rotation."""

import base64
import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pegboard.camera import process
from pegboard.camera.process import main, read_settled
from pegboard.camera.reading import PackPrior
from pegboard.camera.watched import DealState
from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import SAMPLES, Source
from pegboard.devices.ports import Image
from pegboard.errors import Common, DeviceLost
from pegboard.vision.recognise import Reading, Sighting

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


class Film:
    """A camera that shows given pictures."""

    def __init__(self, pictures: Iterator[Image], *, live: bool = True) -> None:
        self.live, self._pictures = live, pictures
        self.shown = self.closed = 0

    def read(self) -> Image:
        self.shown += 1
        try:
            return next(self._pictures)
        except StopIteration:
            raise DeviceLost(Common.VERBATIM, says="camera film: torn") from None

    def close(self) -> None:
        self.closed += 1


class Reader:
    """Reads the same hand in every picture."""

    def __init__(self, cards: str = "5H 6D 7C 8S QS") -> None:
        self.pictures: list[Image] = []
        self.reading = Reading(
            tuple(Sighting(Card.parse(card), 0.9, CORNERS) for card in cards.split()), True
        )

    def read(self, image: Image) -> Reading:
        self.pictures.append(image)
        return self.reading


def reading(reader: Callable[[], Reader]) -> Callable[..., Reader]:
    """Makes recognisers that always use the given reader."""
    return lambda _deck, *, remembers: reader()


def picture(at: int = 0) -> Image:
    image = np.full((120, 160, 3), 60, np.uint8)
    image[20:80, at : at + 40] = 240
    return image


def moving() -> Iterator[Image]:
    return (picture(n * 17 % 120) for n in count())


def look(camera: Source, reader: Reader, limit_s: float) -> process.LookResult:
    times = count(0.0, 0.05)
    return read_settled(camera, reader, limit_s, lambda: next(times))


def test_still_picture_is_read_once() -> None:
    film, reader = Film(moving(), live=False), Reader()
    assert look(film, reader, 5).reading is reader.reading
    assert film.shown == 1


def test_stream_is_read_once_at_rest() -> None:
    film = Film(iter([picture(n * 20) for n in range(5)] + [picture()] * 99))
    reader = Reader()
    result = look(film, reader, 5)
    assert result.waited == "" and result.reading.sure
    assert len(reader.pictures) == 2 and all((p == picture()).all() for p in reader.pictures)


def test_moving_table_is_read_at_time_limit() -> None:
    film, reader = Film(moving()), Reader()
    result = look(film, reader, 2)
    assert result.waited == "something moves"
    assert len(result.reading.sightings) == 5 and not result.reading.sure
    assert len(reader.pictures) == 1 and result.image is reader.pictures[0]
    assert film.shown < 50


def test_reading_at_rest_counts_at_time_limit() -> None:
    film, reader = Film(picture() for _ in count()), Reader("5H 6D")
    result = look(film, reader, 1.0)
    assert result.waited == "there should be five cards"
    assert len(result.reading.sightings) == 2 and not result.reading.sure


def test_lost_camera_raises_device_error() -> None:
    with pytest.raises(DeviceLost, match="torn"):
        look(Film(iter([picture()])), Reader(), 5)


def test_lost_camera_is_reopened_and_closed_at_exit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    films = [Film(iter([picture()])), Film(picture() for _ in count())]
    waiting = films.copy()
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # main redirects stdout
    monkeypatch.setattr(process, "open_camera", lambda address: waiting.pop(0))
    monkeypatch.setattr(process, "Recogniser", reading(Reader))
    requests = "look 1\nnonsense\nlook 1\nlook one\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(requests))
    assert main("film:") == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0] == {"error": "camera film: torn"}
    assert len(answers[1]["cards"]) == 5 and answers[1]["sure"] and answers[1]["waited"] == ""
    assert "could not convert" in answers[2]["error"]
    assert [film.closed for film in films] == [1, 1]


def test_folder_continues_after_bad_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "1.jpg").write_text("no picture")
    (tmp_path / "2.jpg").write_bytes((SAMPLES / "hand-1.jpg").read_bytes())
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    monkeypatch.setattr(process, "Recogniser", reading(Reader))
    monkeypatch.setattr(sys, "stdin", io.StringIO("look\nlook\nlook\n"))
    main(f"files:{tmp_path}")
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["error" in answer for answer in answers] == [True, False, True]


def ask(monkeypatch: pytest.MonkeyPatch, film: Film, reader: type[Reader] = Reader) -> Any:
    """Returns the answers of a camera process over a film."""
    monkeypatch.setattr(process, "open_camera", lambda address: film)
    monkeypatch.setattr(process, "Recogniser", reading(reader))
    return process.CameraProcess("film:").answer


def test_keep_saves_picture_at_full_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = np.zeros((1200, 1600, 3), np.uint8)
    large[300:900, 400:800] = 200
    answer = ask(monkeypatch, Film(iter([large, large]), live=False))
    file = tmp_path / "a name with spaces.jpg"
    assert "is gone" in answer(f"keep 1 {file}")["error"], "nothing was looked at yet"
    looked_at = answer("look 1")
    assert (looked_at["width"], looked_at["height"], looked_at["number"]) == (1600, 1200, 1)
    shown = np.frombuffer(base64.b64decode(looked_at["picture"]), np.uint8)
    small = cv2.imdecode(shown, cv2.IMREAD_COLOR)
    assert small is not None and small.shape == (720, 960, 3)
    assert answer(f"keep 1 {file}") == {"kept": str(file)}
    assert base64.b64decode(answer("keep 1")["kept"]) == file.read_bytes(), "for another user"
    saved = cv2.imread(str(file))
    assert saved is not None and saved.shape == large.shape
    assert np.abs(saved.astype(int) - large).mean() < 1
    answer("look 1")
    assert "picture of look 1 is gone" in answer(f"keep 1 {file}")["error"]


def test_keep_failure_leaves_camera_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = Film(picture() for _ in count())
    answer = ask(monkeypatch, film)
    answer("look 1")
    error = answer(f"keep 1 {tmp_path}/nowhere/x.jpg")["error"]
    assert error == f"{tmp_path}/nowhere/x.jpg: No such file or directory"
    assert "invalid literal" in answer("keep one x.jpg")["error"]
    assert film.closed == 0
    assert answer("what is this") is None


def test_four_cards_suffice_with_known_starter(monkeypatch: pytest.MonkeyPatch) -> None:
    class Four(Reader):
        def __init__(self) -> None:
            super().__init__("5H 6D 7C 8S")

    answer = ask(monkeypatch, Film(picture() for _ in count()), Four)
    with_starter = answer("look 1 QS")
    assert with_starter["waited"] == "" and with_starter["sure"] and with_starter["starter"] is None
    unknown = answer("look 0.5")
    assert unknown["waited"] == "there should be five cards" and not unknown["sure"]
    assert "XX" in answer("look 1 XX")["error"]


def test_starter_is_reported_only_if_clearly_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lying(*lefts: float) -> type[Reader]:
        cards = [Card.parse(card) for card in "5H 6D 7C 8S QS".split()]
        places = [((x, 0.0), (x + 50, 0.0), (x + 50, 70.0), (x, 70.0)) for x in lefts]

        class Lying(Reader):
            def __init__(self) -> None:
                super().__init__()
                sightings = (Sighting(c, 0.9, p) for c, p in zip(cards, places, strict=True))
                self.reading = Reading(tuple(sightings), True)

        return Lying

    def starter(*lefts: float) -> Any:
        return ask(monkeypatch, Film(moving(), live=False), lying(*lefts))("look 1")["starter"]

    assert starter(0, 60, 120, 180, 400) == "QS"
    assert starter(0, 60, 120, 180, 240) is None, "a row of five says nothing"


def test_pack_setting_is_used_for_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ask(monkeypatch, Film(moving(), live=False))
    deck = answer("look 1")["deck"]
    assert deck["setting"] == "auto" and deck["code"] == "english"
    assert deck["letters"] == {"A": "A", "J": "J", "Q": "Q", "K": "K"}
    assert max(deck["shares"], key=deck["shares"].get) == "english"
    assert deck["question"] == ""
    prior = PackPrior("dutch", "de").to_json()
    assert answer(f"deck {prior}")["deck"] == answer("look 1")["deck"]
    assert answer("look 1")["deck"]["shares"]["dutch"] == 1
    assert answer("look 1")["deck"]["letters"] == {"A": "A", "J": "B", "Q": "V", "K": "H"}
    prior = PackPrior("auto", "en", {"french": 0.9, "dutch": 0.1}).to_json()
    assert answer(f"deck {prior}")["deck"]["shares"]["french"] > 0.8
    assert "no pack" in answer(f"deck {PackPrior('martian').to_json()}")["error"]
    assert "error" in answer("deck 7")


def test_every_picture_is_turned_at_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readings and checks agree; other angles than quarter turns are refused."""
    shown = picture()
    monkeypatch.setattr(process, "open_camera", lambda address: Film(iter([shown] * 9), live=False))
    reader = Reader()
    monkeypatch.setattr(process, "Recogniser", reading(lambda: reader))
    camera = process.CameraProcess("film:")
    assert camera.answer("turn 90") == {"turned": 90}
    looked = camera.answer("look 1")
    assert looked is not None and (looked["width"], looked["height"]) == (120, 160)
    assert np.array_equal(reader.pictures[-1], np.rot90(shown, -1))
    checked = camera.answer("check")
    assert checked is not None and (checked["width"], checked["height"]) == (120, 160)
    assert camera.answer("turn 180") == {"turned": 180}
    checked = camera.answer("check")
    assert checked is not None and (checked["width"], checked["height"]) == (160, 120)
    assert np.array_equal(reader.pictures[-1], np.rot90(shown, 2)), "the same picture goes on"
    refused = camera.answer("turn 45")
    assert refused is not None and "0, 90, 180, 270" in refused["error"]


LOOK = """
import sys
from pegboard.camera.process import CameraProcess

process = CameraProcess("files:")
assert len(process.answer("look 1")["cards"]) == 5
print(*sys.modules)
process.answer("follow " + sys.argv[1])
print(*sys.modules)
"""
UNUSED = {
    "asyncio", "http.client", "ssl", "pegboard.config", "pegboard.devices.cameras._network",
    "pegboard.camera.checked", "pegboard.camera.following",
    "pegboard.controls", "pegboard.i18n", "pegboard.vision.follow", "pegboard.vision.qr",
}  # fmt: skip
"""Modules that a process for readings never imports."""


def test_reading_imports_neither_following_nor_network() -> None:
    command = [sys.executable, "-c", LOOK, DealState(version=1, players=2, dealer=0).to_json()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    looking, following = (set(line.split()) for line in done.stdout.splitlines())
    assert looking & UNUSED == set()
    assert "pegboard.vision.follow" in following
