"""Commands that take each option once."""

from typer import Context
from typer.core import TyperCommand


class OnceCommand(TyperCommand):
    """A command that refuses an option given twice; the parser alone would silently take the last one."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # typer names its inner class there
        """Return the words that are left over; see ``TyperCommand``.

        Raises:
            ValueError: If an option that is no list is given twice.
        """
        _, _, in_order = self.make_parser(ctx).parse_args(args=list(args))
        once = [
            parameter for parameter in in_order if parameter.nargs == 1 and not getattr(parameter, "multiple", False)
        ]
        for number, parameter in enumerate(once):
            if parameter in once[:number]:
                name = " or ".join([*parameter.opts, *parameter.secondary_opts])
                raise ValueError(f"{name} is given twice; give it once.")
        return super().parse_args(ctx, args)
