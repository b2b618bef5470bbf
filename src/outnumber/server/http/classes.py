"""Classes over HTTP, with long polling: a request with `wait` is answered when there is news.

This takes one request every five seconds or so for each child, keeps no connection that a sleeping tablet
could lose, and a client that returns gets the complete state.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, get_type_hints

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from outnumber.api import Model
from outnumber.api import classes as models
from outnumber.api.errors import Refused, must_be
from outnumber.api.fields import MOST_PUZZLES
from outnumber.api.frames import encode
from outnumber.api.queries import Some
from outnumber.api.scenes import SceneModel
from outnumber.api.verdicts import VerdictModel
from outnumber.games.base import Seat
from outnumber.games.options import chosen
from outnumber.games.registry import find, names
from outnumber.language.animals import ANIMALS
from outnumber.match.match import Begun, Match
from outnumber.players.registry import COMPUTERS, unknown
from outnumber.server.classes import views
from outnumber.server.classes.classroom import (
    Answered,
    Anything,
    Classroom,
    Contest,
    Door,
    Hand,
    Left,
    LessonBegun,
    Planned,
    Puzzles,
    Revealed,
    Shown,
    Stepped,
    Timer,
    Undone,
    Voted,
)
from outnumber.server.classes.persistence import TEACHER, LiveClass, invite_of
from outnumber.server.http.endpoints import JSON, Api, Call, Handler, seeded
from outnumber.server.http.puzzles import MAKING, job_for
from outnumber.server.play.create import SURE, rules_of
from outnumber.server.play.live_game import LiveGame
from outnumber.server.play.tokens import new_token
from outnumber.server.play.views import named
from outnumber.server.transport.limits import COOKIE, PROBING, WAITED, cookie
from outnumber.study.lessons.lesson import PARTS, lesson_of
from outnumber.study.puzzles.kinds import KINDS, SEATS
from outnumber.study.puzzles.sentences import Remark
from outnumber.theory.solve import effort
from outnumber.workers import jobs
from outnumber.workers.pool import effort_of

api = Api()

# Larger boards suit neither a class nor a projector.
LARGEST = 100
# Seconds that the teacher's page waits at most: children connect and disconnect without an event.
TEACHER_WAIT = 0.5
# The names of puzzles and of steps, which a school takes without any other words.
_PUZZLE = re.compile(rf"(({'|'.join(KINDS)})-)?[0-9a-f]{{12}}")
_STEP = re.compile(rf"\d{{1,4}}|({'|'.join(PARTS)})(-\d{{1,2}})?")
# Takes a call, the class and the body of the request.
Deed = Callable[..., Awaitable[Anything | None]]
# The answers for the teacher and for the children.
TEACHES: Any = {"answer": models.ClassModel, "errors": (409, 422), "seat": "needed"}
LEARNS: Any = {"answer": models.PupilModel, "errors": (409,), "seat": "needed"}


def _deed(name: str, summary: str, *, teacher: bool) -> Callable[[Deed], Handler]:
    """Declare an action: the function returns the change, unless it makes the change itself."""

    def declared(deed: Deed) -> Handler:
        async def answer(call: Call, asked: models.OfClass) -> Response:
            kept, number = await _kept(call, teacher=teacher)
            change = await deed(call, kept, asked)
            if change is not None:
                await call.classes.happen(kept, change, number, asked.id if teacher else None)
            return _for(call, kept, number)

        body, who = get_type_hints(deed)["asked"], TEACHES if teacher else LEARNS
        url = f"/api/classes/{{id}}/{name}"
        return api.at(url, f"class-{name}", summary=summary, body=body, **who)(answer)

    return declared


_teacher, _child = partial(_deed, teacher=True), partial(_deed, teacher=False)


def _told(call: Call, kept: LiveClass, number: int, told: Model, status: int = 200) -> Response:
    """An answer that also sets the cookie with the pass of the class."""
    answer = Response(encode(told), status, {"Cache-Control": "no-store"}, JSON)
    if cookie(call.request.scope, COOKIE) != (shown := kept.pass_of(number)):
        age = call.classes.until(kept)
        secure = call.request.url.scheme == "https"
        answer.set_cookie(
            COOKIE, shown, age, path=call.link("/"), samesite="lax", httponly=True, secure=secure
        )
    return answer


async def _kept(call: Call, *, teacher: bool, arrives: bool = True) -> tuple[LiveClass, int]:
    """The class in the URL, and the client: only its teacher, or only a child, is allowed.

    `arrives` is whether the request has just arrived, so that its client is here.
    """
    kept, number = await call.classes.find(call.request.path_params["id"], call.token)
    if (number == TEACHER) != teacher:
        raise Refused("not-in-class")
    if arrives:
        kept.hear(number)
    return kept, number


def _teacher_sees(call: Call, kept: LiveClass, token: str) -> models.ClassModel:
    games = call.service.games
    link = call.link(f"/join#{invite_of(token)}")
    return views.classroom(kept, link, games, call.classes.until(kept), call.voice)


def _for(call: Call, kept: LiveClass, number: int) -> Response:
    token = call.token or ""
    if number == TEACHER:
        return _told(call, kept, number, _teacher_sees(call, kept, token))
    return _told(call, kept, number, views.pupil(kept, number, token, call.voice, call.link))


# Opening, joining, looking


@api.at("/api/classes", "class-open", models.Opened, status=201)
async def open_class(call: Call, asked: models.MakeClass) -> Response:
    """Open a class."""
    token = asked.token or new_token()
    kept = await call.classes.open(token, call.network, call.voice.language)
    state = _teacher_sees(call, kept, token)
    link = call.link(f"/class#{kept.id}.{token}")
    return _told(call, kept, TEACHER, models.Opened(kept.id, token, link, state), 201)


@api.at("/api/classes/enter", "class-enter", models.DoorModel, errors=(404, 409))
async def enter(call: Call, asked: models.EnterClass) -> Response | models.DoorModel:
    """Enter a class with the name of an animal, or see which are free."""
    kept = await call.classes.door(asked.code, call.network)
    if asked.animal is None:
        free = {*kept.room.free, *kept.lost()}
        names = sorted(
            (models.Animal(name, kept.name_of(name, call.voice), name in free) for name in ANIMALS),
            key=lambda each: each.name.casefold(),
        )
        return models.DoorModel(kept.id, names)
    if asked.token is None:
        raise must_be("token", "32 hexadecimal digits")
    shown = cookie(call.request.scope, COOKIE)
    number = await call.classes.enter(kept, asked.animal, asked.token, shown)
    return _told(call, kept, number, views.pupil(kept, number, asked.token, call.voice, call.link), 201)


async def _news(call: Call, after: int | None, seconds: float, *, teacher: bool) -> Response:
    """Wait for news, and record how long, because it does not count as processing time."""
    kept, number = await _kept(call, teacher=teacher)
    began = time.perf_counter()
    silence = call.request.scope["extensions"][PROBING]()
    broken = await call.classes.news(kept, number, after, seconds, partial(_broken, call.request), silence)
    call.request.scope["state"][WAITED] = time.perf_counter() - began
    if broken:  # no one reads the answer, and the child is not here
        return Response()
    # The class may be over, or the child removed.
    return _for(call, *await _kept(call, teacher=teacher, arrives=False))


async def _broken(request: Request) -> None:
    """Wait until the client's connection breaks."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


@api.at("/api/classes/{id}", "class", **TEACHES)
async def read(call: Call, asked: models.News) -> Response:
    """A class, for its teacher."""
    return await _news(call, asked.after, min(asked.wait, TEACHER_WAIT), teacher=True)


@api.at("/api/classes/{id}/me", "class-me", **LEARNS)
async def me(call: Call, asked: models.News) -> Response:
    """A class, for a child in it."""
    return await _news(call, asked.after, asked.wait, teacher=False)


# Actions of the teacher


@_teacher("door", "Let newcomers in, or not.")
async def door(_: Call, __: LiveClass, asked: models.SetDoor) -> Door:
    return Door(asked.open)


@_teacher("out", "Send a child out; another device can take its animal.")
async def out(call: Call, kept: LiveClass, asked: models.SendOut) -> None:
    await call.classes.happen(kept, partial(_of, asked.child, Left()), asked.child, asked.id)


@_teacher("helped", "Lower a child's hand: the teacher has helped.")
async def helped(call: Call, kept: LiveClass, asked: models.SendOut) -> None:
    await call.classes.happen(kept, partial(_of, asked.child, Hand(False)), asked.child, asked.id)


def _of(child: int, change: Left | Hand, room: Classroom) -> Left | Hand:
    """A change of a child, who may have left just now: that must not look as if the teacher had."""
    room.child(child, "no-such-child")
    return change


@_teacher("lesson", "A lesson for everybody.")
async def lesson(_: Call, __: LiveClass, asked: models.SetLesson) -> LessonBegun:
    return LessonBegun(lesson_of(asked.lesson).id)


@_teacher("puzzles", "The same puzzles for everybody.")
async def puzzles(call: Call, _: LiveClass, asked: models.SetPuzzles) -> Puzzles:
    rules = find(asked.game)
    seed = seeded(asked.seed)
    wanted = Some(kind=asked.kind, difficulty=asked.difficulty, seed=seed, count=MOST_PUZZLES)
    # Computed before any child asks: otherwise forty children would wait for it at once. A solver that has
    # just started may time out, in which case the next one does not.
    with suppress(Refused):
        await call.service.solvers.common(job_for(call, rules.name, wanted), call.address, MAKING)
    await call.service.solvers.common(job_for(call, rules.name, wanted), call.address, MAKING)
    return Puzzles(rules.name, asked.kind or "", asked.difficulty, seed)


@_teacher("pairs", "Pair everybody for games, by score.")
async def pairs(call: Call, kept: LiveClass, asked: models.SetPairs) -> None:
    rules = rules_of(asked.game, asked.options, LARGEST)
    if asked.computer not in COMPUTERS:
        raise unknown(asked.computer, COMPUTERS)
    if effort(rules.start()) > SURE:
        await call.service.solvers.check(rules, call.address)
    await call.classes.pair(kept, rules.name, rules.options, asked, asked.id)


@_teacher("tournament", "Begin a tournament by the Swiss system.")
async def tournament(_: Call, __: LiveClass, asked: models.SetTournament) -> Contest:
    return Contest(asked.mode, asked.teams if asked.mode == "teams" else 0)


@_teacher("team", "Move a child to a team before the first round.")
async def team(call: Call, kept: LiveClass, asked: models.SetTeam) -> None:
    def moved(room: Classroom) -> Contest:
        return room.with_member(asked.child, asked.team)

    await call.classes.happen(kept, moved, TEACHER, asked.id)


@_teacher("undo", "Take back the last round of the tournament.")
async def undo(_: Call, __: LiveClass, asked: models.UndoRound) -> Undone:  # noqa: ARG001  # declares the body
    return Undone()


@_teacher("plan", "Set the plan of the lesson, and its current station.")
async def plan(call: Call, kept: LiveClass, asked: models.SetPlan) -> None:
    for each in asked.stations:
        Match(rules_of(each.game, each.options, LARGEST)).after(Begun(moves=tuple(each.moves)))
    await call.classes.plan(kept, Planned(tuple(asked.stations), asked.station), asked.id)


@_teacher("timer", "Set a timer.")
async def timer(_: Call, __: LiveClass, asked: models.SetTimer) -> Timer:
    return Timer(asked.seconds)


@_teacher("show", "Show a board on the projector.")
async def show(call: Call, kept: LiveClass, asked: models.SetShown) -> Shown:
    kind = asked.puzzle or ""
    shown = Shown(asked.table, asked.game, asked.options, tuple(asked.moves), kind, standings=asked.standings)
    if not (shown.table or shown.game):
        return shown
    position = (await _match_of(call, kept, shown)).current.position
    choices = tuple(map(int, Seat)) if kind in SEATS else tuple(position.legal_moves()) if kind else ()
    return structs.replace(shown, choices=choices)


@_teacher("reveal", "Show the tally of answers or the winner on the projector, or hide them.")
async def reveal(_: Call, __: LiveClass, asked: models.Reveal) -> Revealed:
    return Revealed(asked.tally, asked.answer)


async def _match_of(call: Call, kept: LiveClass, shown: Shown) -> Match:
    """The match on the board; raises the error of the rules."""
    if shown.table:
        if shown.table not in {pair.game for pair, _ in kept.room.pairs}:
            raise Refused("no-such-game")
        game: LiveGame = await call.service.games.find(shown.table)
        return named(game, call.voice)
    rules = rules_of(shown.game, shown.options, LARGEST)
    return Match(rules).after(Begun(moves=shown.moves))


@api.at("/api/classes/{id}/board", "class-board", errors=(422,), seat="needed")
async def board(call: Call, asked: models.VerdictQuery) -> models.BoardModel:
    """What the projector shows, with the verdict if asked for."""
    kept, _ = await _kept(call, teacher=True)
    shown = kept.room.shown
    if shown is None:
        raise Refused("no-such-game")
    match = await _match_of(call, kept, shown)
    current = match.current
    found = None
    if asked.verdict and current.outcome is None:
        told = await call.solved(jobs.verdict, current, effort=effort_of(match))
        found = msgspec.json.decode(told, type=VerdictModel)
    scene = SceneModel.of(current.scene, call.voice)
    seats = [match.participant(seat).name for seat in Seat]
    return models.BoardModel(
        title=call.voice.word(match.rules.title),
        about=chosen(match.rules, call.voice),
        names=seats,
        moves=list(current.moves),
        seats=list(current.movers),
        scene=scene,
        over=current.outcome is not None,
        verdict=found,
        question=call.voice.tell(Remark(f"ask-{shown.puzzle}")) if shown.puzzle else "",
    )


@api.at("/api/classes/{id}/end", "class-end", **TEACHES)
async def end(call: Call, asked: models.EndClass) -> models.ClassModel:
    """End a class: send its last state, and delete everything."""
    kept, _ = await _kept(call, teacher=True)
    await call.classes.end(kept, asked.id)
    return _teacher_sees(call, kept, call.token or "")


# Actions of children


@_child("report", "Where a child is, and what became of a puzzle.")
async def report(call: Call, kept: LiveClass, asked: models.Report) -> Stepped | Answered:
    if call.service.settings.school:
        known = {"", *names(), *(pair.game for pair, _ in kept.room.pairs)}
        asked.what = asked.what if asked.what in known or _PUZZLE.fullmatch(asked.what) else "-"
        asked.step = asked.step if _STEP.fullmatch(asked.step) else ""
    if asked.solved is None:
        return Stepped(asked.place, asked.what, asked.step, asked.stuck)
    task = kept.room.task
    # The name contains the number of the task.
    return Answered(f"{task.number if task else 0}.{asked.what}", asked.solved)


@_child("hand", "Ask for help.")
async def hand(_: Call, __: LiveClass, asked: models.RaiseHand) -> Hand:
    return Hand(asked.up)


@_child("vote", "Answer the question on the projector.")
async def vote(_: Call, __: LiveClass, asked: models.Vote) -> Voted:
    return Voted(asked.answer)


@api.at("/api/classes/{id}/leave", "class-leave", **LEARNS)
async def leave(call: Call, _: models.LeaveClass) -> Response:
    """Leave the class."""
    kept, number = await _kept(call, teacher=False)
    told = views.pupil(kept, number, call.token or "", call.voice, call.link)
    await call.classes.happen(kept, Left(), number)
    answer = Response(encode(told), media_type=JSON)
    answer.delete_cookie(COOKIE, call.link("/"))
    return answer
