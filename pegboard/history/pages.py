"""The pages of the history as JSON objects: numbers, no sentences.

Unknown values are null or missing; a page says so in its reader's language.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pegboard.history.matches import Match
from pegboard.history.players import NOBODY, Who, is_ours, seat_names, spellings, who_played
from pegboard.history.published import (
    CRIBS,
    EVERY_HAND,
    FIRST_DEALER_WINS,
    KEPT_HANDS,
    PER_DEAL,
    ROLES,
)
from pegboard.history.statistics import Against, Average, Final, Tally
from pegboard.history.summary import GameLine
from pegboard.history.timeline import TimelineEntry
from pegboard.kinds import kind_of

JsonObject = dict[str, Any]
Reviews = Mapping[str, Mapping[str, Any]]
"""Short reviews by game; see `short_review`."""


def game_row(line: GameLine, reviews: Reviews | None = None) -> JsonObject:
    """Returns a game as a row of a list."""
    return {
        "id": line.id,
        "number": line.number,
        "mode": line.mode,
        "started": line.started,
        "ended": line.ended,
        "players": line.players,
        "partners": line.partners,
        "target": line.target,
        "seats": [
            {"name": name, **who_json(who), "side": line.side_of(seat)}
            for seat, (name, who) in enumerate(zip(seat_names(line), who_played(line), strict=True))
        ],
        "scores": line.scores,
        "winner": line.winner,
        "skunk": max(line.skunks, default=0),
        "dealer": line.first_dealer,
        "deals": len(line.deals),
        "known": line.known,
        "reviewed": reviews is not None and line.id in reviews,
        "fault": line.fault,
        "open": is_open(line),
    }


def is_open(line: GameLine) -> bool:
    """Returns whether people can go on with a game."""
    return line.winner is None and kind_of(line.mode).has_people and not line.fault and line.seq > 0


def table_now(lines: Iterable[GameLine], game: str) -> JsonObject | None:
    """Returns the open game on the table; None if there is none."""
    line = next((line for line in lines if line.id == game and is_open(line)), None)
    return None if line is None else {"id": line.id, "scores": line.scores}


def games_page(
    lines: Sequence[GameLine],
    reviews: Reviews,
    *,
    who: Who = NOBODY,
    mode: str = "",
    page: int = 0,
    size: int = 25,
) -> JsonObject:
    """Returns one page of games, the newest first.

    Args:
        lines: of every game, oldest first.
        reviews: in short.
        who: only games of this player; NOBODY: of all.
        mode: only games played like this; empty: all but demos.
        page: from 0.
        size: games on a page.
    """
    chosen = [
        line
        for line in reversed(lines)
        if line.seq
        and (line.mode == mode if mode else kind_of(line.mode).has_people)
        and (who == NOBODY or who in who_played(line))
    ]
    shown = chosen[page * size : (page + 1) * size]
    names = spellings(filter(is_ours, lines))
    return {
        "total": len(chosen),
        "page": page,
        "size": size,
        "modes": sorted({line.mode for line in lines if line.seq}),
        "players": sorted(({"name": name, **who_json(w)} for w, name in names.items()), key=_name),
        "games": [game_row(line, reviews) for line in shown],
    }


def game_page(line: GameLine, story: Sequence[TimelineEntry], reviews: Reviews) -> JsonObject:
    """Returns one game: its row, the course of its score, its timeline, and its deals."""
    return {
        **game_row(line, reviews),
        "seq": line.seq,
        "loose": line.loose,
        "corrected": line.corrected,
        "rounds": [
            {
                "dealer": deal.dealer,
                "starter": deal.starter or None,
                "left_out": deal.left_out,
                "play": deal.play,
                "other": deal.other,
                "totals": [deal.total(seat) for seat in range(line.players)],
                "hands": [
                    {
                        "seat": hand.seat,
                        "crib": hand.crib,
                        "points": hand.points,
                        "cards": hand.cards or None,
                    }
                    for hand in deal.hands
                ],
            }
            for deal in line.deals
        ],
        "story": [
            {"deal": each.deal, "at": each.at, "scores": each.scores, "says": each.says}
            for each in story
        ],
    }


def players_page(players: Mapping[Who, Tally], lines: Iterable[GameLine]) -> JsonObject:
    """Returns all who finished a game: people first, most games first; and published figures."""
    names = spellings(filter(is_ours, lines))
    finished = [(who, tally) for who, tally in players.items() if tally.games]
    rows = [player_row(tally, names.get(who, "")) for who, tally in finished]
    rows.sort(key=lambda row: (row["level"] is not None, -row["games"], row["name"].casefold()))
    return {"players": rows, "published": published()}


def player_row(tally: Tally, name: str) -> JsonObject:
    """Returns a player as a row of a list: results, and points per deal at tables of two."""
    return {
        "name": name,
        **who_json(tally.who),
        "games": tally.games,
        "unfinished": tally.unfinished,
        "wins": tally.wins,
        "skunks": tally.skunks,
        "skunked": tally.skunked,
        "first_at": tally.first_at,
        "last_at": tally.last_at,
        "averages": _averages(tally, 2),
    }


def player_page(tally: Tally, lines: Sequence[GameLine], reviews: Reviews) -> JsonObject:
    """Returns everything about one player."""
    names = spellings(filter(is_ours, lines))
    return {
        **player_row(tally, names.get(tally.who, "")),
        "tables": {str(size): _averages(tally, size) for size in _sizes(tally)},
        "first": [tally.first, tally.first_wins],
        "second": [tally.second, tally.second_wins],
        "streak": tally.streak,
        "hands": _counts(tally.hands),
        "cribs": _counts(tally.cribs),
        "best": [
            {
                "points": best.points,
                "cards": best.cards,
                "starter": best.starter,
                "crib": best.crib,
                "game": best.game,
                "at": best.at,
            }
            for best in tally.best
        ],
        "opponents": sorted(
            (_against(who, names.get(who, ""), it) for who, it in tally.opponents.items()),
            key=lambda row: -row["games"],
        ),
        "best_win": _final(tally.best_win),
        "worst_loss": _final(tally.worst_loss),
        "best_deal": None
        if tally.best_deal is None
        else dict(zip(("points", "game", "at"), tally.best_deal, strict=True)),
        "pegs_only": tally.pegs_only,
        "left_out": dict(sorted(tally.deals_left_out.items())),
        "course": course(tally.who, lines, reviews),
        "published": published(),
    }


def course(who: Who, lines: Sequence[GameLine], reviews: Reviews) -> list[JsonObject]:
    """Returns a player's luck and skill over time: one entry per reviewed game."""
    found = []
    for line in filter(is_ours, lines):
        everybody = who_played(line)
        short = reviews.get(line.id)
        if short is None or who not in everybody:
            continue
        seat = everybody.index(who)
        side = short["sides"][line.side_of(seat)]
        found.append(
            {
                "game": line.id,
                "at": line.started,
                "won": None if line.winner is None else line.winner == line.side_of(seat),
                "unit": short["unit"],
                "luck": side["luck"],
                "skill": side["skill"],
                **short["seats"][seat],
            }
        )
    return found


def short_review(message: Mapping[str, Any]) -> JsonObject:
    """Returns the part of a review that a player's course needs; see `report.as_message`.

    By side `luck` and `skill` in the review's unit; by seat how many `decisions` were judged, how
    many were as `good` as any, and the `points` that the others gave away.
    """
    seats = [{"decisions": 0, "good": 0, "points": 0.0} for _ in message["names"]]
    for decision in message["decisions"]:
        seat = seats[decision["seat"]]
        seat["decisions"] += 1
        seat["good"] += decision["verdict"] == "best"
        seat["points"] = round(seat["points"] + max(0.0, decision["cost_points"]), 3)
    return {
        "unit": message["unit"],
        "sides": [
            {"luck": round(sum(side["luck"].values()), 4), "skill": side["skill"]}
            for side in message["sides"]
        ],
        "seats": seats,
    }


def matches_page(found: Sequence[Match], reviews: Reviews) -> JsonObject:
    """Returns all matches, the newest first."""
    return {
        "matches": [
            {
                "won": match.won,
                "over": match.over,
                "first_to": match.agreed.first_to if match.agreed else 0,
                "length": match.agreed.length if match.agreed else 0,
                "agreed": match.agreed is not None,
                "winners": match.winners,
                "table": match.games[0].table,
                "started": match.games[0].started,
                "games": [game_row(line, reviews) for line in match.games],
            }
            for match in reversed(found)
        ]
    }


def published() -> JsonObject:
    """Returns the published figures, each with its source."""
    return {
        "per_deal": [
            {"role": role, "what": what, "value": figure.value, "source": figure.source}
            for (role, what), figure in PER_DEAL.items()
        ],
        "first_dealer_wins": {
            "value": FIRST_DEALER_WINS.value,
            "source": FIRST_DEALER_WINS.source,
        },
        "hands": _counts(KEPT_HANDS),
        "cribs": _counts(CRIBS),
        "every_hand": _counts(EVERY_HAND),
    }


def who_json(who: Who) -> JsonObject:
    """Returns a seat's player as JSON.

    `key` is a person's name as it is compared, `level` a computer's.
    """
    return {"key": who.name or None, "level": who.level or None}


def _averages(tally: Tally, size: int) -> dict[str, JsonObject]:
    return {
        role: _average(average)
        for role in ROLES
        if (average := tally.averages.get((size, role))) is not None
    }


def _average(average: Average) -> JsonObject:
    n = average.deals
    return {
        "deals": n,
        **{
            what: round(getattr(average, what) / n, 2)
            for what in ("hand", "crib", "play", "other", "total")
        },
        "error": None if average.error is None else round(average.error, 2),
    }


def _sizes(tally: Tally) -> list[int]:
    return sorted({size for size, _ in tally.averages})


def _against(who: Who, name: str, it: Against) -> JsonObject:
    return {
        "name": name,
        **who_json(who),
        "games": it.games,
        "wins": it.wins,
        "skunks": it.skunks,
        "skunked": it.skunked,
        "points": it.points,
        "against": it.against,
    }


def _final(final: Final | None) -> JsonObject | None:
    if final is None:
        return None
    return {
        "score": final.score,
        "against": final.against,
        "game": final.game,
        "at": final.at,
    }


def _counts(counter: Mapping[int, int]) -> dict[str, int]:
    return {str(points): counter[points] for points in sorted(counter) if counter[points]}


def _name(row: JsonObject) -> str:
    return str(row["name"]).casefold()
