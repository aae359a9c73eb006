"""Verification of one exported journal: its chain, signatures and games."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from pegboard.chain.item import Item, item_bytes, next_link
from pegboard.chain.keys import RESULT, is_signed
from pegboard.errors import PegboardError, WireError
from pegboard.hall.archive.container import JournalFacts, checked_lines
from pegboard.hall.codes import ProofFault
from pegboard.tournament.decisions import Signed, WrittenLine, signed_content
from pegboard.tournament.duplicate import check_deals
from pegboard.tournament.result import lines_of, result_of

_decoder = msgspec.json.Decoder(Item)


@dataclass(frozen=True, slots=True)
class JournalProof:
    """A journal and the claims to verify against it.

    Attributes:
        event: id of the event.
        member: name of the member.
        content: bytes of the member.
        facts: entry of the manifest.
        key: public key of the board, 32 bytes.
        signed: signed games in the journal, each with the line number of its decision.
        secret: secret of a duplicate night's deals; empty for other events.
        carded: ids of all games that count in the event.
    """

    event: str
    member: str
    content: bytes
    facts: JournalFacts
    key: bytes
    signed: tuple[tuple[int, Signed], ...]
    secret: str = ""
    carded: frozenset[str] = frozenset()


@dataclass(slots=True)
class JournalFinding:
    """The result of verifying one journal.

    Attributes:
        items: number of lines read.
        games: number of games replayed.
        faults: all faults, each with its location.
        award_hands: hands of 28 and 29: round, player, points.
        uncarded: ids of finished games that do not count in the event.
    """

    items: int = 0
    games: int = 0
    faults: list[PegboardError] = field(default_factory=list)
    award_hands: list[tuple[int, str, int]] = field(default_factory=list)
    uncarded: list[str] = field(default_factory=list)
    broken: bool = False
    """True if a line was changed."""


def prove(proof: JournalProof) -> JournalFinding:
    """Verifies one journal; continues after a bad line."""
    found = JournalFinding()
    links, items = _chain(proof, found)
    games: dict[str, list[Item]] = {}
    for item in items:
        games.setdefault(item.game, []).append(item)
    for line, signed in proof.signed:
        # After a changed line all links differ; only the line itself is reported.
        if not found.broken and links.get(signed.seq) != signed.link:
            found.faults.append(
                PegboardError(ProofFault.CHECKPOINT, member=proof.member, seq=signed.seq)
            )
        signature = bytes.fromhex(signed.signature) if len(signed.signature) == 128 else b""
        if not is_signed(proof.key, signature, RESULT, signed_content(proof.event, signed)):
            found.faults.append(
                PegboardError(
                    ProofFault.SIGNATURE, member="decisions.jsonl", line=line, board=signed.board
                )
            )
        _replay(proof, signed, games.get(signed.game, ()), found)
    found.uncarded = [
        game for game, entries in games.items() if game not in proof.carded and _is_over(entries)
    ]
    return found


def _is_over(items: Sequence[Item]) -> bool:
    try:
        result_of(items)
    except PegboardError:
        return False
    return True


def _chain(proof: JournalProof, found: JournalFinding) -> tuple[dict[int, str], list[Item]]:
    """Returns the link of each item, by its number, and the items."""
    link, items = bytes.fromhex(proof.facts.before), []
    links: dict[int, str] = {}
    seq = proof.facts.after
    for number, check, text in checked_lines(proof.content):
        seq += 1
        try:
            item = _decoder.decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            item = None
        if item is not None:
            link = next_link(link, item)
            links[seq] = link.hex()
            items.append(item)
        sound = item is not None and item.seq == seq and item_bytes(item) == text
        if not found.broken and not (sound and check == link[:4]):
            found.broken = True  # all later links differ too
            found.faults.append(PegboardError(ProofFault.LINE, member=proof.member, line=number))
    found.items = len(items)
    if not found.broken and (seq, link.hex()) != (proof.facts.seq, proof.facts.link):
        found.faults.append(PegboardError(ProofFault.CHAIN, member=proof.member))
    return links, items


def _replay(
    proof: JournalProof, signed: Signed, items: Sequence[Item], found: JournalFinding
) -> None:
    member, signed_items = proof.member, [item for item in items if item.seq <= signed.seq]
    try:
        result = result_of(signed_items)
    except PegboardError as error:
        found.faults.append(
            PegboardError(ProofFault.GAME, member=member, game=signed.game, why=error)
        )
        return
    found.games += 1
    players = signed.players
    found.award_hands += [(signed.round, players[seat], n) for seat, n in result.award_hands]
    if proof.secret:
        try:
            check_deals(signed_items, proof.secret, signed.round)
        except WireError as error:
            found.faults.append(
                PegboardError(ProofFault.DEALS, member=member, game=signed.game, why=error)
            )
    right = tuple(map(WrittenLine.of, lines_of(result, signed.round, players)))
    if right != signed.lines:
        found.faults.append(
            PegboardError(
                ProofFault.CARDS,
                member=member,
                game=signed.game,
                cards=" and ".join(map(_in_short, signed.lines)),
                game_says=" and ".join(map(_in_short, right)),
            )
        )


def _in_short(line: WrittenLine) -> str:
    return f"{line.points} +{line.plus or 0} -{line.minus or 0}"
