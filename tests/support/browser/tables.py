"""Tables of two, three and four players, in every stage of a deal."""

from typing import Any

BOARDS = {2: "two-track", 3: "three-track", 4: "four-track"}
COLORS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
NAMES = ("Ann", "Computer", "Bartholomew", "Dee")


def seats_for(players: int, **changes: Any) -> dict[str, Any]:
    """Returns this many seats; `player` plays all but the first, if `legal` is given."""
    people = ["person" if n == 0 or "legal" not in changes else "club" for n in range(players)]
    return {
        "seats": [
            {"name": NAMES[n], "color": COLORS[n], "player": people[n], "side": n}
            for n in range(players)
        ],
        "scores": [118, 104, 87, 121][:players],
        "pegs": [[118, 110], [104, 99], [87, 80], [120, 111]][:players],
        "pending": [0] * players, "hands": [None] * players, "hand_sizes": [0] * players,
        "match": {"first_to": 5, "length": None, "wins": [2] * players, "played": 4, "over": False},
    } | changes  # fmt: skip


def scenes(players: int) -> dict[str, dict[str, Any]]:
    others = [None] * (players - 1)
    playing = {
        "mode": "computer", "stage": "play", "turn": 0, "dealer": 0, "count": 27,
        "pile": ["TH", "5D", "2S", "TD"], "pile_by": [1, 0, 1, 0], "starter": "KD",
        "hands": [["4C", "6S", "TC", "9H"], *others], "hand_sizes": [4] * players,
        "legal": ["play 0 4C"], "next": "Ann: play a card.",
    }  # fmt: skip
    six = ["4C", "6S", "TC", "9H", "AH", "KS"]
    return {
        "score": seats_for(players, pending=[29, *[0] * (players - 1)]),
        "play": seats_for(players, **playing),
        "discard": seats_for(players, **playing | {
            "stage": "discard", "pile": [], "pile_by": [], "starter": None, "count": 0,
            "hands": [six, *others], "legal": ["discard 0 4C6S"],
        }),
        "show": seats_for(players, **playing | {
            "stage": "deal", "pile": [], "legal": [], "crib": ["5H", "5S", "JD", "QC"],
            "hands": [["4C", "6S", "TC", "9H"]] * players, "awaiting_ack": True,
            "next": "OK for the next deal",
        }),
        "win": seats_for(
            players, winner=1, stage="over", skunk=1, games=[0, 2, *[0] * (players - 2)]
        ),
    }  # fmt: skip


def deal(players: int) -> dict[str, dict[str, Any]]:
    """Returns a deal against computers, from the discard to a win in the show."""
    all_scenes = scenes(players)
    others = [None] * (players - 1)
    hand: dict[str, Any] = {"hands": [["4C", "6S", "TC", "9H"], *others], "legal": []}
    return {
        "discard": all_scenes["discard"] | {"next": "Throw 2 to your crib"},
        "cut": all_scenes["discard"] | hand | {"stage": "cut", "next": "Computer cuts."},
        "play": all_scenes["play"],
        "show": all_scenes["show"],
        "over": all_scenes["show"] | {
            "winner": 1, "stage": "over", "skunk": 1, "games": [0, 2, *[0] * (players - 2)],
            "awaiting_ack": False,
        },
    }  # fmt: skip
