"""The state of a board as the page gets it: one JSON object, made anew after every change."""

from collections.abc import Mapping, Sequence
from typing import Any

from pegboard.cribbage.actions import Deal, Go
from pegboard.cribbage.cards import Card
from pegboard.cribbage.events import Counted, Event, Scored, StarterCut
from pegboard.cribbage.game import State, pending_hand, view
from pegboard.cribbage.match import Match, games_won
from pegboard.cribbage.notation import format_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import Item
from pegboard.cribbage.show import HAND_TOTALS
from pegboard.devices.health import Health
from pegboard.i18n import _, name_of
from pegboard.narration.counting import spoken, spoken_items
from pegboard.narration.errors import localize_error
from pegboard.narration.events import face, lines
from pegboard.session.counting.offer import HAND, Offer
from pegboard.session.feed.types import JsonObject
from pegboard.session.parts import Parts
from pegboard.session.table import Table
from pegboard.session.views.claims import claims_message
from pegboard.session.views.log import latest_lines, line_message
from pegboard.session.views.offer import offer_message
from pegboard.session.views.scene import skunk_lines


def state_message(parts: Parts, pending: tuple[int, ...], devices: Sequence[Health]) -> JsonObject:
    """Returns the `state` message, as everybody may see it.

    What only some may see, `session.views.private.private` puts in; a demo shows every card to all.

    Args:
        parts: of the session.
        pending: by seat, points pressed but not pegged yet.
        devices: how everything is that can fail.
    """
    table, lobby, counting = parts.table, parts.lobby, parts.counting
    setup, offer, awaiting = lobby.setup, counting.offer, parts.opponents.awaiting_ack
    places = parts.seating.locations()
    state, names = table.state, table.names
    rules, computers = state.rules, setup.computers
    return {
        "seq": table.seq,
        "game": table.game,
        "mode": table.mode,
        "layout": parts.boards.layout.name,
        "inviting": lobby.inviting,
        "waiting": lobby.waiting,
        "seats": [
            {
                "name": name_of(names[seat]),
                "color": str(setup.palette.tracks[rules.side_of(seat)]),
                "player": setup.seats[seat],
                "at": places[seat],
                "side": rules.side_of(seat),
            }
            for seat in range(rules.players)
        ],
        "scores": list(state.scores),
        "pegs": [list(state.pegs[rules.side_of(seat)]) for seat in range(rules.players)],
        "pending": list(pending),
        "target": rules.target,
        "skunks": _skunks(rules),
        "muggins": rules.muggins,
        "dealer": state.dealer,
        "turn": state.turn,
        "stage": state.stage_name,
        "count": state.count,
        "pile": _texts(state.pile),
        "pile_by": [seat for seat, _ in state.plays[len(state.plays) - len(state.pile) :]],
        **_cards(table),
        "pass_deal": _pass_deal(table),
        "hand_size": HAND,
        "hand_totals": list(HAND_TOTALS),
        **claims_message(table, setup.people),
        "waits": awaiting,
        "next": what_next(table, offer=offer, waits_for_ok=awaiting, computers=computers),
        "lay": to_lay(state, names) if table.mode == "score" else None,
        "last": _last(table),
        "log": [line_message(line) for line in latest_lines(table)],
        "shuffle": _shuffle(table),
        "next_commitment": lobby.next_commitment,
        "match": _match(lobby.match),
        "winner": state.winner,
        "skunk": state.skunk,
        "games": list(games_won(state)) if state.over else None,
        "offer": offer_message(offer, counting.aloud, counting.saved),
        "counting": counting.looking,
        "notice": parts.updates.notice,
        "devices": [
            {"name": d.name, "address": d.address_to_show, "ok": d.ok, "says": d.says}
            for d in devices
        ],
        "simulated": any(device.simulated for device in devices),
    }


def _skunks(rules: Rules) -> list[dict[str, Any]]:
    """Returns names each skunk line that lies on the track.

    A loser with fewer than `below` is skunked.
    """
    return [
        {"below": below, "kind": "lurch" if kind == "skunk" and rules.target == 61 else kind}
        for kind, line in (("skunk", rules.skunk), ("double skunk", rules.double_skunk))
        for below in skunk_lines(rules.target, line, None)
    ]


def _pass_deal(table: Table) -> dict[str, Any] | None:
    """Returns the actions that pass the deal at a table whose cards the board does not see.

    Between two deals the one that is to pass was never dealt, as far as the board knows.
    """
    state = table.state
    if table.mode != "score" or state.over:
        return None
    to = (state.dealer + 1) % state.rules.players
    dealers = [state.dealer, to] if state.stage_name == "deal" else [to]
    return {"to": to, "actions": [format_action(Deal(dealer)) for dealer in dealers]}


def _match(match: Match | None) -> dict[str, Any] | None:
    """Returns how a match stands, the game on the table included once it is over."""
    if match is None:
        return None
    return {
        "first_to": match.first_to or None,
        "length": match.length or None,
        "wins": list(match.wins),
        "played": match.played,
        "over": match.over,
    }


def _shuffle(table: Table) -> dict[str, str] | None:
    """Returns what binds the cards of this game; its seed is not here before the game is over."""
    shuffle = table.shuffle
    if shuffle is None:
        return None
    open_seed = {"seed": shuffle.seed} if table.state.over else {}
    return {"commitment": shuffle.commitment, "phrase": shuffle.phrase, **open_seed}


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _cards(table: Table) -> dict[str, Any]:
    """Hands and crib as they lie open; in a demo all do.

    After a show the cards stay on the table until the next deal.
    """
    state = table.state
    seats = range(state.rules.players)
    counted = _this_deal(table) if state.stage_name in ("show", "deal", "over") else []
    shown = {e.seat: e.cards for e in counted if isinstance(e, Counted) and not e.crib}
    if state.is_open and table.mode == "demo":
        shown |= {seat: view(state, seat).hand for seat in seats}
    cribs = [event for event in counted if isinstance(event, Counted) and event.crib]
    starter = state.starter
    cuts = [event for event in counted if isinstance(event, StarterCut)]
    if starter is None and cuts:
        starter = cuts[-1].card
    return {
        "starter": None if starter is None else str(starter),
        "hands": [_texts(shown[seat]) if seat in shown else None for seat in seats],
        "hand_sizes": list(view(state, 0).hand_sizes),
        "crib": _texts(cribs[-1].cards) if cribs else None,
        "crib_size": _crib_size(table),
        "crib_of": cribs[-1].seat if cribs else state.dealer,
    }


def _crib_size(table: Table) -> int:
    """Counts the cards that lie face down in the crib; of real cards only once some were seen."""
    state = table.state
    known = table.mode != "score" or state.pile
    return HAND if known and state.stage_name in ("cut", "play") else 0


def _this_deal(table: Table) -> list[Event]:
    """Returns what happened since the cards were dealt."""
    lately: list[Event] = []
    for action, events in reversed(table.history):
        lately[:0] = events
        if isinstance(action, Deal):
            break
    return lately


def what_next(
    table: Table, *, offer: Offer | None, waits_for_ok: bool, computers: Mapping[int, str]
) -> str:
    """Returns what is to be done now, in one line."""
    state, names = table.state, table.names
    if offer is not None:
        if offer.problem is not None:
            return _("Check the cards: {problem}.", problem=localize_error(offer.problem))
        if offer.doubtful:
            return _("Is this {card}? Press OK for yes.", card=face(offer.doubtful[0]))
        pegs = {"points": offer.points, "who": names[offer.seat]}
        return _("Peg {points} for {who}? OK pegs, UNDO cancels.", **pegs)
    if state.over and state.winner is not None:
        return _("{who} has won. Press OK for the next game.", who=names[state.winner])
    if waits_for_ok and state.stage_name == "show":
        return _("Anything missed? Press OK to go on.")
    if waits_for_ok:
        return _("Press OK for the next deal.")
    who = "" if state.turn is None else names[state.turn]
    if table.mode == "score":
        return _at_the_table(state, names)
    match state.stage_name:
        case "deal":
            return _("{who} deals.", who=names[state.dealer])
        case "discard":
            waits = [n for s, n in enumerate(names) if s not in computers and view(state, s).legal]
            if not waits:
                return _("Discarding.")
            return _("{who}: discard {n:aloud} cards.", who=waits[0], n=state.rules.laid_away)
        case "cut":
            return _("{who} cuts.", who=names[state.pone])
        case "play":
            mine = view(state, state.turn) if state.turn is not None else None
            go = mine is not None and any(isinstance(action, Go) for action in mine.legal)
            return _("{who}: say go." if go else "{who}: play a card.", who=who)
        case "show" if state.rules.claims and state.turn not in computers:
            crib = pending_hand(state) == "crib"
            return _("{who}: count the crib." if crib else "{who}: count the hand.", who=who)
    return _("Counting the hands.")


def _at_the_table(state: State, names: Sequence[str]) -> str:
    """Returns the next step of a game with real cards, where everything may also just be pegged."""
    lay = to_lay(state, names)
    if lay is None:
        return _("Peg with +1, +5 and −1; COUNT counts a hand.")
    return _("{lay} and press COUNT, or use CARDS or +1 +5.", lay=lay)


def to_lay(state: State, names: Sequence[str]) -> str | None:
    """Returns whose hand is to be counted now, as it is said.

    None where the board does not know.
    """
    pending = pending_hand(state)
    if pending is None:
        return None
    if pending == "crib":
        return _("Now the crib: lay {who:of} crib", who=names[state.dealer])
    if pending == state.dealer:
        return _("Now the dealer: lay {who:of} hand", who=names[pending])
    return _("Lay {who:of} hand", who=names[pending])


def _last(table: Table) -> dict[str, Any] | None:
    """Returns the last score: the seat, its line with the name and without, how it is said."""
    for _state, events in reversed(table.history):
        scored = [event for event in events if isinstance(event, Scored)]
        if not scored:
            continue
        seat = scored[-1].seat
        told = lines(events, table.names)
        last = [line for line in told if line.scored and line.seat == seat][-1]
        spoken_as = _said(events, seat)
        return {"seat": seat, "text": last.text, "short": last.short, "spoken": spoken_as}
    return None


def _said(events: Sequence[Event], seat: int) -> str:
    """Returns the last score of a seat aloud.

    Its hand as it is counted, or one award after the other.
    """
    last: list[Item] = []
    counted = None
    for event in events:
        match event:
            case Counted(seat=whose_hand, score=score) if whose_hand == seat and score.total:
                counted, last = score, []
            case Scored(seat=scorer, item=item) if scorer == seat:
                last.append(item)
    if counted is not None:
        return spoken(counted)
    return spoken_items(last)
