"""Arrays whose memory nobody counts.

Every view of an array that a kernel makes counts a reference up and down again, with an atomic operation each. A kernel
that makes several views for every chip drawn spends a large part of its time on that. An unowned array has no owner to
count; whoever makes one keeps the original alive.
"""

from collections.abc import Callable
from typing import Any

import numpy.typing as npt
from numba import carray
from numba.extending import overload


def unowned(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the same array without an owner; in plain Python the array itself."""
    return array


@overload(unowned)  # type: ignore[untyped-decorator]  # numba ships no types for it
def _compiled_unowned(array: Any) -> Callable[[Any], Any]:  # noqa: ANN401, ARG001 (the compiler passes the array's type)
    """Return how the compiler makes one."""

    def view(array: Any) -> Any:  # noqa: ANN401 (both signatures must agree)
        return carray(array.ctypes, array.shape, array.dtype)

    return view
