"""``quacks replay FILE``: a game from its file, round by round."""

import sys
from pathlib import Path

from quacks_math.game.record.parser import game_from
from quacks_math.game.record.printer import print_game
from quacks_math.game.record.saved import LONGEST_FILE
from quacks_math.material.files import read_file

BYTES_PER_CHARACTER = 4
"""At most, in UTF-8."""


def replay(file: Path) -> None:
    """Print the game in a file round by round.

    Args:
        file: A saved game (JSON) or a written one.

    Raises:
        ValueError: If the file cannot be read, is no game, or something in it cannot happen; names the event or line.
    """
    content = read_file(file, "The game", BYTES_PER_CHARACTER * LONGEST_FILE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"The game {str(file)!r} is no text in UTF-8; save it in that encoding.") from error
    sys.stdout.write(print_game(game_from(text)))
