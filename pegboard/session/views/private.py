"""The state for one viewer, including the viewer's own cards and legal moves."""

from collections.abc import Iterable

from pegboard.cribbage.actions import Deal, Discard, Go, Muggins, Peg, Play, facts_of
from pegboard.cribbage.events import Event, Scored
from pegboard.cribbage.game import Action, View, view
from pegboard.cribbage.notation import format_action
from pegboard.cribbage.play import FULL
from pegboard.narration.events import narrate
from pegboard.schema.messages import MissedMessage
from pegboard.schema.setup import GameSetup
from pegboard.schema.state import State
from pegboard.schema.table import Action as ActionMessage
from pegboard.schema.table import BlockedCard
from pegboard.session.feed.perspective import Perspective
from pegboard.session.table import Table
from pegboard.session.views.next_step import discard_prompt

MISSED_LINES = 30


def state_for(
    public: State,
    table: Table,
    setup: GameSetup,
    perspective: Perspective,
    remote: View | None = None,
) -> State:
    """Returns the state with the fields that differ between viewers.

    Args:
        public: the public state.
        table: table that the game is on.
        setup: setup of the game.
        perspective: perspective of the viewer, which decides the visible cards.
        remote: view of this board's seat in a remote game.
    """
    state, seat = table.state, perspective.seat
    hands = list(public["hands"])
    legal: list[ActionMessage] = []
    blocked: list[BlockedCard] = []
    prompt = public["next"]
    if table.kind.has_dealt_hands and seat is not None:
        visible = remote if remote is not None and remote.seat == seat else view(state, seat)
        if (state.is_open or visible is remote) and (visible.hand or hands[seat] is None):
            hands[seat] = [str(card) for card in visible.hand]
        legal = [action_message(a) for a in visible.legal if isinstance(a, Play | Go | Discard)]
        blocked = _blocked_cards(visible)
        if (
            visible is not remote
            and any(isinstance(action, Discard) for action in visible.legal)
            and public["offer"] is None
        ):
            prompt = discard_prompt(state, seat, table.names, setup.computers)
    return {
        **public,
        "hands": hands,
        "next": prompt,
        "legal": legal,
        "blocked": blocked,
        "redo_target": _redo_target(table, setup, perspective),
        "undo_target": _undo_target(table, setup, perspective),
        "you": {"role": perspective.role, "seat": seat, "covered": list(perspective.covered)},
    }


def action_message(action: Action) -> ActionMessage:
    """Returns an action as its record line, which clients send back unchanged, and as fields."""
    return {"action": format_action(action), **facts_of(action)}


def _blocked_cards(seen: View) -> list[BlockedCard]:
    """Returns the cards that would exceed a count of 31, when it is the seat's turn to play."""
    if not any(isinstance(action, Play | Go) for action in seen.legal):
        return []
    return [
        {"card": str(card), "makes": seen.count + card.value, "most": FULL}
        for card in seen.hand
        if seen.count + card.value > FULL
    ]


def _undo_target(table: Table, setup: GameSetup, perspective: Perspective) -> ActionMessage | None:
    """Returns the action that UNDO would undo, without anything hidden from the viewer.

    With dealt cards it is a person's latest move: anyone's for the board's page, its own for a
    phone. Only the owner sees the cards of a discard.
    """
    actions = [action for action, _ in table.history]
    if not actions or table.kind.undo_refusal is not None or perspective.role == "watcher":
        return None
    if not table.kind.has_dealt_hands:
        return _pegged_message(*table.history[-1])
    moves = [action for action in actions if getattr(action, "seat", None) in setup.people]
    latest = moves[-1] if moves else None
    seat = getattr(latest, "seat", None)
    if latest is None or (perspective.role != "board" and seat != perspective.seat):
        return None
    if table.kind.shares_deals and actions[-1] != latest:
        return None  # a card has been revealed since that move
    if isinstance(latest, Muggins):
        return None  # the call has revealed the missed points
    return _without_cards(action_message(latest), perspective)


def _pegged_message(action: Action, events: Iterable[Event]) -> ActionMessage:
    """Returns an action; its points, if pegged by hand, are those that fitted on the track."""
    message = action_message(action)
    if isinstance(action, Peg):
        message["points"] = sum(each.item.points for each in events if isinstance(each, Scored))
    return message


def _redo_target(table: Table, setup: GameSetup, perspective: Perspective) -> ActionMessage | None:
    """Returns the action that can be redone, without anything hidden from the viewer."""
    taken_back = table.redo_stack
    if not taken_back or table.kind.undo_refusal is not None or perspective.role == "watcher":
        return None
    action = taken_back[-1]
    if not table.kind.has_dealt_hands:
        return action_message(action)
    seat = getattr(action, "seat", None)
    if seat not in setup.people or (perspective.role != "board" and seat != perspective.seat):
        return None
    return _without_cards(action_message(action), perspective)


def _without_cards(target: ActionMessage, perspective: Perspective) -> ActionMessage:
    """Returns the action; if it is another seat's discard, without the cards."""
    seat = target.get("seat")
    if target["verb"] == "discard" and seat != perspective.seat:
        return {**target, "action": f"discard {seat}", "cards": []}
    return target


def open_record(table: Table) -> str:
    """Returns the record without hidden cards: only finished deals until the game is over."""
    if not table.kind.has_dealt_hands or table.state.over:
        return table.record_text()
    return table.record_text(finished_deals(table))


def finished_deals(table: Table) -> list[Action]:
    """Returns the actions in effect, without those of the current deal."""
    actions = [action for action, _ in table.history]
    if table.state.stage_name == "deal":
        return actions
    deals = [place for place, action in enumerate(actions) if isinstance(action, Deal)]
    return actions[: deals[-1]]


def missed_message(table: Table, game: str, seq: int) -> MissedMessage | None:
    """Returns the log lines that a viewer missed; None if there are none.

    Args:
        table: table that the game is on.
        game: id of the game that the viewer saw.
        seq: number of entries at that time.
    """
    if game != table.game or seq >= table.seq:
        return None
    lines = [line for events in table.events_since(seq) for line in narrate(events, table.names)]
    return {"type": "missed", "seq": table.seq, "lines": lines[-MISSED_LINES:]}
