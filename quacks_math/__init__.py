"""Quacks: exact odds, decisions and whole-game simulation for The Quacks of Quedlinburg.

Instances of all public classes are immutable. What is offered here stands in the stub beside this file (``__init__.pyi``)
and is imported when it is first used: the compiler is slow to import, and odds need none of it.

    >>> from quacks_math import Bag, Brew, advise, odds, parse_pot
    >>> brew = Brew(Bag.parse("W1x4 W2x2 W3 O1 G1"), pot=parse_pot("W3 W2 W1"))
    >>> odds(brew).explode_next
    Fraction(1, 6)
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
