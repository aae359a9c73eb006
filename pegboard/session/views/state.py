"""The public state of a board: one JSON object, recomputed after every change."""

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Literal

from pegboard.cribbage.actions import Deal
from pegboard.cribbage.cards import Card
from pegboard.cribbage.events import (
    Corrected,
    Counted,
    Event,
    Scored,
    StarterCut,
    TakenBack,
)
from pegboard.cribbage.game import view
from pegboard.cribbage.match import Match, games_won
from pegboard.cribbage.notation import format_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import Item
from pegboard.cribbage.show import HAND_TOTALS
from pegboard.devices.notices import is_simulated, without_password
from pegboard.i18n import name_of
from pegboard.kinds import GameKind
from pegboard.narration.counting import spoken, spoken_items
from pegboard.narration.events import lines
from pegboard.notice import Notice
from pegboard.schema.state import Cards, Device, StickyNotice
from pegboard.schema.state import State as StateFields
from pegboard.schema.table import Kind, LastScore, PassDeal, Shuffle, SkunkLine
from pegboard.schema.table import Match as MatchFields
from pegboard.session.counting.offer import HAND
from pegboard.session.ok import label_for, prompt_for
from pegboard.session.parts import Parts
from pegboard.session.table import Table
from pegboard.session.views.claims import claims_message
from pegboard.session.views.last_deal import last_deal
from pegboard.session.views.log import latest_lines, line_message
from pegboard.session.views.next_step import prompt_hand
from pegboard.session.views.offer import offer_message
from pegboard.session.views.scene import skunk_lines
from pegboard.session.views.show import state_during_show
from pegboard.session.views.watch import watch_message

_SKUNKS: Mapping[int, Literal[0, 1, 2]] = {0: 0, 1: 1, 2: 2}


def public_state(parts: Parts, *, pending: Sequence[int], commit_s: float) -> StateFields:
    """Returns the state that anybody watching may see.

    `session.views.private.state_for` adds the private fields of each viewer. A demo shows all
    cards to everybody.

    Args:
        parts: the parts of the session.
        pending: points entered but not yet pegged, by seat.
        commit_s: seconds until a pending score is pegged automatically.
    """
    table, lobby, counting = parts.table, parts.lobby, parts.counting
    setup, offer = lobby.setup, counting.offer
    awaiting = parts.opponents.awaiting_ack or parts.remote.may_deal
    places, phones = parts.seating.locations(), parts.seating.phones()
    state, names = table.state, table.names
    rules = state.rules
    passing, devices = parts.notices.transient, parts.notices.device_notices()
    public: StateFields = {
        "seq": table.seq,
        "game": table.game,
        "mode": table.mode,
        "kind": kind_message(table.kind),
        "layout": parts.boards.layout.name,
        "inviting": lobby.is_inviting,
        "waiting": lobby.waiting.most_recent,
        "seats": [
            {
                "name": name_of(names[seat]),
                "color": str(setup.palette.tracks[rules.side_of(seat)]),
                "player": setup.seats[seat],
                "at": places[seat],
                "away": seat in phones and parts.presence.is_away(phones[seat].id),
                "side": rules.side_of(seat),
            }
            for seat in range(rules.players)
        ],
        "scores": list(state.scores),
        "pegs": [state.pegs[rules.side_of(seat)] for seat in range(rules.players)],
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
        "pass_deal": None
        if _camera_sees_play(parts) or parts.sample.is_shown
        else _pass_deal(table),
        "hand_size": HAND,
        "hand_totals": list(HAND_TOTALS),
        **claims_message(table, setup.people),
        "awaiting_ack": awaiting,
        "next": prompt_for(parts),
        "ok": label_for(parts),
        "announcements": [],
        "prompt_hand": prompt_hand(state, names) if table.kind.has_real_cards else None,
        "last": _last_score(table),
        "last_deal": last_deal(table),
        "log": [line_message(line) for line in latest_lines(table)],
        "shuffle": _shuffle(table),
        "next_commitment": lobby.next_commitment,
        "match": _match(lobby.match),
        "winner": state.winner,
        "skunk": _SKUNKS[state.skunk],
        "games": list(games_won(state)) if state.over else None,
        "show": None,
        "offer": offer_message(offer, counting.narration, counting.saved_picture, counting.callers),
        "counting": counting.is_reading,
        "signing": parts.signing.message(),
        "far": parts.remote.message(),
        "pack": parts.pack.message(),
        "watch": watch_message(parts.watching, names),
        "notice": None if passing is None else passing.sentence,
        "notices": [_sticky(each) for each in parts.notices.sticky],
        "devices": [_device(each) for each in devices],
        "simulated": any(is_simulated(each.address) for each in devices),
        "commit_s": 0.0 if isinf(commit_s) else commit_s,
        "legal": [],
        "blocked": [],
        "replaced": parts.undoing.replaced_game,
        "sample": parts.sample.is_shown,
        "renamed": None
        if table.renamed is None
        else [name_of(each) for each in table.renamed.before],
        "redo_target": None,
        "undo_target": None,
        "you": {"role": "watcher", "seat": None, "covered": []},
        "asking": [],
        "switch_question": None,
        "first_start": False,
    }
    return state_during_show(parts.remote.with_progress(public), table, parts.show)


def kind_message(kind: GameKind) -> Kind:
    """Returns the `kind` field of the state."""
    return {
        "has_people": kind.has_people,
        "has_real_cards": kind.has_real_cards,
        "has_dealt_hands": kind.has_dealt_hands,
        "may_rename": kind.rename_refusal is None,
    }


def _device(notice: Notice) -> Device:
    device: Device = {
        "name": notice.name,
        "address": without_password(notice.address),
        "ok": notice.is_ok,
        "says": notice.sentence,
    }
    if "to_send" in notice.facts:
        device["to_send"] = notice.facts["to_send"]
    return device


def _sticky(notice: Notice) -> StickyNotice:
    """Returns a sticky notice as JSON."""
    return {
        "id": notice.id,
        "at": notice.at,
        "about": notice.about,
        "state": str(notice.level),
        "code": notice.code,
        "facts": dict(notice.facts),
        "says": notice.text,
        "cure": notice.cure or "",
    }


def _skunks(rules: Rules) -> list[SkunkLine]:
    """Returns the skunk lines on the track, each with its kind."""
    once = skunk_lines(rules.target, rules.skunk, None)
    twice = skunk_lines(rules.target, rules.double_skunk, None)
    single: Literal["skunk", "lurch"] = "lurch" if rules.target == 61 else "skunk"
    lines: list[SkunkLine] = [{"below": below, "kind": single} for below in once]
    return [*lines, *(SkunkLine(below=below, kind="double skunk") for below in twice)]


def _camera_sees_play(parts: Parts) -> bool:
    """Returns whether the camera sees a deal in play, which then passes without a press."""
    watching = parts.watching
    sees = watching.sees_table and watching.question is None
    return sees and parts.table.state.stage_name in ("cut", "play")


def _pass_deal(table: Table) -> PassDeal | None:
    """Returns the actions that pass the deal, for when the board does not see the cards.

    If no deal is in progress on the board, the deal to be passed is entered first.
    """
    state = table.state
    if not table.kind.has_real_cards or state.over:
        return None
    to = (state.dealer + 1) % state.rules.players
    dealers = [state.dealer, to] if state.stage_name == "deal" else [to]
    return {"to": to, "actions": [format_action(Deal(dealer)) for dealer in dealers]}


def _match(match: Match | None) -> MatchFields | None:
    """Returns the `match` field of the state."""
    if match is None:
        return None
    return {
        "first_to": match.first_to or None,
        "length": match.length or None,
        "wins": list(match.wins),
        "played": match.played,
        "over": match.over,
    }


def _shuffle(table: Table) -> Shuffle | None:
    """Returns the commitment to this game's cards, with the seed once the game is over."""
    shuffle = table.shuffle
    if shuffle is None:
        return None
    bound: Shuffle = {"commitment": shuffle.commitment, "phrase": shuffle.phrase}
    return {**bound, "seed": shuffle.seed} if table.may_reveal_seed else bound


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _cards(table: Table) -> Cards:
    """Returns the face-up hands and crib; in a demo, all of them.

    After a show the cards stay on the table until the next deal.
    """
    state = table.state
    seats = range(state.rules.players)
    counted = _this_deal(table) if state.stage_name in ("show", "deal", "over") else []
    shown = {e.seat: e.cards for e in counted if isinstance(e, Counted) and not e.crib}
    if state.is_open and table.kind.shows_all_hands:
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
    """Returns the number of face-down cards in the crib; with real cards, 0 before the play."""
    state = table.state
    is_known = not table.kind.has_real_cards or state.pile
    return HAND if is_known and state.stage_name in ("cut", "play") else 0


def _this_deal(table: Table) -> list[Event]:
    """Returns the events of the current deal."""
    lately: list[Event] = []
    for action, events in reversed(table.history):
        lately[:0] = events
        if isinstance(action, Deal):
            break
    return lately


def _last_score(table: Table) -> LastScore | None:
    """Returns the last change of a score: its text, short text and spoken text.

    Corrections, and points withdrawn for a recount, are changes too.
    """
    for _state, events in reversed(table.history):
        changes = [event for event in events if isinstance(event, Scored | Corrected | TakenBack)]
        if not changes:
            continue
        seat = changes[-1].seat
        log = lines(events, table.names)
        last = [line for line in log if line.scored and line.seat == seat][-1]
        spoken_as = _spoken_score(events, seat) if isinstance(changes[-1], Scored) else last.text
        return {"seat": seat, "text": last.text, "short": last.short, "spoken": spoken_as}
    return None


def _spoken_score(events: Sequence[Event], seat: int) -> str:
    """Returns the spoken text of a seat's last score.

    A hand is spoken as it is counted, other scores one by one.
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
