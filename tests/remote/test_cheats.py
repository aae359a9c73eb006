"""Detection of cheating boards, each with its code."""

import msgspec
import pytest

from pegboard.chain.keys import SigningKey
from pegboard.cribbage.actions import Discard, Go, Play
from pegboard.cribbage.cards import Card
from pegboard.errors import IllegalAction, WireError
from pegboard.remote import group
from pegboard.remote.codes import RemoteFault
from pegboard.remote.messages import (
    Begin,
    Discarded,
    Envelope,
    Opened,
    PlayedAt,
    SaidGo,
    Shuffled,
    open_envelope,
    seal,
)
from pegboard.remote.pack import DealKeys, Pack
from tests.remote.pairs import GAME, Pair

pytestmark = pytest.mark.group("hall")


def seats(pair: Pair) -> tuple[int, int]:
    """Returns the seats of dealer and pone."""
    dealer = pair.games[0].saved.dealer
    assert dealer is not None
    return dealer, 1 - dealer


def test_chosen_pack_is_detected() -> None:
    """Pone returns the dealer's pack, and so knows every place; detected after the deal."""
    pair = Pair(1)
    pair.exchange()
    dealer, pone = seats(pair)
    deal = pair.games[pone].saved.deal
    assert deal is not None
    pack, other = deal.pack, pair.games[dealer].saved.deal
    assert other is not None
    honest = Pack(pack.seed, deals=False)
    honest.rounds = [pack.rounds[0]]
    cards = group.unpack_numbers(pack.rounds[0])
    key = DealKeys(pack.seed).common
    unshuffled = group.pack_numbers([pow(card, key, group.P) for card in cards])
    dealers = Pack(other.pack.seed, deals=True)
    dealers.rounds = [pack.rounds[0], unshuffled]
    dealers.shuffle()
    honest.rounds = list(dealers.rounds)
    honest.shuffle()
    dealers.rounds = list(honest.rounds)
    with pytest.raises(WireError) as found:
        dealers.check(honest.seed, 1)
    assert found.value.code is RemoteFault.NOT_FAIR and found.value.facts["deal"] == 1


def test_number_outside_group_is_detected() -> None:
    """Reveals bits of a key for this deal only; detected after the deal."""
    pair = Pair(1)
    pair.exchange()
    deal = pair.games[seats(pair)[0]].saved.deal
    assert deal is not None
    cards = group.unpack_numbers(deal.pack.rounds[1])
    spoilt = (group.P - cards[0], *cards[1:])  # multiplied by an element of order 2
    assert pow(spoilt[0], group.Q, group.P) != 1
    pack = Pack(deal.pack.seed, deals=True)
    pack.rounds = [deal.pack.rounds[0]]
    pack.receive(group.pack_numbers(spoilt))
    with pytest.raises(WireError) as found:
        pack.check(pair.games[seats(pair)[1]].saved.deal.pack.seed, 1)  # type: ignore[union-attr]
    assert found.value.code is RemoteFault.NOT_FAIR


def test_wrong_seed_is_detected() -> None:
    pair = Pair.at_stage("play", 4)
    _, pone = seats(pair)
    deal = pair.games[pone].saved.deal
    assert deal is not None
    with pytest.raises(WireError) as found:
        deal.pack.check(bytes(32), 1)
    assert found.value.code is RemoteFault.NOT_FAIR


@pytest.mark.parametrize("place", [0, 6, 30, 51])
def test_playing_a_card_not_held_is_refused(place: int) -> None:
    """Plays a card of the other hand, of the pack, or one already discarded or played."""
    pair = Pair.at_stage("play", 4)
    _, pone = seats(pair)
    deal = pair.games[pone].saved.deal
    assert deal is not None
    places = [own_place for own_place in deal.pack.mine if own_place not in deal.thrown[pone]]
    bad = deal.thrown[pone][0] if place == 0 else place
    assert bad not in places
    key = deal.pack.keys([bad])[bad]
    assert pair.send_invalid(pone, PlayedAt(1, bad, key)) == RemoteFault.NOT_HELD


def test_key_of_another_card_is_refused() -> None:
    pair = Pair.at_stage("play", 4)
    _, pone = seats(pair)
    deal = pair.games[pone].saved.deal
    assert deal is not None
    one, two = [place for place in deal.pack.mine if place not in deal.thrown[pone]][:2]
    keys = deal.pack.keys([one, two])
    assert pair.send_invalid(pone, PlayedAt(1, one, keys[two])) == RemoteFault.WRONG_KEY


def test_action_out_of_turn_is_refused() -> None:
    pair = Pair.at_stage("play", 4)
    dealer, _ = seats(pair)
    deal = pair.games[dealer].saved.deal
    assert deal is not None
    place = next(place for place in deal.pack.mine if place not in deal.thrown[dealer])
    fault = pair.send_invalid(dealer, PlayedAt(1, place, deal.pack.keys([place])[place]))
    assert fault == RemoteFault.AGAINST_RULES


@pytest.mark.parametrize(
    "message",
    [
        Discarded(1, (0, 1)),
        Shuffled(1, b""),
        Opened(1, bytes(32)),
        SaidGo(2),
        Begin(bytes(16)),
    ],
    ids=lambda message: type(message).__name__,
)
def test_unexpected_message_is_refused(message: object) -> None:
    pair = Pair.at_stage("play", 4)
    _, pone = seats(pair)
    assert pair.send_invalid(pone, message) == RemoteFault.NOT_NOW  # type: ignore[arg-type]


def test_go_with_playable_card_is_detected() -> None:
    """Undetectable during the deal; found when its cards are known."""
    for seed in range(40):
        pair = Pair.at_stage("play", seed)
        state = pair.games[0].state
        while state.stage_name == "play" and state.count <= 21:
            assert any(pair.act(seat) for seat in range(2))
            pair.exchange()
            state = pair.games[0].state
        liar = state.turn
        if state.stage_name != "play" or liar is None:
            continue
        game = pair.games[liar]
        fits = [card for card in game.saved.hand if state.count + card.value <= 31]
        other = pair.games[1 - liar]
        if not fits or not other.saved.hand or state.plays[-1][0] == liar:
            continue
        deal = game.saved.deal
        assert deal is not None
        game.go(deal, liar)
        game.send(SaidGo(1))
        while not other.saved.fault and not other.is_ended:
            pair.exchange()
            if not any(pair.act(seat) for seat in range(2)) and not other.saved.fault:
                pair.exchange()
                break
        assert other.saved.fault == RemoteFault.NO_GO
        assert Card.parse(str(other.saved.facts["card"])) in fits
        return
    raise AssertionError("no deal had such a moment")


def test_uncommitted_nonce_is_detected() -> None:
    pair = Pair(5)
    pair.games[0].saved.nonce = bytes(16)
    pair.exchange()
    assert pair.games[1].saved.fault == RemoteFault.NONCE


def test_own_board_refuses_illegal_actions() -> None:
    pair = Pair.at_stage("play", 4)
    dealer, pone = seats(pair)
    game = pair.games[pone]
    before = msgspec.json.encode(game.saved)
    other = pair.games[dealer].saved.hand[0]
    for action in (
        Go(pone),
        Play(pone, other),
        Play(dealer, other),
        Discard(pone, game.saved.hand[:2]),
    ):
        with pytest.raises(IllegalAction):
            game.act(action)
    with pytest.raises(IllegalAction):
        game.deal()
    assert msgspec.json.encode(game.saved) == before


def test_envelope_of_another_board_is_ignored() -> None:
    pair = Pair(7)
    stranger = SigningKey()
    text = seal(GAME, 1, 0, '{"type":"leave"}', stranger)
    pair.games[0].receive(open_envelope(text))
    assert pair.games[0].saved.left is None
    genuine = msgspec.json.decode(seal(GAME, 1, 0, '{"type":"leave"}', pair.keys[1]), type=Envelope)
    for changed in (
        msgspec.structs.replace(genuine, number=2),
        msgspec.structs.replace(genuine, body='{"type":"open"}'),
        msgspec.structs.replace(genuine, key=stranger.public.hex()),
    ):
        with pytest.raises(WireError) as refused:
            open_envelope(msgspec.json.encode(changed).decode())
        assert refused.value.code is RemoteFault.NOT_SIGNED


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game":"x"}', "\x00", '{"game":1}'])
def test_malformed_envelope_is_refused(text: str) -> None:
    with pytest.raises(WireError) as refused:
        open_envelope(text)
    assert refused.value.code is RemoteFault.NO_LETTER
