"""One question to one player, and the grade of the answer, which depends on nothing but the two."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from time import perf_counter
from typing import Any

from outnumber.agents.arena.game import play_game
from outnumber.agents.arena.measures import by_luck, chances
from outnumber.agents.arena.plan import ArenaTask
from outnumber.agents.arena.read import DETAILS, TOKENS, GameResult
from outnumber.games.errors import PlayerFault
from outnumber.games.sentences import mark
from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.loop import Player
from outnumber.match.match import Match
from outnumber.match.record import game_text
from outnumber.players.models.model import LanguageModel
from outnumber.players.perfect import PerfectPlayer
from outnumber.players.programs.program import ProgramPlayer
from outnumber.players.registry import computer
from outnumber.study.bench.grades import grade
from outnumber.study.bench.questions import EXPLAIN, JUDGE, PLAY, Question
from outnumber.study.bench.suites import digest

# The settings that no model may change: one attempt, drawn at the temperature that every model accepts.
SAMPLING: dict[str, Any] = {"temperature": 1.0, "top_p": None, "seed": None, "retries": 0, "legal": True}
# Results of whole games.
WON, LOST = "won", "lost"
# The fields of a question that a program receives: all but the answers.
_ASKED = ("id", "track", "game", "options", "pool", "position", "moves", "legal", "prompt")
_AGENT = "agent"
Marks = dict[str, Any]


class Recorder(Player):
    """Plays the moves of another player, and saves them."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.moves: list[int] = []
        self.fault: PlayerFault | None = None

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:
        try:
            move = self._player.choose(match, clock)
        except PlayerFault as fault:
            self.fault = fault
            raise
        if type(move) is not int:
            raise TypeError(f"a player of the suite answered {move!r}, which is not a number")
        self.moves.append(move)
        return move


class Script(Player):
    """Plays given moves; running out of them is a fault."""

    def __init__(self, moves: Iterable[int]) -> None:
        self._moves = iter(moves)

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:  # noqa: ARG002  # nothing to decide
        for move in self._moves:
            return move
        raise PlayerFault("player-ended", player=_AGENT, what="")

    def is_over(self) -> bool:
        """Whether all moves have been played."""
        return next(self._moves, None) is None


def ask(player: Player, question: Question, repeat: int) -> dict[str, Any]:
    """The line of a submission with the player's answer; raises `PlayerFault` for an unreachable model."""
    began, waited = perf_counter(), getattr(player, "waited", 0.0)
    answer: Any = None
    line: dict[str, Any] = {}
    fault: PlayerFault | None = None
    if question.track == PLAY:
        recorder = Recorder(player)
        _played(question, repeat, recorder)
        answer, fault = recorder.moves, recorder.fault
    else:
        try:
            answer, line = _answer(player, question, repeat)
        except PlayerFault as error:
            fault = error
    if fault:
        if fault.code == "player-unreached":
            raise fault
        line |= {"fault": fault.code, "text": str(fault)}
    seconds = perf_counter() - began - (getattr(player, "waited", 0.0) - waited)
    return {
        "id": question.id,
        "repeat": repeat,
        "sha256": digest([question]),
        "answer": answer,
        **marks(question, repeat, answer),
        **line,
        **_usage(player.used(), question),
        "seconds": round(seconds, 3),
    }


def _answer(player: Player, question: Question, repeat: int) -> tuple[Any, dict[str, Any]]:
    """The answer to a question that is not a whole game, and more about it."""
    if isinstance(player, LanguageModel):
        said = player.answer(question.prompt)
        if not (said.refused or said.cut_off):
            return said.text, {}
        # An incomplete answer has no grade, but is saved.
        code = "player-refused" if said.refused else "player-cut-off"
        return None, {"fault": code, "text": said.refusal or said.text or ""}
    match = Match(question.rules, seed=_seed(question, repeat), rounds=(question.current,))
    if isinstance(player, ProgramPlayer):
        row = question.row()
        return player.answer(match, json.dumps({name: row[name] for name in _ASKED if name in row})), {}
    if question.track == JUDGE:
        return int(player.pick(match)), {}  # type: ignore[arg-type]  # no person plays
    if question.track == EXPLAIN and isinstance(player, PerfectPlayer):
        return question.claim, {}
    move = player.choose(match)
    return (question.labels or {}).get(move, move), {}  # type: ignore[arg-type]  # a number


def _usage(used: dict[str, Any], question: Question) -> dict[str, Any]:
    if not used:
        return {}
    exchanges = used["exchanges"]
    names = (*TOKENS, *DETAILS, "uncounted", "cost")
    counts = {name: used[name] for name in names if used[name] is not None}
    model = next((each["model"] for each in reversed(exchanges) if each["model"]), None)
    said = {"said": [each["answer"] for each in exchanges]} if question.track == PLAY else {}
    return {**said, "used": {**counts, **({"model": model} if model else {})}}


def marks(question: Question, repeat: int, answer: object) -> Marks:
    """The fields of a line that follow from an answer; raises `ValueError` if no game has those moves."""
    if question.track != PLAY:
        found = grade(question, answer)
        return {"grade": found.kind, **({"objection": found.objection} if found.objection else {})}
    if not isinstance(answer, list) or not all(type(move) is int and 0 <= move < 2**63 for move in answer):
        raise ValueError(mark("the answer is not a list of moves"))
    script = Script(answer)
    result = _played(question, repeat, script)
    if not script.is_over():
        raise ValueError(mark("there are moves after the end of the game"))
    seat = int(question.position.turn)
    told = chances((question.id, turn) for turn in result.turns if turn.seat == seat)
    return {
        "grade": WON if result.winner == seat else LOST,
        "kept": told.kept,
        "held": told.held,
        # The share of these chances that random legal moves would have kept.
        "by_luck": round(1 - (by_luck(told) or 0.0), 6),
    }


def _played(question: Question, repeat: int, player: Player) -> GameResult:
    """A whole game from the question's position; the moves of the opponent depend on the seed alone."""
    opponent = str(question.opponent)
    seat = int(question.position.turn)
    names = (_AGENT, opponent) if seat == 1 else (opponent, _AGENT)
    game = game_text(question.rules)
    task = ArenaTask(question.id, game, question.current.moves, names, _seed(question, repeat), None)
    return play_game(task, {_AGENT: player, opponent: computer(opponent)}).result


def _seed(question: Question, repeat: int) -> int:
    return int.from_bytes(sha256(f"{question.id} {repeat}".encode()).digest()[:6])
