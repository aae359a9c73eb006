"""Corrections of an offered hand, one card at a time."""

from dataclasses import replace

from pegboard.camera.reading import DetectedCard
from pegboard.cribbage.cards import Card
from pegboard.errors import NotationError
from pegboard.schema.codes import Mistaken
from pegboard.session.counting.offer import HAND, Offer, score_offer


def correct_card(offer: Offer, card: Card | None, really: Card | None) -> Offer:
    """Returns the offer with a corrected card, rescored.

    Args:
        offer: current offer, which contains the card.
        card: the wrong or doubtful card; None to add a missing one.
        really: the actual card; the same card to confirm it, None to remove it.

    Raises:
        NotationError: `card` is not in the offer, `really` is already in it, or both are None.
    """
    if card is None and really is None:
        raise NotationError(Mistaken.WHICH_CARD)
    if card is not None and card not in offer.all_cards:
        raise NotationError(Mistaken.NOT_AMONG, card=str(card))
    if really is not None and really != card and really in offer.all_cards:
        raise NotationError(Mistaken.THERE_ALREADY, card=str(really))
    doubtful = tuple(each for each in offer.doubtful if each != card)
    changed = replace(
        offer,
        cards=_replace_card(offer.cards, card, really),
        doubtful=doubtful,
        sightings=_correct_sightings(offer.sightings, card, really),
        certain=False,
    )
    if card is not None and card == offer.starter:
        changed = replace(changed, cards=offer.cards, starter=really)
    return score_offer(_with_known_starter(changed))


def change_starter(offer: Offer, starter: Card) -> Offer:
    """Returns the offer with another card as the starter, rescored.

    Raises:
        NotationError: the card is not in the offer.
    """
    if starter not in offer.all_cards:
        raise NotationError(Mistaken.NOT_AMONG, card=str(starter))
    hand = tuple(card for card in offer.all_cards if card != starter)
    # If the known starter is not in the picture, it is not part of the hand.
    seen_cards = {sighting.card for sighting in offer.sightings}
    known_starter = offer.known_starter
    if (
        seen_cards
        and offer.starter == known_starter
        and known_starter not in {*seen_cards, starter}
    ):
        hand = tuple(card for card in hand if card != known_starter)
    return score_offer(replace(offer, cards=hand, starter=starter, certain=False))


def settle_starter(offer: Offer, starter: Card) -> Offer:
    """Returns the offer with one of two starters: the deal's or the picture's.

    Raises:
        NotationError: it is neither of them.
    """
    if starter == offer.known_starter:
        return score_offer(replace(offer, starter=starter, certain=False))
    if starter != offer.starter:
        raise NotationError(Mistaken.NOT_AMONG, card=str(starter))
    return score_offer(replace(offer, starter_settled=True, certain=False))


def _replace_card(
    cards: tuple[Card, ...], card: Card | None, really: Card | None
) -> tuple[Card, ...]:
    if card is None:
        return cards if really is None else (*cards, really)
    if card not in cards:
        return cards
    at = cards.index(card)  # if the card occurs twice, correct one of the two
    return (*cards[:at], *(() if really is None else (really,)), *cards[at + 1 :])


def _correct_sightings(
    sightings: tuple[DetectedCard, ...], card: Card | None, really: Card | None
) -> tuple[DetectedCard, ...]:
    """Returns the sightings with a card corrected; it keeps its position.

    The former reading becomes an alternative.
    """
    moved = []
    for sighting in sightings:
        if sighting.card != card:
            moved.append(sighting)
        elif really is not None and really != card:
            others = (card, *(other for other in sighting.others if other != really))
            moved.append(replace(sighting, card=really, confidence=1.0, others=others))
        elif really is not None:
            moved.append(replace(sighting, confidence=1.0))
    return tuple(moved)


def _with_known_starter(offer: Offer) -> Offer:
    """Returns the offer with the deal's starter, if it is among the cards or none is set."""
    known, cards = offer.known_starter, offer.cards
    if known is None:
        return offer
    if known in cards:
        others = tuple(card for card in cards if card != known)
        back = () if offer.starter is None else (offer.starter,)
        return replace(offer, cards=(*others, *back), starter=known)
    if offer.starter is None and len(cards) == HAND:
        return replace(offer, starter=known)
    return offer
