"""Pictures of French and German packs, if present next to the repository."""

import pytest

from pegboard.devices.cameras.pictures import load_picture
from pegboard.vision.crops import pyramid
from pegboard.vision.packs.belief import AUTO, Deck
from pegboard.vision.recognise import Recogniser
from tests.support.paths import ROOT

FAULTS = ROOT.parent / "shared" / "faults"
PICTURES = sorted(
    path for folder in ("french-deck", "german-deck") for path in (FAULTS / folder).glob("*_*.jpg")
)
RANKS = {"1": "A", "11": "J", "12": "Q", "13": "K"}


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    recogniser = Recogniser()
    levels = pyramid(load_picture(PICTURES[0]))
    indices = recogniser._reader.read(levels, recogniser._detector.find(levels))
    if not any(index.face and index.face.glyph > 12 for index in indices):
        pytest.skip("these weights know the letters of English packs only")
    return recogniser


@pytest.mark.skipif(not PICTURES, reason="no pictures beside the repository")
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_recogniser_reads_foreign_packs(recogniser: Recogniser, language: str) -> None:
    for path in PICTURES:
        labels = path.stem.split("_")[-5:]
        cards = {RANKS.get(label[:-1], label[:-1]) + label[-1].upper() for label in labels}
        recogniser.deck = Deck(AUTO, language)
        reading = recogniser.read(load_picture(path))
        assert {str(sighting.card) for sighting in reading.sightings} == cards, path.name
