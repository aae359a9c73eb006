"""From a game to what the board shows: what the pegs do not tell."""

from random import Random

from pegboard.cribbage.game import Rules
from pegboard.cribbage.match import games_won
from pegboard.players import by_name
from pegboard.players.selfplay import play_game
from pegboard.session.views.scene import scene_of


def test_scene_shows_count_and_games_won() -> None:
    player = by_name("simple")
    counts: set[int] = set()
    won: tuple[int, ...] = ()
    for _, step in play_game([player, player], Random(5), Rules()):
        state = step.state
        scene = scene_of(state, (0, 0), wins=(2, 1))
        counts.add(scene.count)
        if state.stage_name != "play":
            assert scene.count == 0
        if not state.over:
            assert scene.wins == (2, 1)
            assert scene_of(state, (0, 0)).wins == ()
        else:
            won = games_won(state)
            assert scene.wins == (2 + won[0], 1 + won[1])
            assert scene_of(state, (0, 0)).wins == won
    assert sum(won) > 0
    assert {0, 10} < counts <= set(range(32))
