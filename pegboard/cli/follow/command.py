"""`pegboard follow`: prints the game record of a film of real deals."""

import json
import sys
from typing import Annotated, Any

import typer

from pegboard.cli.follow.asking import Line, QuestionQueue
from pegboard.cli.follow.record import record_of, without_gos
from pegboard.cli.line import DeckName, Json, print_lines
from pegboard.config import DECKS, ROTATIONS
from pegboard.cribbage import Action, Undo, format_action, format_record
from pegboard.devices.cameras import SAMPLE_DEAL
from pegboard.devices.cameras.film import Frame, frames
from pegboard.errors import DeviceError, PegboardError
from pegboard.vision.follow.follower import Follower
from pegboard.vision.follow.line_event import Question
from pegboard.vision.follow.tracking.detector import CardDetector
from pegboard.vision.packs.belief import Deck
from pegboard.vision.recognise import Recogniser
from pegboard.vision.turn import turned_image

SURE, NOT_SURE, UNUSABLE = 0, 1, 2

_QUESTIONS = {
    Question.DEALER: "Who dealt? Taken for true: {line}",
    Question.STARTER: "Which card is the starter? Taken for true: {line}",
    Question.PLAY: "Which card was played, and by whom? Taken for true: {line}",
    Question.CRIB: "Which cards are in the crib? Taken for true: {line}",
}
_UNREAD = "Which cards are in the crib? It was not read."


def follow_command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER|VIDEO|SOURCE",
            help="A film, or a camera's address; left out, the sample deal.",
            show_default=False,
        ),
    ] = str(SAMPLE_DEAL),
    players: Annotated[int, typer.Option(min=2, max=4, help="Seats at the table.")] = 2,
    dealer: Annotated[
        int | None, typer.Option(min=0, max=3, help="Seat that deals first, if it is known.")
    ] = None,
    fps: Annotated[
        float | None, typer.Option(min=0.1, max=240, help="Pictures a second; of a folder 2.")
    ] = None,
    rotation: Annotated[
        int, typer.Option(help="Degrees by which each picture is turned clockwise: 0 90 180 270.")
    ] = 0,
    deck: DeckName = DECKS[0],
    as_json: Json = False,
) -> int:
    """Watches real deals, and prints each line of the game as it is taken for true.

    Seat 0 sits at the bottom of the picture, once it is turned; the others follow clockwise.

    Returns:
        The exit code: 2 where the film cannot be read, else 1 where a line is not sure, else 0.
    """
    if dealer is not None and dealer >= players:
        print(
            f"pegboard follow: --dealer must be 0 to {players - 1}, got {dealer}", file=sys.stderr
        )
        return UNUSABLE
    if rotation not in ROTATIONS:
        print(
            f"pegboard follow: --rotation must be 0, 90, 180 or 270, got {rotation}",
            file=sys.stderr,
        )
        return UNUSABLE
    if deck not in DECKS:
        print_lines(
            f"pegboard follow: --deck must be {', '.join(DECKS)}, got {deck}", to=sys.stderr
        )
        return UNUSABLE
    recogniser = Recogniser(Deck(deck), remembers=True)
    follower = Follower(CardDetector(recogniser), players, dealer)
    questions, code, last = QuestionQueue(follower), SURE, None
    standing: list[Action] = []
    try:
        for frame in frames(source, fps):
            if isinstance(frame.image, DeviceError):
                print_lines(f"pegboard follow: {frame.image}", to=sys.stderr)
                code = UNUSABLE
                continue
            last = frame
            image = turned_image(frame.image, rotation)
            news = without_gos(follower.process(image, frame.at), standing)
            for line in questions.process(news, frame.at):
                _print(frame, line, as_json)
                code = max(code, SURE if line.is_sure else NOT_SURE)
    except KeyboardInterrupt:  # Ctrl-C is how a person ends a film from a camera
        pass
    except (PegboardError, OSError) as error:
        print_lines(f"pegboard follow: {error}", to=sys.stderr)
        code = UNUSABLE
    if last is None:
        return UNUSABLE
    for line in questions.process(without_gos(follower.finish(), standing), last.at, over=True):
        _print(last, line, as_json)
        code = max(code, SURE if line.is_sure else NOT_SURE)
    record = format_record(record_of(players, follower.record))
    if as_json:
        print(json.dumps({"end": True, "deals": follower.deals, "record": record}), flush=True)
    else:
        print(f"\n{record}", end="", flush=True)
    return code


def _print(frame: Frame, line: Line, as_json: bool) -> None:
    text = format_action(line.action)
    about = [format_action(action) for action in line.about]
    question = _UNREAD if line.question else None
    if line.question and about:
        question = _QUESTIONS[line.question].format(line=about[0])
    if not as_json:
        print(f"{frame.name}  {text}{f'  ({question})' if question else ''}", flush=True)
        return
    row: dict[str, Any] = {"frame": frame.name, "line": text}
    if not isinstance(line.action, Undo):
        row["sure"] = line.is_sure
    if question:
        row |= {"question": question, "about": about}
    print(json.dumps(row), flush=True)
