"""Errors and doubts are codes and facts, localized for each language."""

import doctest

import pytest

import pegboard.notice
from pegboard.cribbage.codes import Doubt, Illegal
from pegboard.cribbage.events import Warned
from pegboard.devices.strips._faults import StripFault
from pegboard.errors import Common, DeviceError, IllegalAction, NotationError
from pegboard.i18n import Message
from pegboard.json_form import Malformed
from pegboard.narration.events import localize_doubt, narrate
from pegboard.notice import localize_cure, localize_error, localize_problem
from pegboard.storage.codes import CopyFault
from tests.support.untranslated import OTHER_LANGUAGES, untranslated


@OTHER_LANGUAGES
def test_doubt_is_localized(language: str) -> None:
    doubt = Warned(Doubt.COULD_HAVE_PLAYED, seat=0, card="5H")
    (line,) = narrate([doubt], ("Ann", "Ben"))
    assert line == "Check again: Ann said go and could have played 5♥"
    assert isinstance(line, Message) and untranslated(line, language) == []


@OTHER_LANGUAGES
def test_spoken_doubt_names_card(language: str) -> None:
    said = localize_doubt(Warned(Doubt.SEEN_BEFORE, card="5S"), is_spoken=True)
    assert said == "five of spades was already seen in this deal"
    assert untranslated(said, language) == []


@OTHER_LANGUAGES
def test_nested_error_is_localized(language: str) -> None:
    inner = IllegalAction(Illegal.MUST_PLAY, seat=1)
    said = localize_error(DeviceError(CopyFault.NOT_MADE, why=inner))
    assert said == "no copy was made: Player 2 can play, and so must"
    assert untranslated(said, language) == []


def test_cure_is_available_separately() -> None:
    error = DeviceError(StripFault.SPI_GROUP, path="/dev/spidev0.0")
    assert localize_problem(error) == error.wrong == "no permission to open /dev/spidev0.0"
    assert localize_cure(error) == error.cure
    assert localize_error(error) == str(error) == f"{error.wrong}; {error.cure}"
    assert localize_cure(DeviceError(Common.VERBATIM, says="gone")) is None


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_foreign_errors_are_not_translated(language: str) -> None:
    assert localize_error(OSError("the moon is full")).localize(language) == "the moon is full"
    wrapped = NotationError(Malformed.TOO_LONG, most=200)
    assert localize_error(wrapped).localize(language) == str(wrapped)


def test_the_documentation() -> None:
    assert doctest.testmod(pegboard.notice).failed == 0
