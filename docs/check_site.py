"""Every link of the built site leads somewhere on it, and no page loads anything from elsewhere.

Called as ``python docs/check_site.py docs/site``.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src")}
"""Attributes whose address a browser fetches by itself."""
FOLLOWED = ("a", "href")


class Page(HTMLParser):
    """The addresses on a page and the places on it that an address may name."""

    def __init__(self, text: str) -> None:
        """Read the page."""
        super().__init__()
        self.places: set[str] = set()
        self.addresses: list[tuple[str, bool]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element names and where it leads."""
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif value and ((tag, name) in LOADED or (tag, name) == FOLLOWED):
                self.addresses.append((value, (tag, name) in LOADED))


def faults(site: Path) -> list[str]:
    """Return one line for every address that leads nowhere or is fetched from elsewhere."""
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    found = [] if pages else [f"{site} holds no page"]
    for file, page in pages.items():
        for address, is_loaded in page.addresses:
            parts = urlsplit(address)
            where = f"{file.relative_to(site)}: {address}"
            if parts.scheme or parts.netloc:
                if is_loaded and parts.scheme != "data":
                    found.append(f"{where} is fetched from elsewhere")
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if not target.is_file():
                found.append(f"{where} is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                found.append(f"{where} names no place on that page")
    return found


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]).resolve())
    sys.exit("\n".join(wrong) if wrong else 0)
