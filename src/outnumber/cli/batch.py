"""outnumber solve --batch: one verdict a line for one position a line.

As many lines are answered together as are there, in the order in which they came. They are solved in the
order of their moves, so that positions of one game share the way that leads to them and what was found out
on it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

import msgspec

from outnumber.cli.solve import number
from outnumber.games.base import Position, Rules
from outnumber.games.errors import GameError, OptionError, closest, shown
from outnumber.games.numbers import Made, members
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase, Voice
from outnumber.theory.solve import label, solve
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
# The moves to a position, where among the lines it stands, and its id as JSON, if it has one.
Asked = tuple[list[int], int, str]
_moves_of = itemgetter(0)
_NO_ID = PositionAsked("").id


def _listed(winning: int) -> str:
    return _encoded(list(members(winning))).decode()


# Small sets come again and again.
_SMALL = 1 << 16
_small = Made(_listed)


def answer_lines(voice: Voice, only: str | None = None) -> int:
    """Answer standard input, with all fields of a verdict or only some."""
    batch = Batch(voice, None if only is None else _fields(only))
    for lines in _arriving():
        sys.stdout.write("".join(batch.answers(lines)))
        # Somebody may wait for the answer before asking the next question.
        sys.stdout.flush()
    return 1 if batch.failed else 0


def _fields(only: str) -> list[str]:
    fields = list(dict.fromkeys(name.strip() for name in only.split(",")))
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


class Batch:
    """Answers lines; what one of them needed is kept for the next."""

    def __init__(self, voice: Voice, only: list[str] | None) -> None:
        self.failed = False
        self._voice = voice
        self._only = only
        # Who wins and with which moves is known without a verdict that could also say why.
        self._labels = only is not None and {*only} <= {"winner", "winning"}
        self._known: dict[tuple[str, bytes], Rules] = {}
        # The way to the last position: the moves, and the positions before and after each that was allowed.
        self._moves: list[int] = []
        self._way: list[Position] = []

    def answers(self, lines: list[bytes]) -> list[str]:
        """One line of JSON for each; a bad line gets an error object, and the rest goes on."""
        found = [""] * len(lines)
        games: dict[int, tuple[Rules, list[Asked]]] = {}
        for place, line in enumerate(lines):
            try:
                rules, moves, name = self._read(line)
            except GameError as error:
                found[place] = self._refused(error, _id_of(line))
                continue
            if id(rules) not in games:
                games[id(rules)] = rules, []
            games[id(rules)][1].append((moves, place, name))
        for rules, asked in games.values():
            # Positions that are equal, or lead to each other, come together.
            asked.sort(key=_moves_of)
            told, answered = "", None
            for moves, place, name in asked:
                try:
                    if moves != answered:
                        told, answered = self._answer(rules, moves), moves
                    found[place] = self._with_id(name, told) if name else told
                except GameError as error:
                    found[place] = self._refused(error, name)
        return found

    def _answer(self, rules: Rules, moves: list[int]) -> str:
        position = self._position(rules, moves)
        if self._only is None:
            verdict = solve(position, progress=_in_silence)
            return json.dumps(plain(VerdictModel.of(position, moves, verdict, self._voice))) + "\n"
        if self._labels:
            winner, winning = label(position)
            numbers = _small[winning] if winning < _SMALL else _listed(winning)
            told = {"winner": f'"winner":{winner:d}', "winning": f'"winning":{numbers}'}
            return "{" + ",".join([told[field] for field in self._only]) + "}\n"
        solved = Solved(position, moves, solve(position, progress=_in_silence), self._voice)
        return _encoded({field: FIELDS[field](solved) for field in self._only}).decode() + "\n"

    def _with_id(self, name: str, told: str) -> str:
        """An answer with the id of its line, as JSON, before everything else."""
        if self._only is None:
            return f'{{"id": {json.dumps(json.loads(name))}, {told[1:]}'
        return f'{{"id":{name},{told[1:]}'

    def _refused(self, error: GameError, name: str) -> str:
        self.failed = True
        named = {"id": json.loads(name)} if name else {}
        told = {"code": error.code, "message": self._voice.tell(error)}
        return json.dumps({**named, "error": told}) + "\n"

    def _position(self, rules: Rules, moves: list[int]) -> Position:
        """The position after some moves, from where it parts from the way to the last one."""
        way = self._way
        if not way or way[0].rules is not rules:
            self._moves, self._way = [], [rules.start()]
            way = self._way
        before, self._moves = self._moves, moves
        common = 0
        if moves[: len(before)] == before:
            common = len(before)
        else:
            while common < len(moves) and moves[common] == before[common]:
                common += 1
        del way[common + 1 :]
        position = way[-1]
        kept = rules.size <= SHARED
        for move in moves[len(way) - 1 :]:
            position = position.play(move)
            if kept:
                way.append(position)
        return position

    def _read(self, line: bytes) -> tuple[Rules, list[int], str]:
        """What a line asks; raises `GameError`."""
        if len(line) <= LONGEST_LINE:
            try:
                usual = _usual.decode(line)
                name = "" if usual.id is _NO_ID else bytes(usual.id).decode()
                return self._rules(usual.game, bytes(usual.options)), usual.moves, name
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                pass  # looked at more closely
        asked, wrong = _looked_at(line)
        if wrong:
            raise GameError("bad-line", text=shown(line[:40].decode("utf-8", "replace")), remedy=wrong)
        rules = self._rules(asked["game"], json.dumps(asked.get("options", {})).encode())
        moves = [move if type(move) is int else number(str(move)) for move in asked.get("moves", [])]
        return rules, moves, _id_of(line)

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


def _id_of(line: bytes) -> str:
    """The id of a line that is not as most are, as JSON, if it has one."""
    try:
        return json.dumps(json.loads(line)["id"])
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""


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
