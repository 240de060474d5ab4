"""Every word on the screen, in one place.

English stands here now; another language is another mapping with the same keys
and the same placeholders. A key is an area and a name, a dot between them. Placeholders are those of
`str.format`.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_ENGLISH: Final[dict[str, str]] = {
    # Chips: the ingredient behind each letter.
    "chip.name": "{ingredient} {value}",
    "chip.W": "cherry bomb",
    "chip.O": "pumpkin",
    "chip.G": "garden spider",
    "chip.B": "crow skull",
    "chip.R": "toadstool",
    "chip.Y": "mandrake",
    "chip.P": "ghost's breath",
    "chip.K": "hawkmoth",
    "chip.L": "locoweed",
    # The headline: what to do now, and how sure that is.
    "verdict.label": "Advice",
    "verdict.draw": "Draw",
    "verdict.stop": "Stop",
    "verdict.close": "Too close to call",
    "verdict.choose": "Your choice",
    "verdict.exploded": "Exploded",
    "verdict.stopped": "Stopped",
    "verdict.empty": "Bag empty",
    "verdict.thinking": "Reckoning",
    "verdict.risk": "explosion risk",
    "verdict.risk_short": "risk",
    "verdict.risk_spoken": "Risk that the next chip explodes the pot: {percent}",
    "verdict.chips": "{explosive} of {total} chips",
    "verdict.chips_one": "{explosive} of 1 chip",
    "verdict.chips_label": "would explode",
    "verdict.scoring": "Scoring space",
    "verdict.coins": "{count} coins",
    "verdict.coins_one": "1 coin",
    "verdict.points": "{count} VP",
    "verdict.ruby": "ruby",
    "verdict.no_ruby": "no ruby",
    "verdict.method": "How this was obtained: {method}",
    # The gauge of white points.
    "gauge.title": "White sum",
    "gauge.reading": "{white_sum} of {limit}",
    "gauge.to_spare": "{count} to spare",
    "gauge.at_limit": "at the limit",
    "gauge.over": "over the limit",
    "gauge.spoken": "White sum {white_sum}; the pot explodes above {limit}.",
    "gauge.outlook": "{kind}, {left} left: white sum {white_sum_after}",
    "gauge.outlook_explodes": ("{kind}, {left} left: white sum {white_sum_after}, explodes"),
    "gauge.left": "\N{MULTIPLICATION SIGN}{left}",
    "gauge.no_white": "no white chip left in the bag",
    # The picture of the pot.
    "pot.title": "The pot, seen from above",
    "pot.start": "The droplet lies on space {start}.",
    "pot.rats": "The rat stone lies {rats} further, on space {space}.",
    "pot.chips": "Chips in the pot: {chips}.",
    "pot.chip": "{name} on space {space}",
    "pot.no_chips": "No chip lies in the pot.",
    "pot.returned": "Went back to the bag from space {spaces}.",
    "pot.scoring": "Scoring space {space}: {coins} coins, {points} VP, {ruby}.",
    "pot.exploded": "The pot has exploded.",
    "pot.stack": "\N{MULTIPLICATION SIGN}{count}",
    # The pad of chips.
    "pad.label": "Tap the chip that came out of the bag",
    "pad.left": "\N{MULTIPLICATION SIGN}{left}",
    "pad.explodes": "explodes",
    "pad.chip_spoken": "{name}, {left} left in the bag",
    "pad.chip_spoken_explodes": "{name}, {left} left in the bag, would explode",
    "pad.none_left": "{name}, none left in the bag",
    "pad.chip_spoken_seen": "{name}, {left} seen, tap to place it",
    "pad.none_seen": "{name}, not seen",
    "pad.undo": "Undo",
    "pad.stop": "Stop",
    "pad.draw": "Draw for me",
    "pad.keys": "Keys: letter and number of a chip, U undo, S stop, D draw for me",
    # Copying the link, keeping the screen on.
    "link.copy": "Copy link",
    "link.copied": "Link copied",
    "link.select": "Copy it from here:",
    "wake.on": "Keep screen awake",
    "wake.active": "Screen stays awake",
    "wake.unavailable": ("This browser cannot keep the screen awake here; the pot is kept anyway."),
    # The distribution of the final space.
    "chart.space": "final scoring space",
    "chart.probability": "probability",
    "chart.exploded": "{label}, exploded",
    "chart.exploded_key": "hatched: the pot exploded",
    "chart.hover": "space {space}: {percent}",
    "chart.hover_exploded": "space {space}, exploded: {percent}",
    # The headline, further words: what to do instead of drawing or stopping.
    "verdict.use_flask": "Put it back",
    "verdict.return": "Put it back",
    "verdict.restart": "Start again",
    "verdict.go_on": "Go on",
    "verdict.place": "Place {kind}",
    "verdict.place_none": "Place nothing",
    "verdict.look": "Look",
    "verdict.hopeless": "Out of reach",
    "verdict.no_gain": "No gain left",
    "verdict.preparing": "Preparing",
    # The sentence below the headline.
    "sentence.preparing": (
        "The solver gets ready: a few seconds, the first time on a machine half a minute. The risk is exact already."
    ),
    "sentence.reckoning": "Values are on their way; the risk is exact already.",
    "sentence.solver_ended": (
        "The solver ended twice before it could answer, perhaps for want of memory; any further tap starts it again."
    ),
    "sentence.look": "You may look at {count} and place one at most: tap what you see.",
    "sentence.settle": "Red chips lie beside the pot: place, keep or put them back.",
    "sentence.place": "Best of what you see: worth {value}.",
    "sentence.empty": "Nothing is left to draw; the pot scores space {space}.",
    "sentence.slight": "{first} is slightly better: {best} against {other}, a difference of {margin}.",
    "sentence.clear": "{first} is better: {best} against {other}, a difference of {margin}.",
    "sentence.large": "{first} is much better: {best} against {other}, a difference of {margin}.",
    "sentence.values": "{first} is worth {best}, {second} {other}: {margin} apart.",
    "sentence.close": "{first} {best}, {second} {other}: {margin} apart, too little to tell.",
    "sentence.tied": "{moves}: at most {margin} apart, too little to tell.",
    "sentence.hopeless": "No play reaches {points} points any more.",
    "sentence.no_gain": "Nothing can be gained any more, whatever you do.",
    "sentence.choice": "{first}: {best} against {other}, {margin} better.",
    "sentence.choice_close": "{first} {best}, {second} {other}: only {margin} apart.",
    "sentence.keep_first": "Keep it.",
    "sentence.either_first": "Keep it or not, that is too close to call.",
    "sentence.none_first": "Place nothing.",
    "sentence.by_rule": "By your rule, {rule}: {doing}.",
    "sentence.pays": "The pot pays {rewards}.",
    "sentence.protected": "The explosion was protected: {rewards}, but no die.",
    "sentence.a_ruby": "a ruby",
    "sentence.worth": "All in all it is worth {worth}.",
    "sentence.exploded_coins": "{points} or {coins}: take the coins, they are worth {worth}.",
    "sentence.exploded_points": "{points} or {coins}: take the points, the coins are worth {worth}.",
    "sentence.exploded_either": "{points} or {coins}: take either, that makes no difference.",
    "sentence.by_rates": "{worth} by this round's rates",
    "sentence.exploded_coins_only": "No VP on this space: buy with {coins}.",
    "doing.draw": "Drawing",
    "doing.stop": "Stopping",
    "doing.use_flask": "Flask",
    "doing.return": "Putting it back",
    "doing.restart": "Starting again",
    "doing.keep": "Keeping it",
    "doing.go_on": "Going on",
    "doing.place": "Placing {kind}",
    "doing.bag_empty": "Stopping",
    "doing.place:none": "Placing nothing",
    # Values with their unit, by objective.
    "unit.worth": "{value}\N{NO-BREAK SPACE}VP",
    "unit.vp": "{value}\N{NO-BREAK SPACE}VP",
    "unit.coins": "{value}\N{NO-BREAK SPACE}coins",
    "unit.space": "{value}\N{NO-BREAK SPACE}spaces",
    "method.exact": "exact, {seconds} s",
    "method.simulated": "simulated: at least that, ± {error}, play loses about {loss}",
    "method.title": "How these numbers were obtained",
    "method.risk": "Risk and chances of the next chip: exact fractions of the chips in the bag.",
    "method.value": "Values and advice: {method}, {states} states.",
    "method.rates": "What coins, rubies and the rest are worth later: rates of round {round}, {source}.",
    "method.ruling": "Not settled by any official text: {question} Here: {answer}.",
    # What a screen reader is told after a tap.
    "say.drew": "Drew {name}. {where}",
    "say.placed": "Placed {name}. {where}",
    "say.saw": "Seen: {names}.",
    "say.stopped": "Stopped. Scoring space {space}.",
    "say.done": "Done. {where}",
    "say.white": "White sum {white} of {limit}.",
    "say.exploded": "The pot has exploded: white sum {white}, limit {limit}.",
    "say.told": "Saw {name}; {missing} more.",
    "say.undone": "Taken back.",
    "say.nothing_to_undo": "There is nothing to take back.",
    "say.not_in_bag": "{name} cannot be among the chips seen: no more of it is in the bag.",
    "say.empty": "The bag is empty.",
    "say.place_first": "First place one of the chips seen, or nothing.",
    "say.late": "That question is answered already; the tap was not counted.",
    "say.unknown": "That tap means nothing here and was not counted.",
    "say.fresh": "A new pot.",
    "say.bag": "{name}: {count} in the bag.",
    "say.refused": "Nothing was changed: {reason}",
    # The line below the chips.
    "status.start": "Tap each chip as it comes out of the bag",
    "status.last": "Last: {kind} · {count} in the pot, {left} in the bag",
    "status.counts": "Told by counts · {left} in the bag",
    "status.last_of_counts": "Last: {kind} · {left} in the bag",
    "status.see": "Tap the chips you see",
    "status.look": "Seen {count} of {look}: {told}",
    "status.place": "Tap the one you place",
    "pad.look": "Look for me",
    # Open choices.
    "choice.ask": "What do you do?",
    "choice.ask_moved": "How far did {kind} move?",
    "choice.moved": "{kind} moved {count}",
    "choice.ask_back": "Put the {kind} back?",
    "choice.ask_place": "Which one do you place?",
    "choice.ask_red": "What becomes of the red chips beside the pot?",
    "choice.ask_restart": "A Second Chance: begin again?",
    "choice.look": "Look at {count}: tap what you see",
    "choice.look_more": "Seen {told} of {count}: tap the rest",
    "choice.no_look": "Do not look",
    "choice.use_flask": "Use the flask",
    "choice.return": "Put {kind} back",
    "choice.keep": "Keep it",
    "choice.restart": "Begin again",
    "choice.go_on": "Go on",
    "choice.place": "Place {kind}",
    "choice.place_none": "Place nothing",
    "choice.place_red": "Place {kind}",
    "choice.keep_red": "Keep {kind} for later",
    "choice.return_red": "{kind} into the bag",
    "choice.explodes": "explodes, {value}",
    "choice.explodes_only": "explodes",
    "choice.over": "This brew is over",
    "choice.fresh": "New pot",
    "choice.fresh_detail": "all chips back in the bag",
    # What the pot pays beside its scoring space.
    "pays.title": "Besides its scoring space the pot brings:",
    "pays.title_now": "If you stop now, besides the scoring space:",
    "pays.rubies": "{count} rubies",
    "pays.rubies_one": "1 ruby",
    "pays.steps": "{count} droplet steps",
    "pays.steps_one": "1 droplet step",
    "pays.or": "or",
    "pays.better": "better",
    "pays.all_in_all": "all in all {value}",
    "pays.blue": "Blue chips on ruby spaces: {rewards}.",
    "pays.last_two_rubies": "Green last or next to last: {rewards}.",
    "pays.last_two_gifts": "Green last or next to last: {count} chips as gifts.",
    "pays.moved_on": "White sum exactly 7: the last chip has moved on {count} spaces, and the space after it is scored.",
    "pays.may_move_on": "White sum exactly 7: the last chip may move on {count} spaces.",
    "pays.last_two_steps": "Green last or next to last: up to {count} times a ruby for a droplet step.",
    "pays.reward": "Purple: {rewards}.",
    "pays.reward_for_chips": "Purple: give {given} for {rewards}.",
    "pays.by_space": "Purple, by the spaces they lie on: {rewards}.",
    "pays.swap": "Purple: for {tier}, swap a {small}-chip for a {large}-chip of its colour.",
    "pays.black": "Black: {count} in the pot, to be compared with your neighbours.",
    "pays.card": "Card: {rewards}.",
    "pays.die": "Bonus die if nobody unexploded is further (assumed chance {chance}), rolls: {rolls}.",
    # The table of next chips.
    "next.title": "The next chip",
    "next.chip": "Chip",
    "next.chance": "Chance",
    "next.lands": "Lands on",
    "next.white": "White",
    "next.value": "Worth after",
    "next.aside": "aside",
    "next.explodes": "{white}, explodes",
    "next.nothing": "No chip can be drawn now.",
    "next.unit_worth": "Worth after: expected VP with best play from there, now and later in the game.",
    "next.unit_vp": "Worth after: expected VP of the scoring space with best play from there.",
    "next.unit_coins": "Worth after: expected coins of the scoring space with best play from there.",
    "next.unit_space": "Worth after: expected scoring space with best play from there.",
    "next.unit_beat": "Worth after: chance to be ahead with best play from there.",
    "within.title": "Blind draws",
    "within.row": "exploded",
    "within.caption": "Risk of several blind draws in a row",
    # The log.
    "history.title": "What has happened",
    "history.event": "Event",
    "history.space": "Space",
    "history.white": "White",
    "history.risk": "Next explodes",
    "history.bag": "In the bag then",
    "history.start": "start",
    "history.exploded": "exploded",
    "history.empty": "empty",
    # The distribution of the end.
    "outlook.title": "Where this brew may end",
    "outlook.rules": "Compare best play with",
    "outlook.play": "Play",
    "outlook.explodes": "Explodes",
    "outlook.worth": "Worth",
    "outlook.aim": "Aim",
    "outlook.coins": "Coins",
    "outlook.points": "VP now",
    "outlook.rubies": "Rubies",
    "rule.best": "best play",
    "rule.risk": "draw up to {percent} risk",
    "rule.white": "stop at white {count}",
    "rule.chips": "stop at {count} chips",
    "rule.never": "never stop",
    "rule.choose_best": "Best play",
    "rule.choose_risk": "Draw up to a risk",
    "rule.choose_white": "Stop at a white sum",
    "rule.choose_chips": "Stop at a number of chips",
    "rule.choose_never": "Never stop",
    # Bag and setting.
    "section.bag": "What is in the bag",
    "section.round": "Round, card, start",
    "section.books": "Books",
    "section.aim": "Aim, rule, risk",
    "section.rates": "Worth of things",
    "section.rivals": "Other players",
    "section.rulings": "House rulings",
    "section.counts": "Forgot the order",
    "bag.label": "How many of each chip are in the bag before the round",
    "bag.more": "One {name} more",
    "bag.less": "One {name} less",
    "bag.start": "Start",
    "bag.preset": "Round {round}",
    "bag.total": "{count} chips before the round. The pot stays as it is while it fits.",
    "bag.text": "Bag as text",
    "bag.text_help": (
        "For instance W1x4 W2x2 W3 O1 G1; W white, O orange, G green, B blue, R red, Y yellow, P purple, K black."
    ),
    "bag.pot_text": "Pot as text",
    "bag.pot_help": (
        "What came out, in order: W3! put back by the flask, W1~ by Well Stirred, Y1< the white before went back, "
        "B2[W3 R1>R1] seen and placed, a point for stopped."
    ),
    "counts.why": "Count what is left in the bag and read off the pot; the rest is known from there on.",
    "counts.left": "Left in the bag",
    "counts.white": "White sum",
    "counts.space": "Last chip on space",
    "counts.last": "Last chip",
    "counts.before": "Chip before it",
    "counts.space_before": "Space of that one",
    "counts.space_before_help": "The start if there is none. Needed only where the page says so.",
    "counts.unknown": "not known",
    "counts.pot": "Chips in the pot that you remember",
    "counts.pot_help": "Only their numbers matter, for instance O1x2 P1.",
    "counts.use": "Go on from here",
    "setting.which": "What to change",
    "setting.title": "Change anything",
    "setting.round": "Round",
    "setting.rubies": "Rubies held",
    "setting.start": "Droplet on space",
    "setting.limit": "White limit",
    "setting.rats": "Rat tails",
    "setting.flask": "Flask full",
    "setting.card": "Fortune card",
    "setting.no_card": "none that matters here",
    "setting.card_help": "Cards done before the round are not listed: enter their result in bag, start or rubies.",
    "setting.all_set": "Set {set}",
    "setting.beside": "Red chips beside the pot",
    "setting.beside_help": "Kept from earlier rounds, for instance R1 R2.",
    "setting.objective": "What best play aims at",
    "setting.beat": "Points to beat",
    "setting.beat_round": "Beating a number of points is an aim of round 9 only.",
    "setting.rule": "When to stop",
    "setting.percent": "Highest risk in percent",
    "setting.white": "White sum",
    "setting.chips": "Chips in the pot",
    "setting.risk": "Risk of the next chip",
    "setting.no_look": "No look is open for the chips that were told.",
    "setting.many_rates": "At most {most} rates can be changed.",
    "setting.no_rate": "{name} is not a rate.",
    "setting.rates_changed": "your own changes, the rest {source}",
    "setting.rival_black": "Black chips of your neighbours",
    "setting.rival_black_help": "One number for two players, two for more, for instance 1, 0.",
    "setting.rivals": "Scoring spaces of the others",
    "setting.rivals_help": "As far as known, an exploded pot with an exclamation mark, for instance 23, 17!.",
    "setting.no_number": "{text} is not a whole number below 1000.",
    "objective.worth": "Victory points, now and later",
    "objective.coins": "Coins",
    "objective.vp": "VP of the scoring space",
    "objective.space": "Scoring space",
    "objective.beat": "Beat a number of points",
    "risk.both": "Both",
    "risk.percent": "Percent",
    "risk.chips": "Chips",
    "risk.off": "Hide",
    "colour.green": "Green, garden spider",
    "colour.blue": "Blue, crow skull",
    "colour.red": "Red, toadstool",
    "colour.yellow": "Yellow, mandrake",
    "colour.purple": "Purple, ghost's breath",
    "rates.why": "In victory points, for this round. Source: {source}.",
    "rates.last_round": "In round 9 only points count, exactly; of the rates only the chance of the die is used.",
    "rates.group": "More rates",
    "rates.place": "Which",
    "rates.value": "Value of {name}",
    "rates.reset": "Back to the shipped rates",
    "rates.none_changed": "All rates are the shipped ones.",
    "rates.own": "with your own changes",
    "rates.shipped": "set by hand, not measured",
    "rate.ruby": "Ruby",
    "rate.droplet": "Droplet step",
    "rate.flask": "Full flask",
    "rate.die": "Die roll",
    "rate.group_coins": "Having so many coins",
    "rate.group_chip": "A chip gained",
    "rate.group_black": "So many black chips",
    "rate.group_die_chance": "Chance of the die by space",
    "rate.group_kept_red": "A red chip kept",
    "rulings.why": "No official text found answers these; the first answer is our default.",
    # A notice, and a server that does not answer.
    "notice.put_away": "Put this notice away",
    "notice.sign": "\N{MULTIPLICATION SIGN}",
    "connection.gone": "The server does not answer.",
    "connection.meanwhile": "What you see is old; it comes back by itself when the server does. Taps are kept until then.",
    "connection.old": "Old: the server does not answer",
    # Share link.
    "share.refused": "This link cannot be used, so the table starts afresh. {reason}",
    "share.long": "It is longer than {most} characters.",
    "share.version": "It was made by another version.",
    "share.damaged": "It is damaged or incomplete.",
    # The shell and the other pages.
    "app.title": "Quacks odds",
    "page.table": "Table",
    "page.about": "About",
    "page.about_link": "Method, sources and unsettled rulings",
    "serve.local": "The dashboard is at {address}.",
    "serve.only": "Only this machine reaches it (--lan also lets phones in the same network).",
    "serve.lan": "Phones in the same network reach it at {address}, and so does everybody else there.",
    "serve.open": "Scan the code with the phone's camera.",
    "serve.end": "Ctrl+C ends it.",
    "serve.no_port": "{port} is no port; use one from 1 to 65535, such as 8501.",
    "serve.port_taken": "Port {port} cannot be used, perhaps it is taken; choose another one with --port.",
    "serve.lan_help": "also for other devices in the same network",
    "serve.port_help": "port to listen on",
    # What a request is told that the server does not let in.
    "gate.host": "The dashboard does not answer to this name; open {address} instead.",
    "gate.origin": "Only the dashboard's own page may ask this.",
    "gate.method": "Nothing can be left here; use GET or HEAD.",
    "gate.path": "There is nothing of this name.",
    "about.title": "About",
    "about.unofficial": (
        "An unofficial fan tool for The Quacks of Quedlinburg, not connected with its authors or publishers. You need "
        "the game; this page only does the arithmetic. Nothing is sent anywhere: it runs on the machine that serves it."
    ),
    "about.method_title": "How the numbers come about",
    "about.odds": (
        "**Risk.** Every chip in the bag is equally likely, so the risk of the next chip is a fraction of small "
        "numbers. It is exact."
    ),
    "about.solver": (
        "**Advice.** The rest of the brew is a finite decision problem: draw or stop, flask, what to place from a"
        " look, what goes back. It is solved completely, backwards from every way it can end, so both values are "
        "exact as far as the rates are."
    ),
    "about.worth": (
        "**Worth.** Coins, rubies, droplet steps and chips are turned into victory points by rates, one table per"
        " round. They are set by hand and can all be changed. In round 9 only points count and everything is "
        "exact. A difference below one part in a hundred is called too close."
    ),
    "about.rules": (
        "**Rules compared.** A rule such as “draw up to 25% risk” governs stopping only; all other choices are "
        "best play."
    ),
    "about.simulated": (
        "**Simulated.** A bag too large for the exact solution is answered by simulation and says so, with its "
        "standard error; differences within two of them are called too close. What is simulated is not quite best play: "
        "the true values are at least as large, and by how much the play falls short is measured and said too."
    ),
    "about.check": (
        "**Checked.** A second, slow and obvious program that shares only the tables gives the same numbers on "
        "thousands of small bags."
    ),
    "about.rulings_title": "What no official text settles",
    "about.rulings": (
        "Those that concern a brew are switches on the table page; the others, where another answer is known, can be set"
        " for whole games in the library. Wherever one matters, the answer says so."
    ),
    "about.no_other": "none known",
    "about.notation_title": "How bags and pots are written",
    "about.notation": (
        "A chip is its colour and value: W white, O orange, G green, B blue, R red, Y yellow, P purple, K black; W1 is a"
        " white 1-chip. A bag is chips with their number: `W1x4 W2x2 W3 O1 G1`. A pot is what came out, in order:"
    ),
    "about.mark": "Written",
    "about.meaning": "Meaning",
    "about.mark_flask": "put back by the flask",
    "about.mark_stirred": "put back by Well Stirred",
    "about.mark_returned": "the white chip before it went back",
    "about.mark_look": "two chips seen, one of them placed (`>-`: none)",
    "about.mark_pending": "a look of which nothing is told yet",
    "about.mark_stopped": "stopped",
    "about.mark_restarted": "begun again (A Second Chance)",
    "about.mark_red": "a red chip set aside was placed; `_R1` stays beside the pot, `-R1` went back into the bag",
    "about.question": "Question",
    "about.answer": "Our default",
    "about.others": "Other answers",
    "about.sources_title": "Where the facts come from",
    "about.sources": "All tables in our own words; rates are chosen by hand.",
    "about.file": "Table",
    "about.source": "Source",
    "about.confidence": "Confidence",
    "about.fonts_title": "Typefaces",
    "about.fonts": (
        "Atkinson Hyperlegible Next and IM Fell DW Pica, both under the SIL Open Font License; served from here."
    ),
    "about.back": "Back to the table",
}

WORDS: Final[Mapping[str, str]] = MappingProxyType(_ENGLISH)
"""The catalogue, read-only."""


def word(key: str, **values: object) -> str:
    """Return one text of the screen with its values filled in.

    Args:
        key: Area and name, for instance "verdict.draw".
        **values: The placeholders of the text.

    Returns:
        The finished text.

    Raises:
        KeyError: If the catalogue has no such key, or a placeholder of the text
            was not given.
    """
    if key not in WORDS:
        message = f"no text {key!r} in the catalogue of words"
        raise KeyError(message)
    try:
        return WORDS[key].format(**values)
    except KeyError as error:
        message = f"the text {key!r} needs a value for {error}"
        raise KeyError(message) from None
