"""The setting of the brew and what is wanted of it; every change is checked against the pot and kept or explained."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import streamlit as st

from dashboard.table.session import change, given, shown
from dashboard.table.state import RISK_DISPLAYS, SINGLE_RATES, changed, rate_named, rates_of, with_rate, with_setting
from dashboard.text.words import word
from quacks_math.brew.model.bag import Bag
from quacks_math.brew.model.setting import Rival
from quacks_math.brew.payoff.objective import Objective
from quacks_math.brew.payoff.stop_rule import StopRule
from quacks_math.material.books import BOOK_COLOURS, BOOKS, SETS, Books
from quacks_math.material.cards import BREW_CARDS, FORTUNE_CARDS
from quacks_math.material.extras import ROUNDS
from quacks_math.material.rulings import RULINGS, Rulings
from quacks_math.rules.traits import colours_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from dashboard.table.state import Table

NARROW: Final = 148
"""Width of a number, in CSS pixels: two stand beside each other on a phone."""
NO_CARD: Final = "none"
CARDS: Final = (NO_CARD, *(card.name.lower() for card in BREW_CARDS))
OBJECTIVES: Final = ("worth", "coins", "vp", "space", "beat")
RULES: Final = ("best", "risk", "white", "chips", "never")
FIRST_THRESHOLDS: Final = {"risk": Fraction(1, 4), "white": Fraction(6), "chips": Fraction(6)}
"""What a rule begins with when it is chosen."""
BREW_RULINGS: Final = (
    "empty_pot", "flask_after_look", "yellow2_doubles", "limits", "extra_spaces", "strong_step_b", "purple3_space",
    "black_zero", "early_gift",
)  # fmt: skip
"""Rulings that concern a brew; the others belong to the rest of the game."""


def round_section(table: Table) -> None:
    """Draw round, card, start, rats, flask, limit and rubies.

    Args:
        table: The table.
    """
    brew = table.brew
    with st.container(horizontal=True, vertical_alignment="bottom", key="numbers"):
        for name in ("round", "start", "rats", "rubies", "limit"):
            _number(name, getattr(brew, name))
    st.toggle(word("setting.flask"), brew.flask, key=shown("flask", brew.flask), on_change=_set, args=("flask",))
    st.selectbox(
        word("setting.card"),
        CARDS,
        CARDS.index(brew.card or NO_CARD),
        key=shown("card", brew.card or NO_CARD),
        format_func=_card_title,
        on_change=_set,
        args=("card", lambda name: None if name == NO_CARD else name),
        help=word("setting.card_help"),
    )
    if brew.card is not None:
        st.caption(FORTUNE_CARDS[brew.card].effect)


def books_section(table: Table) -> None:
    """Draw which of the four books of each colour is in play.

    Args:
        table: The table.
    """
    with st.container(horizontal=True, key="book_sets"):
        for number in SETS:
            st.button(
                word("setting.all_set", set=number),
                key=f"set_{number}",
                on_click=change,
                args=(with_setting,),
                kwargs={"books": Books(*[number] * len(BOOK_COLOURS))},
            )
    for colour in BOOK_COLOURS:
        number = getattr(table.brew.books, colour)
        st.segmented_control(
            word(f"colour.{colour}"),
            SETS,
            default=number,
            key=shown(f"book_{colour}", number),
            required=True,
            on_change=_set_book,
            args=(colour,),
            help=BOOKS[colour, number].effect,
        )
    if colours_with("is_set_aside", table.brew.books):
        st.text_input(
            word("setting.beside"),
            str(table.brew.beside),
            key=shown("beside", str(table.brew.beside)),
            on_change=_set,
            args=("beside", Bag.parse),
            help=word("setting.beside_help"),
        )


def aim_section(table: Table) -> None:
    """Draw objective, rule and how the risk is shown.

    Args:
        table: The table.
    """
    objectives = OBJECTIVES if table.brew.round == ROUNDS else OBJECTIVES[:-1]
    st.selectbox(
        word("setting.objective"),
        objectives,
        objectives.index(table.objective.kind),
        key=shown("objective", table.objective.kind),
        format_func=lambda kind: word(f"objective.{kind}"),
        on_change=_set_objective,
    )
    if table.objective.kind == "beat":
        st.number_input(
            word("setting.beat"),
            value=table.objective.threshold,
            key=shown("beat", table.objective.threshold),
            on_change=_set_beat,
        )
    st.selectbox(
        word("setting.rule"),
        RULES,
        RULES.index(table.rule.kind),
        key=shown("rule", table.rule.kind),
        format_func=lambda kind: word(f"rule.choose_{kind}"),
        on_change=_set_rule,
        args=(table.rule.kind,),
    )
    if table.rule.kind == "risk":
        percent = round(100 * table.rule.threshold)
        st.number_input(
            word("setting.percent"),
            value=percent,
            key=shown("percent", percent),
            on_change=_set_threshold,
            args=("percent",),
        )
    elif table.rule.kind in ("white", "chips"):
        threshold = int(table.rule.threshold)
        st.number_input(
            word(f"setting.{table.rule.kind}"),
            value=threshold,
            key=shown("threshold", threshold),
            on_change=_set_threshold,
            args=("threshold",),
        )
    st.segmented_control(
        word("setting.risk"),
        RISK_DISPLAYS,
        default=table.risk,
        key=shown("risk_display", table.risk),
        required=True,
        format_func=lambda name: word(f"risk.{name}"),
        on_change=_set_risk,
    )


def rates_section(table: Table) -> None:
    """Draw the rates of the round; every one of them can be changed.

    Args:
        table: The table.
    """
    if table.brew.round == ROUNDS:
        st.caption(word("rates.last_round"))
    rates = rates_of(table)
    st.caption(word("rates.why", source=rates.source))
    with st.container(horizontal=True, key="single_rates"):
        for name in SINGLE_RATES:
            _rate(name, rate_named(rates, name), word(f"rate.{name}"))
    group = st.selectbox(
        word("rates.group"),
        ("coins", "chip", "black", "die_chance", "kept_red"),
        format_func=lambda name: word(f"rate.group_{name}"),
        key="rate_group",
    )
    content = rates.to_json()[group]
    names = list(content) if isinstance(content, dict) else [str(place) for place in range(len(content))]
    place = st.selectbox(word("rates.place"), names, key=f"rate_place_{group}")
    name = f"{group}.{place}"
    _rate(name, rate_named(rates, name), word("rates.value", name=f"{_within(word(f'rate.group_{group}'))} · {place}"))
    if not table.rate_changes:
        st.caption(word("rates.none_changed"))
        return
    st.button(word("rates.reset"), key="rates_reset", on_click=change, args=(changed,), kwargs={"rate_changes": ()})


def rulings_section(table: Table) -> None:
    """Draw the questions that no official text answers.

    Args:
        table: The table.
    """
    st.caption(word("rulings.why"))
    for ruling_id in BREW_RULINGS:
        ruling = RULINGS[ruling_id]
        choices = list(ruling.choices)
        st.selectbox(
            ruling.question,
            choices,
            choices.index(table.brew.rulings.choice(ruling_id)),
            key=shown(f"ruling_{ruling_id}", table.brew.rulings.choice(ruling_id)),
            format_func=ruling.choices.__getitem__,
            on_change=_set_ruling,
            args=(ruling_id,),
        )


def rivals_section(table: Table) -> None:
    """Draw what is known of the other seats.

    Args:
        table: The table.
    """
    brew = table.brew
    rivals = ", ".join(f"{rival.scoring_index}{'!' if rival.exploded else ''}" for rival in brew.rivals)
    black = ", ".join(str(count) for count in brew.rival_black)
    st.text_input(
        word("setting.rival_black"),
        black,
        key=shown("rival_black", black),
        on_change=_set,
        args=("rival_black", _whole_numbers),
        help=word("setting.rival_black_help"),
    )
    st.text_input(
        word("setting.rivals"),
        rivals,
        key=shown("rivals", rivals),
        on_change=_set,
        args=("rivals", _rivals),
        help=word("setting.rivals_help"),
    )


def _number(name: str, value: int) -> None:
    """Draw one whole number of the setting.

    No field here has bounds of its own: the browser would turn red beyond them and say nothing; the brew says why not.
    """
    st.number_input(
        word(f"setting.{name}"),
        value=value,
        step=1,
        key=shown(name, value),
        on_change=_set,
        args=(name,),
        width=NARROW,
    )


def _rate(name: str, value: float, label: str) -> None:
    """Draw one rate."""
    key = f"rate:{name}"
    st.number_input(
        label,
        value=value,
        step=0.1,
        format="%.4g",
        key=shown(key, value),
        on_change=_set_rate,
        args=(name, key),
        width=NARROW,
    )


def _within(title: str) -> str:
    """Return a title as it stands within a sentence."""
    return title[:1].lower() + title[1:]


def _card_title(name: str) -> str:
    """Return the title of a card."""
    return word("setting.no_card") if name == NO_CARD else FORTUNE_CARDS[name].title_en


def _set(name: str, read: Callable[[object], object] | None = None) -> None:
    """Take over one field of the setting from the widget of that name."""

    def make(table: Table) -> Table:
        value = given(name)
        return with_setting(table, **{name: value if read is None else read(value)})

    change(make)


def _set_book(colour: str) -> None:
    """Take over the book of one colour."""
    number = given(f"book_{colour}")
    change(lambda table: with_setting(table, books=table.brew.books._replace(**{colour: number})))


def _set_objective() -> None:
    """Take over the objective."""
    change(changed, objective=Objective(given("objective")))


def _set_beat() -> None:
    """Take over the points to beat."""
    change(lambda table: changed(table, objective=Objective("beat", given("beat"))))


def _set_rule(before: str) -> None:
    """Take over the kind of stop rule, with a usual number to begin with."""
    kind = given("rule")
    if kind != before:
        change(changed, rule=StopRule(kind, FIRST_THRESHOLDS.get(kind, Fraction(0))))


def _set_threshold(key: str) -> None:
    """Take over the number of the stop rule."""
    threshold = Fraction(given(key)) / (100 if key == "percent" else 1)
    change(lambda table: changed(table, rule=replace(table.rule, threshold=threshold)))


def _set_risk() -> None:
    """Take over how the risk is shown."""
    change(changed, risk=given("risk_display"))


def _set_rate(name: str, key: str) -> None:
    """Take over one rate."""
    change(with_rate, name=name, value=given(key))


def _set_ruling(ruling_id: str) -> None:
    """Take over the answer to an open question."""
    number = list(RULINGS[ruling_id].choices).index(given(f"ruling_{ruling_id}"))
    change(lambda table: with_setting(table, rulings=Rulings(**(table.brew.rulings._asdict() | {ruling_id: number}))))


def _parts(text: object) -> list[str]:
    """Return the entries of a list written with commas or spaces."""
    return str(text).replace(",", " ").split()


def _whole_numbers(text: object) -> tuple[int, ...]:
    """Read whole numbers."""
    for part in _parts(text):
        if not (part.isascii() and part.isdigit() and len(part) < 4):
            raise ValueError(word("setting.no_number", text=part[:20]))
    return tuple(int(part) for part in _parts(text))


def _rivals(text: object) -> tuple[Rival, ...]:
    """Read scoring spaces of other seats, exploded ones with an exclamation mark."""
    marks = [part.endswith("!") for part in _parts(text)]
    numbers = _whole_numbers(" ".join(part.removesuffix("!") for part in _parts(text)))
    return tuple(Rival(number, mark) for number, mark in zip(numbers, marks, strict=True))
