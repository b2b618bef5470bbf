"""One question to one player, and the grade of the answer, which depends only on these two."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from time import perf_counter
from typing import Any

from outnumber.agents.arena.game import PlayedGame, play_game
from outnumber.agents.arena.measures import by_luck, chances
from outnumber.agents.arena.plan import ArenaTask
from outnumber.agents.arena.read import DETAILS, TOKENS
from outnumber.games import PlayerFault, mark
from outnumber.match import UNTIMED, Clock, Match
from outnumber.match.loop import Player
from outnumber.match.record import game_text
from outnumber.players.levels import PerfectPlayer
from outnumber.players.models.model import LanguageModel
from outnumber.players.programs.program import ProgramPlayer
from outnumber.players.registry import computer
from outnumber.study.bench.grades import grade
from outnumber.study.bench.questions import EXPLAIN, JUDGE, PLAY, Question
from outnumber.study.bench.suites import digest

# The settings that no model may change: one attempt, drawn at the temperature that every model accepts.
SAMPLING: dict[str, Any] = {"temperature": 1.0, "top_p": None, "seed": None, "retries": 0, "legal": True}
# The fields of a line that follow from its answer.
MARKS = ("sha256", "grade", "objection", "kept", "held", "by_luck")
# The fields of a question that a program receives: all but the answers.
_ASKED = ("id", "track", "game", "options", "pool", "position", "moves", "labels", "legal", "prompt")
# What an endpoint reports.
USED = (*TOKENS, *DETAILS, "uncounted", "cost")
_AGENT = "agent"


class Unreached(Exception):
    """A model was out of reach, so that the question has no answer yet."""

    def __init__(self, text: str, *, passing: bool) -> None:
        super().__init__(text)
        # Whether it may answer later.
        self.passing = passing


class Script(Player):
    """Plays given moves; running out of them is a fault."""

    def __init__(self, moves: Iterable[int]) -> None:
        self._moves = iter(moves)

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:  # noqa: ARG002  # nothing to decide
        for move in self._moves:
            return move
        raise PlayerFault("player-ended", player=_AGENT, what="")


def ask(player: Player, question: Question, repeat: int) -> dict[str, Any]:
    """The line of a submission with the player's answer; raises `Unreached`."""
    began, waited = perf_counter(), getattr(player, "waited", 0.0)
    line: dict[str, Any] = {"answer": None}
    if question.track == PLAY:
        played = _play(question, repeat, player)
        fault = played.result.fault
        if played.unreached:
            raise Unreached(played.unreached, passing=played.passing)
        used = played.cost["used"][question.position.turn - 1]
        line["answer"] = _own(question, played)
        if fault and fault.seat == question.position.turn:
            line |= {"fault": fault.code, "text": fault.text}
        if used:
            line["said"] = [each["answer"] for each in used["exchanges"]]
    else:
        try:
            line |= _answer(player, question, repeat)
        except PlayerFault as error:
            if error.code == "player-unreached":
                raise Unreached(str(error), passing=bool(error.numbers["passing"])) from None
            line |= {"fault": error.code, "text": str(error)}
        used = player.used()
    seconds = perf_counter() - began - (getattr(player, "waited", 0.0) - waited)
    if used:
        line["model"] = next((each["model"] for each in used["exchanges"] if each["model"]), None)
        line["used"] = {name: used[name] for name in USED if used[name] is not None}
    truth = marks(question, repeat, line)
    return {"id": question.id, "repeat": repeat, **line, **truth, "seconds": round(seconds, 3)}


def _answer(player: Player, question: Question, repeat: int) -> dict[str, Any]:
    """The answer to a question that is not a whole game."""
    if isinstance(player, LanguageModel):
        said = player.answer(question.prompt)
        if not (said.refused or said.cut_off):
            return {"answer": said.answer}
        # An incomplete answer has no grade, but is saved.
        code = "player-refused" if said.refused else "player-cut-off"
        return {"fault": code, "text": said.refusal or said.answer or ""}
    match = Match(question.rules, seed=_seed(question, repeat), rounds=(question.current,))
    if isinstance(player, ProgramPlayer):
        row = question.row()
        told = json.dumps({name: row[name] for name in _ASKED if name in row})
        return {"answer": player.answer(match, told)}
    if question.track == JUDGE:
        return {"answer": int(player.pick(match))}  # type: ignore[arg-type]  # no person plays
    if question.track == EXPLAIN and isinstance(player, PerfectPlayer):
        return {"answer": question.claim}
    move = player.choose(match)
    return {"answer": (question.labels or {}).get(move, move)}  # type: ignore[arg-type]  # a number


def marks(question: Question, repeat: int, line: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a line that follow from its answer; raises `ValueError` if no game goes like that."""
    same, answer = {"sha256": digest([question])}, line["answer"]
    if question.track != PLAY:
        found = grade(question, answer)
        return {**same, "grade": found.kind, **({"objection": found.objection} if found.objection else {})}
    moves = [move for move in answer if type(move) is int] if isinstance(answer, list) else []
    played = _play(question, repeat, Script(moves))
    if answer != _own(question, played):
        raise ValueError(mark("these are not the moves of a game"))
    if (played.result.fault is None) == ("fault" in line):
        raise ValueError(mark("a game ends with a fault if and only if its moves stop early"))
    seat = question.position.turn
    told = chances((question.id, turn) for turn in played.result.turns if turn.seat == seat)
    # The share of these chances that random legal moves would have kept.
    luck = round(1 - (by_luck(told) or 0.0), 6)
    won = "won" if played.result.winner == seat else "lost"
    return {**same, "grade": won, "kept": told.kept, "held": told.held, "by_luck": luck}


def _play(question: Question, repeat: int, player: Player) -> PlayedGame:
    """A whole game from the question's position; the moves of the opponent depend on the seed alone."""
    opponent = str(question.opponent)
    names = (_AGENT, opponent) if question.position.turn == 1 else (opponent, _AGENT)
    game = game_text(question.rules)
    task = ArenaTask(question.id, game, question.current.moves, names, _seed(question, repeat), None)
    return play_game(task, {_AGENT: player, opponent: computer(opponent)})


def _own(question: Question, played: PlayedGame) -> list[int]:
    """The moves of the player that is asked."""
    result = played.result
    turns = zip(result.moves, result.grades, strict=True)
    return [move for move, turn in turns if turn.seat == question.position.turn]


def _seed(question: Question, repeat: int) -> int:
    return int.from_bytes(sha256(f"{question.id} {repeat}".encode()).digest()[:6])
