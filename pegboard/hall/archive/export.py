"""Exports an event as one file that anyone can verify."""

from collections.abc import Iterable

import msgspec

from pegboard.chain.item import BEGIN, item_bytes, next_link
from pegboard.chain.keys import SigningKey
from pegboard.errors import IllegalAction
from pegboard.hall.archive.container import (
    JournalFacts,
    Manifest,
    chained_line,
    member_facts,
    pack,
)
from pegboard.hall.archive.sheets import standings_sheet
from pegboard.hall.codes import HallFault
from pegboard.hall.store.port import HallStore
from pegboard.tournament.decisions import AnyDecision, Signed, event_root, parse_decision
from pegboard.tournament.state import effective_decisions, fold

DECISIONS, BOARDS, STANDINGS, README, CONSOLATION = (
    "decisions.jsonl", "boards.json", "standings.json", "README.txt", "consolation.zip",
)  # fmt: skip

ABOUT = """\
An event of pegboard, an electronic cribbage board: `pegboard hall verify` proves it.

event.json       what the hall signs: the other members' hashes, the ends of all chains
event.sig        the hall's signature of it (Ed25519)
decisions.jsonl  everything decided: field, rounds, signed cards, corrections; one chain
boards.json      the boards' public keys
journals/        the boards' own journals, chained: every game can be replayed
standings.json   standings and cards, which follow from all this
consolation.zip  the consolation beside the bracket, if there was one: a file like this one

A chained line is the first 8 digits of its SHA-256, a space, and its text. The formats are in
pegboard/hall/README.md.
"""


def export(store: HallStore, event: str, key: SigningKey) -> bytes:
    """Exports an event.

    Of each board's journal only the part with the event's games is included.

    Args:
        store: store of the hall.
        event: id of the event.
        key: secret key of the hall.

    Raises:
        IllegalAction: there is no such event, or the journal of a signed game is missing.
        DeviceError: the store cannot be read.
    """
    stored = store.decisions(event)
    if not stored:
        raise IllegalAction(HallFault.NO_EVENT, event=event)
    decisions = [parse_decision(decision.text) for decision in stored]
    members = {
        DECISIONS: b"".join(chained_line(decision.link, decision.text) for decision in stored)
    }
    journals: dict[str, JournalFacts] = {}
    for (board, epoch, branch), games in sorted(_by_branch(store, decisions).items()):
        name = f"journals/{board}-{epoch}-{branch}.jsonl"
        journals[name], members[name] = _journal(store, (board, epoch, branch), games)
    keys = [
        {"id": board.id, "key": board.key.hex(), "name": board.name, "revoked": board.revoked}
        for board in store.boards()
        if board.id in {facts.board for facts in journals.values()}
    ]
    members[BOARDS] = msgspec.json.format(msgspec.json.encode(keys), indent=1) + b"\n"
    state = fold(decisions)
    members[STANDINGS] = standings_sheet(state)
    if state.consolation:
        members[CONSOLATION] = export(store, state.consolation, key)
    members[README] = ABOUT.encode()
    last = stored[-1].link if stored else event_root(event)
    facts = {name: member_facts(content) for name, content in members.items()}
    manifest = Manifest(1, event, key.public.hex(), len(stored), last.hex(), journals, facts)
    return pack(members, manifest, key)


def _by_branch(
    store: HallStore, decisions: list[AnyDecision]
) -> dict[tuple[str, int, int], list[Signed]]:
    """Returns the signed games in force, grouped by the branch that contains the signed item."""
    found: dict[tuple[str, int, int], list[Signed]] = {}
    for _, decision in effective_decisions(decisions):
        if isinstance(decision, Signed):
            branches = store.view(decision.board, decision.epoch).branches
            holds = [
                branch.number
                for branch in branches
                if _link(store, decision, branch.number) == decision.link
            ]
            if not holds:
                raise IllegalAction(HallFault.NO_JOURNAL, board=decision.board, seq=decision.seq)
            found.setdefault((decision.board, decision.epoch, holds[0]), []).append(decision)
    return found


def _link(store: HallStore, signed: Signed, branch: int) -> str:
    return (store.link_at(signed.board, signed.epoch, branch, signed.seq) or b"").hex()


def _journal(
    store: HallStore, place: tuple[str, int, int], games: Iterable[Signed]
) -> tuple[JournalFacts, bytes]:
    board, epoch, branch = place
    game_ids = {signed.game for signed in games}
    last = max(signed.seq for signed in games)
    items = [item for item in store.items(*place) if item.seq <= last]
    first = min(item.seq for item in items if item.game in game_ids and item.number == BEGIN)
    link = store.link_at(board, epoch, branch, first - 1) or b""
    before, lines = link, []
    for item in items[first - 1 :]:
        link = next_link(link, item)
        lines.append(chained_line(link, item_bytes(item)))
    return (
        JournalFacts(board, epoch, first - 1, before.hex(), last, link.hex()),
        b"".join(lines),
    )
