"""What the server tells Streamlit's page about itself: no dialogs of the framework, and nobody else speaks for us."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH: Final = "/_stcore/host-config"
HOST_CONFIG: Final[dict[str, Any]] = {
    # No page that frames this one may send it orders.
    "allowedOrigins": [],
    "useExternalAuthToken": False,
    "enableCustomParentMessages": False,
    "enforceDownloadInNewTab": False,
    "metricsUrl": "",
    # A lost server would be told by "streamlit run yourscript.py"; `components.connection` says it in our words.
    "blockErrorDialogs": True,
    "resourceCrossOriginMode": None,
}


class OwnHostConfig:
    """Answers the page's question for its configuration in Streamlit's place, and passes everything else on."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application.

        Args:
            app: The application.
        """
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on.

        Args:
            scope: What is asked.
            receive: Gives the parts of the request.
            send: Takes the parts of the answer.
        """
        if scope["type"] == "http" and scope["path"] == PATH:
            await JSONResponse(HOST_CONFIG, headers={"Cache-Control": "no-cache"})(scope, receive, send)
            return
        await self._app(scope, receive, send)
