"""Verification of exported events: every changed byte is detected and located."""

import hashlib
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pegboard.chain.item import Item, item_bytes, next_link
from pegboard.chain.keys import SigningKey
from pegboard.cli.app import run_line
from pegboard.errors import WireError
from pegboard.hall.archive.container import (
    FILE_MOST,
    MANIFEST,
    MEMBER_MOST,
    RATIO_MOST,
    SEAL_BYTES,
    SIGNATURE,
    SMALL_MOST,
    Container,
    Manifest,
    chained_line,
    checked_lines,
    member_facts,
    pack,
)
from pegboard.hall.archive.export import BOARDS, CONSOLATION, DECISIONS, STANDINGS
from pegboard.hall.archive.journals import prove
from pegboard.hall.archive.sheets import standings_sheet
from pegboard.hall.archive.verify import Report, verify
from pegboard.hall.archive.witnesses import DirectorResult
from pegboard.hall.codes import ProofFault
from pegboard.tournament.decisions import (
    AnyDecision,
    Drawn,
    Entered,
    EventKind,
    Forfeited,
    Game,
    MatchWon,
    Opened,
    Recorded,
    Seeded,
    Signed,
    chain_decisions,
    event_root,
    parse_decision,
)
from pegboard.tournament.state import EventState, fold
from tests.support.night_archive import HALL_KEY, exported_night

Change = Callable[[bytes], bytes]

REFUSALS = {
    *(ProofFault.NOT_EXPORT, ProofFault.TOO_LARGE, ProofFault.MEMBER_TOO_LARGE),
    ProofFault.RATIO,
}
"""Codes of damaged files refused before unpacking; a damaged size may exceed any limit."""


proved = cache(prove)


@pytest.fixture
def cached_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches verified journals, so that each is replayed only once."""
    monkeypatch.setattr("pegboard.hall.archive.verify.prove", proved)


def codes(report: Report) -> set[ProofFault]:
    return {fault.code for fault in report.faults}  # type: ignore[misc]


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repack(changes: dict[str, Change]) -> bytes:
    """Returns the night with changed members in a valid container, but the old manifest."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members(exported_night()).items():
            archive.writestr(zipfile.ZipInfo(name), changes.get(name, bytes)(content))
        archive.comment = b"0" * SEAL_BYTES
    data = target.getvalue()[:-SEAL_BYTES]
    return data + hashlib.sha256(data).hexdigest().encode()


def sealed(data: bytes) -> bytes:
    """Returns a container with a new seal."""
    return data[:-SEAL_BYTES] + hashlib.sha256(data[:-SEAL_BYTES]).hexdigest().encode()


def first_journal() -> str:
    return sorted(name for name in members(exported_night()) if name.startswith("journals/"))[0]


def test_export_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    data = exported_night()
    monkeypatch.setattr("pegboard.hall.archive.verify.ALONE_GAMES", 5)
    for processes in (1, 2):
        report = verify(data, "night.zip", processes)
        assert report.faults == () and report.games == 6 and report.items > 6 * 60
        assert report.hall == HALL_KEY.public and report.event == "club-night"
        assert report.decisions == 1 + 6 + 3 + 2 + 6
    assert [place.tally.games for place in report.state.standings()] == [2] * 6
    text = members(data)[STANDINGS]
    sheet = msgspec.json.decode(text)
    assert [row["player"] for row in sheet["standings"]] == [
        place.player for place in report.state.standings()
    ]
    assert b"Ada" not in b"".join(v for k, v in members(data).items() if k.startswith("journals"))


def fault_texts(report: Report) -> str:
    return " / ".join(map(str, report.faults))


@pytest.mark.usefixtures("cached_proofs")
@pytest.mark.parametrize("part", ["start", "middle", "end"])
def test_changed_byte_is_located(part: str) -> None:
    data, rng = exported_night(), Random(part)
    spans = {"start": (0, 3000), "middle": (3000, len(data) - 3000), "end": (-3000, 0)}
    low, high = (place % len(data) if place < 0 else place or len(data) for place in spans[part])
    low = 0 if part == "start" else low
    for place in rng.sample(range(low, high), 60):
        spoiled = bytearray(data)
        spoiled[place] ^= 1 << rng.randrange(8)
        check_damaged(bytes(spoiled), place)


def check_damaged(spoiled: bytes, place: int) -> None:
    try:
        report = verify(spoiled, "night.zip")
    except WireError as error:
        assert error.code in REFUSALS, place
        return
    assert report.faults, f"byte {place}"
    assert all(str(fault) for fault in report.faults)


@pytest.mark.usefixtures("cached_proofs")
@pytest.mark.group("hall")
def test_every_changed_byte_is_located() -> None:
    data, rng = exported_night(), Random(1)
    for place in range(0, len(data), 13):
        spoiled = bytearray(data)
        spoiled[place] ^= 1 << rng.randrange(8)
        check_damaged(bytes(spoiled), place)


def change_line(number: int, old: bytes, new: bytes) -> Change:
    def change(content: bytes) -> bytes:
        lines = content.split(b"\n")
        assert old in lines[number - 1], lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new, 1)
        return b"\n".join(lines)

    return change


def test_changed_line_is_located() -> None:
    journal = first_journal()
    report = verify(repack({journal: change_line(20, b'"', b'" ')}), "x")
    assert {ProofFault.MEMBER, ProofFault.LINE} <= codes(report)
    assert f"{journal}, line 20: not what was written" in fault_texts(report)
    report = verify(repack({DECISIONS: change_line(14, b"2", b"3")}), "x")
    assert "decisions.jsonl, line 14: not what was written" in fault_texts(report)
    report = verify(repack({STANDINGS: lambda text: text.replace(b"Ada", b"Ida")}), "x")
    assert codes(report) == {ProofFault.MEMBER, ProofFault.STANDINGS}
    report = verify(repack({"README.txt": lambda text: text + b"!"}), "x")
    assert codes(report) == {ProofFault.MEMBER} and "README.txt" in fault_texts(report)
    report = verify(repack({"event.sig": lambda text: text[::-1]}), "x")
    assert codes(report) == {ProofFault.MANIFEST}
    report = verify(repack({journal: lambda text: b"\n".join(text.split(b"\n")[:-4]) + b"\n"}), "x")
    assert {ProofFault.CHAIN, ProofFault.CHECKPOINT, ProofFault.GAME} <= codes(report)


def test_extra_and_missing_members_are_reported() -> None:
    more = io.BytesIO(exported_night())
    with zipfile.ZipFile(more, "a") as archive:
        archive.writestr("more.txt", "x")
    report = verify(more.getvalue(), "x")
    assert ProofFault.MEMBERS in codes(report) and "more.txt" in fault_texts(report)


def forged(change: Callable[[dict[str, bytes]], None], key: SigningKey = HALL_KEY) -> bytes:
    """Returns a forgery by a lying hall: valid but for what needs a board's key."""
    parts = members(exported_night())
    change(parts)
    manifest = msgspec.json.decode(parts.pop("event.json"), type=Manifest)
    del parts["event.sig"]
    last = [text for _, _, text in checked_lines(parts[DECISIONS])]
    rows = chain_decisions(event_root(manifest.event), [parse_decision(text) for text in last])
    parts[DECISIONS] = b"".join(chained_line(row.link, row.text) for row in rows)
    facts = dict(manifest.journals)
    for name, member in facts.items():
        link, lines = bytes.fromhex(member.before), []
        for _, _, text in checked_lines(parts[name]):
            item = msgspec.json.decode(text, type=Item)
            link = next_link(link, item)
            lines.append(chained_line(link, item_bytes(item)))
        parts[name] = b"".join(lines)
        facts[name] = msgspec.structs.replace(member, link=link.hex())
    made = msgspec.structs.replace(
        manifest,
        hall=key.public.hex(),
        link=rows[-1].link.hex(),
        decisions=len(rows),
        journals=facts,
        members={name: member_facts(content) for name, content in parts.items()},
    )
    return pack(parts, made, key)


def change_decisions(
    change: Callable[[AnyDecision], AnyDecision | None],
) -> Callable[[dict[str, bytes]], None]:
    """Returns a change that modifies or drops decisions."""

    def apply(parts: dict[str, bytes]) -> None:
        texts = [text for _, _, text in checked_lines(parts[DECISIONS])]
        changed = [change(parse_decision(text)) for text in texts]
        rows = chain_decisions(b"", [seq for seq in changed if seq is not None])
        parts[DECISIONS] = b"".join(chained_line(row.link, row.text) for row in rows)

    return apply


def test_forged_game_is_detected() -> None:
    assert verify(forged(lambda parts: None), "x").faults == ()
    other = SigningKey()
    assert verify(forged(lambda parts: None, other), "x").hall == other.public, "shown to compare"

    def improved_line(decision: AnyDecision) -> AnyDecision:
        if isinstance(decision, Signed) and decision.round == 1 and decision.table == 1:
            first, second = decision.lines
            lines = (msgspec.structs.replace(first, points=3, plus=99, minus=None),
                     msgspec.structs.replace(second, points=0, plus=None, minus=99))  # fmt: skip
            return msgspec.structs.replace(decision, lines=lines)
        return decision

    found = verify(forged(change_decisions(improved_line)), "x")
    assert {ProofFault.SIGNATURE, ProofFault.CARDS, ProofFault.STANDINGS} == codes(found)

    def another_seed(decision: AnyDecision) -> AnyDecision:
        if isinstance(decision, Drawn) and decision.round == 1:
            return msgspec.structs.replace(decision, games=decision.games[::-1])
        return decision

    found = verify(forged(change_decisions(another_seed)), "x")
    assert ProofFault.ROUND in codes(found)

    def forged_game(parts: dict[str, bytes]) -> None:
        name = next(name for name in sorted(parts) if name.startswith("journals/"))
        lines = parts[name].split(b"\n")
        place = next(n for n, line in enumerate(lines) if b'"discard 0' in line)
        parts[name] = b"\n".join(lines[:place] + lines[place + 1 :])

    found = verify(forged(forged_game), "x")
    assert {ProofFault.LINE, ProofFault.GAME} <= codes(found)

    def another_key(parts: dict[str, bytes]) -> None:
        boards = msgspec.json.decode(parts[BOARDS])
        boards[0]["key"] = other.public.hex()
        parts[BOARDS] = msgspec.json.encode(boards)

    found = verify(forged(another_key), "x")
    assert {ProofFault.KEY, ProofFault.SIGNATURE} <= codes(found)

    def no_journal(parts: dict[str, bytes]) -> None:
        manifest = msgspec.json.decode(parts["event.json"], type=Manifest)
        journals = dict(manifest.journals)
        del parts[journals.popitem()[0]]
        parts["event.json"] = msgspec.json.encode(
            msgspec.structs.replace(manifest, journals=journals)
        )

    assert ProofFault.SIGNATURE in codes(verify(forged(no_journal), "x"))


def test_missing_journal_is_detected() -> None:
    parts = members(exported_night())
    manifest = msgspec.json.decode(parts.pop("event.json"), type=Manifest)
    del parts["event.sig"], parts[first_journal()]
    facts = {name: member_facts(content) for name, content in parts.items()}
    data = pack(parts, msgspec.structs.replace(manifest, members=facts), HALL_KEY)
    report = verify(data, "x")
    assert codes(report) == {ProofFault.MEMBERS} and first_journal() in fault_texts(report)


def test_signature_of_another_event_is_invalid() -> None:
    parts = members(exported_night())
    manifest = msgspec.json.decode(parts.pop("event.json"), type=Manifest)
    del parts["event.sig"]
    texts = [text for _, _, text in checked_lines(parts[DECISIONS])]
    rows = chain_decisions(event_root("other"), [parse_decision(text) for text in texts])
    parts[DECISIONS] = b"".join(chained_line(row.link, row.text) for row in rows)
    facts = {name: member_facts(content) for name, content in parts.items()}
    made = msgspec.structs.replace(manifest, event="other", link=rows[-1].link.hex(), members=facts)
    assert codes(verify(pack(parts, made, HALL_KEY), "x")) == {ProofFault.SIGNATURE}


def test_deviating_draw_needs_a_reason() -> None:
    def swapped_seats(reason: str) -> Callable[[AnyDecision], AnyDecision]:
        def change(decision: AnyDecision) -> AnyDecision:
            if isinstance(decision, Drawn) and decision.round == 2:
                games = tuple(Game(g.table, g.second, g.first) for g in decision.games)
                return msgspec.structs.replace(decision, games=games, reason=reason)
            return decision

        return change

    assert ProofFault.ROUND in codes(verify(forged(change_decisions(swapped_seats(""))), "x"))
    assert ProofFault.ROUND not in codes(
        verify(forged(change_decisions(swapped_seats("sun in the eyes"))), "x")
    )


def as_tournament(seeds: tuple[str, ...], reason: str = "") -> Callable[[dict[str, bytes]], None]:
    """Returns a change that makes the night a main event of 12 games with a bracket of two."""

    def change(parts: dict[str, bytes]) -> None:
        texts = [text for _, _, text in checked_lines(parts[DECISIONS])]
        opening, *rest = [parse_decision(text) for text in texts]
        assert isinstance(opening, Opened)
        main = msgspec.structs.replace(opening, kind=EventKind.MAIN, games=12)
        more: list[AnyDecision] = [
            Seeded(at=1.0, by="d", players=seeds, reason=reason),
            MatchWon(
                at=2.0, by="d", round=1, number=1, winner=seeds[1], loser=seeds[0], games=(2, 1)
            ),
        ]
        decisions: list[AnyDecision] = [main, *rest, *more]
        rows = chain_decisions(b"", decisions)
        parts[DECISIONS] = b"".join(chained_line(row.link, row.text) for row in rows)
        parts[STANDINGS] = standings_sheet(fold(decisions))

    return change


def test_bracket_and_rating_points_are_verified() -> None:
    qualified = verify(exported_night(), "x").state.cut().qualified
    assert len(qualified) == 2
    data = forged(as_tournament(qualified))
    assert verify(data, "x").faults == ()
    sheet = msgspec.json.decode(members(data)[STANDINGS])
    assert sheet["bracket"][0][0]["winner"] == qualified[1]
    assert sheet["rating_points"] == {
        qualified[0]: {"qualifying": 5, "bracket": 0},
        qualified[1]: {"qualifying": 5, "bracket": 7},
    }
    others = ("finn", "ada") if qualified != ("finn", "ada") else ("ada", "finn")
    assert codes(verify(forged(as_tournament(others)), "x")) == {ProofFault.SEEDS}
    assert verify(forged(as_tournament(others, "Ben had to go")), "x").faults == ()


def mutated_value(value: object, rng: Random) -> object:
    """Replaces one random value in a JSON document."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        return value | {name: mutated_value(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        return [*value[:place], mutated_value(value[place], rng), *value[place + 1 :]]
    return rng.choice((0, 1, 2, 3, 121, -1, 2**40, 0.5, "", "ada", "00", "x" * 300, None, [], {}))


@pytest.mark.usefixtures("cached_proofs")
def test_verification_survives_random_forgeries() -> None:
    rng = Random(7)
    for _ in range(60):
        parts = members(exported_night())
        name = rng.choice((DECISIONS, BOARDS, STANDINGS, first_journal()))
        if name in (BOARDS, STANDINGS):
            parts[name] = msgspec.json.encode(mutated_value(msgspec.json.decode(parts[name]), rng))
        else:
            lines = [text for _, _, text in checked_lines(parts[name])]
            place = rng.randrange(len(lines))
            spoiled = mutated_value(msgspec.json.decode(lines[place]), rng)
            lines[place] = msgspec.json.encode(spoiled)
            link, written = bytes(32), []
            for line in lines:
                link = hashlib.sha256(link + line).digest()
                written.append(chained_line(link, line))
            parts[name] = b"".join(written)
        manifest = msgspec.json.decode(parts.pop("event.json"), type=Manifest)
        del parts["event.sig"]
        facts = {original: member_facts(content) for original, content in parts.items()}
        made = msgspec.structs.replace(manifest, members=facts)
        report = verify(pack(parts, made, HALL_KEY), "x")
        assert report.faults or name in (BOARDS, STANDINGS)


def test_file_that_is_not_an_export_is_refused() -> None:
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    for data in (
        b"",
        b"PK",
        b"text" * 100,
        empty.getvalue(),
        exported_night()[: len(exported_night()) // 2],
    ):
        with pytest.raises(WireError) as caught:
            Container(data, "x.zip")
        assert caught.value.code is ProofFault.NOT_EXPORT


def zipped(contents: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Returns a zip that ends like an exported event."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name), content, compression)
        archive.comment = b"0" * SEAL_BYTES
    return sealed(target.getvalue())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (lambda: bytes(FILE_MOST + 1), ProofFault.FILE_TOO_LARGE),
        (lambda: zipped({MANIFEST: bytes(RATIO_MOST << 12)}), ProofFault.RATIO),
        (lambda: zipped({f"{n}": bytes(MEMBER_MOST) for n in range(17)}), ProofFault.TOO_LARGE),
        (
            lambda: zipped({MANIFEST: Random(1).randbytes((1 << 20) + 1)}, zipfile.ZIP_STORED),
            ProofFault.MEMBER_TOO_LARGE,
        ),
        (
            lambda: zipped({"x": Random(1).randbytes(MEMBER_MOST + 1)}, zipfile.ZIP_STORED),
            ProofFault.MEMBER_TOO_LARGE,
        ),
        (lambda: zipped({MANIFEST: b"{}"}, zipfile.ZIP_LZMA), ProofFault.NOT_EXPORT),
        (lambda: zipped({"n" * 65_000 + f"{n}": b"" for n in range(70)}), ProofFault.NOT_EXPORT),
    ],
)
def test_hostile_sizes_are_refused_before_unpacking(
    data: Callable[[], bytes], code: ProofFault
) -> None:
    content = data()
    tracemalloc.start()
    try:
        with pytest.raises(WireError) as caught:
            Container(content, "x.zip")
        assert caught.value.code is code
        assert tracemalloc.get_traced_memory()[1] < 2 * len(content) + (8 << 20)
    finally:
        tracemalloc.stop()


def test_real_events_are_far_below_limits() -> None:
    data = exported_night()
    assert sum(map(len, members(data).values())) * 5 < RATIO_MOST * len(data)
    assert len(members(data)[MANIFEST]) * 100 < SMALL_MOST[MANIFEST]


@pytest.mark.usefixtures("cached_proofs")
def test_bytes_beside_members_are_reported_despite_new_seal() -> None:
    data = exported_night()
    with pytest.raises(WireError):
        Container(sealed(b"MZ" + data), "x.zip")
    with pytest.raises(WireError):
        Container(data + b"\n", "x.zip")
    moved = bytearray(b"MZ" + data)  # with all places in the zip adjusted
    start = len(moved) - SEAL_BYTES - 22
    place = int.from_bytes(moved[start + 16 : start + 20], "little") + 2
    moved[start + 16 : start + 20] = place.to_bytes(4, "little")
    while place < start:
        offset = int.from_bytes(moved[place + 42 : place + 46], "little") + 2
        moved[place + 42 : place + 46] = offset.to_bytes(4, "little")
        place += 46 + int.from_bytes(moved[place + 28 : place + 30], "little")
    assert members(bytes(moved)) == members(data)
    assert codes(verify(sealed(bytes(moved)), "x.zip")) == {ProofFault.CONTAINER}
    local = bytearray(data)
    local[10] ^= 1  # time in the first member's own header
    assert codes(verify(sealed(bytes(local)), "x.zip")) == {ProofFault.CONTAINER}


def test_consolation_inside_consolation_is_not_opened() -> None:
    parts = members(exported_night())
    del parts[SIGNATURE]
    manifest = msgspec.json.decode(parts.pop(MANIFEST), type=Manifest)
    data = exported_night()
    for _ in range(400):
        inside = parts | {CONSOLATION: data}
        facts = {name: member_facts(content) for name, content in inside.items()}
        data = pack(inside, msgspec.structs.replace(manifest, members=facts), HALL_KEY)
    assert ProofFault.OTHER_EVENT in codes(verify(data, "x.zip"))


def with_standings(
    change: Callable[[AnyDecision], AnyDecision | None],
    more: Callable[[EventState], list[AnyDecision]] = lambda state: [],
) -> bytes:
    """Returns a forgery of the hall in which decisions were changed, and the standings follow."""

    def apply(parts: dict[str, bytes]) -> None:
        change_decisions(change)(parts)
        decisions = [parse_decision(text) for _, _, text in checked_lines(parts[DECISIONS])]
        decisions += more(fold(decisions))
        rows = chain_decisions(b"", decisions)
        parts[DECISIONS] = b"".join(chained_line(row.link, row.text) for row in rows)
        parts[STANDINGS] = standings_sheet(fold(decisions))

    return forged(apply)


def test_signed_game_left_out_is_named() -> None:
    honest = verify(exported_night(), "x")
    assert (honest.witnesses.signed, honest.witnesses.lines) == (12, 12)
    assert honest.witnesses.director == () and honest.uncarded == ()
    (one, *_) = honest.state.signed
    report = verify(with_standings(lambda it: None if it == one else it), "x")
    assert report.faults == (), "its hall may have left it out"
    assert report.uncarded == ((one.board, one.game),)


def test_director_results_are_named() -> None:
    (one, *_) = verify(exported_night(), "x").state.signed
    winner, loser = one.players if one.lines[0].points else one.players[::-1]

    def typed(state: EventState) -> list[AnyDecision]:
        author: dict[str, Any] = {"at": 2e9, "by": "director"}
        return [Recorded(**author, round=one.round, winner=loser, loser=winner, score=120)]

    report = verify(with_standings(lambda it: None if it == one else it, typed), "x")
    assert report.faults == ()
    assert (report.witnesses.signed, report.witnesses.lines) == (10, 12)
    assert report.witnesses.director == (DirectorResult(one.round, one.table, one.players),)
    assert report.uncarded == ((one.board, one.game),)


def test_verify_command_shows_witnesses_and_escapes_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (one, *_) = verify(exported_night(), "x").state.signed

    def hostile(decision: AnyDecision) -> AnyDecision | None:
        if isinstance(decision, Entered):
            return msgspec.structs.replace(decision, name=f"{decision.name}\x1b[2J\u202e")
        return None if decision == one else decision

    file = tmp_path / "night.zip"
    author: dict[str, Any] = {"at": 2e9, "by": "director"}
    file.write_bytes(
        with_standings(hostile, lambda _: [Forfeited(**author, round=1, late=one.players[0])])
    )
    for command in ("verify", "season"):
        assert run_line(["hall", command, str(file)]) == 0
        out = capsys.readouterr().out
        assert "\x1b" not in out and "\u202e" not in out and r"\x1b[2J\u202e" in out
        if command == "verify":
            assert "signed by both players at a board: 10 of 12 lines\n" in out
            assert "results on the director's word alone: 1\n  round 1, table " in out
            assert f"on no card: 1\n  board {one.board}: game {one.game}\n" in out
    assert run_line(["hall", "verify", "--json", str(file)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["signed_lines"] == 10 and shown["games_on_no_card"] == [[one.board, one.game]]
    assert shown["director_results"][0]["players"] == [*one.players]
