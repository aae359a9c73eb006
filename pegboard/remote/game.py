"""A game between two boards: letters in, letters and actions out. No clock, no network, no chance.

Both boards hold the same game, as one that is played with real cards: what falls is known to both,
what a seat holds only to its own board. `KeptGame` is all of it, and is kept on disk by whoever
holds this before anything of it is sent or shown.
"""

import hashlib
from collections.abc import Mapping

from pegboard.cribbage.actions import Action, Crib, Cut, Deal, Discard, Go, Hand, Play
from pegboard.cribbage.cards import Card
from pegboard.cribbage.codes import Illegal
from pegboard.cribbage.game import Rules, State, apply, new_game, pending_hand
from pegboard.cribbage.notation import format_action, parse_action
from pegboard.cribbage.state import Over, Playing, Showing
from pegboard.errors import Fact, IllegalAction, WireError
from pegboard.remote import saved
from pegboard.remote.codes import FarFault
from pegboard.remote.fairness import check_gos
from pegboard.remote.saved import KeptGame, OneDeal
from pegboard.remote.messages import (
    Accept,
    AnyMessage,
    Begin,
    CutAt,
    Dealt,
    Discarded,
    Invite,
    Leave,
    Letter,
    Opened,
    PlayedAt,
    SaidGo,
    Shuffled,
    Thrown,
    Turned,
    body_of,
)
from pegboard.remote.pack import REST, Pack

SEATS = 2


def committed(nonce: bytes) -> str:
    """Returns the commitment to a nonce."""
    return hashlib.sha256(b"pegboard far nonce " + nonce).hexdigest()


def first_dealer(inviters: bytes, inviteds: bytes) -> int:
    """Returns the seat that deals first; neither board can choose it."""
    return hashlib.sha256(b"pegboard far dealer " + inviters + inviteds).digest()[0] % SEATS


class FarGame:
    """One board's side of a game. All that it changes is in `kept`."""

    def __init__(self, kept: KeptGame) -> None:
        self.kept = kept
        self._state: State | None = None
        self._upto = 0

    # --- the game

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return Rules(SEATS, target=self.kept.target)

    @property
    def ended(self) -> bool:
        """Tells if nothing more will come of it."""
        return self.kept.left is not None or bool(self.kept.fault) or self._settled()

    @property
    def state(self) -> State:
        """The game as both boards have it; it must have begun."""
        assert self.kept.dealer is not None
        if self._state is None:
            self._state, self._upto = new_game(self.rules, self.kept.dealer), 0
        for line in self.kept.lines[self._upto :]:
            self._state = apply(self._state, parse_action(line)).state
        self._upto = len(self.kept.lines)
        return self._state

    # --- this board acts

    def invite(self, name: str) -> None:
        """Writes the invitation."""
        self.send(Invite(name, self.kept.target, self.kept.commitment))

    def accept(self, name: str) -> None:
        """Accepts the invitation."""
        self.kept.names[self.kept.seat] = name
        self.send(Accept(name, self.kept.nonce))

    def leave(self) -> None:
        """Declines the invitation, or leaves the game."""
        if self.kept.left is None:
            self.kept.left = self.kept.seat
            self.send(Leave())

    def deal(self) -> None:
        """Deals as soon as the pack is ready.

        Raises:
            IllegalAction: the other board deals, or it is not time.
        """
        deal = self.kept.deal
        if deal is None or deal.dealer != self.kept.seat or deal.dealt:
            raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=self.kept.seat, turn=self._dealer())
        deal.asked = True
        self._advance()

    def act(self, action: Action) -> None:
        """Discards, plays a card, or says go.

        Raises:
            IllegalAction: the rules forbid it now, or it is not this board's to do.
        """
        deal, seat = self.kept.deal, self.kept.seat
        if self.ended or (self.kept.begun and self.state.over):
            raise IllegalAction(Illegal.GAME_OVER)
        if deal is None or not deal.dealt:
            raise IllegalAction(
                Illegal.DEAL_DUE, action=type(action).__name__.lower(), seat=self._dealer()
            )
        match action:
            case Discard(by, cards) if by == seat:
                self._discard(deal, cards)
            case Play(by, card) if by == seat:
                if card not in self.kept.hand:
                    raise IllegalAction(Illegal.NOT_HELD, seat=seat, card=str(card))
                self._check_turn()
                place = self._place(deal, card)
                self._play(deal, seat, place)
                self.send(PlayedAt(deal.number, place, deal.pack.keys([place])[place]))
            case Go(by) if by == seat:
                self._check_turn()
                if any(self.state.count + card.value <= 31 for card in self.kept.hand):
                    raise IllegalAction(Illegal.MUST_PLAY, seat=seat)
                self.go(deal, seat)
                self.send(SaidGo(deal.number))
            case _:
                raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=seat, turn=self.state.turn)
        self._advance()

    @property
    def works(self) -> bool:
        """Tells if this board is to work on the pack: `work`, which takes a while."""
        deal = self.kept.deal
        return deal is not None and not self.ended and deal.pack.my_round

    def work(self) -> None:
        """Does this board's next round of the shuffle."""
        deal = self.kept.deal
        if deal is not None and self.works:
            self.send(Shuffled(deal.number, deal.pack.work()))
            self._advance()

    # --- the other board

    def receive(self, letter: Letter) -> None:
        """Takes a letter; one that is known already, or comes too early, changes nothing.

        What no board of ours would send ends the game: `kept.fault` says why.
        """
        kept = self.kept
        if letter.game != kept.game or letter.board != kept.other:
            return
        news = min(letter.have, kept.confirmed + len(kept.sent)) - kept.confirmed
        if news > 0:
            del kept.sent[:news]
            kept.confirmed += news
        if letter.number != kept.received + 1:
            return
        kept.received += 1
        try:
            if not self.ended or self._settled():
                self._take(letter.message())
                self._advance()
        except IllegalAction as error:
            self._end(WireError(FarFault.AGAINST_RULES, code=str(error.code)))
        except WireError as error:
            self._end(error)

    def _end(self, error: WireError) -> None:
        self.kept.fault, self.kept.facts = str(error.code), _plain(error.facts)

    def _take(self, message: AnyMessage) -> None:
        kept, other = self.kept, 1 - self.kept.seat
        match message:
            case Leave():
                kept.left = other if kept.left is None else kept.left
                return
            case Accept(name, nonce) if kept.seat == 0 and not kept.begun and not kept.names[1]:
                kept.names[1] = name
                self.send(Begin(kept.nonce))
                self._begin(first_dealer(kept.nonce, nonce))
                return
            case Begin(nonce) if kept.seat == 1 and not kept.begun and kept.names[1]:
                if committed(nonce) != kept.commitment:
                    raise WireError(FarFault.NONCE)
                self._begin(first_dealer(nonce, kept.nonce))
                return
        deal = kept.deal
        if deal is None or getattr(message, "deal", 0) != deal.number:
            raise _not_now(message)
        self._take_in_deal(deal, message)

    def _take_in_deal(self, deal: OneDeal, message: AnyMessage) -> None:
        """Takes one message about the deal that goes on.

        Raises:
            WireError: no board of ours would send it now.
            IllegalAction: the rules forbid it.
        """
        other = 1 - self.kept.seat
        match message:
            case Shuffled(cards=cards):
                deal.pack.take(cards)
            case Dealt(keys=keys) if {*keys} == {*deal.pack.mine} and not deal.cards:
                if deal.dealer == other:
                    self._deal_cards(deal)
                elif not deal.dealt:
                    raise _not_now(message)
                self._learn(deal, keys)
            case Discarded(places=(one, two)) if deal.dealt and other not in deal.thrown:
                if one == two or not {one, two} <= {*deal.pack.others}:
                    raise WireError(FarFault.NOT_HELD)
                deal.thrown[other] = (one, two)
            case CutAt(place=place, key=key) if (
                deal.dealer != other and len(deal.thrown) == SEATS and place in REST
                and deal.cut is None
            ):  # fmt: skip
                self.send(Turned(deal.number, deal.pack.keys([place])[place]))
                self._turn_up(deal, place, key)
            case Turned(key=key) if deal.dealer == other and deal.cut not in (None, *deal.cards):
                assert deal.cut is not None
                self._turn_up(deal, deal.cut, key)
            case PlayedAt(place=place, key=key):
                gone = (*deal.thrown.get(other, ()), *deal.played_by(other))
                if place not in deal.pack.others or place in gone:
                    raise WireError(FarFault.NOT_HELD)
                self._learn(deal, {place: key})
                self._play(deal, other, place)
            case SaidGo():
                self.go(deal, other)
            case Thrown(keys=keys) if (
                not deal.shown[other] and {*keys} == {*deal.thrown.get(other, ())}
                and isinstance(self.state.stage, Showing | Over)
            ):  # fmt: skip
                self._learn(deal, keys)
                deal.shown[other] = True
            case Opened(seed=seed) if not deal.opened[other] and self._finished(deal):
                deal.pack.check(seed, deal.number)
                hidden = [place for place in deal.pack.others if place not in deal.cards]
                if hidden and any(go.seat == other for go in deal.gos):
                    self._open(deal, deal.pack.opened(seed, hidden))
                check_gos(deal, other)
                deal.opened[other] = True
            case _:
                raise _not_now(message)

    # --- steps of both

    def _begin(self, dealer: int) -> None:
        self.kept.dealer = dealer
        self._next_pack(1, dealer)

    def _next_pack(self, number: int, dealer: int) -> None:
        seed = hashlib.sha256(b"pegboard far deal %d " % number + self.kept.seed).digest()
        self.kept.deal = OneDeal(number, dealer, Pack(seed, dealer == self.kept.seat))

    def _deal_cards(self, deal: OneDeal) -> None:
        """Deals: the other's cards become known to it, and the deal to the game."""
        if not deal.pack.ready or deal.dealt:
            raise WireError(FarFault.NOT_NOW, kind="keys")
        deal.dealt = True
        self.send(Dealt(deal.number, deal.pack.keys(deal.pack.others)))
        self._do(Deal(deal.dealer))

    def _discard(self, deal: OneDeal, cards: tuple[Card, ...]) -> None:
        seat = self.kept.seat
        if seat in deal.thrown:
            raise IllegalAction(Illegal.LAID_AWAY_ALREADY, seat=seat)
        if len({*cards}) != 2 or len(cards) != 2:
            raise IllegalAction(Illegal.LAID_AWAY, wanted=2, n=len(cards))
        for card in cards:
            if card not in self.kept.hand:
                raise IllegalAction(Illegal.NOT_HELD, seat=seat, card=str(card))
        one, two = sorted(self._place(deal, card) for card in cards)
        deal.thrown[seat] = (one, two)
        self.send(Discarded(deal.number, (one, two)))

    def _turn_up(self, deal: OneDeal, place: int, key: bytes) -> None:
        """Turns the starter up."""
        deal.cut = place
        self._learn(deal, {place: key})
        self._do(Cut(deal.card(place)))

    def _play(self, deal: OneDeal, seat: int, place: int) -> None:
        """Plays the card at a place in the pack; raises IllegalAction if the rules forbid it."""
        if not isinstance(self.state.stage, Playing) or self.state.turn != seat:
            raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=seat, turn=self.state.turn)
        self._do(Play(seat, deal.card(place)))
        deal.played.append((place, seat))

    def go(self, deal: OneDeal, seat: int) -> None:
        """Says go."""
        count = self.state.count
        self._do(Go(seat))
        deal.gos.append(saved.Go(seat, count, len(deal.played)))

    def _advance(self) -> None:
        """Does what follows by itself."""
        deal, seat = self.kept.deal, self.kept.seat
        if deal is None or self.kept.fault or self.kept.left is not None:
            return
        if deal.asked and not deal.dealt and deal.pack.ready:
            self._deal_cards(deal)
        if len(deal.thrown) == SEATS and deal.cut is None and deal.dealer != seat:
            deal.cut = self._place_to_cut(deal)
            self.send(CutAt(deal.number, deal.cut, deal.pack.keys([deal.cut])[deal.cut]))
        if isinstance(self.state.stage, Showing) and not deal.shown[seat]:
            deal.shown[seat] = True
            self.send(Thrown(deal.number, deal.pack.keys(deal.thrown[seat])))
        while (shown := self._shown(deal)) is not None:
            self._do(shown)
        if self._finished(deal) and not deal.opened[seat]:
            deal.opened[seat] = True
            self.send(Opened(deal.number, deal.pack.seed))
        if all(deal.opened):
            self.kept.checked = max(self.kept.checked, deal.number)
            if not self.state.over:
                self._next_pack(deal.number + 1, self.state.dealer)

    def _shown(self, deal: OneDeal) -> Action | None:
        """Returns the hand that lies open to be counted now; None if there is none."""
        pending = pending_hand(self.state)
        if isinstance(pending, int):
            laid = tuple(card for by, card in self.state.plays if by == pending)
            return Hand(pending, laid)
        if pending == "crib" and all(deal.shown):
            crib = [deal.card(each) for seat in range(SEATS) for each in deal.thrown[seat]]
            return Crib(tuple(crib))
        return None

    def _finished(self, deal: OneDeal) -> bool:
        """Tells if a deal was played to its end."""
        return deal.dealt and self.state.stage_name in ("deal", "over")

    def _settled(self) -> bool:
        """Tells if the game is over, and both have opened its last deal."""
        deal = self.kept.deal
        return deal is not None and all(deal.opened) and self.state.over

    def _learn(self, deal: OneDeal, keys: dict[int, bytes]) -> None:
        """Takes keys of the other board, and knows the cards then."""
        self._open(deal, deal.pack.learn(keys))

    def _open(self, deal: OneDeal, cards: dict[int, Card]) -> None:
        """Knows more cards."""
        deal.cards |= {place: str(card) for place, card in cards.items()}

    def _do(self, action: Action) -> None:
        apply(self.state, action)
        self.kept.lines.append(format_action(action))

    def send(self, message: AnyMessage) -> None:
        """Writes a message, to be sent once it is on the disk."""
        self.kept.sent.append(body_of(message))

    def _place(self, deal: OneDeal, card: Card) -> int:
        text = str(card)
        return next(place for place in deal.pack.mine if deal.cards.get(place) == text)

    def _place_to_cut(self, deal: OneDeal) -> int:
        digest = hashlib.sha256(b"pegboard far cut " + deal.pack.seed).digest()
        return REST[int.from_bytes(digest) % len(REST)]

    def _dealer(self) -> int | None:
        return self.kept.deal.dealer if self.kept.deal is not None else None

    def _check_turn(self) -> None:
        if not isinstance(self.state.stage, Playing) or self.state.turn != self.kept.seat:
            turn = self.state.turn
            raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=self.kept.seat, turn=turn)


def _plain(facts: Mapping[str, Fact]) -> dict[str, str | int]:
    return {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts.items()}


def _not_now(message: AnyMessage) -> WireError:
    """Returns the error of a message that comes out of turn."""
    return WireError(FarFault.NOT_NOW, kind=str(type(message).__struct_config__.tag))
