# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Should I draw again?
#
# One bag, one pot, one question. Everything here is exact unless it says *simulated*.

# %%
import plotly.graph_objects as go
import polars as pl

from quacks_math import Bag, Brew, Objective, StopRule, advise, estimate, odds, parse_pot, replay, solve_brew

bag = Bag.parse("W1x4 W2x2 W3 O1 G1")

# %% [markdown]
# ## Three draws are free
#
# The starting bag cannot explode before the fourth chip: the three largest white chips add up to 7, which is allowed.
# `explode_within` counts blind draws, as fractions.

# %%
pl.DataFrame(
    {
        "draws": range(1, 10),
        "exploded by then": [str(chance) for chance in odds(Brew(bag)).explode_within],
        "percent": [float(chance) * 100 for chance in odds(Brew(bag)).explode_within],
    }
)

# %% [markdown]
# ## A safe chip can raise the next risk
#
# With a white sum of 6 and one W3 left, an orange chip comes out. Nothing got more dangerous in the pot, but a harmless
# chip left the bag: 1 in 5 becomes 1 in 4.

# %%
for pot in ("W2 W2 W1 W1", "W2 W2 W1 W1 O1"):
    print(pot.ljust(16), odds(Brew(bag, pot=parse_pot(pot))).explode_next)

# %% [markdown]
# ## Best play against rules of thumb
#
# The same bag in round 1, counting what the pot is worth with the rates of that round. A rule decides only when to
# stop; everything else is played as well as possible.

# %%
rules = ["best", "white>=6", "white>=7", "risk<=1/4", "risk<=1/3", "never"]
answers = {text: solve_brew(Brew(bag), rule=StopRule.parse(text)) for text in rules}
start = replay(Brew(bag))
pl.DataFrame({"rule": rules, "worth in VP": [answers[text].value(start) for text in rules]})

# %%
best = advise(Brew(bag))
figure = go.Figure(
    [
        go.Bar(
            name="exploded" if exploded else "stopped",
            x=[space.index for space in best.outcome.scoring_space if space.exploded == exploded],
            y=[space.probability for space in best.outcome.scoring_space if space.exploded == exploded],
        )
        for exploded in (False, True)
    ]
)
figure.update_layout(
    barmode="stack", xaxis_title="scoring space", yaxis_title="probability", title="Where best play ends (exact)"
)

# %% [markdown]
# ## How far is a simulation off?
#
# *Simulated*: the rule "stop at a white sum of 7" played many times. The error shrinks with the square root of the
# number of brews; the exact value lies inside the band most of the time.

# %%
rule = StopRule.parse("white>=7")
no_flask = Brew(bag, flask=False)
played = estimate(no_flask, objective=Objective("coins"), rule=rule, brews=100_000, seed=1)
exact = solve_brew(no_flask, Objective("coins"), rule).value(replay(no_flask))
pl.DataFrame(played.running, schema=["brews", "mean", "standard error"], orient="row").with_columns(
    (pl.col("mean") - exact).alias("off by"),
    ((pl.col("mean") - exact) / pl.col("standard error")).alias("in standard errors"),
).filter(pl.col("brews").is_in([1000, 4000, 16_000, 64_000, 100_000]))
