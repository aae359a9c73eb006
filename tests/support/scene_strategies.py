"""Hypothesis strategies for scenes and peg moves."""

from hypothesis import strategies as st

from pegboard.board.scene import Scene
from pegboard.board.track import Pegs

PEGS = st.tuples(st.integers(0, 121), st.integers(0, 121)).map(
    lambda pair: Pegs(max(pair), min(pair))
)


SCENES = st.builds(
    lambda pegs, pending, turn, winner: Scene.of(
        pegs, pending=pending, turn_track=turn, winner=winner, dealer_track=0
    ),
    st.tuples(PEGS, PEGS),
    st.tuples(st.integers(-9, 29), st.integers(-9, 29)),
    st.sampled_from([None, 0, 1]),
    st.sampled_from([None, 0, 1]),
)


MOVES = st.lists(st.tuples(SCENES, st.floats(0, 2)), max_size=6)
