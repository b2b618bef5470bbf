"""outnumber solve --batch: one verdict a line for one position a line.

As many lines are answered together as are there, in the order in which they came. They are solved in the
order of their moves, so that positions of one game share the way that leads to them and what was found out
on it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from operator import getitem, itemgetter
from typing import Any

import msgspec

from outnumber.api import ErrorModel, plain
from outnumber.api.verdicts import FIELDS, PositionAsked, Solved, VerdictModel
from outnumber.cli.solve import number
from outnumber.games.base import Position, Rules, Seat
from outnumber.games.errors import GameError, bad_option, closest, shown
from outnumber.games.numbers import Made, members
from outnumber.games.registry import find
from outnumber.games.sentences import Phrase, Voice
from outnumber.theory.solve import label, solve

LONGEST_LINE = 10_000_000
# So many bytes are read at a time at most: some ten thousand lines.
CHUNK = 1 << 20
# Rules keep what earlier verdicts found; a flood of different ones must not fill the memory.
MOST_RULES = 16
# More moves than this are replayed together, which is quicker than one by one.
LONG = 8
# Positions of larger games are not kept on the way: each takes as many bits as there are numbers.
SHARED = 10_000

_usual = msgspec.json.Decoder(PositionAsked)
_encoded = msgspec.json.Encoder().encode
Answer = dict[str, Any]
# The moves to a position, where among the lines it stands, and its id as JSON, if it has one.
Asked = tuple[list[int], int, str]
_moves_of = itemgetter(0)
_NO_ID = PositionAsked("").id


def _text(least: int, byte: int) -> str:
    return "".join([f",{least + number}" for number in members(byte)])


# Sets of numbers below 16 come again and again; each is told once.
_SMALL = 1 << 16
# For each byte of a set of numbers, the texts of what it can stand for. Listing one number after the other
# takes two to four times as long; beyond so many bytes there would be too many texts.
_BYTES = 128
_texts = [Made(partial(_text, 8 * place)) for place in range(_BYTES)]


def _listed(numbers: int) -> str:
    """A set of numbers as JSON."""
    size = (numbers.bit_length() + 7) // 8
    if size > _BYTES:
        return _encoded(list(members(numbers))).decode()
    return f"[{''.join(map(getitem, _texts, numbers.to_bytes(size, 'little')))[1:]}]"


def _won(told: str, winning: int) -> str:
    """What is said with some winning moves, from what is said with none.

    Joined as texts: to encode everything anew takes twice as long.
    """
    return told.replace("[]", _listed(winning)) if winning else told


def answer_lines(voice: Voice, only: str | None = None) -> int:
    """Answer standard input, with all fields of a verdict or only some."""
    batch = BatchAnswerer(voice, None if only is None else _fields(only))
    for lines in _arriving():
        sys.stdout.write("".join(batch.answers(lines)))
        # Somebody may wait for the answer before asking the next question.
        sys.stdout.flush()
    return 1 if batch.failed else 0


def _fields(only: str) -> list[str]:
    fields = list(dict.fromkeys(name.strip() for name in only.split(",")))
    for name in fields:
        if name not in FIELDS:
            raise bad_option("only", name, closest(name, [*FIELDS]))
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


class BatchAnswerer:
    """Answers lines; what one of them needed is kept for the next."""

    def __init__(self, voice: Voice, only: list[str] | None) -> None:
        self.failed = False
        self._voice = voice
        self._only = only
        # Who wins and with which moves is known without a verdict that could also say why: what is then said,
        # by the winner and the moves, where they make up a small set.
        self._labels: dict[int, Made[str]] = {}
        if only is not None and {*only} <= {"winner", "winning"}:
            for winner in Seat:
                lost = {"winner": winner, "winning": []}
                told = _encoded({field: lost[field] for field in only}).decode() + "\n"
                self._labels[winner] = Made(partial(_won, told))
        # The last position that was labelled: its moves, who is to move, and the winning moves.
        self._before: tuple[list[int], int, int] = [], 0, 0
        self._known: dict[tuple[str, bytes], Rules] = {}
        # Those of the last line, whose game and options most lines repeat.
        self._last: tuple[str, msgspec.Raw, Any] = "", msgspec.Raw(), None
        # The way to the last position: its moves, and the positions on it from after so many moves on, as far
        # as they were allowed.
        self._rules: Rules | None = None
        self._shared = False
        self._moves: list[int] = []
        self._from = 0
        self._way: list[Position] = []

    def answers(self, lines: list[bytes]) -> list[str]:
        """One line of JSON for each; a bad line gets an error object, and the rest goes on."""
        found = [""] * len(lines)
        games: dict[int, tuple[Rules, list[Asked]]] = {}
        last = None
        for place, line in enumerate(lines):
            try:
                rules, moves, name = self._read(line)
            except GameError as error:
                found[place] = self._refused(error, _id_of(line))
                continue
            if rules is not last:
                last = rules
                asked = games.setdefault(id(rules), (rules, []))[1]
            asked.append((moves, place, name))
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
            verdict = solve(position)
            return json.dumps(plain(VerdictModel.of(position, moves, verdict, self._voice))) + "\n"
        if self._labels:
            return self._label(position, moves)
        solved = Solved(position, moves, solve(position), self._voice)
        return _encoded({field: FIELDS[field](solved) for field in self._only}).decode() + "\n"

    def _label(self, position: Position, moves: list[int]) -> str:
        """Who wins, and with which moves."""
        before, turn, winning = self._before
        won = winning and moves and winning >> moves[-1] & 1 and moves[:-1] == before
        if won and position.turn != turn:
            # A winning move led here; who moved may be on turn again, if others pass.
            return self._labels[turn][0]
        winner, winning = label(position)
        self._before = moves, position.turn, winning
        told = self._labels[winner]
        return told[winning] if winning < _SMALL else told.make(winning)

    def _with_id(self, name: str, told: str) -> str:
        """An answer with the id of its line, as JSON, before everything else.

        Joined as texts: one answer serves every line that asks for its position.
        """
        if self._only is None:
            return f'{{"id": {json.dumps(json.loads(name))}, {told[1:]}'
        return f'{{"id":{name},{told[1:]}'

    def _refused(self, error: GameError, name: str) -> str:
        self.failed = True
        named = {"id": json.loads(name)} if name else {}
        return json.dumps({**named, "error": plain(ErrorModel.of(error, self._voice))}) + "\n"

    def _position(self, rules: Rules, moves: list[int]) -> Position:
        """The position after some moves, from where it parts from the way to the last one."""
        if self._rules is not rules:
            self._rules, self._shared = rules, rules.size <= SHARED
            self._moves, self._from, self._way, self._before = [], 0, [rules.start()], ([], 0, 0)
        before, way = self._moves, self._way
        common = len(before)
        if moves[:common] != before:
            common = 0
            while common < len(moves) and moves[common] == before[common]:
                common += 1
        if common < self._from:
            self._from, way[:] = 0, [rules.start()]
        del way[common - self._from + 1 :]
        self._moves = moves
        rest = moves[self._from + len(way) - 1 :]
        if len(rest) > LONG + len(moves) // 2 or not self._shared:
            position = rules.replay(moves)
            if self._shared:
                self._from, way[:] = len(moves), [position]
            return position
        position = way[-1]
        for move in rest:
            position = position.play(move)
            way.append(position)
        return position

    def _read(self, line: bytes) -> tuple[Rules, list[int], str]:
        """What a line asks; raises `GameError`."""
        if len(line) <= LONGEST_LINE:
            try:
                usual = _usual.decode(line)
                name = "" if usual.id is _NO_ID else bytes(usual.id).decode()
                game, options, rules = self._last
                if usual.options != options or usual.game != game:
                    rules = self._chosen(usual.game, bytes(usual.options))
                    self._last = usual.game, usual.options.copy(), rules
                return rules, usual.moves, name
            except (msgspec.MsgspecError, UnicodeError, RecursionError):
                pass  # looked at more closely
        asked, wrong = _looked_at(line)
        if wrong:
            raise GameError("bad-line", text=shown(line[:40].decode("utf-8", "replace")), remedy=wrong)
        rules = self._chosen(asked["game"], json.dumps(asked.get("options", {})).encode())
        moves = [move if type(move) is int else number(str(move)) for move in asked.get("moves", [])]
        return rules, moves, _id_of(line)

    def _chosen(self, game: str, options: bytes) -> Rules:
        rules = self._known.get((game, options))
        if rules is None:
            chosen = json.loads(options)
            if not isinstance(chosen, dict):
                raise msgspec.ValidationError("options")
            if len(self._known) >= MOST_RULES:
                self._known.clear()
            rules = self._known[game, options] = find(game)(**chosen)
        return rules


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
