"""What a visitor has on the table: one brew, what is wanted of it, and how it is shown.

A `Table` is immutable and holds no widget. Whatever the screen changes goes through `changed`, which refuses a setting
that the pot in it contradicts, so that a correction never costs the chips already told.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Brew
from quacks_math.brew.model.transitions import BrewState, Phase, replay
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.rates import KEPT_KINDS, Rates, rates_for_round
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.chips import KINDS, STARTING_BAG
from quacks_math.material.extras import ROUNDS

if TYPE_CHECKING:
    from dashboard.components.chip_pad import Acknowledged

RiskDisplay = Literal["both", "percent", "chips", "off"]
RISK_DISPLAYS: Final[tuple[RiskDisplay, ...]] = ("both", "percent", "chips", "off")
MOST_COMPARED: Final = 2
DEFAULT_COMPARED: Final = (StopRule.parse("risk<=1/4"), StopRule.parse("white>=6"))
MOST_RATE_CHANGES: Final = 60
SINGLE_RATES: Final = ("ruby", "droplet", "flask", "die")
LISTED_RATES: Final = {"coins": 36, "die_chance": 54, "black": 19}
"""Rates that are lists, with their lengths; a change is named by list and place, for instance `coins.12`."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything one visitor sees and can change.

    Attributes:
        brew: The setting and what came out of the bag so far.
        told: Chips of the present look that were tapped already, while more are to come.
        objective: What best play maximises.
        rule: Who stops when.
        rate_changes: Rates that differ from those shipped for the round, by name: `ruby`, `coins.12`; one of `chip` or
            `kept_red` by the kind behind a dot.
        risk: How the risk of the next draw is shown.
        compared: Rules that the distribution shows beside best play.
        pad: The last tap on the chip pad that was handled.
        bag_pad: The last tap on the bag builder that was handled.
    """

    brew: Brew
    told: tuple[str, ...] = ()
    objective: Objective = field(default_factory=Objective)
    rule: StopRule = field(default_factory=StopRule)
    rate_changes: tuple[tuple[str, float], ...] = ()
    risk: RiskDisplay = "both"
    compared: tuple[StopRule, ...] = DEFAULT_COMPARED
    pad: Acknowledged | None = None
    bag_pad: Acknowledged | None = None

    @property
    def moment(self) -> BrewState:
        """The brew after everything that came out so far."""
        return replay(self.brew)


def first_table() -> Table:
    """Return the table of a new visitor: the starting bag, nothing drawn."""
    return Table(Brew(Bag(STARTING_BAG)))


def checked(table: Table) -> Table:
    """Return the table if it makes sense as a whole.

    Raises:
        ValueError: If the rules forbid the pot, the objective does not fit the round, a rate is wrong, or chips are
            told of a look that is not open.
    """
    moment = replay(table.brew)
    if table.objective.kind == "beat" and table.brew.round != ROUNDS:
        raise ValueError(word("setting.beat_round"))
    if table.told:
        if not waits_for_look(moment) or len(table.told) >= moment.look:
            raise ValueError(word("setting.no_look"))
        Bag(moment.left) - Bag.of({kind: table.told.count(kind) for kind in table.told})
    rates_of(table)
    return table


def waits_for_look(moment: BrewState) -> bool:
    """Say whether the next chips tapped are those seen in a look."""
    return moment.phase in (Phase.LOOKING, Phase.STRONG_LOOK) and moment.seen is None


def changed(table: Table, **changes: Any) -> Table:  # noqa: ANN401 (the fields of Table)
    """Return the table with other fields, checked.

    Raises:
        ValueError: If they make no sense together.
    """
    return checked(replace(table, **changes))


def with_setting(table: Table, **changes: Any) -> Table:  # noqa: ANN401 (the fields of Brew)
    """Return the table with another setting of the brew and the same pot.

    Raises:
        ValueError: If the pot is not possible in that setting, or a field is out of range.
    """
    round_number = changes.get("round", table.brew.round)
    objective = Objective() if table.objective.kind == "beat" and round_number != ROUNDS else table.objective
    brew = replace(table.brew, **changes)
    told = table.told if brew.bag == table.brew.bag else ()
    return changed(table, brew=brew, objective=objective, told=told)


def with_new_pot(table: Table) -> Table:
    """Return the table with an empty pot; the bag is the one before the round, kept red chips stay beside the pot."""
    brew = table.brew
    kept = Bag.of({KINDS[kind]: count for kind, count in zip(KEPT_KINDS, table.moment.kept, strict=True)})
    if brew.tally is not None:
        return changed(table, brew=replace(brew, pot=(), tally=None), told=())
    beside, bag = brew.beside, brew.bag
    if len(kept):
        # What was kept from this bag is no longer in it.
        bag, beside = _without_kept(bag, beside, kept)
    return changed(table, brew=replace(brew, pot=(), bag=bag, beside=beside), told=())


def _without_kept(bag: Bag, beside: Bag, kept: Bag) -> tuple[Bag, Bag]:
    """Return bag and chips beside the pot after a round in which red chips were kept."""
    pool = bag + beside
    return pool - kept, kept


def rates_of(table: Table) -> Rates:
    """Return the rates of the round with the visitor's own changes.

    Raises:
        ValueError: If a change names no rate or is out of range.
    """
    base = rates_for_round(table.brew.round)
    if not table.rate_changes:
        return base
    if len(table.rate_changes) > MOST_RATE_CHANGES:
        raise ValueError(word("setting.many_rates", most=MOST_RATE_CHANGES))
    content = base.to_json()
    for name, value in table.rate_changes:
        head, _, tail = name.partition(".")
        if name in SINGLE_RATES:
            content[name] = value
        elif head in LISTED_RATES and tail.isascii() and tail.isdigit() and int(tail) < LISTED_RATES[head]:
            content[head][int(tail)] = value
        elif head in ("chip", "kept_red") and tail in content[head]:
            content[head][tail] = value
        else:
            raise ValueError(word("setting.no_rate", name=name[:30]))
    return Rates.from_json(content | {"source": word("setting.rates_changed", source=base.source)})


def with_rate(table: Table, name: str, value: float) -> Table:
    """Return the table with one rate of the round set; setting it to the shipped value forgets the change.

    Raises:
        ValueError: If there is no such rate or the value is out of range.
    """
    others = tuple(change for change in table.rate_changes if change[0] != name)
    shipped = rate_named(rates_for_round(table.brew.round), name)
    return changed(table, rate_changes=others if value == shipped else (*others, (name, float(value))))


def rate_named(rates: Rates, name: str) -> float:
    """Return one number of a table of rates.

    Args:
        rates: The table.
        name: As in `Table.rate_changes`.
    """
    content = rates.to_json()
    head, _, tail = name.partition(".")
    found = content[head]
    if isinstance(found, list):
        found = found[int(tail)]
    elif isinstance(found, dict):
        found = found[tail]
    return float(found)
