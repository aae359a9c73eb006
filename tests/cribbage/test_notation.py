import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.actions import Deal, Go, Play, Undo
from pegboard.cribbage.cards import Card, parse_cards
from pegboard.cribbage.game import Rules
from pegboard.cribbage.notation import (
    Header,
    Record,
    format_action,
    format_record,
    parse_action,
    parse_record,
)
from pegboard.errors import NotationError
from tests.support import strategies

LINES = """\
deal 0
deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D
deal 2 5S4S2S6H7H 6DJH4H7C2D 8D8S8CQCQD + KS
discard 0 7H8H
cut TD
play 1 JH
go 0
hand 1 4H5C5D6S
crib 7C8C9D9S
claim 1 29
muggins 0 2
peg 1 4
correct 0 -3
penalty 0 2
undo"""


@pytest.mark.parametrize("line", LINES.split("\n"))
def test_every_action_round_trips(line: str) -> None:
    assert format_action(parse_action(line)) == line
    assert parse_action(f"  {line.replace(' ', '   ')} ") == parse_action(line)


def test_actions_parse_to_expected_values() -> None:
    assert parse_action("play 1 10h") == Play(1, Card.parse("TH"))
    assert parse_action("go 1") == Go(1)
    assert parse_action("undo") == Undo()
    assert parse_action("deal 1") == Deal(1)
    hands = (parse_cards("5S4S2S6H7H8H"), parse_cards("6DJH4H7C2D8D"))
    assert parse_action("deal 0 5S4S2S6H7H8H 6DJH4H7C2D8D") == Deal(0, hands)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "an empty line"),
        ("peek 0", "not an action: 'peek'; must be one of deal, discard, cut"),
        ("Play 0 5H", "not an action: 'Play'"),
        ("play 0", "'play' must be written as play SEAT CARD"),
        ("play 0 5H 6H", "'play' must be written"),
        ("play x 5H", "not a number: 'x'"),
        ("play ² 5H", "not a number: '²'"),
        ("peg 0 1234567", "not a number: '1234567'"),
        ("peg 0 1.5", "not a number"),
        ("play 0 ZZ", "not a card: 'ZZ'"),
        ("undo 1", "'undo' must be written as undo"),
        ("hand 0 5H5H6H7H", "5H appears twice"),
        ("deal", "'deal' must be written as deal DEALER"),
        ("deal 0 + KS", "not without them"),
        ("deal 0 5S4S2S6H7H + KS QS", "'deal' must be written"),
        ("deal 0 5S4S2S6H7H +", "'deal' must be written"),
        ("deal 0 5S5S", "5S appears twice"),
    ],
)
def test_unreadable_action_is_refused(line: str, why: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_action(line)
    assert why in str(error.value)


RECORD = """\
\ufeff# A game.
players 4
dealer 3   # the header in any order
partners
rule handicap 5 10 5 10
rule wrong-call excess
rule muggins
rule dealer-bonus
rule target 61
name 0 Ann  Lee
name 3 Bo

deal 3\r
cut 5H  # a comment
undo
"""


def test_record_parses_to_game() -> None:
    record = parse_record(RECORD)
    starts = (5, 10, 5, 10)
    rules = Rules(4, True, 61, muggins=True, dealer_bonus=3, handicap=starts, wrong_call="excess")
    assert record.header == Header(rules, 3, ("Ann  Lee", "", "", "Bo"))
    assert [format_action(action) for action in record.actions] == ["deal 3", "cut 5H", "undo"]
    assert record.lines == (13, 14, 15)
    assert (
        format_record(record)
        == """\
players 4
partners
target 61
dealer 3
rule muggins
rule dealer-bonus 3
rule handicap 5 10 5 10
rule wrong-call excess
name 0 Ann  Lee
name 3 Bo

deal 3
cut 5H
undo
"""
    )


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "'players 2' (or 3, 4) is missing"),
        ("# nothing\n\n", 1, "'players 2' (or 3, 4) is missing"),
        ("deal 0", 1, "'players 2' (or 3, 4) is missing"),
        ("target 61\ndeal 0", 2, "'players 2' (or 3, 4) is missing"),
        ("players 2\ndeal 0\nname 0 Ann", 3, "must come before the first action"),
        ("players 2\n\nplay 0 ZZ", 3, "not a card: 'ZZ'"),
        ("players 5", 1, "players must be 2, 3 or 4, got 5"),
        ("players", 1, "'players' takes one value"),
        ("players two", 1, "not a number: 'two'"),
        ("players 2\nplayers 3", 2, "'players' is given twice, first on line 1"),
        ("players 2\nrule muggins\nrule muggins", 3, "'muggins' is given twice"),
        ("players 2\ntarget 61\nrule target 121", 3, "'target' is given twice"),
        ("players 2\npartners\ndeal 0", 2, "partners needs four players, got 2"),
        ("players 4\npartners yes", 2, "'partners' takes no value"),
        ("players 2\ndealer 2\ndeal 0", 2, "dealer must be 0 to 1, got 2"),
        ("players 2\nrule", 2, "'rule' must be written as rule OPTION [VALUE]"),
        ("players 2\nrule peeking", 2, "not a rule: 'peeking'"),
        ("players 2\nrule dealer 1", 2, "not a rule: 'dealer'; must be one of target, muggins"),
        ("players 2\nrule match", 2, "'match' takes one value"),
        ("players 2\nrule match Z\n\ndeal 0", 2, "got 'Z' for 2 sides"),
        ("players 2\nrule handicap 5", 2, "handicap must be one starting score per seat"),
        ("players 2\nrule skunk 130", 2, "or 0 for none; got 130"),
        ("players 2\nname 0", 2, "'name' must be written as name SEAT NAME"),
        ("players 2\nname 0 Ann\nname 0 Bo", 3, "'name 0' is given twice"),
        ("players 2\nname 2 Ann\ndeal 0", 2, "seat must be 0 to 1, got 2"),
        ("players 2\nname 0 A\x07n", 2, "not a name"),
    ],
)
def test_unreadable_record_error_names_file_and_line(text: str, line: int, why: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_record(text, "x.game")
    assert str(error.value).startswith(f"x.game, line {line}: ")
    assert why in str(error.value)
    assert error.value.line == line


NUL = "\0"
LONG = 10_000_000
LONG_LINES = ["LONG", "play 0 LONG", "peg LONG 1", "hand 0 5H5HLONG", "cut 5H6HLONG", "name 0 LONG"]
LONG_LINES += ["rule LONG", "rule match LONG", "players LONG", NUL * 99]


@pytest.mark.parametrize("line", LONG_LINES, ids=range(10))
def test_parse_errors_are_short_for_long_lines(line: str) -> None:
    line = line.replace("LONG", "x" * LONG)
    text = f"players 2\ndeal 0\n{line}"
    if line.startswith(("rule", "players")):
        text = f"{line}\nplayers 2"
    with pytest.raises(NotationError) as error:
        parse_record(text, "x.game")
    assert len(str(error.value)) < 400 and "\n" not in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("A#n",), "not a name"),
        ((" Ann",), "not a name"),
        (("a", "b", "c"), "names must be 2, one per seat, got 3"),
    ],
)
def test_unwritable_name_is_refused(names: tuple[str, ...], why: str) -> None:
    with pytest.raises(NotationError, match=why):
        Header(names=names)


NAMES = st.text(max_size=12).filter(lambda n: n.isprintable() and "#" not in n and n == n.strip())


@settings(deadline=None)
@given(st.data(), strategies.rules())
def test_written_record_round_trips(data: st.DataObject, rules: Rules) -> None:
    names = tuple(data.draw(st.lists(NAMES, max_size=rules.players)))
    dealer = data.draw(st.integers(0, rules.players - 1))
    actions = data.draw(st.lists(st.sampled_from(LINES.split("\n")).map(parse_action)))
    record = Record(Header(rules, dealer, names), tuple(actions))
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text


@given(st.text(alphabet="playersdcut 0123HJ5#\n+-", max_size=60))
def test_arbitrary_text_is_parsed_or_refused(text: str) -> None:
    for prefix in ("", "players 2\n"):
        try:
            parse_record(prefix + text)
        except NotationError as error:
            assert error.line is not None
