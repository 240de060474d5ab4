"""``quacks replay FILE``: a game from its file, round by round."""

import sys
from pathlib import Path

from quacks_math.game.reading import game_from
from quacks_math.game.replay import print_game
from quacks_math.game.saved import LONGEST_FILE

BYTES_PER_CHARACTER = 4
"""At most, in UTF-8."""


def replay(file: Path) -> None:
    """Print the game in a file round by round.

    Args:
        file: A saved game (JSON) or a written one.

    Raises:
        ValueError: If the file cannot be read, is no game, or something in it cannot happen; names the event or line.
    """
    try:
        if file.exists() and not file.is_file():
            raise ValueError(f"{file} is no file; name a saved or written game.")
        with file.open("rb") as opened:
            content = opened.read(BYTES_PER_CHARACTER * LONGEST_FILE + 1)
        if len(content) > BYTES_PER_CHARACTER * LONGEST_FILE:
            raise ValueError(f"{file} is too long for a game; at most {LONGEST_FILE} characters are read.")
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{file} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} is no text in UTF-8.") from error
    sys.stdout.write(print_game(game_from(text)))
