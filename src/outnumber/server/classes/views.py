"""Converts classes to the models that teachers and children receive."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import ceil

from msgspec import structs

from outnumber.api.classes import (
    ChildModel,
    ClassModel,
    MissedModel,
    PairModel,
    PlaceModel,
    PupilModel,
    ReachedModel,
    ShownModel,
    StandingModel,
    TaskModel,
)
from outnumber.games import Voice, all_games
from outnumber.server.play.live_game import LiveGame
from outnumber.study.puzzles.sentences import Remark

from .classes import Classes
from .classroom import (
    Activity,
    Child,
    Classroom,
    LessonBegun,
    Pair,
    Paired,
    Puzzles,
    Task,
)
from .persistence import LiveClass, seat_of

# Maximum number of missed puzzles in a response.
MOST_MISSED = 12


@cache
def _titles() -> dict[str, str]:
    return {game.name: game.title for game in all_games()}


def title_of(what: str, voice: Voice) -> str:
    """The title of a lesson or puzzle: that of its game, if there is one.

    Clients can report any name, and looking up an unknown one would search all plug-ins.
    """
    title = _titles().get(what.partition(":")[0])
    return voice.word(title) if title else what


def classroom(
    kept: LiveClass, link: str, games: Mapping[str, LiveGame], seconds: int, voice: Voice
) -> ClassModel:
    """Everything about a class, for its teacher; `link` is for children."""
    room, now = kept.room, time.time()
    shown, doing, current = room.shown, room.activities(), {pair.game for pair, _ in room.current}
    return ClassModel.filled(
        room,
        id=kept.id,
        code=kept.code,
        link=link,
        children=[_child(kept, each, doing[each.number], now, voice) for each in room.children],
        task=_task(room.task, None, voice),
        pairs=[
            _pair(room, pair, winner, games.get(pair.game), pair.game in current)
            for pair, winner in room.pairs
        ],
        left=_left(room, now),
        shown=ShownModel(**structs.asdict(shown)) if shown else None,
        seconds=seconds,
        plan=[*room.plan.stations],
        station=room.plan.station,
        tally=sorted([answer, n] for answer, n in Counter(answer for _, answer in room.votes).items()),
        reveal_tally=room.revealed.tally,
        reveal_answer=room.revealed.answer,
        tournament=room.contest.mode if room.contest else None,
        teams=room.contest.teams if room.contest and not room.rounds else 0,
        standings=_standings(room),
        missed=_missed(room),
    )


def _standings(room: Classroom) -> list[StandingModel]:
    """The standings with ranks: children who are equal in everything share one."""
    if room.contest is None:
        return []
    table = Classes.standings(room)
    ranks = {each[1:]: rank for rank, each in reversed([*enumerate(table, start=1)])}
    return [StandingModel(ranks[each[1:]], *each, room.team(each.number)) for each in table]


def _missed(room: Classroom) -> list[MissedModel]:
    """The puzzles that most children missed."""
    sets = dict(room.sets)
    solved = Counter(each for child in room.children for each in child.solved)
    found: list[MissedModel] = []
    for each, count in Counter(each for child in room.children for each in child.missed).most_common():
        number, _, what = each.partition(".")
        if (task := sets.get(int(number))) is not None and len(found) < MOST_MISSED:
            found.append(
                MissedModel(what, task.game, task.puzzle, task.difficulty, task.seed, count, solved[each])
            )
    return found


def _pair(room: Classroom, pair: Pair, winner: int | None, game: LiveGame | None, current: bool) -> PairModel:
    moves = len(game.match.current.moves) if game is not None else 0
    over = winner is not None
    left = room.left(pair) if current and not over else []
    return PairModel(
        pair.game, pair.first, pair.second or None, over, winner, moves, left, current, pair.round
    )


def pupil(
    kept: LiveClass, number: int, token: str, voice: Voice, at: Callable[[str], str] = str
) -> PupilModel:
    """The class as one child sees it, without the other children; `at` makes addresses of paths."""
    room = kept.room
    child = room.child(number)
    pair = room.unfinished(number)
    link = None
    if room.task is not None:
        path = _path(room, number, room.task, seat_of(token))
        link = path and at(path)
    activity = room.activities(number)[number].name
    watch = room.to_watch(number, activity)
    shown = room.shown
    asks = shown.puzzle if shown else ""
    return PupilModel.filled(
        child,
        id=kept.id,
        seq=room.told,
        name=kept.name_of(child.animal, voice),
        activity=activity,
        question=voice.tell(Remark(f"ask-{asks}")) if asks else "",
        choices=[*shown.choices] if shown else [],
        chosen=dict(room.votes).get(number),
        solved=len(child.solved),
        task=_task(room.task, link, voice),
        left=_left(room, time.time()),
        opponent_left=pair is not None and bool({*room.left(pair)} - {number}),
        watch=at(f"/g/{watch}") if watch else None,
    )


def _left(room: Classroom, now: float) -> int | None:
    return None if room.until is None else max(0, ceil(room.until - now))


def _path(room: Classroom, number: int, task: Task, seat: str) -> str | None:
    """The path of a child's task; None for a child who joined after the games had begun."""
    what = task.what
    if isinstance(what, LessonBegun):
        return f"/learn/{what.lesson}"
    if isinstance(what, Puzzles):
        difficulty = f"&difficulty={what.difficulty}" if what.difficulty else ""
        kind = f"&kind={what.puzzle}" if what.puzzle else ""
        return f"/puzzles/{what.game}?seed={what.seed}{kind}{difficulty}"
    game = room.game_of(number)
    return f"/g/{game}#seat={seat}" if game in room.games else None


def _task(task: Task | None, link: str | None, voice: Voice) -> TaskModel | None:
    if task is None:
        return None
    what = task.what
    if isinstance(what, LessonBegun):
        return TaskModel(task.number, "lesson", title_of(what.lesson, voice), link, what.lesson)
    told = TaskModel(task.number, "games", title_of(what.game, voice), link, what.game)
    if isinstance(what, Paired):
        return told
    told.kind, told.seed, told.puzzle, told.difficulty = "puzzles", what.seed, what.puzzle, what.difficulty
    return told


def _place(child: Child, now: float, voice: Voice) -> PlaceModel | None:
    if (at := child.at) is None:
        return None
    title = title_of(at.what, voice) if at.what else ""
    return PlaceModel(at.place, at.what, title, at.step, at.stuck, max(0, round(now - child.since)))


def _reached(steps: Iterable[tuple[str, str]], voice: Voice) -> list[ReachedModel]:
    return [ReachedModel(what, title_of(what, voice), step) for what, step in steps]


def _child(kept: LiveClass, child: Child, doing: Activity, now: float, voice: Voice) -> ChildModel:
    task = kept.room.task
    ids = f"{task.number}." if task else "."
    return ChildModel.filled(
        child,
        name=kept.name_of(child.animal, voice),
        activity=doing.name,
        game=doing.game,
        opponent=doing.opponent,
        seconds=max(0, round(now - doing.since)) if doing.since else 0,
        here=not child.gone and kept.here(child.number),
        at=_place(child, now, voice),
        lessons=_reached(child.lessons, voice),
        hard=_reached(child.hard, voice),
        solved=len(child.solved),
        missed=len(child.missed),
        task_solved=sum(each.startswith(ids) for each in child.solved),
        task_missed=sum(each.startswith(ids) for each in child.missed),
    )
