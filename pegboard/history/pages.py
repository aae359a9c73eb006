"""The history's pages as JSON objects, which contain numbers rather than sentences.

Unknown values are null or missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pegboard.history.matches import Match
from pegboard.history.players import NOBODY, PlayerKey, is_ours, seat_names, seat_players, spellings
from pegboard.history.published import (
    CRIBS,
    DISCARD_HANDS,
    EVERY_HAND,
    FIRST_DEALER_WINS,
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
            {"name": name, **player_json(player), "side": line.side_of(seat)}
            for seat, (name, player) in enumerate(
                zip(seat_names(line), seat_players(line), strict=True)
            )
        ],
        "scores": line.scores,
        "winner": line.winner,
        "skunk": max(line.skunks, default=0),
        "dealer": line.first_dealer,
        "deals": len(line.deals),
        "known": line.attribution,
        "reviewed": reviews is not None and line.id in reviews,
        "fault": line.fault,
        "open": can_continue(line),
    }


def can_continue(line: GameLine) -> bool:
    """Returns whether a game can be continued."""
    return line.winner is None and kind_of(line.mode).has_people and not line.fault and line.seq > 0


def table_now(lines: Iterable[GameLine], game: str) -> JsonObject | None:
    """Returns the unfinished game on the table; None if there is none."""
    line = next((line for line in lines if line.id == game and can_continue(line)), None)
    return None if line is None else {"id": line.id, "scores": line.scores}


def games_page(
    lines: Sequence[GameLine],
    reviews: Reviews,
    *,
    player: PlayerKey = NOBODY,
    mode: str = "",
    page: int = 0,
    size: int = 25,
) -> JsonObject:
    """Returns one page of games, newest first.

    Args:
        lines: summaries of all games, oldest first.
        reviews: short reviews.
        player: only games of this player; NOBODY for all.
        mode: only games of this mode; empty for all but demos.
        page: number of the page, from 0.
        size: games per page.
    """
    chosen = [
        line
        for line in reversed(lines)
        if line.seq
        and (line.mode == mode if mode else kind_of(line.mode).has_people)
        and (player == NOBODY or player in seat_players(line))
    ]
    visible = chosen[page * size : (page + 1) * size]
    names = spellings(filter(is_ours, lines))
    return {
        "total": len(chosen),
        "page": page,
        "size": size,
        "modes": sorted({line.mode for line in lines if line.seq}),
        "players": sorted(
            ({"name": name, **player_json(w)} for w, name in names.items()), key=_name
        ),
        "games": [game_row(line, reviews) for line in visible],
    }


def game_page(line: GameLine, story: Sequence[TimelineEntry], reviews: Reviews) -> JsonObject:
    """Returns the page of one game: its row, scores over time, timeline and deals."""
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
            {"deal": entry.deal, "at": entry.at, "scores": entry.scores, "says": entry.lines}
            for entry in story
        ],
    }


def players_page(players: Mapping[PlayerKey, Tally], lines: Iterable[GameLine]) -> JsonObject:
    """Returns the page of all players who finished a game, people first, and published figures."""
    names = spellings(filter(is_ours, lines))
    finished = [(player, tally) for player, tally in players.items() if tally.games]
    rows = [player_row(tally, names.get(who, "")) for who, tally in finished]
    rows.sort(key=lambda row: (row["level"] is not None, -row["games"], row["name"].casefold()))
    return {"players": rows, "published": published()}


def player_row(tally: Tally, name: str) -> JsonObject:
    """Returns a player as a row of a list: results, and points per deal in two-player games."""
    return {
        "name": name,
        **player_json(tally.player),
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
    """Returns all statistics of one player."""
    names = spellings(filter(is_ours, lines))
    return {
        **player_row(tally, names.get(tally.player, "")),
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
            (_against(player, names.get(player, ""), it) for player, it in tally.opponents.items()),
            key=lambda row: -row["games"],
        ),
        "best_win": _final(tally.best_win),
        "worst_loss": _final(tally.worst_loss),
        "best_deal": None
        if tally.best_deal is None
        else dict(zip(("points", "game", "at"), tally.best_deal, strict=True)),
        "pegs_only": tally.pegs_only,
        "left_out": dict(sorted(tally.deals_left_out.items())),
        "course": course(tally.player, lines, reviews),
        "published": published(),
    }


def course(player: PlayerKey, lines: Sequence[GameLine], reviews: Reviews) -> list[JsonObject]:
    """Returns how a player's luck and skill developed: one entry per reviewed game."""
    entries = []
    for line in filter(is_ours, lines):
        everybody = seat_players(line)
        short = reviews.get(line.id)
        if short is None or player not in everybody:
            continue
        seat = everybody.index(player)
        side = short["sides"][line.side_of(seat)]
        entries.append(
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
    return entries


def short_review(message: Mapping[str, Any]) -> JsonObject:
    """Returns the part of a review that a player's `course` needs; see `report.as_message`.

    By side: `luck` and `skill` in the review's unit. By seat: the number of `decisions` judged, the
    number that were optimal (`good`), and the `points` lost by the others.
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


def matches_page(matches: Sequence[Match], reviews: Reviews) -> JsonObject:
    """Returns all matches, newest first."""
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
            for match in reversed(matches)
        ]
    }


def published() -> JsonObject:
    """Returns the published figures for comparison, each with its source."""
    return {
        "per_deal": [
            {"role": role, "what": category, "value": figure.value, "source": figure.source}
            for (role, category), figure in PER_DEAL.items()
        ],
        "first_dealer_wins": {
            "value": FIRST_DEALER_WINS.value,
            "source": FIRST_DEALER_WINS.source,
        },
        "hands": _counts(DISCARD_HANDS),
        "cribs": _counts(CRIBS),
        "every_hand": _counts(EVERY_HAND),
    }


def player_json(player: PlayerKey) -> JsonObject:
    """Returns a seat's player as JSON.

    `key` is a person's folded name, `level` that of a computer.
    """
    return {"key": player.name or None, "level": player.level or None}


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
            category: round(getattr(average, category) / n, 2)
            for category in ("hand", "crib", "play", "other", "total")
        },
        "error": None if average.error is None else round(average.error, 2),
    }


def _sizes(tally: Tally) -> list[int]:
    return sorted({size for size, _ in tally.averages})


def _against(player: PlayerKey, name: str, results: Against) -> JsonObject:
    return {
        "name": name,
        **player_json(player),
        "games": results.games,
        "wins": results.wins,
        "skunks": results.skunks,
        "skunked": results.skunked,
        "points": results.points,
        "against": results.against,
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
