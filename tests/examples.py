"""How many examples hypothesis asks for: few and always the same, or a thousand chosen at random.

The suite must say the same today and tomorrow, so it derandomizes. ``make proof`` (or ``QUACKS_PROOF=1``) asks at least a
thousand questions of each law, others each time; a failing one is printed with what reproduces it.
"""

import os

from hypothesis import HealthCheck, settings

PROOF = os.environ.get("QUACKS_PROOF", "") not in ("", "0")
MANY = 1_000


def examples(number: int) -> settings:
    """Ask this many questions, the same ones each time; in a long proof at least a thousand new ones."""
    return settings(
        max_examples=max(number, MANY) if PROOF else number,
        deadline=None,
        derandomize=not PROOF,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
