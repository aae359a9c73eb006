"""The separate process that runs the camera and the nets.

    python -m pegboard.camera.process files:

If this process crashes or hangs, the board continues: the service times out, kills it and starts
another. Requests are lines on stdin, answers are lines of JSON on stdout. A request may end in ` #`
and a number, which its answer then has as `"to"`, so that a late answer cannot be mistaken for
another one. The environment variable `PEGBOARD_CAMERA` overrides the address.

`look SECONDS [STARTER]`: reads the cards. A live camera waits at most so many seconds for the table
to come to rest; if the deal's starter is given, four other cards are a hand.

    {"number": 3, "cards": [{"card": "5H", "confidence": 0.99, "corners": [[x, y], …],
     "others": other readings of the place}, …], "sure": true,
     "waited": why it did not settle, or "", "starter": the card that clearly lies apart, or null,
     "picture": JPEG in base64, "width": w, "height": h of the picture that was read, to which the
     corners belong}

`keep NUMBER FILE`: writes the picture of that reading to a file at full size; without a file the
answer has it, for a client whose files this process may not write.

    {"kept": "FILE"}    {"kept": JPEG in base64}

`check [next]`: reads and measures one picture, for the camera set-up; see `checked`.

`scan`: looks for a QR code in one picture; see `pegboard.vision.qr`.

    {"text": text of the code, or "", "picture": small JPEG in base64}

`focus METRES`: fixes the focus at a distance; 0 turns autofocus on.

    {"focus": whether the camera can}

`turn DEGREES`: turns all pictures from now on, clockwise: 0, 90, 180 or 270. A deal being followed
goes on: its seats are turned instead.

    {"turned": 180}

`deck JSON`: assumptions about the pack on the table; see `pegboard.vision.packs.belief`.

    {"setting": "auto" or the code of a pack, "language": of the board,
     "shares": probability of each pack by its code, from an earlier process, or null}

The answer has the present state; `look`, `check` and `watch` have the same under "deck".

    {"deck": {"setting": "auto", "shares": {"english": 0.3, …}, "code": of the likeliest pack,
     "letters": {"A": "1", "J": "V", …} of that pack, "is_read": whether it has the letters that
     were read, "question": code of the pack to ask people about, or "",
     "question_letters": its letters}}

`follow JSON`, `watch` and `rest` follow whole deals, one picture after the other; see `following`.

Any of them may answer `{"error": "what went wrong", "cure": "what to do"}` instead, without a cure
if none is known.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import cv2
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pegboard.camera.answers import round_corners, small_jpeg
from pegboard.camera.reading import LookAnswer, PackPrior, ReadCard, SeenPack
from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import ADDRESS, Focus, Focusing, Source, open_camera
from pegboard.devices.cameras.files import SampleCamera
from pegboard.devices.ports import Image
from pegboard.errors import PegboardError
from pegboard.vision.nets.opencv import release_memory
from pegboard.vision.packs.belief import Deck
from pegboard.vision.packs.countries import letters_of
from pegboard.vision.recognise import Reading, Recogniser, Sighting
from pegboard.vision.starter import CLEAR, guess_starter
from pegboard.vision.turn import turned_image

if TYPE_CHECKING:
    from pegboard.camera.checked import CameraChecker
    from pegboard.camera.following import LiveFollower
    from pegboard.vision.examine import Reader

LOOK_S = 6.0
"""Time limit of a reading, in seconds, if the request has none."""
SCAN_SIDE = 480
"""Longest side, in pixels, of the picture that helps people to aim at a code."""
KEPT_QUALITY = 92
"""JPEG quality of saved pictures, which must preserve every detail that the reading relied on."""


class LookResult(NamedTuple):
    """Result of a reading: picture, cards, and why the view did not settle, if it did not."""

    image: Image
    reading: Reading
    waited: str
    others: Callable[[Sighting], tuple[Card, ...]] = lambda sighting: ()
    """Function that returns the other readings of a card."""


class TurnedSource:
    """Camera whose pictures are rotated on arrival, so that all their users agree."""

    def __init__(self, camera: Source, degrees: int) -> None:
        """Wraps an open camera.

        Args:
            camera: camera that takes the pictures.
            degrees: clockwise, one of `ROTATIONS`.
        """
        self._camera, self._degrees = camera, degrees
        self.live = camera.live

    def read(self) -> Image:
        """Returns the next picture, turned."""
        return turned_image(self._camera.read(), self._degrees)

    def fix_focus(self, metres: float) -> bool:
        """Fixes the camera's focus; returns False if the camera cannot do this."""
        return isinstance(self._camera, Focusing) and self._camera.fix_focus(metres)

    def focus(self) -> Focus | None:
        """Returns the camera's current focus; None if unknown."""
        return self._camera.focus() if isinstance(self._camera, Focusing) else None

    def close(self) -> None:
        """Closes the camera."""
        self._camera.close()


def rotation_of(text: str) -> int:
    """Parses the degrees of a rotation.

    Raises:
        ValueError: the text is not one of `ROTATIONS`.
    """
    from pegboard.config import ROTATIONS

    degrees = int(text)
    if degrees not in ROTATIONS:
        raise ValueError(f"a rotation must be one of {ROTATIONS}, got {text}")
    return degrees


class CameraProcess:
    """Server for one camera, which it opens on first use."""

    def __init__(self, address: str) -> None:
        """Creates the server, with the camera closed.

        Args:
            address: address of the camera, see `pegboard.devices.cameras`.
        """
        self.requests: dict[str, Callable[[str], Struct | dict[str, Any]]] = {
            "look": self.look,
            "keep": self.keep,
            "check": self.check,
            "scan": self.scan,
            "focus": self.focus,
            "turn": self.turn,
            "deck": self.assume_deck,
            "follow": self.follow,
            "watch": self.watch,
            "rest": self.rest,
        }
        """Handlers by the first word of the request; each receives the rest of the line."""
        self._address, self._focus_m = address, 0.0
        self._deck = Deck()
        self._recogniser = Recogniser(self._deck, remembers=True)
        self._camera: Source | None = None
        self._rotation = 0
        self._look_number = 0
        self._image: Image | None = None
        # Their modules are imported on first use: most requests are readings.
        self._checking: CameraChecker | None = None
        self._following: LiveFollower | None = None

    def answer(self, line: str) -> dict[str, Any] | None:
        """Returns the answer to a line; None for an unknown request."""
        word, _, rest = line.strip().partition(" ")
        request = self.requests.get(word)
        if request is None:
            return None
        try:
            answer: dict[str, Any] = msgspec.to_builtins(request(rest))
            return answer
        except PegboardError as error:
            return {"error": error.wrong} | ({"cure": error.cure} if error.cure else {})
        except OSError as error:
            return {
                "error": f"{error.filename}: {error.strerror}" if error.filename else str(error)
            }
        except (ValueError, cv2.error) as error:
            return {"error": str(error)}

    @contextlib.contextmanager
    def camera(self) -> Iterator[Source]:
        """Yields the camera, opened if needed; closes a live one that fails, to reopen it later."""
        if self._camera is None:
            self._camera = open_camera(self._address)
            if self._focus_m and isinstance(self._camera, Focusing):
                self._camera.fix_focus(self._focus_m)
        camera = self._camera
        try:
            yield camera
        except Exception:
            if camera.live:  # the camera may have been unplugged
                self.close()
            raise

    def look(self, rest: str) -> LookAnswer:
        """Handles `look SECONDS [STARTER]`."""
        limit, _, starter = rest.partition(" ")
        known_starter = Card.parse(starter) if starter else None
        self._image = None  # free the old picture before the next one is read
        with self.camera() as camera:
            if isinstance(camera, SampleCamera):
                camera.follow(known_starter)
            source = TurnedSource(camera, self._rotation)
            result = read_settled(
                source, self._recogniser, float(limit or LOOK_S), starter=known_starter
            )
        release_memory()
        self._look_number += 1
        self._image = result.image
        return replace(look_answer(result, self._look_number), deck=self._seen_pack())

    def keep(self, rest: str) -> dict[str, Any]:
        """Handles `keep NUMBER [FILE]`."""
        number, _, file = rest.partition(" ")
        if self._image is None or int(number) != self._look_number:
            raise ValueError(f"the picture of look {number} is gone")
        done, jpeg = cv2.imencode(".jpg", self._image, [cv2.IMWRITE_JPEG_QUALITY, KEPT_QUALITY])
        if not done:
            raise ValueError(f"the picture of look {number} is no picture")
        if not file:
            return {"kept": jpeg.tobytes()}
        Path(file).write_bytes(jpeg.tobytes())
        return {"kept": file}

    def check(self, rest: str) -> dict[str, Any]:
        """Handles `check [next]`; see `checked`."""
        from pegboard.camera.checked import CameraChecker

        self._checking = self._checking or CameraChecker(self._recogniser)
        with self.camera() as camera:
            answer = self._checking.check(TurnedSource(camera, self._rotation), rest)
        return answer | self._deck_answer()

    def scan(self, rest: str) -> dict[str, Any]:
        """Handles `scan`."""
        from pegboard.vision.qr import read_qr

        with self.camera() as camera:
            image = turned_image(camera.read(), self._rotation)
        return {"text": read_qr(image), "picture": small_jpeg(image, SCAN_SIDE)}

    def focus(self, rest: str) -> dict[str, Any]:
        """Handles `focus METRES`."""
        self._focus_m = float(rest)
        with self.camera() as camera:
            can = isinstance(camera, Focusing) and camera.fix_focus(self._focus_m)
        return {"focus": can}

    def turn(self, rest: str) -> dict[str, Any]:
        """Handles `turn DEGREES`."""
        before, self._rotation = self._rotation, rotation_of(rest)
        if self._checking is not None:
            self._checking.turn((self._rotation - before) % 360)
        if self._following is not None:
            self._following.turn(self._rotation)
        return {"turned": self._rotation}

    def assume_deck(self, rest: str) -> dict[str, Any]:
        """Handles `deck JSON`."""
        prior = PackPrior.of_json(rest)
        self._deck.reset(prior.setting, prior.language, prior.shares)
        return self._deck_answer()

    def _deck_answer(self) -> dict[str, Any]:
        return {"deck": self._seen_pack()}

    def _seen_pack(self) -> SeenPack:
        deck = self._deck
        code, question = deck.meaning().pack, deck.question
        return SeenPack(
            deck.setting,
            deck.shares,
            code,
            letters_of(code, deck.letters),
            deck.is_read,
            question,
            letters_of(question, deck.letters),
        )

    def follow(self, rest: str) -> dict[str, Any]:
        """Handles `follow JSON`; see `following`."""
        from pegboard.camera.following import LiveFollower
        from pegboard.camera.watched import parse_deal_state

        state = parse_deal_state(rest)
        if self._following is None or not self._following.matches(state):
            self._following = LiveFollower(self._recogniser, state, rotation=self._rotation)
        else:
            self._following.update(state)
        return {"following": True}

    def watch(self, rest: str) -> Struct | dict[str, Any]:
        """Handles `watch`; see `following`."""
        if self._following is None:
            return {"following": False}
        with self.camera() as camera:
            answer = self._following.process_frame(camera)
        release_memory()
        return replace(answer, deck=self._seen_pack())

    def rest(self, rest: str) -> dict[str, Any]:
        """Handles `rest`: stops following and closes the camera."""
        self._following = None
        release_memory()
        self.close()
        return {"following": False}

    def close(self) -> None:
        """Closes the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()


def main(address: str) -> int:
    """Answers requests from stdin until end of file."""
    answers, sys.stdout = sys.stdout, sys.stderr  # stray prints must not break the protocol
    cv2.setNumThreads(2)
    process = CameraProcess(address)
    try:
        for line in sys.stdin:
            request, mark, number = line.rstrip().rpartition(" #")
            answer = process.answer(request if mark else line)
            if answer is not None and mark:
                answer["to"] = int(number) if number.isdecimal() else number
            if answer is not None:
                print(msgspec.json.encode(answer).decode(), file=answers, flush=True)
    finally:
        process.close()
    return 0


def read_settled(
    camera: Source,
    recogniser: "Reader",
    limit_s: float,
    clock: Callable[[], float] = monotonic,
    *,
    starter: Card | None = None,
) -> LookResult:
    """Reads a still picture, or a stream of pictures until the view has settled.

    After `limit_s` seconds, returns the best reading so far, which is not sure.

    Args:
        camera: camera that takes the pictures.
        recogniser: reads the cards.
        limit_s: longest wait, in seconds.
        clock: monotonic seconds.
        starter: starter of the deal, if known.

    Raises:
        DeviceError: the camera gives no picture.
    """
    if not camera.live:
        image = camera.read()
        return LookResult(image, recogniser.read(image), "")
    from pegboard.vision.settle import Settling

    settling, until = Settling(starter), clock() + limit_s
    while True:
        image = camera.read()
        now = clock()
        if settling.watch(image, now):
            read = image
            settling.add(recogniser.read(image))
        if settling.settled or now >= until:
            break
    if settling.reading is not None:
        return LookResult(read, settling.reading, settling.waits_for, settling.alternatives)
    return LookResult(image, Reading(recogniser.read(image).sightings, False), settling.waits_for)


def look_answer(look: LookResult, number: int) -> LookAnswer:
    """Returns the answer for one reading."""
    image, reading = look.image, look.reading
    height, width = image.shape[:2]
    starter = None
    if len(reading.sightings) == 5:
        guess = guess_starter(reading.sightings)
        if guess.clearness >= CLEAR:
            starter = str(reading.sightings[guess.index].card)
    cards = tuple(
        ReadCard(
            str(sighting.card),
            round(float(sighting.confidence), 4),
            round_corners(sighting.corners),
            tuple(map(str, look.others(sighting))),
        )
        for sighting in reading.sightings
    )
    picture = small_jpeg(image)
    return LookAnswer(cards, reading.sure, starter, picture, look.waited, width, height, number)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        sys.exit(main(os.environ.pop(ADDRESS, "") or sys.argv[1]))
