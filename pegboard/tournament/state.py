"""The state of an event, computed by folding its decisions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pegboard.errors import ConfigError, IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    Amended,
    AnyDecision,
    Called,
    ConsolationOpened,
    Counted,
    Drawn,
    Entered,
    EventKind,
    Forfeited,
    Left,
    MatchWon,
    Opened,
    Placed,
    PlayedOff,
    Recorded,
    Renamed,
    Reseated,
    Revealed,
    Seeded,
    Signed,
    Undone,
)
from pegboard.tournament.duplicate import commitment_of, tables_of
from pegboard.tournament.rotation.bracket import (
    BEST_OF,
    Key,
    Match,
    MatchGame,
    Meeting,
    Result,
    bracket,
    check_score,
    games_needed,
    won_games,
)
from pegboard.tournament.rotation.circle import Pairing, Round
from pegboard.tournament.rotation.rotation import rotation
from pegboard.tournament.scorecards.corrections import Correction, correct
from pegboard.tournament.scorecards.line import MARGIN_MOST, Card, Line, forfeit, lost, won
from pegboard.tournament.standings.duplicate import EXPERT, rank_duplicate
from pegboard.tournament.standings.qualifying import Cut, cut
from pegboard.tournament.standings.ranking import Place, rank

HOLD_S = 2.0
"""Seconds for which a seat must hold its button to sign."""


@dataclass(frozen=True, slots=True)
class EventState:
    """The state after the decisions so far.

    Attributes:
        names: player id -> name, including players who have left.
        about: player id -> number and club, if either is set.
        present: players of the next round.
        boards: table -> board.
        replaced: table -> previous board, since the last draw.
        rounds: drawn rounds.
        cards: player id -> score card.
        signed: signed games in order.
        playoffs: winner and loser of each play-off.
        seeds: seeds of the bracket, the top seed first; empty before seeding.
        results: entered results of matches.
        called: calls of matches and play-offs, by meeting.
        match_games: games played in matches and play-offs.
        secret: secret of a duplicate night's deals; empty until it is revealed.
        consolation: id of the consolation, or empty.
    """

    name: str = ""
    kind: EventKind = EventKind.CLUB
    games: int = 0
    seed: str = ""
    best_of: int = 3
    names: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    present: tuple[str, ...] = ()
    boards: Mapping[int, str] = field(default_factory=dict)
    replaced: Mapping[int, str] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    signed: tuple[Signed, ...] = ()
    playoffs: tuple[tuple[str, str], ...] = ()
    seeds: tuple[str, ...] = ()
    results: Mapping[Key, Result] = field(default_factory=dict)
    called: Mapping[Meeting, Called] = field(default_factory=dict)
    match_games: tuple[MatchGame, ...] = ()
    secret: str = ""
    consolation: str = ""
    _ranking: list[tuple[Place, ...]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )
    """The standings once they have been computed; every decision makes a new state."""

    def next_round(self) -> Round | None:
        """Computes the next round; None if all have been drawn."""
        number = len(self.rounds) + 1
        if number > self.games:
            return None
        if self.kind is EventKind.DUPLICATE:
            return None if self.secret else tables_of(self.names, self.present, number)
        return rotation(self.present, number, self.seed, self.rounds)[0]

    def standings(self) -> tuple[Place, ...]:
        """Ranks all players by their current cards; the result is cached."""
        if not self._ranking:
            self._ranking.append(
                rank_duplicate(self.cards.values())
                if self.kind is EventKind.DUPLICATE
                else rank(self.cards.values(), self.playoffs)
            )
        return self._ranking[0]

    def cut(self) -> Cut:
        """Divides the field by the current cards."""
        return cut(self.standings())

    @property
    def card_games(self) -> tuple[Signed, ...]:
        """Signed games of the rounds, which are on score cards."""
        return tuple(signed_game for signed_game in self.signed if signed_game.match is None)

    def bracket(self) -> tuple[tuple[Match, ...], ...]:
        """Builds the rounds of the bracket; none before seeding."""
        if not self.seeds:
            return ()
        return bracket(self.seeds, self.results, self.best_of, self.match_games)


def effective_decisions(decisions: Sequence[AnyDecision]) -> list[tuple[int, AnyDecision]]:
    """Returns the decisions that are not undone, with their numbers, without the undos."""
    undone: set[int] = set()
    for seq in range(len(decisions), 0, -1):
        decision = decisions[seq - 1]
        if isinstance(decision, Undone) and seq not in undone and decision.seq < seq:
            undone.add(decision.seq)
    return [
        (seq, decision)
        for seq, decision in enumerate(decisions, 1)
        if seq not in undone and not isinstance(decision, Undone)
    ]


def fold(decisions: Sequence[AnyDecision]) -> EventState:
    """Returns the state after these decisions.

    Raises:
        IllegalAction, ConfigError: a decision is not allowed, see `apply_decision`.
    """
    state = EventState()
    for _, decision in effective_decisions(decisions):
        state = apply_decision(state, decision)
    return state


def apply_decision(state: EventState, decision: AnyDecision) -> EventState:
    """Returns the state after one more decision.

    Raises:
        IllegalAction: the decision is not allowed in this state.
        ConfigError: the decision has an impossible number.
    """
    if isinstance(decision, Opened) == bool(state.games):
        raise IllegalAction(EventFault.OPENED_FIRST)
    match decision:
        case Opened():
            if decision.best_of not in BEST_OF:
                raise ConfigError(EventFault.BEST_OF, value=decision.best_of)
            return replace(
                state,
                name=decision.name,
                kind=decision.kind,
                games=decision.games,
                seed=decision.seed,
                best_of=decision.best_of,
            )
        case Entered():
            return _entered(state, decision)
        case Renamed(player=player, name=name):
            _require_entered(state, (player,))
            return replace(state, names={**state.names, player: name})
        case Left(player=player):
            if player not in state.present:
                raise IllegalAction(EventFault.NOT_PRESENT, player=player)
            return replace(state, present=tuple(p for p in state.present if p != player))
        case Placed(table=table, board=board):
            others = {
                at: other_board for at, other_board in state.boards.items() if other_board != board
            }
            replaced = {
                at: other_board
                for at, other_board in state.replaced.items()
                if other_board != board
            }
            if others.get(table):
                replaced[table] = others[table]
            return replace(state, boards={**others, table: board}, replaced=replaced)
        case Drawn():
            return _drawn(state, decision)
        case Reseated():
            return _reseated(state, decision)
        case Signed():
            return _signed(state, decision)
        case Called():
            return _called(state, decision)
        case Counted(match=match, winner=winner, loser=loser):
            game = MatchGame(match, decision.number, winner, loser, decision.board, decision.game)
            return _add_match_game(state, game)
        case Forfeited():
            return _forfeited(state, decision)
        case Recorded():
            return _recorded(state, decision)
        case Amended():
            return _amended(state, decision)
        case PlayedOff(winner=winner, loser=loser):
            _require_entered(state, (winner, loser))
            return replace(state, playoffs=(*state.playoffs, (winner, loser)))
        case Seeded(players=seeds):
            _require_entered(state, seeds)
            if len(set(seeds)) < len(seeds) or _has_bracket_begun(state) or state.consolation:
                raise IllegalAction(EventFault.SEEDS)
            return replace(state, seeds=seeds)
        case ConsolationOpened(event=event):
            if not state.seeds or state.consolation or state.kind is not EventKind.MAIN:
                raise IllegalAction(EventFault.NO_CONSOLATION)
            return replace(state, consolation=event)
        case Revealed(secret=secret):
            over = state.kind is EventKind.DUPLICATE and state.rounds and not state.secret
            if not over or commitment_of(secret) != state.seed:
                raise IllegalAction(EventFault.NOT_REVEALED)
            return replace(state, secret=secret)
        case MatchWon(winner=winner, loser=loser):
            _check_match_won(state, decision)
            key, result = (decision.round, decision.number), Result(winner, loser, decision.games)
            return replace(state, results={**state.results, key: result})
        case Undone():
            return state  # handled by `effective_decisions`


def _entered(state: EventState, entered: Entered) -> EventState:
    player = entered.player
    if player in state.present:
        raise IllegalAction(EventFault.ENTERED_ALREADY, player=player)
    about = {**state.about}
    if entered.number or entered.club:
        about[player] = (entered.number, entered.club)
    return replace(
        state,
        names={**state.names, player: entered.name},
        about=about,
        cards={**state.cards, player: state.cards.get(player, Card(player))},
        present=(*state.present, player),
    )


def _drawn(state: EventState, drawn: Drawn) -> EventState:
    pairings = tuple(Pairing(game.table, (game.first, game.second)) for game in drawn.games)
    round = Round(drawn.round, pairings, drawn.bye)
    if drawn.round != len(state.rounds) + 1 or drawn.round > state.games or state.secret:
        raise IllegalAction(EventFault.NOT_NEXT, round=drawn.round)
    if _players_of(round) != sorted(state.present):
        raise IllegalAction(EventFault.PLAYS_ONCE, round=drawn.round)
    return replace(state, rounds=(*state.rounds, round), replaced={})


def _reseated(state: EventState, reseated: Reseated) -> EventState:
    if not state.rounds or reseated.round != len(state.rounds):
        raise IllegalAction(EventFault.NOT_NEXT, round=reseated.round)
    before = state.rounds[-1]
    pairings = tuple(Pairing(game.table, (game.first, game.second)) for game in reseated.games)
    after = Round(before.number, pairings, reseated.bye)
    tables = {pairing.table for pairing in pairings}
    if _players_of(after) != _players_of(before) or len(tables) < len(pairings):
        raise IllegalAction(EventFault.PLAYS_ONCE, round=reseated.round)
    if any((EXPERT in pairing.seats) != (pairing.seats[1] == EXPERT) for pairing in pairings):
        raise IllegalAction(EventFault.NO_DUPLICATE)
    moved = {*before.pairings} ^ {*pairings}
    for player in sorted({player for pairing in moved for player in pairing.seats} - {EXPERT}):
        if state.cards[player].line(reseated.round) is not None:
            raise IllegalAction(EventFault.SIGNED_ALREADY, player=player, game=reseated.round)
    return replace(state, rounds=(*state.rounds[:-1], after))


def _players_of(round: Round) -> list[str]:
    """Returns all players of a round in order, including the bye, without the expert."""
    seated = [player for pairing in round.pairings for player in pairing.seats]
    playing = [player for player in seated if player != EXPERT]
    return sorted([*playing, *([round.bye] if round.bye else [])])


def _signed(state: EventState, signed: Signed) -> EventState:
    if _players_at(state, signed) != signed.players:
        raise IllegalAction(EventFault.OTHERS_PLAY, round=signed.round, table=signed.table)
    held = zip(signed.players, signed.held_s, strict=True)
    if min(seconds for player, seconds in held if player != EXPERT) < HOLD_S:
        raise IllegalAction(EventFault.HOLD, table=signed.table, seconds=HOLD_S)
    lines = []
    for player, other, written in zip(
        signed.players, signed.players[::-1], signed.lines, strict=True
    ):
        line = written.line()
        if (line.game, line.opponent) != (signed.round, other):
            raise IllegalAction(EventFault.OTHER_LINE, player=player, game=line.game)
        lines.append((player, line))
    cards = state.cards if signed.match is not None else _add_lines(state.cards, lines)
    if any(
        (signed_game.board, signed_game.game) == (signed.board, signed.game)
        for signed_game in state.signed
    ):
        raise IllegalAction(EventFault.GAME_USED)
    if signed.match is not None:
        won = 0 if lines[0][1].claims_win else 1
        players = (signed.players[won], signed.players[1 - won])
        game = MatchGame(signed.match, signed.round, *players, signed.board, signed.game)
        return replace(_add_match_game(state, game), signed=(*state.signed, signed))
    return replace(state, cards=cards, signed=(*state.signed, signed))


def _players_at(state: EventState, signed: Signed) -> tuple[str, str] | None:
    """Returns the players assigned to the table of signed cards, or None."""
    if signed.match is not None:
        call = state.called.get((signed.match, frozenset(signed.players)))
        return call.players if call is not None and call.table == signed.table else None
    if signed.round > len(state.rounds):
        raise IllegalAction(EventFault.NOT_DRAWN, round=signed.round)
    pairings = state.rounds[signed.round - 1].pairings
    return next((pairing.seats for pairing in pairings if pairing.table == signed.table), None)


def _called(state: EventState, called: Called) -> EventState:
    if state.kind is EventKind.DUPLICATE:
        raise IllegalAction(EventFault.NO_DUPLICATE)
    _require_entered(state, called.players)
    one, other = called.players
    if one == other:
        raise IllegalAction(EventFault.PLAYER_TWICE, player=one)
    meeting = called.match, frozenset(called.players)
    before = state.called.get(meeting)
    replaced = state.replaced
    if before is None or before.table != called.table:  # the replaced board played another game
        replaced = {at: there for at, there in replaced.items() if at != called.table}
    return replace(state, called={**state.called, meeting: called}, replaced=replaced)


def _add_match_game(state: EventState, game: MatchGame) -> EventState:
    """Adds a game to a match that has been called and is undecided."""
    meeting = game.meeting
    if meeting not in state.called:
        raise IllegalAction(
            EventFault.NO_MATCH,
            round=game.match[0], match=game.match[1], one=game.winner, other=game.loser,
        )  # fmt: skip
    best_of = state.best_of if game.match[0] else 1
    same = [match_game for match_game in state.match_games if match_game.meeting == meeting]
    wins = won_games(same).get(meeting, {}).values()
    result = state.results.get(game.match)
    entered = result is not None and {result.winner, result.loser} == meeting[1]
    parted = not game.match[0] and any({*pair} == meeting[1] for pair in state.playoffs)
    over = entered or parted or max(wins, default=0) >= games_needed(best_of)
    if over or game.number > best_of or game.number in {match_game.number for match_game in same}:
        raise IllegalAction(EventFault.MATCH_GAME, game=game.number, best_of=best_of)
    if any(
        (match_game.board, match_game.game) == (game.board, game.game)
        for match_game in state.match_games
    ):
        raise IllegalAction(EventFault.GAME_USED)
    games = (*state.match_games, game)
    if game.match[0]:
        return replace(state, match_games=games)
    pair = (game.winner, game.loser)
    return replace(state, match_games=games, playoffs=(*state.playoffs, pair))


def _has_bracket_begun(state: EventState) -> bool:
    """Returns True if any match of the bracket has a result or a game."""
    return bool(state.results) or any(match_game.match[0] for match_game in state.match_games)


def _forfeited(state: EventState, decision: Forfeited) -> EventState:
    if state.kind is EventKind.DUPLICATE:
        raise IllegalAction(EventFault.NO_DUPLICATE)
    if decision.round > len(state.rounds):
        raise IllegalAction(EventFault.NOT_DRAWN, round=decision.round)
    for pairing in state.rounds[decision.round - 1].pairings:
        if decision.late in pairing.seats:
            late = decision.late
            present = next(player for player in pairing.seats if player != late)
            lines = zip((present, late), forfeit(decision.round, present, late), strict=True)
            return replace(state, cards=_add_lines(state.cards, lines))
    raise IllegalAction(EventFault.NOT_PRESENT, player=decision.late)


def _recorded(state: EventState, recorded: Recorded) -> EventState:
    if state.kind is EventKind.DUPLICATE:
        raise IllegalAction(EventFault.NO_DUPLICATE)
    number, winner, loser = recorded.round, recorded.winner, recorded.loser
    if number > len(state.rounds):
        raise IllegalAction(EventFault.NOT_DRAWN, round=number)
    pairings = state.rounds[number - 1].pairings
    if winner == loser or {winner, loser} not in [{*pairing.seats} for pairing in pairings]:
        raise IllegalAction(EventFault.NO_PAIRING, round=number, one=winner, other=loser)
    margin = MARGIN_MOST - recorded.score
    lines = [(winner, won(number, loser, margin)), (loser, lost(number, winner, margin))]
    if not recorded.reason.strip():
        return replace(state, cards=_add_lines(state.cards, lines))
    corrected = {player: state.cards[player].with_line(line) for player, line in lines}
    return replace(state, cards={**state.cards, **corrected})


def _add_lines(cards: Mapping[str, Card], lines: Iterable[tuple[str, Line]]) -> dict[str, Card]:
    """Adds lines to cards.

    Raises:
        IllegalAction: a card has a line of the same game.
    """
    changed = dict(cards)
    for player, line in lines:
        if player == EXPERT:
            continue  # the expert has no card
        if changed[player].line(line.game) is not None:
            raise IllegalAction(EventFault.SIGNED_ALREADY, player=player, game=line.game)
        changed[player] = changed[player].with_line(line)
    return changed


def _amended(state: EventState, amended: Amended) -> EventState:
    _require_entered(state, (amended.player,))
    old = None if amended.old is None else amended.old.line()
    correction = Correction(
        amended.player, amended.by, amended.at, old, amended.new.line(), amended.rule,
        amended.reason,
    )  # fmt: skip
    cards = {**state.cards, amended.player: correct(state.cards[amended.player], correction)}
    return replace(state, cards=cards)


def _check_match_won(state: EventState, won: MatchWon) -> None:
    """Checks that a result belongs to a match of the bracket.

    Raises:
        IllegalAction: there is no such match, or the result is impossible.
    """
    matches = {
        (match.round, match.number): match for matches in state.bracket() for match in matches
    }
    match = matches.get((won.round, won.number))
    if match is None or set(match.players) != {won.winner, won.loser}:
        raise IllegalAction(
            EventFault.NO_MATCH, round=won.round, match=won.number, one=won.winner, other=won.loser
        )
    check_score((won.round, won.number), won.games, match.best_of)


def _require_entered(state: EventState, players: Iterable[str]) -> None:
    for player in players:
        if player not in state.names:
            raise IllegalAction(EventFault.NOT_ENTERED, player=player)
