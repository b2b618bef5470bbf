"""outnumber solve --batch: one verdict a line for one position a line.

As many lines are answered together as are there, in the order in which they came. They are solved in the
order of their moves, so that positions of one game share the way that leads to them and what was found out
on it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from outnumber.cli.solve import number
from outnumber.games.base import Position, Rules
from outnumber.games.errors import GameError, OptionError, closest, shown
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase, Voice
from outnumber.theory.solve import solve
from outnumber.wire import plain
from outnumber.wire.verdicts import FIELDS, PositionAsked, Solved, VerdictModel

LONGEST_LINE = 10_000_000
# So many bytes are read at a time at most: some ten thousand lines.
CHUNK = 1 << 20
# Rules keep what earlier verdicts found; a flood of different ones must not fill the memory.
MOST_RULES = 16
# Positions of larger games are not kept on the way: each takes as many bits as there are numbers.
SHARED = 10_000

_usual = msgspec.json.Decoder(PositionAsked)
_encoded = msgspec.json.Encoder().encode
Answer = dict[str, Any]


def answer_lines(voice: Voice, only: str | None = None) -> int:
    """Answer standard input, with all fields of a verdict or only some."""
    batch = Batch(voice, None if only is None else _fields(only))
    for lines in _arriving():
        sys.stdout.write("".join(batch.answers(lines)))
        # Somebody may wait for the answer before asking the next question.
        sys.stdout.flush()
    return 1 if batch.failed else 0


def _fields(only: str) -> list[str]:
    fields = [name.strip() for name in only.split(",")]
    for name in fields:
        if name not in FIELDS:
            raise OptionError("bad-option", option="only", text=shown(name), remedy=closest(name, [*FIELDS]))
    return fields


def _arriving() -> Iterator[list[bytes]]:
    """The lines of standard input that are not empty, as many together as have come."""
    rest = b""
    came: Any = sys.stdin.buffer
    while chunk := came.read1(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield [line for line in lines if line.strip()]
    if rest.strip():
        yield [rest]


class _Asked(NamedTuple):
    """A position to solve, and where among the lines it stands."""

    rules: Rules
    moves: list[int]
    place: int
    id: msgspec.Raw


class Batch:
    """Answers lines; what one of them needed is kept for the next."""

    def __init__(self, voice: Voice, only: list[str] | None) -> None:
        self.failed = False
        self._voice = voice
        self._only = only
        self._known: dict[tuple[str, bytes], Rules] = {}
        # The way to the last position: the moves, and the positions before and after each.
        self._moves: list[int] = []
        self._way: list[Position] = []

    def answers(self, lines: list[bytes]) -> list[str]:
        """One line of JSON for each; a bad line gets an error object, and the rest goes on."""
        found = [""] * len(lines)
        asked: list[_Asked] = []
        for place, line in enumerate(lines):
            try:
                asked.append(self._read(line, place))
            except GameError as error:
                found[place] = self._refused(error, _id_of(line))
        order: dict[int, int] = {}
        for each in asked:
            order.setdefault(id(each.rules), len(order))
        asked.sort(key=lambda each: (order[id(each.rules)], each.moves))
        for rules, moves, place, name in asked:
            try:
                found[place] = self._answer(rules, moves, name)
            except GameError as error:
                found[place] = self._refused(error, name)
        return found

    def _answer(self, rules: Rules, moves: list[int], name: msgspec.Raw) -> str:
        position = self._position(rules, moves)
        verdict = solve(position, progress=_in_silence)
        if self._only is None:
            told = plain(VerdictModel.of(position, moves, verdict, self._voice))
            return json.dumps({**_named(name), **told}) + "\n"
        solved = Solved(position, moves, verdict, self._voice)
        told = {"id": name} if bytes(name) else {}
        for field in self._only:
            told[field] = FIELDS[field](solved)
        return _encoded(told).decode() + "\n"

    def _refused(self, error: GameError, name: msgspec.Raw) -> str:
        self.failed = True
        told = {"code": error.code, "message": self._voice.tell(error)}
        return json.dumps({**_named(name), "error": told}) + "\n"

    def _position(self, rules: Rules, moves: list[int]) -> Position:
        """The position after some moves, from where it parts from the way to the last one."""
        way = self._way
        if not way or way[0].rules is not rules:
            self._moves, self._way = [], [rules.start()]
            way = self._way
        common = 0
        if moves[: len(self._moves)] == self._moves:
            common = len(self._moves)
        else:
            while common < len(moves) and moves[common] == self._moves[common]:
                common += 1
        del way[common + 1 :]
        self._moves = moves[:common]
        position = way[-1]
        for move in moves[common:]:
            position = position.play(move)
            if rules.size <= SHARED:
                way.append(position)
                self._moves.append(move)
        return position

    def _read(self, line: bytes, place: int) -> _Asked:
        """What a line asks; raises `GameError`."""
        if len(line) <= LONGEST_LINE:
            try:
                usual = _usual.decode(line)
                return _Asked(self._rules(usual.game, bytes(usual.options)), usual.moves, place, usual.id)
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                pass  # looked at more closely
        asked, wrong = _looked_at(line)
        if wrong:
            raise GameError("bad-line", text=shown(line[:40].decode("utf-8", "replace")), remedy=wrong)
        rules = self._rules(asked["game"], json.dumps(asked.get("options", {})).encode())
        moves = [move if type(move) is int else number(str(move)) for move in asked.get("moves", [])]
        return _Asked(rules, moves, place, _id_of(line))

    def _rules(self, game: str, options: bytes) -> Rules:
        if (game, options) not in self._known:
            chosen = json.loads(options)
            if not isinstance(chosen, dict):
                raise msgspec.ValidationError("options")
            if len(self._known) >= MOST_RULES:
                self._known.clear()
            self._known[game, options] = find(game)(**chosen)
        return self._known[game, options]


def _in_silence(_: float) -> None:
    """Nobody watches, but somebody waits: large graphs are solved too."""


def _named(name: msgspec.Raw) -> Answer:
    return {"id": json.loads(bytes(name))} if bytes(name) else {}


def _id_of(line: bytes) -> msgspec.Raw:
    """The id of a line that could not be answered, if it has one."""
    try:
        return msgspec.Raw(json.dumps(json.loads(line)["id"]).encode())
    except (ValueError, RecursionError, LookupError, TypeError):
        return msgspec.Raw(b"")


def _looked_at(line: bytes) -> tuple[Answer, Phrase | None]:
    """What a line says, and what is wrong with it."""
    if len(line) > LONGEST_LINE:
        return {}, Phrase("it is too long")
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {}, Phrase("{error}", error=error)
    if not isinstance(asked, dict):
        return {}, Phrase("it is no object")
    if "game" not in asked:
        return {}, Phrase("{field} is missing", field="'game'")
    fields = {"game": str, "options": dict, "moves": list}
    if not all(isinstance(asked.get(name, kind()), kind) for name, kind in fields.items()):
        return {}, Phrase("game is a string, options an object and moves a list")
    return asked, None
