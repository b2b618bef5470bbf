"""The parts of the pages that make them an installable application that works offline."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from outnumber.language.voice import voice
from outnumber.server.transport.addresses import at

from . import bundles, pages

ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable"))
# The colours of the pages.
PAPER = "#f5f1e8"


async def manifest(request: Request) -> Response:
    """The web app manifest in the visitor's language."""
    language = pages.language_of(request)
    says = voice(language)
    static = pages.static(request)
    icons = [
        {
            "src": f"{static}/pictures/{name}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in ICONS
    ]
    told: dict[str, Any] = {
        "id": at(request.scope, "/"),
        "name": "Outnumber",
        "short_name": "Outnumber",
        "description": says.say("Five number duels, all solved exactly."),
        "lang": language,
        "start_url": at(request.scope, "/"),
        "scope": at(request.scope, "/"),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games", "education"],
        "icons": icons,
        "shortcuts": [
            {"name": says.say("Daily puzzle"), "url": at(request.scope, "/puzzles/daily")},
            {"name": says.say("Board"), "url": at(request.scope, "/board")},
        ],
    }
    text = json.dumps(told, ensure_ascii=False)
    return Response(text, media_type="application/manifest+json", headers=pages.HEADERS)


async def worker(request: Request) -> Response:
    """The service worker; it changes whenever any file does."""
    text = (bundles.STATIC / "service_worker.js").read_text(encoding="utf-8")
    version, root = json.dumps(bundles.version()), json.dumps(at(request.scope))
    headers = {"Cache-Control": "no-cache"}
    return Response(
        f"const VERSION = {version};\nconst ROOT = {root};\n{text}",
        media_type="text/javascript",
        headers=headers,
    )


routes: list[BaseRoute] = [
    Route("/manifest.webmanifest", manifest),
    Route("/sw.js", worker),
    Route("/offline", pages.page("offline.html")),
    # The page of a game without its id: offline, the script reads the id from the URL.
    Route("/shell/game", pages.page("game.html", "play/game.js", id="", state=None, preview=None)),
]
