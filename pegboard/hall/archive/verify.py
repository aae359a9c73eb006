"""Verifies an exported event: every byte, signature, game, round and standing."""

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pegboard.chain.keys import board_id
from pegboard.errors import PegboardError, WireError
from pegboard.hall.archive.container import Container, JournalFacts, checked_lines
from pegboard.hall.archive.export import BOARDS, CONSOLATION, DECISIONS, STANDINGS
from pegboard.hall.archive.journals import JournalFinding, JournalProof, prove
from pegboard.hall.archive.sheets import standings_sheet
from pegboard.hall.archive.witnesses import Witnesses, find_witnesses
from pegboard.hall.codes import ProofFault
from pegboard.tournament.acceptance import accepted_games
from pegboard.tournament.consolation import is_consolation_of
from pegboard.tournament.decisions import (
    AnyDecision,
    Counted,
    Drawn,
    EventKind,
    Game,
    Seeded,
    Signed,
    decision_link,
    event_root,
    parse_decision,
)
from pegboard.tournament.state import EventState, apply_decision, effective_decisions

ALONE_GAMES = 200
"""Number of games below which a single process is faster."""


class BoardKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A board's entry in `boards.json`."""

    id: str
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    name: str
    revoked: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a verification.

    Attributes:
        event: id of the event.
        hall: public key of the hall, which the reader must know from elsewhere.
        state: the event after its decisions.
        faults: all faults, each with its location; empty if the file is valid.
        games: number of games replayed.
        items: number of journal lines.
        decisions: number of decisions.
        award_hands: hands of 28 and 29: round, player, points.
        witnesses: the evidence for the results: signatures, or the director's word.
        uncarded: board and id of each finished game in the journals that does not count.
        consolation: report of the consolation, if any; its faults, games and lines are included
            in the numbers above.
    """

    event: str
    hall: bytes
    state: EventState
    faults: tuple[PegboardError, ...]
    games: int
    items: int
    decisions: int
    award_hands: tuple[tuple[int, str, int], ...]
    witnesses: Witnesses
    uncarded: tuple[tuple[str, str], ...]
    consolation: "Report | None" = None


def verify(data: bytes, name: str, processes: int = 1) -> Report:
    """Verifies an exported event.

    Args:
        data: content of the file.
        name: name of the file, for errors.
        processes: number of worker processes.

    Raises:
        WireError: the data is not an exported event.
    """
    return _verify(Container(data, name), processes, is_main=True)


def _verify(container: Container, processes: int, *, is_main: bool) -> Report:
    lines, faults = _decisions(container)
    state = _fold(lines, faults)
    proofs = list(_proofs(container, lines, state.secret, faults))
    found = _prove_all(proofs, processes)
    if standings_sheet(state) != container.member(STANDINGS):
        faults.append(PegboardError(ProofFault.STANDINGS))
    if state.kind is EventKind.DUPLICATE and state.rounds and not state.secret:
        faults.append(PegboardError(ProofFault.NOT_REVEALED))
    consolation = None
    if is_main:
        consolation = _verify_consolation(container, state, processes, faults)
    for member in container.manifest.members:
        if member not in {DECISIONS, BOARDS, STANDINGS, *container.manifest.journals} and not (
            is_main and member == CONSOLATION
        ):
            container.check_member(member)
    faults = _unique(
        [*container.faults, *faults, *(fault for finding in found for fault in finding.faults)]
    )
    if not faults and not container.sealed:
        faults.append(PegboardError(ProofFault.CONTAINER))
    return Report(
        container.manifest.event,
        container.hall,
        state,
        tuple(faults),
        sum(finding.games for finding in found) + (consolation.games if consolation else 0),
        sum(finding.items for finding in found) + (consolation.items if consolation else 0),
        len(lines) + (consolation.decisions if consolation else 0),
        tuple(sorted(hand for finding in found for hand in finding.award_hands)),
        find_witnesses(state, lines),
        tuple(
            (proof.facts.board, game)
            for proof, finding in zip(proofs, found, strict=True)
            for game in finding.uncarded
        ),
        consolation,
    )


def _verify_consolation(
    container: Container, state: EventState, processes: int, faults: list[PegboardError]
) -> Report | None:
    """Verifies the consolation, which must be the one named in the event's decisions."""
    if bool(state.consolation) != (CONSOLATION in container.manifest.members):
        faults.append(PegboardError(ProofFault.MEMBERS, names=CONSOLATION))
    if CONSOLATION not in container.manifest.members:
        return None
    content = container.member(CONSOLATION)
    try:
        inner = Container(content, CONSOLATION)
        report = _verify(inner, processes, is_main=False)
    except WireError as error:
        faults.append(PegboardError(ProofFault.INSIDE, member=CONSOLATION, why=error))
        return None
    same = (report.event, report.hall) == (state.consolation, container.hall)
    nested = bool(report.state.consolation) or CONSOLATION in inner.manifest.members
    if not same or not is_consolation_of(state, report.state) or nested:
        faults.append(PegboardError(ProofFault.OTHER_EVENT, member=CONSOLATION))
    faults += [
        PegboardError(ProofFault.INSIDE, member=CONSOLATION, why=fault) for fault in report.faults
    ]
    return report


def _unique(faults: Sequence[PegboardError]) -> list[PegboardError]:
    return list(dict.fromkeys(faults))


def _decisions(container: Container) -> tuple[list[AnyDecision], list[PegboardError]]:
    """Returns the decisions up to the first unreadable one, and the faults."""
    manifest = container.manifest
    faults: list[PegboardError] = []
    decisions: list[AnyDecision] = []
    link, broken = event_root(manifest.event), False
    for number, check, text in checked_lines(container.member(DECISIONS)):
        link = decision_link(link, text)
        if not broken and check != link[:4]:
            broken = True  # all later links differ too
            faults.append(PegboardError(ProofFault.LINE, member=DECISIONS, line=number))
        try:
            decisions.append(parse_decision(text))
        except PegboardError as error:
            faults.append(
                PegboardError(ProofFault.DECISION, member=DECISIONS, line=number, why=error)
            )
            return decisions, faults
    if not broken and (len(decisions), link.hex()) != (manifest.decisions, manifest.link):
        faults.append(PegboardError(ProofFault.CHAIN, member=DECISIONS))
    return decisions, faults


def _fold(decisions: Sequence[AnyDecision], faults: list[PegboardError]) -> EventState:
    """Returns the state after all valid decisions; reports rounds that the seed does not yield."""
    state = EventState()
    for line, decision in effective_decisions(decisions):
        try:
            if (fault := _unjustified(state, decision)) is not None:
                number = len(state.rounds) + 1
                faults.append(PegboardError(fault, member=DECISIONS, line=line, round=number))
            state = apply_decision(state, decision)
        except PegboardError as error:
            faults.append(
                PegboardError(ProofFault.DECISION, member=DECISIONS, line=line, why=error)
            )
    return state


def _unjustified(state: EventState, decision: AnyDecision) -> ProofFault | None:
    """Returns a fault if a round or seeding differs from the computed one without a reason."""
    match decision:
        case Drawn(reason="") if not _follows(state, decision):
            return ProofFault.ROUND
        case Seeded(reason="") if decision.players != state.cut().qualified:
            return ProofFault.SEEDS
    return None


def _follows(state: EventState, drawn: Drawn) -> bool:
    right = state.next_round()
    if right is None or (right.number, right.bye) != (drawn.round, drawn.bye):
        return False
    return drawn.games == tuple(Game(pairing.table, *pairing.seats) for pairing in right.pairings)


def _proofs(
    container: Container,
    decisions: Sequence[AnyDecision],
    secret: str,
    faults: list[PegboardError],
) -> Iterator[JournalProof]:
    """Yields each journal with its claims; a signed game that is in no journal is a fault."""
    keys: dict[str, bytes] = {}
    try:
        for board in msgspec.json.decode(container.member(BOARDS), type=list[BoardKey]):
            keys[board.id] = bytes.fromhex(board.key)
            if board_id(keys[board.id]) != board.id:
                faults.append(PegboardError(ProofFault.KEY, board=board.id))
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        faults.append(PegboardError(ProofFault.UNREADABLE, member=BOARDS, why=error))
    signed: dict[tuple[str, int], list[tuple[int, Signed]]] = {}
    effective = effective_decisions(decisions)
    carded = accepted_games(effective) | {
        decision.game for _, decision in effective if isinstance(decision, Signed | Counted)
    }
    for number, decision in effective:
        if isinstance(decision, Signed):
            signed.setdefault((decision.board, decision.epoch), []).append((number, decision))
    journals = container.manifest.journals
    branches_of_epoch = Counter((facts.board, facts.epoch) for facts in journals.values())
    for member, facts in journals.items():
        content = container.member(member)
        forked = branches_of_epoch[facts.board, facts.epoch] > 1
        waiting = signed.get((facts.board, facts.epoch), [])
        lines = content.split(b"\n") if forked else []
        claims = [pair for pair in waiting if _holds(lines, facts, pair[1])]
        signed[facts.board, facts.epoch] = [pair for pair in waiting if pair not in claims]
        if member in container.unreadable:
            continue  # the container has reported it already
        key = keys.get(facts.board, b"")
        yield JournalProof(
            container.manifest.event,
            member,
            content,
            facts,
            key,
            tuple(claims),
            secret,
            frozenset(carded),
        )
    for (owner, _), left in signed.items():
        for number, _ in left:
            faults.append(
                PegboardError(ProofFault.SIGNATURE, member=DECISIONS, line=number, board=owner)
            )


def _holds(lines: Sequence[bytes], facts: JournalFacts, signed: Signed) -> bool:
    """Returns True if a journal contains the signed item of a game.

    Args:
        lines: lines of the journal if it is one of several branches; else empty.
        facts: manifest entry of the journal.
        signed: a game of the same board and epoch.
    """
    if not facts.after < signed.seq <= facts.seq:
        return False
    place = signed.seq - facts.after - 1
    return not lines or (place < len(lines) and lines[place].startswith(signed.link[:8].encode()))


def _prove_all(proofs: list[JournalProof], processes: int) -> list[JournalFinding]:
    """Verifies all journals, the longest first, in parallel if there are enough games."""
    proofs.sort(key=lambda proof: -len(proof.content))
    if processes < 2 or sum(len(proof.signed) for proof in proofs) < ALONE_GAMES:
        return [prove(proof) for proof in proofs]
    with multiprocessing.get_context("spawn").Pool(min(processes, len(proofs))) as pool:
        return pool.map(prove, proofs, chunksize=1)
