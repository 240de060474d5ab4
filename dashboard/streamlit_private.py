"""What we use of Streamlit that it does not promise to keep; `pyproject.toml` bounds its version for their sake."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Final

import streamlit
from streamlit.navigation.page import StreamlitPage
from streamlit.runtime.scriptrunner import get_script_run_ctx

__all__ = ["CORE", "OPEN_IN_CORE", "StreamlitPage", "gone_back", "inline_scripts"]

CORE: Final = "_stcore"
"""The folder of what Streamlit's own page asks its server for."""
OPEN_IN_CORE: Final = frozenset({"bidi-components", "health", "host-config", "stream"})
"""What of it a page needs: files of components, whether the server lives, its settings, and the websocket."""
INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def gone_back() -> bool:
    """Say whether this run was asked for by the browser's button for going back or forward."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def inline_scripts() -> tuple[str, ...]:
    """Return the scripts that stand in Streamlit's own page, as a Content-Security-Policy names them."""
    page = Path(streamlit.__file__).parent / "static" / "index.html"
    scripts = INLINE_SCRIPT.findall(page.read_text(encoding="utf-8"))
    digests = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return tuple(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
