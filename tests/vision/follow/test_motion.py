"""Motion detection and backgrounds."""

import numpy as np
import numpy.typing as npt

from pegboard.vision.follow.tracking.motion import MotionDetector

Image = npt.NDArray[np.uint8]
NOISE = np.random.default_rng(5)
CARD = (400, 200, 500, 340)


def table(*cards: tuple[int, int, int, int], light: float = 1.0, noise: float = 3.0) -> Image:
    image = np.full((720, 1280, 3), 70.0)
    for left, top, right, bottom in cards:
        image[top:bottom, left:right] = 225
    image = image * light + NOISE.normal(0, noise, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def motion_after(*images: Image) -> MotionDetector:
    motion = MotionDetector()
    for number, image in enumerate(images):
        motion.observe(image, number * 0.5)
    return motion


def test_new_card_is_unread_once_at_rest() -> None:
    motion = motion_after(table(), table())
    assert len(motion.unread_boxes()) == 1, "the whole table, which was never read"
    motion.mark_read()
    motion.observe(table(CARD), 1.0)
    assert motion.unread_boxes() == []
    assert motion.moving.any()
    motion.observe(table(CARD), 1.5)
    ((left, top, right, bottom),) = motion.unread_boxes()
    assert left <= CARD[0] < CARD[2] <= right and top <= CARD[1] < CARD[3] <= bottom
    assert motion.is_at_rest([(400, 200), (500, 200), (500, 340), (400, 340)])
    motion.mark_read()
    motion.observe(table(CARD), 2.0)
    assert motion.unread_boxes() == []


def test_exposure_and_noise_are_not_motion() -> None:
    motion = motion_after(table(CARD), table(CARD))
    motion.mark_read()
    for number, light in enumerate((0.85, 1.0, 1.1, 0.9)):
        motion.observe(table(CARD, light=light, noise=6.0), 2 + number * 0.5)
        assert not motion.moving.any()
        assert motion.unread_boxes() == []


def test_motion_over_one_pile_leaves_other_unread() -> None:
    motion = motion_after(table(), table())
    motion.mark_read()
    for number in range(3):
        arm = (900 + 30 * number, 400, 1000 + 30 * number, 720)
        motion.observe(table(CARD, arm), 1 + number * 0.5)
    assert motion.is_at_rest([(400, 200), (500, 200), (500, 340), (400, 340)])
    assert not motion.is_at_rest([(900, 400), (1060, 400), (1060, 700), (900, 700)])


def test_new_picture_size_resets_motion() -> None:
    motion = motion_after(table(), table())
    assert not motion.observe(table()[:600], 1.0)
    assert motion.moving.all()


OUTLINE = ((400.0, 200.0), (500.0, 200.0), (500.0, 340.0), (400.0, 340.0))
ARM = (380, 300, 520, 720)


def test_background_shows_place_before_card() -> None:
    bare = [table()] * 5
    motion = motion_after(*bare, table(CARD, ARM), table(CARD), table(CARD))
    before = motion.background(OUTLINE)
    assert before is not None and before.at == 2.0
    assert before.changed_share(motion.small) > 0.9
    motion.observe(table(CARD, light=0.8), 4.0)
    assert before.changed_share(motion.small) > 0.9
    motion.observe(table((600, 200, 700, 720), light=1.1), 4.5)  # an arm elsewhere
    assert before.changed_share(motion.small) < 0.05


def test_background_is_none_for_small_change() -> None:
    under = (380, 200, 480, 340)
    pile = [table(under)] * 5
    motion = motion_after(*pile, table(under, CARD), table(under, CARD))
    assert motion.background(OUTLINE) is None, "most of it was another card before"
    assert motion_after(table(CARD), table(CARD), table(CARD)).background(OUTLINE) is None


def test_background_ignores_card_over_edge() -> None:
    beside = (315, 200, 415, 340)
    bare, later = [table()] * 5, [table(beside)] * 2
    motion = motion_after(*bare, *later, table(beside, CARD), table(beside, CARD))
    before = motion.background(OUTLINE)
    assert before is not None and before.at == 3.0


def test_background_ignores_resting_hand() -> None:
    resting = (400, 200, 500, 720)
    bare, hand = [table()] * 5, [table(CARD, resting, noise=1.0)] * 3
    for image in hand:
        image[200:720, 400:500] = 120
    before = motion_after(*bare, *hand, table(CARD), table(CARD)).background(OUTLINE)
    assert before is not None and before.at == 2.0
    assert motion_after(*hand, table(CARD), table(CARD)).background(OUTLINE) is None


def test_background_history_is_limited() -> None:
    motion = motion_after(table(), table(), *[table(CARD)] * 20)
    assert motion.background(OUTLINE) is None


def test_read_cells_stay_read_after_turn() -> None:
    motion = motion_after(*(table() for _ in range(6)))
    motion.mark_read()
    for at in (3.0, 3.5):
        motion.observe(table(CARD), at)
    outline = ((400.0, 200.0), (500.0, 200.0), (500.0, 340.0), (400.0, 340.0))
    before = motion.background(outline)
    assert before is not None and before.changed_share(motion.small) > 0.9
    turned = before.turn(motion.small.shape, 90)
    motion.mark_read()
    motion.turn(90)
    assert turned.changed_share(motion.small) > 0.9
    assert motion.observe(np.rot90(table(CARD), -1), 4.0), "it is compared with the one before"
    assert not motion.moving.any() and motion.unread_boxes() == []
    motion.observe(np.rot90(table(), -1), 4.5)
    assert motion.moving.any() and turned.changed_share(motion.small) < 0.1
