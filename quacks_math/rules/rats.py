"""Rats: who is behind on the scoring track starts further on."""

from quacks_math.kernels.compile import share
from quacks_math.material.extras import RAT_TAIL_AFTER, TRACK_LAP


def rat_tails(victory_points: int, leader: int) -> int:
    """Return the rat tails strictly between a marker and the leader's; the pattern repeats every 50 points.

    Args:
        victory_points: Own points, 0 or more.
        leader: Points of the leader; 0 tails for leaders themselves.
    """
    tails = 0
    for point in range(victory_points, leader):
        tails += RAT_TAIL_AFTER[point % TRACK_LAP]
    return int(tails)


share(rat_tails)
