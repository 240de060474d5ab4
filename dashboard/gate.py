"""The gate in front of the server: who may come in, what may be asked for, and what a page may load.

It stands before everything of Streamlit's, which would take in files without an uploader, answer under any name, and
ask a machine on the internet for its own address whenever a page of another site knocks. The gate asks nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

from dashboard.streamlit_private import CORE, OPEN_IN_CORE, inline_scripts
from dashboard.text.words import word

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS: Final = ("GET", "HEAD")
"""What a page needs: everything else of a visitor's comes through the websocket."""
CLOSED: Final = frozenset({"auth", "oauth2callback", "component"})
"""Folders that Streamlit would answer for and no page of ours asks for: signing in, and components in frames."""
STARTS: Final = ("http.response.start", "websocket.http.response.start")


def protection() -> dict[str, str]:
    """Return the headers of every answer, by name.

    Nothing may be loaded from another machine, no other site may show a page of ours in a frame, and none learns from
    which table a visitor came.
    """
    sources = {
        "default-src": "'none'",
        # Streamlit hands the scripts of our own components to the browser as blobs, and counts in WebAssembly.
        "script-src": " ".join(("'self'", "blob:", "'wasm-unsafe-eval'", *inline_scripts())),
        # Streamlit's and plotly's styles stand in the page itself, and so do the measures of our pictures.
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": "'self'",
        "manifest-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in sources.items()),
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }


class Gate:
    """Lets in who asks this machine, by its own name, from its own page, for what a page needs."""

    def __init__(self, app: ASGIApp, *, name: str) -> None:
        """Stand before an application.

        Args:
            app: The application.
            name: What this machine is called besides the address at which a request comes in.
        """
        self._app = app
        self._own_name = name
        self._protection = protection()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on and protect the answer."""

        async def protected(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                headers.update(self._protection)
                # Streamlit offers the files beside the entry script to every site.
                del headers["Access-Control-Allow-Origin"]
            await send(message)

        refusal = None if scope["type"] == "lifespan" else self._refusal(scope)
        await (refusal or self._app)(scope, receive, protected)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        """Return what a request is refused with, none where it is let in."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        # The address at which this very connection came in: under any other name somebody else sent the browser here.
        address, port = scope["server"]
        if len(hosts) != 1 or _name(hosts[0]) not in (self._own_name, address):
            return PlainTextResponse(word("gate.host", address=f"http://{address}:{port}"), 403)
        if any(origin.partition("://")[::2] not in (("http", hosts[0]), ("https", hosts[0])) for origin in origins):
            return PlainTextResponse(word("gate.origin"), 403)
        if scope["type"] == "http" and scope["method"] not in METHODS:
            return PlainTextResponse(word("gate.method"), 405, {"Allow": ", ".join(METHODS)})
        return None if _is_open(scope["path"]) else PlainTextResponse(word("gate.path"), 404)


def _name(host: str) -> str:
    """Return the name in a `Host` header without the port, in lower case; an empty one if it is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return ""
    return "" if parts.netloc.rpartition("@")[1] or parts.path else parts.hostname or ""


def _is_open(path: str) -> bool:
    """Say whether a page of ours may ask for a path; what is no file is answered with the page itself."""
    first, *rest = path.removeprefix("/").split("/")
    if not all(part.strip(".") for part in [first, *rest][:-1]):
        return False
    return bool(rest) and rest[0] in OPEN_IN_CORE if first == CORE else first not in CLOSED
