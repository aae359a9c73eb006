"""A game between two boards, without clock, network or randomness.

Both boards hold the same game as one with real cards: played cards are known to both, a seat's hand
only to its own board. The whole state is a `SavedGame`, which the caller saves before anything is
sent or shown.
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
from pegboard.remote.codes import RemoteFault
from pegboard.remote.fairness import check_gos
from pegboard.remote.messages import (
    Accept,
    AnyMessage,
    Begin,
    CutAt,
    Dealt,
    Discarded,
    Envelope,
    Invite,
    Leave,
    Opened,
    PlayedAt,
    SaidGo,
    Shuffled,
    Thrown,
    Turned,
    encode_body,
)
from pegboard.remote.pack import REST, Pack
from pegboard.remote.saved import DealState, SavedGame

SEATS = 2


def commitment_to(nonce: bytes) -> str:
    """Returns the commitment to a nonce."""
    return hashlib.sha256(b"pegboard far nonce " + nonce).hexdigest()


def first_dealer(inviters: bytes, inviteds: bytes) -> int:
    """Returns the seat that deals first; neither board can influence it."""
    return hashlib.sha256(b"pegboard far dealer " + inviters + inviteds).digest()[0] % SEATS


class RemoteGame:
    """One board's side of a game; its whole state is in `saved`."""

    def __init__(self, saved: SavedGame) -> None:
        self.saved = saved
        self._state: State | None = None
        self._lines_applied = 0

    # --- the game

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return Rules(SEATS, target=self.saved.target)

    @property
    def is_ended(self) -> bool:
        """Returns True if the game is over, left, or ended by a fault."""
        return self.saved.left is not None or bool(self.saved.fault) or self._is_complete()

    @property
    def state(self) -> State:
        """Current state of a game that has begun."""
        assert self.saved.dealer is not None
        if self._state is None:
            self._state, self._lines_applied = new_game(self.rules, self.saved.dealer), 0
        for line in self.saved.lines[self._lines_applied :]:
            self._state = apply(self._state, parse_action(line)).state
        self._lines_applied = len(self.saved.lines)
        return self._state

    # --- actions of this board

    def invite(self, name: str) -> None:
        """Queues the invitation."""
        self.send(Invite(name, self.saved.target, self.saved.commitment))

    def accept(self, name: str) -> None:
        """Accepts the invitation."""
        self.saved.names[self.saved.seat] = name
        self.send(Accept(name, self.saved.nonce))

    def leave(self) -> None:
        """Declines the invitation, or leaves the game."""
        if self.saved.left is None:
            self.saved.left = self.saved.seat
            self.send(Leave())

    def deal(self) -> None:
        """Requests the deal, which happens as soon as the pack is ready.

        Raises:
            IllegalAction: the other board deals, or the cards are dealt already.
        """
        deal = self.saved.deal
        if deal is None or deal.dealer != self.saved.seat or deal.dealt:
            raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=self.saved.seat, turn=self._dealer())
        deal.is_requested = True
        self._advance()

    def act(self, action: Action) -> None:
        """Discards, plays a card or says go.

        Raises:
            IllegalAction: the rules forbid it, or it is not this board's turn.
        """
        deal, seat = self.saved.deal, self.saved.seat
        if self.is_ended or (self.saved.has_begun and self.state.over):
            raise IllegalAction(Illegal.GAME_OVER)
        if deal is None or not deal.dealt:
            raise IllegalAction(
                Illegal.DEAL_DUE, action=type(action).__name__.lower(), seat=self._dealer()
            )
        match action:
            case Discard(by, cards) if by == seat:
                self._discard(deal, cards)
            case Play(by, card) if by == seat:
                if card not in self.saved.hand:
                    raise IllegalAction(Illegal.NOT_HELD, seat=seat, card=str(card))
                self._check_turn()
                place = self._place(deal, card)
                self._play(deal, seat, place)
                self.send(PlayedAt(deal.number, place, deal.pack.keys([place])[place]))
            case Go(by) if by == seat:
                self._check_turn()
                if any(self.state.count + card.value <= 31 for card in self.saved.hand):
                    raise IllegalAction(Illegal.MUST_PLAY, seat=seat)
                self.go(deal, seat)
                self.send(SaidGo(deal.number))
            case _:
                raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=seat, turn=self.state.turn)
        self._advance()

    @property
    def has_work(self) -> bool:
        """Returns True if it is this board's turn to shuffle."""
        deal = self.saved.deal
        return deal is not None and not self.is_ended and deal.pack.is_my_round

    def shuffle(self) -> None:
        """Performs this board's next round of the shuffle, which takes long."""
        deal = self.saved.deal
        if deal is not None and self.has_work:
            self.send(Shuffled(deal.number, deal.pack.shuffle()))
            self._advance()

    # --- messages of the other board

    def receive(self, envelope: Envelope) -> None:
        """Handles an envelope; duplicates and early ones are ignored.

        An invalid message ends the game with `saved.fault`.
        """
        saved = self.saved
        if envelope.game != saved.game or envelope.board != saved.other:
            return
        news = min(envelope.have, saved.confirmed + len(saved.sent)) - saved.confirmed
        if news > 0:
            del saved.sent[:news]
            saved.confirmed += news
        if envelope.number != saved.received + 1:
            return
        saved.received += 1
        try:
            if not self.is_ended or self._is_complete():
                self._handle(envelope.message())
                self._advance()
        except IllegalAction as error:
            self._end(WireError(RemoteFault.AGAINST_RULES, code=str(error.code)))
        except WireError as error:
            self._end(error)

    def _end(self, error: WireError) -> None:
        self.saved.fault, self.saved.facts = str(error.code), _plain(error.facts)

    def _handle(self, message: AnyMessage) -> None:
        kept, other = self.saved, 1 - self.saved.seat
        match message:
            case Leave():
                kept.left = other if kept.left is None else kept.left
                return
            case Accept(name, nonce) if kept.seat == 0 and not kept.has_begun and not kept.names[1]:
                kept.names[1] = name
                self.send(Begin(kept.nonce))
                self._start(first_dealer(kept.nonce, nonce))
                return
            case Begin(nonce) if kept.seat == 1 and not kept.has_begun and kept.names[1]:
                if commitment_to(nonce) != kept.commitment:
                    raise WireError(RemoteFault.NONCE)
                self._start(first_dealer(nonce, kept.nonce))
                return
        deal = kept.deal
        if deal is None or getattr(message, "deal", 0) != deal.number:
            raise _not_now(message)
        self._handle_in_deal(deal, message)

    def _handle_in_deal(self, deal: DealState, message: AnyMessage) -> None:
        """Handles a message about the current deal.

        Raises:
            WireError: the message is not valid now.
            IllegalAction: the rules forbid it.
        """
        other = 1 - self.saved.seat
        match message:
            case Shuffled(cards=cards):
                deal.pack.receive(cards)
            case Dealt(keys=keys) if {*keys} == {*deal.pack.mine} and not deal.cards:
                if deal.dealer == other:
                    self._deal_cards(deal)
                elif not deal.dealt:
                    raise _not_now(message)
                self._add_keys(deal, keys)
            case Discarded(places=(one, two)) if deal.dealt and other not in deal.thrown:
                if one == two or not {one, two} <= {*deal.pack.others}:
                    raise WireError(RemoteFault.NOT_HELD)
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
                used = (*deal.thrown.get(other, ()), *deal.played_by(other))
                if place not in deal.pack.others or place in used:
                    raise WireError(RemoteFault.NOT_HELD)
                self._add_keys(deal, {place: key})
                self._play(deal, other, place)
            case SaidGo():
                self.go(deal, other)
            case Thrown(keys=keys) if (
                not deal.shown[other] and {*keys} == {*deal.thrown.get(other, ())}
                and isinstance(self.state.stage, Showing | Over)
            ):  # fmt: skip
                self._add_keys(deal, keys)
                deal.shown[other] = True
            case Opened(seed=seed) if not deal.opened[other] and self._is_played(deal):
                deal.pack.check(seed, deal.number)
                hidden = [place for place in deal.pack.others if place not in deal.cards]
                if hidden and any(go.seat == other for go in deal.gos):
                    self._add_cards(deal, deal.pack.reveal(seed, hidden))
                check_gos(deal, other)
                deal.opened[other] = True
            case _:
                raise _not_now(message)

    # --- steps of both boards

    def _start(self, dealer: int) -> None:
        self.saved.dealer = dealer
        self._next_pack(1, dealer)

    def _next_pack(self, number: int, dealer: int) -> None:
        seed = hashlib.sha256(b"pegboard far deal %d " % number + self.saved.seed).digest()
        self.saved.deal = DealState(number, dealer, Pack(seed, dealer == self.saved.seat))

    def _deal_cards(self, deal: DealState) -> None:
        """Sends the other board the keys of its cards, and records the deal."""
        if not deal.pack.is_ready or deal.dealt:
            raise WireError(RemoteFault.NOT_NOW, kind="keys")
        deal.dealt = True
        self.send(Dealt(deal.number, deal.pack.keys(deal.pack.others)))
        self._apply(Deal(deal.dealer))

    def _discard(self, deal: DealState, cards: tuple[Card, ...]) -> None:
        seat = self.saved.seat
        if seat in deal.thrown:
            raise IllegalAction(Illegal.LAID_AWAY_ALREADY, seat=seat)
        if len({*cards}) != 2 or len(cards) != 2:
            raise IllegalAction(Illegal.LAID_AWAY, wanted=2, n=len(cards))
        for card in cards:
            if card not in self.saved.hand:
                raise IllegalAction(Illegal.NOT_HELD, seat=seat, card=str(card))
        one, two = sorted(self._place(deal, card) for card in cards)
        deal.thrown[seat] = (one, two)
        self.send(Discarded(deal.number, (one, two)))

    def _turn_up(self, deal: DealState, place: int, key: bytes) -> None:
        """Turns up the starter."""
        deal.cut = place
        self._add_keys(deal, {place: key})
        self._apply(Cut(deal.card(place)))

    def _play(self, deal: DealState, seat: int, place: int) -> None:
        """Plays the card at a place in the pack.

        Raises:
            IllegalAction: the rules forbid it.
        """
        if not isinstance(self.state.stage, Playing) or self.state.turn != seat:
            raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=seat, turn=self.state.turn)
        self._apply(Play(seat, deal.card(place)))
        deal.played.append((place, seat))

    def go(self, deal: DealState, seat: int) -> None:
        """Records a go."""
        count = self.state.count
        self._apply(Go(seat))
        deal.gos.append(saved.Go(seat, count, len(deal.played)))

    def _advance(self) -> None:
        """Performs all automatic steps."""
        deal, seat = self.saved.deal, self.saved.seat
        if deal is None or self.saved.fault or self.saved.left is not None:
            return
        if deal.is_requested and not deal.dealt and deal.pack.is_ready:
            self._deal_cards(deal)
        if len(deal.thrown) == SEATS and deal.cut is None and deal.dealer != seat:
            deal.cut = self._place_to_cut(deal)
            self.send(CutAt(deal.number, deal.cut, deal.pack.keys([deal.cut])[deal.cut]))
        if isinstance(self.state.stage, Showing) and not deal.shown[seat]:
            deal.shown[seat] = True
            self.send(Thrown(deal.number, deal.pack.keys(deal.thrown[seat])))
        while (shown := self._next_hand(deal)) is not None:
            self._apply(shown)
        if self._is_played(deal) and not deal.opened[seat]:
            deal.opened[seat] = True
            self.send(Opened(deal.number, deal.pack.seed))
        if all(deal.opened):
            self.saved.checked = max(self.saved.checked, deal.number)
            if not self.state.over:
                self._next_pack(deal.number + 1, self.state.dealer)

    def _next_hand(self, deal: DealState) -> Action | None:
        """Returns the action that counts the next face-up hand, or None."""
        pending = pending_hand(self.state)
        if isinstance(pending, int):
            cards = tuple(card for by, card in self.state.plays if by == pending)
            return Hand(pending, cards)
        if pending == "crib" and all(deal.shown):
            crib = [deal.card(place) for seat in range(SEATS) for place in deal.thrown[seat]]
            return Crib(tuple(crib))
        return None

    def _is_played(self, deal: DealState) -> bool:
        """Returns True if a deal has been played to the end."""
        return deal.dealt and self.state.stage_name in ("deal", "over")

    def _is_complete(self) -> bool:
        """Returns True if the game is over and both boards have opened its last deal."""
        deal = self.saved.deal
        return deal is not None and all(deal.opened) and self.state.over

    def _add_keys(self, deal: DealState, keys: dict[int, bytes]) -> None:
        """Unlocks cards with keys of the other board."""
        self._add_cards(deal, deal.pack.unlock(keys))

    def _add_cards(self, deal: DealState, cards: dict[int, Card]) -> None:
        """Adds cards that have become known."""
        deal.cards |= {place: str(card) for place, card in cards.items()}

    def _apply(self, action: Action) -> None:
        apply(self.state, action)
        self.saved.lines.append(format_action(action))

    def send(self, message: AnyMessage) -> None:
        """Queues a message, to be sent once it is saved."""
        self.saved.sent.append(encode_body(message))

    def _place(self, deal: DealState, card: Card) -> int:
        text = str(card)
        return next(place for place in deal.pack.mine if deal.cards.get(place) == text)

    def _place_to_cut(self, deal: DealState) -> int:
        digest = hashlib.sha256(b"pegboard far cut " + deal.pack.seed).digest()
        return REST[int.from_bytes(digest) % len(REST)]

    def _dealer(self) -> int | None:
        return self.saved.deal.dealer if self.saved.deal is not None else None

    def _check_turn(self) -> None:
        if not isinstance(self.state.stage, Playing) or self.state.turn != self.saved.seat:
            turn = self.state.turn
            raise IllegalAction(Illegal.NOT_YOUR_TURN, seat=self.saved.seat, turn=turn)


def _plain(facts: Mapping[str, Fact]) -> dict[str, str | int]:
    return {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts.items()}


def _not_now(message: AnyMessage) -> WireError:
    """Returns the error for a message out of turn."""
    return WireError(RemoteFault.NOT_NOW, kind=str(type(message).__struct_config__.tag))
