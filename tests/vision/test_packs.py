"""Inference of the pack from synthetic letters, and the meaning of glyphs."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.vision.assemble import assemble
from pegboard.vision.confidence import ACCEPTED, CERTAIN
from pegboard.vision.crops import Spot
from pegboard.vision.glyphs import GLYPHS, RANKS
from pegboard.vision.packs.belief import AUTO, Deck
from pegboard.vision.packs.countries import (
    CODES,
    DECIDED,
    JACK,
    KING,
    LETTERED,
    PACKS,
    QUEEN,
    answered,
    letters_of,
)
from pegboard.vision.packs.faces import Face, contradiction, face_of
from pegboard.vision.packs.printed import PRINTED
from pegboard.vision.read import Index

LANGUAGES = ("en", "fr", "de")
NOTHING = np.zeros(RANKS)
"""Logits of the ranks if nothing is visible beside the index."""


def logits(glyph: str, clear: float = 8.0) -> np.ndarray:
    """Returns the logits of a clear glyph."""
    row = np.zeros(len(GLYPHS))
    row[GLYPHS.index(glyph)] = clear
    return row


def figure(rank: int, clear: float = 3.0) -> np.ndarray:
    """Returns the logits of the ranks for clear pips or a clear figure."""
    row = np.zeros(RANKS)
    row[rank] = clear
    return row


def face(glyph: str, suit: int = 0, around: np.ndarray = NOTHING) -> Face:
    """Returns the evidence of a clear index."""
    suits = np.zeros(4)
    suits[suit] = 5
    evidence = face_of(logits(glyph), suits, around, 0.99)
    assert evidence is not None
    return evidence


def faces(glyphs: str | Iterable[str]) -> list[Face]:
    """Returns the evidence of several indices of different suits."""
    return [face(glyph, n % 4) for n, glyph in enumerate(glyphs)]


def rank_of(
    deck: Deck, glyph: str, letters: list[Face], around: np.ndarray = NOTHING
) -> np.ndarray:
    """Returns the probability of each rank of a glyph, given others in the picture."""
    meaning = deck.meaning(letters)
    [row] = meaning.by_rank(logits(glyph)[None]) + around
    return np.asarray(np.exp(row - row.max()) / np.exp(row - row.max()).sum())


def test_every_pack_prints_every_rank() -> None:
    assert PRINTED.shape == (len(CODES), RANKS, len(GLYPHS))
    assert PRINTED.sum(axis=2) == pytest.approx(1)


@pytest.mark.parametrize("code", PACKS)
def test_configured_pack_is_certain(code: str) -> None:
    deck = Deck(code)
    for rank in LETTERED:
        for glyph in PACKS[code].letters[rank]:
            assert rank_of(deck, glyph, faces("AJQKVRH")).argmax() == rank
            assert deck.meaning(faces("J")).doubt(logits(glyph), NOTHING) < 0.05


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "letters, code",
    [
        ("VRD", "french"),
        ("R1", "french"),
        ("VHB", "dutch"),
        ("HB", "dutch"),
        ("BDK", "german"),
        ("JQK", "english"),
        (["Kn", "D"], "scandinavian"),
        (["E", "D", "K"], "scandinavian"),
        ("WDK", "polish"),
    ],
)
def test_letters_identify_pack(letters: str | list[str], code: str, language: str) -> None:
    meaning = Deck(AUTO, language).meaning(faces(letters))
    assert meaning.pack == code
    assert meaning.shares.max() > 0.7


@pytest.mark.parametrize("letters, rank", [("VRD", JACK), ("VHB", QUEEN), ("VH", QUEEN)])
def test_rank_of_v_depends_on_other_letters(letters: str, rank: int) -> None:
    odds = rank_of(Deck(), "V", faces(letters))
    assert odds.argmax() == rank
    assert odds.max() > 0.95


@pytest.mark.parametrize("language", LANGUAGES)
def test_single_v_is_ambiguous(language: str) -> None:
    deck = Deck(AUTO, language)
    odds = rank_of(deck, "V", faces("V"))
    assert odds[JACK] + odds[QUEEN] > 0.95
    assert max(odds) < CERTAIN or language == "fr"
    deck.note(faces("BH"))
    assert rank_of(deck, "V", faces("V"))[QUEEN] > 0.95


def test_figure_beside_v_is_evidence() -> None:
    beside = figure(QUEEN)
    letters = [face("V", n, beside) for n in range(4)]
    assert Deck().meaning(letters).pack == "dutch"
    assert rank_of(Deck(), "V", letters, beside)[QUEEN] > 0.95


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("glyph", GLYPHS[:RANKS])
def test_english_glyphs_keep_ranks(glyph: str, language: str) -> None:
    odds = rank_of(Deck(AUTO, language), glyph, [])
    assert odds.argmax() == GLYPHS.index(glyph)
    assert odds.max() > 0.95


def test_numbers_give_no_evidence_of_pack() -> None:
    suits = np.zeros(4)
    for glyph in GLYPHS[1:10]:
        assert face_of(logits(glyph), suits, NOTHING, 0.99) is None
    assert face_of(logits("R"), suits, NOTHING, 0.3) is None
    assert face_of(logits("R", clear=1), suits, NOTHING, 0.99) is None


def test_letter_of_no_pack_is_doubtful() -> None:
    for setting in (AUTO, *PACKS):
        meaning = Deck(setting).meaning(faces(["other"]))
        assert meaning.doubt(logits("other"), NOTHING) > 0.5


def test_unknown_pack_has_doubtful_letters_and_clear_numbers() -> None:
    letters = [*faces(["other"] * 4), face("K"), face("A")]
    meaning = Deck().meaning(letters)
    assert meaning.pack == "unknown"
    for glyph in ("K", "A", "B", "other"):
        assert meaning.doubt(logits(glyph), NOTHING) > 0.5
    for glyph in GLYPHS[1:10]:
        assert meaning.doubt(logits(glyph), NOTHING) < 0.05


def test_letter_of_other_pack_is_doubtful() -> None:
    for setting, glyph in [("english", "D"), ("french", "Q"), ("german", "V"), ("dutch", "K")]:
        assert Deck(setting).meaning([]).doubt(logits(glyph), NOTHING) > 0.9


def test_deck_adapts_to_new_pack_after_a_few_letters() -> None:
    deck = Deck()
    deck.note(faces("VRDV1DRR"))
    assert deck.meaning([]).pack == "french"
    assert deck.meaning([]).shares.max() >= DECIDED
    assert rank_of(deck, "V", faces("V"))[JACK] > 0.9
    assert deck.meaning(faces("QJ")).pack == "english"
    deck.note(faces("QJKQJK"))
    deck.note([face(glyph, suit) for glyph in "QJK" for suit in range(4)])
    assert deck.meaning([]).pack == "english"


def test_repeated_letters_add_no_evidence() -> None:
    once, often = Deck(), Deck()
    once.note(faces("VA"))
    for _ in range(50):
        often.note(faces("VA"))
    assert often.shares == once.shares
    assert often.meaning(faces("VA")).shares == pytest.approx(once.meaning(faces("VA")).shares)


def test_deck_starts_from_saved_shares() -> None:
    deck = Deck(AUTO, "de")
    deck.note(faces("VRD"))
    later = Deck(AUTO, "de", deck.shares)
    assert later.meaning([]).pack == "french"
    assert rank_of(later, "V", faces("V"))[JACK] > 0.9


def test_question_only_for_ambiguous_letter() -> None:
    for letters in ("", "JQK", "VRD", "BDK", "HVB", "A1", "BD"):
        deck = Deck()
        deck.note(faces(letters))
        assert deck.question == "", letters
    deck = Deck()
    deck.note(faces("VA"))
    assert deck.question == "french"
    assert Deck("dutch").question == ""


def test_answer_holds_until_other_letters_appear() -> None:
    for code, is_right, pack in [("dutch", True, "dutch"), ("french", False, "dutch")]:
        deck = Deck("auto", "fr", answered(code, is_right=is_right))
        deck.note(faces("V"))
        assert deck.question == ""
        assert deck.meaning(faces("V")).pack == pack
        assert rank_of(deck, "V", faces("V"))[QUEEN] > 0.9
        assert deck.meaning(faces("QJK")).pack == "english"


def test_is_read_if_pack_has_seen_letters() -> None:
    for setting, letters, is_read in [
        ("auto", "", True), ("auto", "VRD", True), ("auto", ["other"] * 4, False),
        ("french", "VRD", True), ("french", "JQK", False), ("english", ["other"] * 3, False),
    ]:  # fmt: skip
        deck = Deck(setting)
        deck.note(faces(letters))
        assert deck.is_read == is_read, (setting, letters)


def test_letters_of_prefers_read_glyphs() -> None:
    assert letters_of("french") == {"A": "A", "J": "V", "Q": "D", "K": "R"}
    assert letters_of("french", ["1", "V"]) == {"A": "1", "J": "V", "Q": "D", "K": "R"}
    assert letters_of("scandinavian", "BE") == {"A": "E", "J": "B", "Q": "D", "K": "K"}
    assert letters_of("unknown") == letters_of("english") == dict(zip("AJQK", "AJQK", strict=True))


@pytest.mark.parametrize("setting", ["", "belgian", "French"])
def test_unknown_pack_setting_is_refused(setting: str) -> None:
    with pytest.raises(ValueError, match="is no pack"):
        Deck(setting)


glyph_sets = st.lists(
    st.tuples(
        st.sampled_from((*GLYPHS[RANKS:], "A", "J", "Q", "K")),
        st.integers(0, 3),
        st.integers(0, 12),
    ),
    max_size=12,
)


@given(glyph_sets, st.sampled_from(LANGUAGES), st.randoms(use_true_random=False))
def test_meaning_is_independent_of_letter_order(
    letters: list[tuple[str, int, int]], language: str, random: object
) -> None:
    some = [face(g, suit, figure(rank, 1.0)) for g, suit, rank in letters]
    mixed = list(some)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    first, second = (Deck(AUTO, language).meaning(item) for item in (some, mixed))
    assert first.shares == pytest.approx(second.shares, abs=1e-9)
    assert first.shares.sum() == pytest.approx(1)


@given(glyph_sets, st.sampled_from(LANGUAGES), st.sampled_from(GLYPHS))
def test_letter_is_unambiguous_or_doubtful(
    letters: list[tuple[str, int, int]], language: str, glyph: str
) -> None:
    """Only ranks that some pack prints with the glyph can be certain, whatever was seen before."""
    meaning = Deck(AUTO, language).meaning([face(g, suit) for g, suit, _ in letters])
    odds = rank_of(Deck(AUTO, language), glyph, [face(g, suit) for g, suit, _ in letters])
    sure = float(odds.max()) * (1 - meaning.doubt(logits(glyph), NOTHING))
    rank = int(odds.argmax())
    if sure > CERTAIN:
        assert any(PRINTED[n, rank, GLYPHS.index(glyph)] > 0 for n in range(len(PACKS)))


def test_doubtful_card_is_reported_but_not_certain() -> None:
    odds = np.full(52, 1e-4)
    odds[12] = 1
    index = Index(Spot(50, 50, 0, -1, 30), odds / odds.sum(), 0.99, doubt=0.95)
    [card] = assemble([index])
    assert ACCEPTED < card.confidence < CERTAIN


def test_glyph_contradicted_by_figure_is_doubtful() -> None:
    """Covers a Q that looks like a 9, and a letter that looks like a number."""
    nine, queen = np.eye(RANKS)[8], np.eye(RANKS)[QUEEN]
    assert contradiction(nine, figure(QUEEN, 5.0)) > 0.2
    assert contradiction(queen, figure(8, 5.0)) > 0.2
    assert contradiction(nine, figure(8, 5.0)) < 0.01
    assert contradiction(nine, figure(9, 5.0)) < 0.01, "pips are hard to count"
    assert contradiction(queen, figure(JACK, 5.0)) < 0.02, "figures differ from pack to pack"
    assert contradiction(np.eye(RANKS)[0], figure(KING, 5.0)) == 0, "an ace with a rich sign"


def test_contradiction_needs_both_corners() -> None:
    odds = np.full(52, 1e-4)
    odds[8] = 1
    here = Index(Spot(215, 191, 0, -1, 54), odds / odds.sum(), 0.95, contradicted=0.6)
    opposite = replace(here, spot=Spot(387, 400, 0, 1, 54))
    (card,) = assemble([here, opposite])
    assert ACCEPTED < card.confidence < CERTAIN
    (card,) = assemble([here, replace(opposite, contradicted=0.0)])
    assert card.confidence > CERTAIN


def test_ambiguous_letter_is_doubtful_despite_figure() -> None:
    """Figures hardly distinguish jack and queen, and both corners of a card agree on them."""
    meaning = Deck().meaning(faces("V"))
    assert meaning.shares.max() < DECIDED
    assert meaning.doubt(logits("V"), figure(JACK, 4.0)) > 0.2
    decided = Deck().meaning(faces("VRD"))
    assert decided.doubt(logits("V"), figure(JACK, 4.0)) < 0.1
