"""Integrity check of a store: recomputes every chain and verifies every signature."""

from collections.abc import Iterator
from dataclasses import dataclass

from pegboard.chain.branches import Branch, EpochView
from pegboard.chain.item import Item, item_bytes, next_link
from pegboard.chain.keys import HEAD, is_signed
from pegboard.chain.upload import head_content
from pegboard.errors import DeviceError, PegboardError, WireError
from pegboard.hall.codes import MaintenanceFault
from pegboard.hall.store.port import HallStore, JoinedBoard
from pegboard.tournament.decisions import decision_link, event_root, parse_decision
from pegboard.tournament.state import fold


@dataclass(frozen=True, slots=True)
class Extent:
    """Numbers of boards, entries, events and decisions in a store."""

    boards: int
    entries: int
    events: int
    decisions: int


def examine(store: HallStore) -> tuple[Extent, list[PegboardError]]:
    """Checks a whole store; takes some seconds for a million entries.

    Returns:
        The extent of the store, and all faults.

    Raises:
        DeviceError: the store cannot be read.
    """
    faults: list[PegboardError] = []
    boards, epochs = store.boards(), store.all_epochs()
    entries = 0
    for board in boards:
        for view in epochs.get(board.id, []):
            for branch in view.branches:
                try:
                    count, fault = _branch(store, board, view, branch)
                except (DeviceError, TypeError, ValueError):  # a row of the table is unreadable
                    count, fault = 0, _find_unreadable(store, board, view, branch)
                entries += count
                faults += [] if fault is None else [fault]
    events = store.events()
    decisions = 0
    for event in events:
        count, fault = _event(store, event)
        decisions += count
        faults += [] if fault is None else [fault]
    return Extent(len(boards), entries, len(events), decisions), faults


def _branch(
    store: HallStore, board: JoinedBoard, view: EpochView, branch: Branch
) -> tuple[int, PegboardError | None]:
    """Returns the number of a branch's own items, and its fault if any."""
    place = (view.board, view.epoch)
    link = store.link_at(*place, branch.parent, branch.start)
    seq, count = branch.start, 0
    for item in _own_items(store, view, branch):
        count += 1
        if link is None or item.seq != seq + 1:
            break
        seq, link = item.seq, next_link(link, item)
    head = branch.head
    if (seq, link) != (head.seq, head.link):
        changed = _first_changed(store, view, branch) or seq + 1
        return count, WireError(MaintenanceFault.CHAIN, board=board.name, seq=changed)
    content = head_content(*place, head)
    if branch.signature and not is_signed(board.key, branch.signature, HEAD, content):
        return count, WireError(MaintenanceFault.NOT_SIGNED, board=board.name, seq=head.seq)
    return count, None


def _first_changed(store: HallStore, view: EpochView, branch: Branch) -> int | None:
    """Returns the number of the first item that does not fit its stored link; None if all do."""
    place = (view.board, view.epoch)
    link = store.link_at(*place, branch.parent, branch.start)
    for item in _own_items(store, view, branch):
        link = None if link is None else next_link(link, item)
        if store.link_at(*place, branch.number, item.seq) != link:
            return item.seq
    return None


def _find_unreadable(
    store: HallStore, board: JoinedBoard, view: EpochView, branch: Branch
) -> PegboardError:
    """Returns an error that names an unreadable item of a branch."""
    low, high = branch.start, branch.head.seq
    while high - low > 1:
        middle = (low + high) // 2
        try:
            for item in store.items(view.board, view.epoch, branch.number, middle):
                item_bytes(item)
        except (DeviceError, TypeError, ValueError):
            low = middle
        else:
            high = middle
    return WireError(MaintenanceFault.CHAIN, board=board.name, seq=high)


def _own_items(store: HallStore, view: EpochView, branch: Branch) -> Iterator[Item]:
    return store.items(view.board, view.epoch, branch.number, branch.start)


def _event(store: HallStore, event: str) -> tuple[int, PegboardError | None]:
    """Returns the number of an event's decisions, and its fault if any."""
    link, decisions = event_root(event), []
    try:
        stored = store.decisions(event)
    except DeviceError:  # a row of the table is unreadable
        return 0, WireError(MaintenanceFault.DECISION, event=event, seq=1)
    for seq, decision in enumerate(stored, 1):
        link = decision_link(link, decision.text)
        if (decision.seq, decision.link) != (seq, link):
            return len(stored), WireError(MaintenanceFault.DECISION, event=event, seq=seq)
        try:
            decisions.append(parse_decision(decision.text))
        except PegboardError:
            return len(stored), WireError(MaintenanceFault.DECISION, event=event, seq=seq)
    try:
        fold(decisions)
    except PegboardError as error:
        return len(stored), error
    return len(stored), None
