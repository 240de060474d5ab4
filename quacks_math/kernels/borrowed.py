"""Arrays whose memory nobody counts.

Every view of an array that a kernel makes counts a reference up and down again, with an atomic operation each. A kernel
that makes several views for every chip drawn spends a large part of its time on that. An unowned array has no owner to
count; whoever makes one keeps the original alive.
"""

from collections.abc import Callable
from typing import Any

import numpy.typing as npt

from quacks_math.kernels.compile import teach


def unowned(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the same array without an owner; in plain Python the array itself."""
    return array


def _teach_unowned() -> None:
    """Tell the compiler what an unowned array is: the array with null pointers in the place of its owners."""
    from llvmlite import ir  # type: ignore[import-untyped]  # noqa: PLC0415 (the compiler's; it ships no types)
    from numba.core import cgutils  # noqa: PLC0415 (the compiler's)
    from numba.extending import intrinsic, overload  # noqa: PLC0415 (the compiler's)

    def without_owner(_: Any, array: Any) -> Any:  # noqa: ANN401 (types of the compiler)
        """Return the array with null pointers, which makes counting a no-op."""

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:  # noqa: ANN401 (types of the compiler)
            proxy: Any = cgutils.create_struct_proxy
            view = proxy(array)(context, builder, value=arguments[0])
            view.meminfo = ir.Constant(view.meminfo.type, None)
            view.parent = ir.Constant(view.parent.type, None)
            return view._getvalue()  # noqa: SLF001 (the only way to read a proxy)

        return array(array), generate

    stripped: Any = intrinsic(without_owner)

    @overload(unowned)
    def compiled_unowned(array: Any) -> Callable[[Any], Any]:  # noqa: ANN401, ARG001 (the compiler passes the array's type)
        """Return how the compiler makes one."""

        def view(array: Any) -> Any:  # noqa: ANN401 (both signatures must agree)
            return stripped(array)

        return view


teach(_teach_unowned)
