"""`pegboard follow`, as the contract has it, on a film that our own renderer draws."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pegboard.cli.app import run_line
from pegboard.cli.follow.command import follow_command
from pegboard.cli.follow.record import record_of, without_gos
from pegboard.cribbage import (
    Action,
    Crib,
    Go,
    Hand,
    Play,
    format_action,
    parse_action,
    parse_record,
)
from pegboard.cribbage.replay import replay_steps
from pegboard.devices.cameras import SAMPLE_DEAL
from pegboard.devices.cameras.film import frames
from pegboard.devices.cameras.pictures import load_picture
from pegboard.errors import DeviceError
from pegboard.vision.films.deals import TableDeal
from pegboard.vision.films.sample import DEAL, pictures
from pegboard.vision.follow.line_event import LineEvent
from pegboard.vision.turn import turned_image
from tests.support.deal_film import cache_net_answers, shared_deal_film


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shared_deal_film(tmp_path_factory)


def run(
    capsys: pytest.CaptureFixture[str], source: Path, **options: Any
) -> tuple[int, list[dict[str, Any]], str]:
    code = follow_command(str(source), as_json=True, **options)
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


@pytest.mark.group("camera")
def test_follow_prints_deal_line_by_line(
    film: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache_net_answers(monkeypatch, film)
    code, rows, errors = run(capsys, film)
    truth = json.loads((film / "truth.json").read_text())
    assert (code, errors) == (0, "")
    *lines, end = rows
    standing: list[str] = []
    for row in lines:
        if row["line"] == "undo":
            standing.pop()
        else:
            assert row["sure"] is True
            standing.append(row["line"])
    assert [plain(line) for line in standing] == [
        plain(line) for line in truth["lines"] if not line.startswith("go")
    ]
    when = {event["line"]: event["frame"] for event in truth["events"]}
    for row in lines:
        if row["line"] in when:
            assert int(row["frame"].split(".")[0]) - when[row["line"]] <= 3
    assert end["end"] is True and end["deals"] == 1
    record = parse_record(end["record"])
    assert [action for action in record.actions if isinstance(action, Play)]
    header = record.header
    steps = list(replay_steps(header.rules, header.dealer, record.actions))
    assert steps[-1].state.stage_name in ("deal", "show")


def whole(deal: TableDeal) -> list[Action]:
    """Returns the lines of a deal as printed, without gos."""
    shown = [Hand(seat, deal.hands[seat]) for seat in (1 - deal.dealer, deal.dealer)]
    return [*(a for a in deal.actions if not isinstance(a, Go)), *shown, Crib(deal.crib)]


@pytest.mark.group("camera")
def test_follow_rotation_is_equivalent(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in film.glob("*.jpg"):
        turned = turned_image(load_picture(path), 270)
        cv2.imwrite(str(tmp_path / path.name), turned, [cv2.IMWRITE_JPEG_QUALITY, 95])
    code, rows, errors = run(capsys, tmp_path, rotation=90)
    lines = [row["line"] for row in rows[:-1]]
    truth = json.loads((film / "truth.json").read_text())["lines"]
    assert (code, errors) == (0, "")
    assert sorted(map(plain, lines)) == sorted(plain(x) for x in truth if not x.startswith("go"))


def test_follow_refuses_invalid_rotation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, rows, errors = run(capsys, tmp_path, rotation=45)
    assert (code, rows) == (2, []) and "must be 0, 90, 180 or 270, got 45" in errors


@pytest.mark.group("camera")
def test_follow_asks_about_unexpected_dealer(
    film: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Assigns the lines to the dealer seen by the camera."""
    cache_net_answers(monkeypatch, film)
    truth = json.loads((film / "truth.json").read_text())["lines"]
    dealer = int(truth[0].split()[1])
    code, rows, _ = run(capsys, film, dealer=1 - dealer)
    questions = [row for row in rows if "question" in row]
    assert code == 1 and [row["about"] for row in questions] == [[f"deal {dealer}"]]
    assert [row["line"] for row in rows[:3]] == truth[:3]


def plain(line: str) -> str:
    """Cards of hands and cribs in any order."""
    *words, cards = line.split()
    if words[0] in ("hand", "crib"):
        cards = " ".join(sorted(cards[at : at + 2] for at in range(0, len(cards), 2)))
    return " ".join((*words, cards))


def test_follow_uses_sample_deal_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    code = run_line(["follow", "--json"])
    *lines, end = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0 and all(line["sure"] for line in lines)
    printed = [plain(line["line"]) for line in lines]
    assert printed == [plain(format_action(action)) for action in whole(DEAL)]
    assert end["deals"] == 1 and "play 0 9H" in end["record"]


@pytest.mark.group("camera")
def test_sample_deal_is_reproducible() -> None:
    """Regenerates the film in the wheel: `python -m pegboard.vision.films.sample`."""
    drawn = pictures()
    shown = [frame.image for frame in frames(str(SAMPLE_DEAL), None)]
    assert len(shown) == len(drawn)
    for film, picture in zip(shown[::20], drawn[::20], strict=True):
        assert not isinstance(film, DeviceError)
        assert np.abs(film.astype(int) - picture).mean() < 6


@pytest.mark.parametrize("source", ["gone", "empty", "picture.jpg", "words.txt", "nothing:"])
def test_follow_reports_invalid_film_in_one_line(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "picture.jpg").touch()
    (tmp_path / "words.txt").write_text("no video")
    code, rows, errors = run(capsys, tmp_path / source)
    assert (code, rows) == (2, [])
    assert len(errors.splitlines()) == 1 and source in errors


def test_follow_refuses_dealer_without_seat(capsys: pytest.CaptureFixture[str]) -> None:
    code, rows, errors = run(capsys, Path("gone"), dealer=2)
    assert (code, rows) == (2, []) and "--dealer must be 0 to 1" in errors


def test_gos_are_neither_printed_nor_undone() -> None:
    standing: list[Action] = []
    lines = ["deal 0", "cut 5H", "play 1 8H", "go 0", "undo", "undo", "play 1 8S"]
    events = [LineEvent(parse_action(line)) for line in lines]
    printed = [format_action(each.action) for each in without_gos(events, standing)]
    assert printed == ["deal 0", "cut 5H", "play 1 8H", "undo", "play 1 8S"]
    assert [format_action(action) for action in standing] == ["deal 0", "cut 5H", "play 1 8S"]


def test_record_omits_illegal_actions() -> None:
    lines = ["deal 1", "cut 5H", "play 0 6H", "play 0 7H", "play 1 8H"]
    record = record_of(2, [parse_action(line) for line in lines])
    assert record.header.dealer == 1
    assert [a for a in record.actions if isinstance(a, Play)] == [
        Play(0, parse_action("play 0 6H").card),  # type: ignore[union-attr]
        Play(1, parse_action("play 1 8H").card),  # type: ignore[union-attr]
    ]
