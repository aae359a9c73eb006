"""A scripted desk: tests publish states and frames, and inspect the received commands."""

import io
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw

from pegboard.camera.reading import TWINS, CardReading, DetectedCard
from pegboard.cribbage.actions import facts_of
from pegboard.cribbage.cards import Card
from pegboard.cribbage.game import Rules, new_game
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.show import HAND_TOTALS
from pegboard.errors import NotationError
from pegboard.kinds import kind_of
from pegboard.session.counting.countdown import CountNarration
from pegboard.session.counting.offer import new_offer
from pegboard.session.views.offer import offer_message
from pegboard.session.views.state import kind_message
from tests.support.web_fake import FakeDesk, Server

PITCH = 6.94
LEDS_A_ROW = 31


def layout() -> dict[str, Any]:
    """Returns two parallel tracks through four streets, to and fro, holes 0 to 121."""
    ys = [(11.0, 24.0), (55.0, 42.0), (73.0, 86.0), (117.0, 104.0)]
    tracks: list[list[list[float]]] = [[], []]
    starts: list[list[float]] = []
    pixel = 0
    for track in (0, 1):
        for hole in range(122):
            street = min(3, max(0, (hole - 1) // 30))
            step = hole - 30 * street
            x = 16 + PITCH * step if street % 2 == 0 else 224.3 - PITCH * (step - 1)
            place = [pixel, round(x, 2), ys[street][track]]
            pixel += 1
            if hole == 0:
                starts.append(place)
            else:
                tracks[track].append(place)
    return {
        "name": "two-track", "length": pixel, "width_mm": 240, "height_mm": 128,
        "names": ["track 0", "track 1"], "tracks": tracks, "starts": starts,
    }  # fmt: skip


PLAN = layout()


def pixel(track: int, hole: int) -> int:
    place = PLAN["starts"][track] if hole == 0 else PLAN["tracks"][track][hole - 1]
    return int(place[0])


def frame(lit: dict[tuple[int, int], tuple[int, int, int]]) -> bytes:
    """Returns a frame in which only these (track, hole) are lit."""
    pixels = bytearray(3 * PLAN["length"])
    for (track, hole), color in lit.items():
        at = 3 * pixel(track, hole)
        pixels[at : at + 3] = bytes(color)
    return bytes(pixels)


BLUE, DARK_BLUE, DIM_BLUE = (0, 96, 255), (0, 18, 50), (0, 2, 6)
GOLD, DARK_GOLD, DIM_GOLD = (255, 110, 0), (50, 22, 0), (6, 2, 0)
WHITE, FAINT = (120, 96, 70), (4, 3, 2)


def pegs(*tracks: tuple[int, int]) -> bytes:
    """Returns a realistic frame: front and rear pegs, a trail between, marks of the board."""
    lit: dict[tuple[int, int], tuple[int, int, int]] = {}
    colors = ((BLUE, DARK_BLUE, DIM_BLUE), (GOLD, DARK_GOLD, DIM_GOLD))
    for track, ((front, rear), (bright, dark, dim)) in enumerate(zip(tracks, colors, strict=True)):
        lit |= {(track, line): FAINT for line in (61, 91, 121)}
        lit |= {(track, hole): dim for hole in range(rear + 1, front, 1 + track)}
        lit |= {(track, rear): dark, (track, front): bright}
    return frame({(0, 0): WHITE} | lit)


def logged(seat: int, name: str, short: str, *, scored: bool = True) -> dict[str, Any]:
    """Returns a line of the log."""
    return {"seat": seat, "text": f"{name} {short}", "short": short, "scored": scored}


def action_of(line: str) -> dict[str, Any]:
    """Returns an action in the board's form from its line; only the verb if unknown."""
    try:
        return {"action": line, **facts_of(parse_action(line))}
    except NotationError:
        verb = line.partition(" ")[0]
        return {"action": line, "verb": verb, "seat": None, "cards": [], "points": None}


def blocked_cards(now: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the visible cards that would exceed 31."""
    if not any(line.split()[0] in ("play", "go") for line in now["legal"]):
        return []
    held = [Card.parse(card) for hand in now["hands"] for card in hand or ()]
    made = [(card, now["count"] + card.value) for card in held]
    return [{"card": str(card), "makes": n, "most": 31} for card, n in made if n > 31]


def ok_effect(now: dict[str, Any]) -> str:
    """Returns the effect of OK in a state."""
    offer, watch, match = now["offer"], now["watch"], now["match"]
    if offer is not None:
        asks = "problem" if offer["problem"] else offer["asks"]
        usual = "peg" if offer["claimed"] is None else "continue"
        return {"": usual, "card": "yes", "missed": "let-go"}.get(asks, "")
    if watch is not None and watch["question"] is not None:
        return "yes"
    if now["winner"] is not None:
        return "next-match" if match is not None and match["over"] else "next-game"
    return "continue" if now["awaiting_ack"] else ""


def skunk_lines(*below: int) -> list[dict[str, Any]]:
    """Returns the skunk and double skunk lines."""
    kinds = ("skunk", "double skunk")
    return [{"below": n, "kind": kind} for n, kind in zip(below, kinds, strict=False)]


def line(seat: int, name: str, short: str, *, scored: bool = True) -> dict[str, Any]:
    """Returns a line of the log."""
    return {"seat": seat, "text": f"{name} {short}", "short": short, "scored": scored}


def last_score(seat: int, name: str, short: str, spoken: str) -> dict[str, Any]:
    """Returns the last score."""
    return {"seat": seat, "text": f"{name} {short}", "short": short, "spoken": spoken}


def announcement(id: int, *aloud: str, scored: bool = False) -> list[dict[str, Any]]:
    """Returns one announcement of a state."""
    return [{"id": id, "aloud": list(aloud), "scored": scored}]


def state(**changes: Any) -> dict[str, Any]:
    """Returns a `state` message: the default one with changes; actions are given as lines."""
    now = default_state() | changes
    crib = 4 if now["stage"] in ("cut", "play") and (now["mode"] != "score" or now["pile"]) else 0
    own_seat = next((n for n, seat in enumerate(now["seats"]) if seat["player"] == "person"), None)
    players = " ".join(seat["player"] for seat in now["seats"])
    message = {
        "kind": kind_message(kind_of(now["mode"], {"seats": players})),
        "blocked": blocked_cards(now),
        "ok": ok_effect(now),
        "crib_of": now["dealer"],
        "crib_size": crib,
        "pass_deal": None,
        "you": {
            "role": "board",
            "seat": own_seat if now["mode"] == "computer" else None,
            "covered": [],
        },
        "skunks": skunk_lines(91, 61) if now["target"] == 121 else [{"below": 31, "kind": "lurch"}],
    }
    if now["mode"] == "score" and now["winner"] is None:
        to = (now["dealer"] + 1) % len(now["seats"])
        dealers = [now["dealer"], to] if now["stage"] == "deal" else [to]
        message["pass_deal"] = {"to": to, "actions": [f"deal {dealer}" for dealer in dealers]}
    return message | now | {
        "legal": [action_of(line) for line in now["legal"]],
        "seats": [
            {"at": "board" if seat["player"] == "person" else None, "away": False} | seat
            for seat in now["seats"]
        ],
        "undo_target": None if now["undo_target"] is None else action_of(now["undo_target"]),
    }  # fmt: skip


def default_state() -> dict[str, Any]:
    """Returns the default state: two people score their game, a few deals in."""
    return {
        "type": "state", "seq": 12, "game": "g1", "mode": "score",
        "seats": [
            {"name": "Ann", "color": "#0072B2", "player": "person", "side": 0},
            {"name": "Ben", "color": "#E69F00", "player": "person", "side": 1},
        ],
        "scores": [47, 52], "pegs": [[47, 39], [52, 50]], "pending": [0, 0], "target": 121,
        "dealer": 0, "turn": None, "stage": "deal", "count": 0, "pile": [], "starter": None,
        "hands": [None, None], "hand_sizes": [0, 0], "crib": None, "legal": [],
        "next": "Peg, or COUNT a hand",
        "last": last_score(0, "Ann", "+8: fifteen 6, pair 2", "fifteen two"),
        "log": [line(1, "Ben", "+12"), line(0, "Ann", "+3"),
                line(1, "Ben", "+2"), line(0, "Ann", "+8: fifteen 6, pair 2")],
        "replaced": None, "sample": False, "renamed": None, "redo_target": None,
        "undo_target": "peg 0 8", "winner": None, "skunk": 0,
        "offer": None, "counting": False, "signing": None, "far": None, "watch": None,
        "notice": None, "devices": [
            {"name": "strip", "address": "memory:", "ok": True, "says": "simulated, 244 pixels"},
            {"name": "buttons", "address": "gpio:mock", "ok": True, "says": "simulated pins"},
        ], "simulated": True,
        "layout": "two-track", "inviting": False, "waiting": None, "muggins": False,
        "pile_by": [], "claim": None, "call": None, "callers": [], "awaiting_ack": False,
        "prompt_hand": None, "announcements": [],
        "commit_s": 1.5, "shuffle": None, "next_commitment": "", "match": None, "games": None,
        "notices": [], "asking": [], "switch_question": None, "pack": None, "first_start": False,
        "last_deal": [], "show": None, "hand_size": 4, "hand_totals": list(HAND_TOTALS),
    }  # fmt: skip


COMPUTER = {
    "mode": "computer", "game": "g2", "turn": 0, "stage": "play", "count": 15, "pile": ["5H", "JD"],
    "seats": [
        {"name": "Ann", "color": "#0072B2", "player": "person", "side": 0},
        {"name": "Computer", "color": "#E69F00", "player": "simple", "side": 1},
    ],
    "starter": "KD", "hands": [["4C", "6S", "TH"], None], "hand_sizes": [3, 3],
    "legal": ["play 0 4C", "play 0 6S"], "next": "Ann: play a card", "dealer": 1,
}  # fmt: skip


def watched_card(at: int, line: str, *likely: str, sure: bool = True) -> dict[str, Any]:
    """Returns a card of the watched deal."""
    card, seat = line.split()[-1], line.split()[1]
    return {"at": at, "action": line, "seat": int(seat) if line.startswith("play") else None,
            "card": card, "sure": sure, "likely": list(likely)}  # fmt: skip


FOLLOWED: dict[str, Any] = {
    "game": "g12", "turn": 1, "stage": "play", "count": 24, "dealer": 1, "starter": "2D",
    "pile": ["8D", "3H", "7C", "3C", "3S"], "pile_by": [0, 1, 0, 1, 0], "pass_deal": None,
    "next": "Ben: play a card.", "hand_sizes": [1, 2],
    "watch": {
        "on": True, "view": "ok", "fps": 5.0, "picture": 7,
        "lines": [
            watched_card(1, "cut 2D"), watched_card(2, "play 0 8D"), watched_card(3, "play 1 3H"),
            watched_card(4, "play 0 7C", "7S", "TC", sure=False), watched_card(5, "play 1 3C"),
            watched_card(6, "play 0 3S"),
        ],
        "question": {
            "id": "watch-play:1:4", "code": "watch-play", "at": 4, "card": "7C", "seat": 0,
            "text": "Did Ann play the seven of clubs? OK if so, or touch the card.",
            "answers": [{"answer": "yes", "text": "Yes"}],
        },
    },
}  # fmt: skip
"""A deal followed by the camera."""
TABLE = {
    "picture": 7, "width": 960, "height": 540,
    "cards": [
        {"card": card, "sure": card != "7C",
         "corners": [[x, 150], [x + 130, 150], [x + 130, 340], [x, 340]]}
        for card, x in (("2D", 90), ("8D", 250), ("7C", 410), ("3S", 570))
    ],
}  # fmt: skip
"""The cards in `PHOTO`."""


DISCARD = COMPUTER | {
    "stage": "discard", "count": 0, "pile": [], "starter": None, "game": "g3",
    "hands": [["4C", "6S", "TH", "5D", "JS", "AH"], None], "hand_sizes": [6, 6],
    "legal": [f"discard 0 {a}{b}" for a in ("4C", "6S", "TH", "5D", "JS", "AH")
              for b in ("4C", "6S", "TH", "5D", "JS", "AH") if a < b],
    "next": "Ann: discard two cards.",
}  # fmt: skip

DEMO = {
    "mode": "demo", "game": "g4", "stage": "play", "turn": 1, "count": 24, "dealer": 0,
    "seats": [
        {"name": "Blue", "color": "#0072B2", "player": "simple", "side": 0},
        {"name": "Orange", "color": "#E69F00", "player": "simple", "side": 1},
    ],
    "pile": ["7H", "8D", "9C"], "starter": "2S", "hands": [["TH", "JH"], ["4S", "4D", "QC"]],
    "hand_sizes": [2, 3], "next": "Orange: play a card",
    "last": last_score(0, "Blue", "+3 run of three", "three"),
    "log": [line(0, "Blue", "+2 his heels"), line(1, "Orange", "+2 fifteen"),
            line(0, "Blue", "+3 run of three")],
}  # fmt: skip


def offer_of(
    cards: str,
    starter: str | None,
    *,
    id: str,
    camera: bool = True,
    doubtful: str = "",
    step: int | None = None,
    narrated: bool = False,
    countdown: int | None = None,
    saved: str | None = None,
) -> dict[str, Any]:
    """Returns an offer as the service sends it; its cards are side by side in `photo`."""
    lain = [Card.parse(card) for card in [*cards.split(), *([starter] if starter else [])]]
    doubts = {Card.parse(card) for card in doubtful.split()}
    sightings = []
    for n, card in enumerate(lain):
        left = 90 + 160 * n
        corners = ((left, 150), (left + 130, 150), (left + 130, 340), (left, 340))
        others = (Card(card.rank, TWINS[card.suit]),)
        sightings.append(DetectedCard(card, 0.6 if card in doubts else 0.99, corners, others))
    turned = Card.parse(starter) if starter else None
    seen = CardReading(tuple(sightings), not doubts, turned, b"", 960, 540)
    offer = new_offer(
        new_game(Rules()),
        id=id,
        source="camera" if camera else "picker",
        cards=lain,
        starter=turned,
        names=("Ann", "Ben"),
        reading=seen if camera else None,
    )
    aloud = CountNarration(lambda: None, peg_nothing, peg_after_s=0)
    aloud.step, aloud.narrated, aloud.countdown = step, narrated, countdown
    aloud.autopeg_pending = countdown is not None
    message = offer_message(offer, aloud, saved, ())
    assert message is not None
    return dict(message)


async def peg_nothing() -> None:
    """Does nothing instead of pegging."""


OFFER = offer_of("5H 5D JS 5C", "5S", id="o1", camera=False, step=0)
SEEN = offer_of("5H 5D JS 5C", "5S", id="o2", step=0)
DOUBTFUL = offer_of("5H 9D JS 5C", "5S", id="o3", doubtful="9D")
TOO_FEW = offer_of("5H 9C JS", None, id="o4")
TOO_MANY = offer_of("5H 9C JS 2D KD 3S", None, id="o5")
WHICH = offer_of("5H 9C JS 2D KD", None, id="o6")
OTHER = offer_of("5H 9C JS 2D", "KD", id="o7") | {
    "asks": "known", "known_starter": "6S", "points": 0, "items": [], "steps": [],
    "problem": "the starter of this deal was 6S, and here it is KD; tap the right one",
}  # fmt: skip
"""Two starters in one deal."""


def photo() -> bytes:
    """Returns a substitute for a camera picture."""
    image = Image.new("RGB", (960, 540), "#2d5c46")
    draw = ImageDraw.Draw(image)
    for n in range(5):
        left = 90 + 160 * n
        draw.rounded_rectangle((left, 150, left + 130, 340), 12, fill="#fffaf0")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


PHOTO = photo()


class Stage:
    """A server with a scripted desk, and its controls for tests."""

    def __init__(self, port: int = 0) -> None:
        self.scene = 0
        """Number of the latest state; a page reports it once shown, see `pages`."""
        self.watched_by: Callable[[int], None] | None = None
        """Waits until the test's page shows a scene."""
        self.desk = FakeDesk()
        self.server = Server(self.desk, port)
        self.url = self.server.url
        self.reset()

    def reset(self) -> None:
        """Resets the desk to its initial state."""
        fresh = vars(FakeDesk(state(), PLAN)) | {
            "jpeg": PHOTO,
            "seen": TABLE,
            "feed": self.desk.feed,
        }
        vars(self.desk).update(fresh)
        self.watched_by = None
        self.server.settings.reset()
        self.server.power.simulated_requests.clear()
        self.set()
        self.light(pegs((47, 39), (52, 50)))

    def set(self, **changes: Any) -> None:
        """Publishes the default state with changes, and waits until it is shown."""
        self.scene += 1
        self.server.call(self.desk.publish, state(**changes) | {"scene": self.scene})
        if self.watched_by is not None:
            self.watched_by(self.scene)

    def light(self, pixels: bytes) -> None:
        self.server.call(self.desk.feed.publish_frame, pixels)

    @property
    def received(self) -> list[dict[str, Any]]:
        """Received commands, without ids and seen states."""
        commands, aside = list(self.desk.commands), ("id", "game", "seq")
        return [
            {key: value for key, value in command.items() if key not in aside}
            for command in commands
        ]

    def stop(self) -> None:
        self.server.stop()
