"""The pages: templates filled on the server, scripts that talk to the API, and nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from gettext import NullTranslations
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

import outnumber
from outnumber.games.errors import GameError
from outnumber.games.registry import BUILT_IN, all_games, find
from outnumber.games.sentences import Voice
from outnumber.players.registry import COMPUTERS, DEFAULT_OPPONENT, NAMES
from outnumber.puzzles.daily import FIRST, month_before
from outnumber.puzzles.daily import archive as past_days
from outnumber.puzzles.kinds import TITLES, offered
from outnumber.solvers.shares import network
from outnumber.web.errors import StorageError
from outnumber.web.http import forms
from outnumber.web.play.hub import Hub
from outnumber.web.settings import Settings
from outnumber.web.transport.reach import only_here
from outnumber.wire.api import State
from outnumber.words.rules import Line, sections
from outnumber.words.voice import LANGUAGES, Translated, accepted, voice

COOKIE = "language"
_ID = re.compile(r"[0-9a-z]{1,64}")
_IMPORT = re.compile(r'(?:from|import) "\./([\w.]+)"')
_TEXT = r'"((?:[^"\\]|\\.)*)"'
_SAID = re.compile(rf"\bt\({_TEXT}")
_COUNTED = re.compile(rf"\btn\({_TEXT}, {_TEXT}")
# The plural form of every number shows within the first hundreds: no language looks further than two digits.
_PLURALS = 200
_YEAR = 365 * 24 * 3600
STATIC = Path(str(files("outnumber.web"))) / "static"
CATALOGUES = Path(str(files("outnumber.words"))) / "languages"
# The guards before the application add the headers that keep browsers careful.
HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}


@cache
def _environment(language: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("outnumber.web"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    says = voice(language)
    catalogue = says.catalogue if isinstance(says, Translated) else NullTranslations()
    environment.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
    return environment


@cache
def _version() -> str:
    """A few letters that change whenever a script or style does, so that browsers never mix old with new."""
    content = sha256()
    for path in [*sorted(STATIC.rglob("*.*")), *sorted(CATALOGUES.glob("*.mo"))]:
        content.update(path.read_bytes())
    return content.hexdigest()[:10]


@cache
def _modules(entry: str) -> tuple[str, ...]:
    """A script and all that it imports, so that a browser can fetch them in one go."""
    found: list[str] = []
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.append(name)
            waiting += _IMPORT.findall((STATIC / name).read_text(encoding="utf-8"))
    return tuple(sorted(found))


def language_of(request: Request) -> str:
    """The language of a visitor: chosen on the page, or wished for by the browser."""
    kept = request.cookies.get(COOKIE)
    return kept if kept in LANGUAGES else accepted(request.headers.get("accept-language", ""))


def _path(request: Request) -> str:
    """The address of this page on this server: two slashes at its front would name another one."""
    return "/" + request.url.path.lstrip("/\\")


def render(
    request: Request, template: str, script: str = "shell.js", status: int = 200, **values: Any
) -> Response:
    """A page in the visitor's language with its script; `?lang=de` chooses a language and keeps it."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        answer: Response = RedirectResponse(_path(request), 303)
        answer.set_cookie(COOKIE, asked, max_age=_YEAR, samesite="lax", httponly=True)
        return answer
    language = language_of(request)
    text = (
        _environment(language)
        .get_template(template)
        .render(
            language=language,
            languages=LANGUAGES,
            path=_path(request),
            static=static(),
            origin=_origin(request),
            modules=_modules(script),
            version=outnumber.__version__,
            games=_games(),
            reach=_reach(request),
            **values,
        )
    )
    return Response(text, status, headers=HEADERS, media_type="text/html")


def static() -> str:
    """What the addresses of scripts, styles and pictures begin with."""
    return f"/static/{_version()}"


def _origin(request: Request) -> str:
    """The server as the visitor calls it, for what must name it in full: pictures that messengers fetch."""
    reach = _reach(request)
    return reach or f"{request.url.scheme}://{request.url.netloc}"


def _reach(request: Request) -> str | None:
    """What links for others begin with where the visitor's own address would lead them astray."""
    settings: Settings = request.app.state.settings
    return settings.address if only_here(request.url.hostname or "") else None


@cache
def _games() -> list[Any]:
    return list(all_games())


async def home(request: Request) -> Response:
    says, most = voice(language_of(request)), request.app.state.settings.range
    return render(
        request,
        "home.html",
        "home.js",
        fields={game.name: forms.fields(game, most, says) for game in _games()},
        # Programs and models are not for visitors.
        players=[(name, says.word(name).capitalize(), says.word(NAMES[name])) for name in COMPUTERS],
        usual=DEFAULT_OPPONENT,
        chosen=request.query_params.get("game", "strategy-stacks"),
    )


async def games(request: Request) -> Response:
    return render(request, "games.html", "games.js")


async def board(request: Request) -> Response:
    return _of_game(request, "board.html", "board.js", preview=await _preview(request))


class Preview(NamedTuple):
    """What a messenger shows of a link to a game."""

    title: str
    text: str
    picture: str


async def _preview(request: Request) -> Preview | None:
    """What anybody may know of a game, for whoever is sent a link to it: looking takes no seat."""
    hub: Hub | None = getattr(request.app.state, "hub", None)
    if hub is None:
        return None
    who = network(request.client.host if request.client else "")
    try:
        table = await hub.table(request.path_params["id"], who=who)
    except (GameError, StorageError):
        return None
    return preview_of(hub.state(table, 0, voice(language_of(request))), voice(language_of(request)))


def preview_of(state: State, says: Voice) -> Preview:
    """A game as a link to it is shown."""
    one, two = (each.name or says.say("Somebody") for each in state.participants)
    if state.state == "open":
        text = says.say("{name} invites you to a game: no account, no luck, no draw.", name=one)
    elif state.opponent in COMPUTERS:
        text = says.say("{name} plays against the computer.", name=one)
    else:
        text = says.say("{one} plays against {two}.", one=one, two=two)
    picture = f"preview-{state.game}" if state.game in BUILT_IN else "preview"
    return Preview(f"{state.title} ({state.about})" if state.about else state.title, text, picture)


async def review(request: Request) -> Response:
    return _of_game(request, "review.html", "review.js")


def _of_game(request: Request, template: str, script: str, **values: Any) -> Response:
    """A page about one game; whether there is such a game, its script finds out."""
    id = request.path_params["id"]
    return render(request, template, script, id=id, **values) if _ID.fullmatch(id) else missing(request)


async def puzzles(request: Request) -> Response:
    return render(request, "puzzles.html", "puzzles.js", kinds=TITLES)


async def archive(request: Request) -> Response:
    today = datetime.now(UTC).date()
    month, days = past_days(request.query_params.get("month", ""), today)
    earlier, later = month_before(month), (month + timedelta(days=31)).replace(day=1)
    return render(
        request,
        "archive.html",
        "archive.js",
        month=f"{month:%Y-%m}",
        days=[(day.isoformat(), find(game).title) for day, game in days],
        earlier=f"{earlier:%Y-%m}" if earlier >= FIRST else "",
        later=f"{later:%Y-%m}" if later <= today else "",
    )


async def puzzle(request: Request) -> Response:
    kind = request.path_params["kind"]
    game = next((game for game in _games() if game.name == kind), None)
    if game is None and kind not in ("daily", "again", "mixed"):
        return missing(request)
    turns = [game.name] if game else BUILT_IN
    kinds = {name: offered(find(name)) for name in turns}
    return render(request, "puzzle.html", "puzzle.js", kind=kind, game=game, kinds=json.dumps(kinds))


async def any_board(request: Request) -> Response:
    """A board for any position; which one, its script reads in the address."""
    sizes = {game.name: game.SIZE for game in _games()}
    return render(
        request, "any-board.html", "any-board.js", sizes=sizes, most=request.app.state.settings.range
    )


async def classroom(request: Request) -> Response:
    says = voice(language_of(request))
    most = request.app.state.settings.range
    sizes = {
        game.name: next((each for each in forms.fields(game, most, says) if each.name == game.SIZE), None)
        for game in _games()
    }
    return render(
        request,
        "class.html",
        "class.js",
        sizes=sizes,
        kinds={game.name: " ".join(offered(game)) for game in _games()},
        kind_names=[(name, says.word(text)) for name, text in TITLES.items()],
    )


async def projector(request: Request) -> Response:
    return render(request, "projector.html", "projector.js")


async def join(request: Request) -> Response:
    return render(request, "join.html", "join.js")


async def stats(request: Request) -> Response:
    return render(request, "stats.html", "stats.js")


async def rules(request: Request) -> Response:
    return render(request, "rules.html")


async def rules_of(request: Request) -> Response:
    name = request.path_params["game"]
    found = next((game for game in _games() if game.name == name), None)
    if found is None:
        return missing(request)
    told = sections(found, voice(language_of(request)))
    return render(request, "game-rules.html", "rules.js", game=found, sections=told, blocks=_blocks)


def _blocks(lines: Iterable[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Paragraphs, lists, and a game that is played through to its end."""
    begun = False

    def kind(line: Line) -> str:
        nonlocal begun
        begun = begun or line.seat > 0
        return "moves" if begun else "list" if line.listed else "text"

    return ((name, list(run)) for name, run in groupby(lines, kind))


def missing(request: Request) -> Response:
    """The page for an address where there is nothing; one slash too many at its end is forgiven."""
    path = _path(request)
    if path.endswith("/") and path != "/":
        # Without the name of the server, which only the visitor gave.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(path.rstrip("/") + query, 307)
    return render(request, "missing.html", status=404)


async def spoken(request: Request) -> Response:
    """A language as a script: every string that the other scripts may show."""
    says = voice(request.path_params["language"]) if request.path_params["language"] in LANGUAGES else None
    if not isinstance(says, Translated):
        raise HTTPException(404)
    text = f"export default {json.dumps(words(says), ensure_ascii=False)};\n"
    return Response(text, media_type="text/javascript", headers=_kept(request.path_params["version"]))


@cache
def words(says: Translated) -> dict[str, Any]:
    """What the scripts say themselves, in a language; the rest they hear from the server."""
    scripts = "".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))
    # Which form each number takes, one digit a number, and a number for each form.
    forms = "".join(str(int(says.catalogue.plural(n))) for n in range(_PLURALS))  # type: ignore[attr-defined]
    numbers = [forms.index(form) for form in sorted(set(forms))]
    return {
        "strings": {text: says.word(text) for text in map(_plain, _SAID.findall(scripts))},
        "plurals": {
            one: [says.plural(one, many, n) for n in numbers]
            for one, many in (map(_plain, pair) for pair in _COUNTED.findall(scripts))
        },
        "plural": forms,
    }


def _plain(quoted: str) -> str:
    return str(json.loads(f'"{quoted}"'))


def _kept(version: str) -> dict[str, str]:
    """How long browsers and proxies may keep a file: its own address changes with it, any other does not."""
    own = version == _version()
    return {"Cache-Control": "public, max-age=31536000, immutable" if own else "no-cache"}


class _Files(StaticFiles):
    """Scripts, styles and pictures under an address that changes when one of them does."""

    async def get_response(self, path: str, scope: Any) -> Response:
        version, _, inner = path.partition("/")
        answer = await super().get_response(inner, scope)
        answer.headers.update(_kept(version))
        return answer


routes: list[BaseRoute] = [
    Route("/", home),
    Route("/games", games),
    Route("/g/{id}", board),
    Route("/g/{id}/review", review),
    Route("/puzzles", puzzles),
    Route("/puzzles/archive", archive),
    Route("/puzzles/{kind}", puzzle),
    Route("/board", any_board),
    Route("/class", classroom),
    Route("/class/board", projector),
    Route("/join", join),
    Route("/stats", stats),
    Route("/rules", rules),
    Route("/rules/{game}", rules_of),
    Route("/static/{version}/words/{language}.js", spoken),
    Mount("/static", _Files(directory=STATIC)),
]
