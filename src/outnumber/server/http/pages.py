"""The pages: templates rendered on the server, scripts that call the API, and no resources from other
sites.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache, partial
from gettext import NullTranslations
from html import escape
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

import outnumber
from outnumber.api.answers import State
from outnumber.api.frames import encode
from outnumber.extras import documentation
from outnumber.games import BUILT_IN, GameError, Rules, Voice, all_games, find
from outnumber.games.links import together
from outnumber.language.match import computer
from outnumber.language.rules import Line, sections
from outnumber.language.voice import Translated, accepted, voice
from outnumber.languages import LANGUAGES
from outnumber.match import HUMAN, Round
from outnumber.match.review import GRADES
from outnumber.players.registry import COMPUTERS, DEFAULT_OPPONENT, NAMES
from outnumber.server.errors import StorageError
from outnumber.server.play.service import GameService
from outnumber.server.play.tokens import may_be_id
from outnumber.server.settings import ServerSettings
from outnumber.server.transport.addresses import at, only_here
from outnumber.server.transport.limits import COOKIE as CLASS
from outnumber.server.transport.limits import POLICY, cookie, network_of
from outnumber.study.chains.best import OFFERED
from outnumber.study.chains.chain import LARGEST, SMALLEST
from outnumber.study.lessons.lesson import LESSONS, PARTS, STARS
from outnumber.study.lessons.place import LARGEST_SEED, LAST_HINT
from outnumber.study.lessons.seats import ROW
from outnumber.study.lessons.sentences import Teaching
from outnumber.study.paths.path import LINES, first_game, first_rules
from outnumber.study.paths.stars import STARS as GOALS
from outnumber.study.paths.start import draw
from outnumber.study.puzzles.daily import FIRST, month_before
from outnumber.study.puzzles.daily import archive as past_days
from outnumber.study.puzzles.kinds import TITLES, offered
from outnumber.study.puzzles.themes import THEMES
from outnumber.workers.study_jobs import daily_puzzle

from . import bundles, forms
from .paths import path_in

COOKIE = "language"
_YEAR = 365 * 24 * 3600
_PUPIL = re.compile(r"\w+\.[1-9]")  # the pass of a child; a teacher has the number 0
# The guards in front of the application add the security headers.
HEADERS = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
# Other sites may show the pages below /embed/ in frames, and no others.
FRAMED = {"Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")}


@cache
def environment(language: str) -> Environment:
    environment = Environment(
        # The drawings of the games are in the same folders as their texts.
        loader=ChoiceLoader(
            [PackageLoader("outnumber.server"), PackageLoader("outnumber.language", "games")],
        ),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals["documentation"] = documentation
    says = voice(language)
    catalogue = says.catalogue if isinstance(says, Translated) else NullTranslations()
    environment.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
    return environment


def language_of(request: Request) -> str:
    """The visitor's language: chosen on the page, or preferred by the browser."""
    kept = cookie(request.scope, COOKIE)
    return kept if kept in LANGUAGES else accepted(request.headers.get("accept-language", ""))


def _voice(request: Request) -> Voice:
    return voice(language_of(request))


def _path(request: Request) -> str:
    """The path of this page; two slashes at its beginning would name another server."""
    return "/" + request.url.path.lstrip("/\\")


def render(
    request: Request, template: str, script: str = "shared/shell.js", status: int = 200, **values: Any
) -> Response:
    """A page in the visitor's language with its script; `?lang=de` selects a language and saves it."""
    asked = request.query_params.get("lang")
    # The other parameters are preserved when the language changes.
    rest = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "lang"])
    path = _path(request)
    if asked in LANGUAGES:
        answer: Response = RedirectResponse(at(request.scope, f"{path}?{rest}" if rest else path), 303)
        secure = request.url.scheme == "https"
        answer.set_cookie(
            COOKIE, asked, _YEAR, path=at(request.scope, "/"), samesite="lax", httponly=True, secure=secure
        )
        return answer
    language, reach = language_of(request), _reach(request)
    embed = request.url.path.startswith(at(request.scope, "/embed/"))
    text = (
        environment(language)
        .get_template(template)
        .render(
            language=language,
            languages=LANGUAGES,
            path=path,
            asked=f"?{rest}&lang=" if rest else "?lang=",
            static=static(request),
            root=at(request.scope),
            # For absolute URLs, such as pictures for messengers.
            origin=reach or f"{request.url.scheme}://{request.url.netloc}",
            script=script,
            version=outnumber.__version__,
            games=games_by_name().values(),
            reach=reach,
            # A school's pages ask for no names, because strangers would see them.
            nameless=bool(request.app.state.settings.school),
            embed=embed,
            elsewhere=request.app.state.elsewhere,
            # A child's pages have the place of its name before the scripts have loaded.
            pupil=bool(_PUPIL.match(cookie(request.scope, CLASS))),
            **values,
        )
    )
    return Response(text, status, headers=HEADERS | (FRAMED if embed else {}), media_type="text/html")


def page(
    template: str, script: str = "shared/shell.js", **values: Any
) -> Callable[[Request], Awaitable[Response]]:
    """A handler for a page that needs no data."""

    async def answer(request: Request) -> Response:
        return render(request, template, script, **values)

    return answer


def static(request: Request) -> str:
    """The prefix of the URLs of scripts, styles and pictures."""
    return at(request.scope, f"/static/{bundles.version()}")


def _reach(request: Request) -> str | None:
    """The prefix of links for other people, if the visitor's own URL would not work for them."""
    settings: ServerSettings = request.app.state.settings
    return settings.address if only_here(request.url.hostname or "") else None


@cache
def games_by_name() -> dict[str, type[Rules]]:
    return {game.name: game for game in all_games()}


# The preselected game, and its maximum size on the home page.
READY, MOST_READY = "strategy-stacks", 20
# The opponent there.
GENTLE = "beginner"
# Seconds that the home page waits for the daily puzzle; without it, the page links to it.
PATIENCE = 0.5


class Ready(NamedTuple):
    """A game that visitors can start from the home page with one tap."""

    game: str
    rule: str
    numbers: tuple[int, ...]
    legal: tuple[int, ...]
    # The drawn moves with their seats, the visitor's seat, the opponent, and the seed of the draw.
    played: tuple[tuple[int, int], ...]
    seat: int
    opponent: str = GENTLE
    seed: int = 0


def _ready(asked: str, says: Voice, today: date) -> Ready:
    """The requested game, if its numbers fit, from a start that the visitor can win; another one each day."""
    games = games_by_name()
    for kind in filter(None, (games.get(asked), games[READY])):
        scene = kind().start().scene()
        if len(scene.numbers) <= MOST_READY:
            break
    # The games of plug-ins may take long to solve.
    seed = today.toordinal() if kind.name in BUILT_IN else 0
    current = Round.begin(kind(), _drawn(kind.name, seed) if seed else ())
    scene, played = current.scene, tuple(zip(current.moves, map(int, current.movers), strict=True))
    rule, turn = says.word(kind.summary), int(current.turn)
    return Ready(kind.name, rule, tuple(scene.numbers), tuple(scene.legal), played, turn, seed=seed)


@lru_cache(maxsize=16)
def _drawn(game: str, seed: int) -> tuple[int, ...]:
    return draw(first_game(find(game)(), GENTLE), seed)


def _fields(request: Request) -> dict[str, list[forms.Field]]:
    """The controls for the options of every game."""
    says, most = _voice(request), request.app.state.settings.range
    return {name: forms.fields(game, most, says) for name, game in games_by_name().items()}


async def _daily(request: Request, today: date, says: Voice) -> str:
    """The daily puzzle as JSON, which the server computes in advance; empty if it takes longer than usual."""
    service: GameService = request.app.state.service
    job = partial(daily_puzzle, today.isoformat(), None, None, says)
    with suppress(GameError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            return (await service.solvers.common(job)).decode()
    return ""


async def home(request: Request) -> Response:
    says, today = _voice(request), datetime.now(UTC).date()
    return render(
        request,
        "home.html",
        "play/home.js",
        fields=_fields(request),
        # Visitors may not use programs and models.
        players=[
            (name, computer(name, says), says.word(name).capitalize(), says.word(NAMES[name]))
            for name in COMPUTERS
        ],
        usual=DEFAULT_OPPONENT,
        quick={name: json.dumps(dict(first_rules(kind).options)) for name, kind in games_by_name().items()},
        tiny=_ready(request.query_params.get("game", READY), says, today),
        daily=await _daily(request, today, says),
        themes=json.dumps({name: says.word(theme.title) for name, theme in THEMES.items()}),
        stages={name: _stages(name, says) for name in games_by_name()},
    )


def _stages(game: str, says: Voice) -> str:
    """The opponent, its name, and the size of every stage, as JSON for the script."""
    stages = path_in(game, says.language).stages
    return json.dumps([[each.opponent, each.name, each.about] for each in stages])


async def board(request: Request) -> Response:
    return await _of_game(request, "game.html", "play/game.js")


class Preview(NamedTuple):
    """The preview of a link to a game in a messenger."""

    title: str
    text: str
    picture: str


def preview_of(state: State, says: Voice) -> Preview:
    """The preview of a game."""
    one, two = (each.name or says.say("Someone") for each in state.participants)
    if state.state == "open":
        text = says.say("{name} invites you to a game: no account, no luck, no draw.", name=one)
    elif state.opponent in COMPUTERS:
        text = says.say("{name} plays against the computer.", name=one)
    else:
        text = says.say("{one} plays against {two}.", one=one, two=two)
    picture = f"preview-{state.game}" if state.game in BUILT_IN else "preview"
    return Preview(f"{state.title} ({state.about})" if state.about else state.title, text, picture)


async def review(request: Request) -> Response:
    says = _voice(request)
    grades = {grade.value: says.word(text) for grade, text in GRADES.items()}
    return await _of_game(request, "review.html", "review/review.js", grades=grades)


async def _of_game(request: Request, template: str, script: str, **more: Any) -> Response:
    """A page about one game, with its public data; if there is no such game, its script says so."""
    id = request.path_params["id"]
    if not may_be_id(id):
        return missing(request)
    service: GameService = request.app.state.service
    says, state = _voice(request), None
    with suppress(GameError, StorageError):
        game = await service.games.find(id, fresh=True, who=network_of(request.scope))
        state = service.state(game, 0, says)
    preview = preview_of(state, says) if state else None
    over = (
        [each.round for each in state.history if each.outcome]
        if state and script == "review/review.js"
        else []
    )
    # Preload the first data that the script will request.
    ahead = at(request.scope, f"/api/games/{id}/review?round={over[-1]}&lang={says.language}") if over else ""
    answer = render(
        request,
        template,
        script,
        id=id,
        state=state,
        rule=says.word(find(state.game).summary) if state else "",
        line=says.word(LINES.get(state.opponent, "")) if state else "",
        as_json=_as_json,
        ahead=ahead,
        preview=preview,
        **more,
    )
    # The back button must not show an outdated position.
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _as_json(state: State) -> Markup:
    """A value for scripts, as the text of an invisible element."""
    return Markup(escape(encode(state).decode(), quote=False))  # noqa: S704  # it is escaped


async def archive(request: Request) -> Response:
    today = datetime.now(UTC).date()
    month, days = past_days(request.query_params.get("month", ""), today)
    earlier, later = month_before(month), (month + timedelta(days=31)).replace(day=1)
    return render(
        request,
        "archive.html",
        "puzzle/archive.js",
        month=f"{month:%Y-%m}",
        days=[(day.isoformat(), find(game).title) for day, game in days],
        earlier=f"{earlier:%Y-%m}" if earlier >= FIRST else "",
        later=f"{later:%Y-%m}" if later <= today else "",
    )


async def puzzle(request: Request) -> Response:
    kind = request.path_params["kind"]
    game = games_by_name().get(kind)
    if game is None and kind not in ("daily", "again", "mixed"):
        return missing(request)
    turns = [game.name] if game else BUILT_IN
    kinds = {name: offered(find(name)) for name in turns}
    ahead = ""
    if kind == "daily":
        wanted = {"date": datetime.now(UTC).date().isoformat()}
        wanted |= {
            name: request.query_params[name] for name in ("date", "game") if name in request.query_params
        }
        wanted["lang"] = language_of(request)
        ahead = at(request.scope, f"/api/puzzles/daily?{urlencode(wanted)}")
    return render(
        request, "puzzle.html", "puzzle/puzzle.js", kind=kind, game=game, kinds=json.dumps(kinds), ahead=ahead
    )


async def any_board(request: Request) -> Response:
    """A board for any position, which the script reads from the URL."""
    asked = request.query_params.get("game", READY)
    found = games_by_name().get(asked)
    title, chosen = (found.title, found.name) if found else ("Board", READY)
    return render(
        request, "free-board.html", "play/free_board.js", fields=_fields(request), chosen=chosen, title=title,
        ready=READY,
    )  # fmt: skip


async def chain(request: Request) -> Response:
    says = _voice(request)
    offered = [(",".join(link), says.either(says.word(together(each)) for each in link)) for link in OFFERED]
    return render(
        request, "chain.html", "puzzle/chain.js", offered=offered, smallest=SMALLEST, largest=LARGEST
    )


async def lesson(request: Request) -> Response:
    found = LESSONS.get(request.path_params["lesson"])
    if found is None:
        return missing(request)
    says = _voice(request)
    steps = [[step.id, says.word(PARTS[step.part])] for step in found.steps]
    stars = json.dumps([says.word(name) for name, _ in STARS.values()])
    return render(
        request, "lesson.html", "learn/lesson.js", lesson=found, game=find(found.id), steps=steps,
        stars=stars, row=ROW, hints=LAST_HINT, seeds=LARGEST_SEED, stages=_stages(found.id, says),
        rule=says.tell(Teaching(found.rule)),
        goals=[(star, says.word(name), says.word(about)) for star, (name, about) in STARS.items()],
    )  # fmt: skip


async def path_of(request: Request) -> Response:
    found = games_by_name().get(request.path_params["game"])
    if found is None:
        return missing(request)
    says = _voice(request)
    climb = path_in(found.name, says.language)
    first = {each.opponent: (each.opponent, each.name, each.number) for each in reversed(climb.stages)}
    gallery = sorted(first.values(), key=lambda each: each[2])
    goals = [(star, says.word(text)) for star, text in GOALS.items()]
    return render(
        request, "path.html", "learn/path.js", climb=climb, gallery=gallery, goals=goals,
        lesson=found.name in LESSONS,
    )  # fmt: skip


async def classroom(request: Request) -> Response:
    says = _voice(request)
    games, fields = games_by_name(), _fields(request)
    sizes = {
        name: next((each for each in fields[name] if each.name == game.SIZE), None)
        for name, game in games.items()
    }
    return render(
        request,
        "teacher.html",
        "class/teacher.js",
        sizes=sizes,
        kinds={name: " ".join(offered(game)) for name, game in games.items()},
        kind_names=[(name, says.word(text)) for name, text in TITLES.items()],
    )


async def stats(request: Request) -> Response:
    says = _voice(request)
    players = {HUMAN: says.say("People")} | {name: computer(name, says) for name in COMPUTERS}
    return render(request, "stats.html", "review/stats.js", players=players)


async def rules_of(request: Request) -> Response:
    found = games_by_name().get(request.path_params["game"])
    if found is None:
        return missing(request)
    told = sections(found, _voice(request))
    return render(request, "game-rules.html", "learn/rules.js", game=found, sections=told, blocks=_blocks)


def _blocks(lines: Iterable[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Paragraphs, lists, and the moves of an example game."""
    begun = False

    def kind(line: Line) -> str:
        nonlocal begun
        begun = begun or line.seat > 0
        return "moves" if begun else "list" if line.listed else "text"

    return ((name, list(run)) for name, run in groupby(lines, kind))


def missing(request: Request) -> Response:
    """The page for an unknown URL; redirects if the only error is a trailing slash."""
    path = _path(request)
    if path.endswith("/") and path != "/":
        # A relative URL, because the host name comes from the visitor.
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(at(request.scope, path.rstrip("/") + query), 307)
    if path == at(request.scope):
        return RedirectResponse(f"{path}/", 307)
    return render(request, "missing.html", status=404)


routes: list[BaseRoute] = [
    Route("/", home),
    Route("/games", page("games.html", "play/games.js")),
    Route("/g/{id}", board),
    Route("/g/{id}/review", review),
    Route("/puzzles", page("puzzles.html", "puzzle/puzzles.js", kinds=TITLES)),
    Route("/puzzles/archive", archive),
    Route("/puzzles/{kind}", puzzle),
    Route("/board", any_board),
    Route("/embed/board", any_board),
    Route("/embed/puzzles/{kind}", puzzle),
    Route("/chain", chain),
    Route("/learn", page("lessons.html", "learn/lessons.js", lessons=LESSONS.values(), find=find)),
    Route("/learn/{lesson}", lesson),
    Route("/path/{game}", path_of),
    Route("/class", classroom),
    Route("/class/board", page("projector.html", "class/projector.js")),
    Route("/join", page("join.html", "class/join.js")),
    Route("/stats", stats),
    Route("/rules", page("rules.html")),
    Route("/rules/{game}", rules_of),
    Route("/static/{version}/scripts/{language}/{name:path}.js", bundles.scripts),
    Route("/static/{version}/css/{names}.css", bundles.styles),
    Route("/static/{version}/class/animals.svg", bundles.animals),
    Mount("/static", bundles.Files(directory=bundles.STATIC)),
]
