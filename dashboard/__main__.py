"""`python -m dashboard`, and the screen that the command `quacks dashboard` finds by its entry point."""

import argparse

from dashboard.serve import run
from dashboard.text.words import word

__all__ = ["run"]

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m dashboard", description=word("app.title"))
    parser.add_argument("--lan", action="store_true", help=word("serve.lan_help"))
    parser.add_argument("--port", type=int, default=8501, help=word("serve.port_help"))
    arguments = parser.parse_args()
    try:
        run(lan=arguments.lan, port=arguments.port)
    except (ValueError, OverflowError) as error:
        parser.error(str(error))
