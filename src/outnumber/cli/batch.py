"""`outnumber solve --batch`: for each line with a position, one line with a verdict.

All waiting lines are answered together, in the order in which they arrived. They are solved in the order of
their moves, so that positions of one game share their moves and earlier results.
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
from outnumber.games import (
    GameError,
    Phrase,
    Position,
    Rules,
    Seat,
    Voice,
    find,
    members,
    shown,
)
from outnumber.games.numbers import Made
from outnumber.theory.solve import label, solve

from .arguments import names_in
from .solve import number

LONGEST_LINE = 10_000_000
# Maximum number of bytes per read: some ten thousand lines.
CHUNK = 1 << 20
# Rules cache earlier verdicts, so a flood of different rules must not fill the memory.
MOST_RULES = 16
# Above this number, moves are replayed together, which is faster than one by one.
LONG = 8
# Intermediate positions of larger games are not cached: each needs one bit per number.
SHARED = 10_000

_usual = msgspec.json.Decoder(PositionAsked)
_encoded = msgspec.json.Encoder().encode
Answer = dict[str, Any]
# The moves to a position, the line numbers that ask for it, and its id as JSON, if it has one.
Asked = tuple[list[int], int, str]
_moves_of = itemgetter(0)
_NO_ID = PositionAsked("").id


def _text(least: int, byte: int) -> str:
    return "".join([f",{least + number}" for number in members(byte)])


# Sets of numbers below 16 recur often; each is formatted once.
_SMALL = 1 << 16
# For each byte of a set of numbers, the text of every value it can have. Listing the numbers one by one takes
# two to four times as long; for larger sets there would be too many texts.
_BYTES = 128
_texts = [Made(partial(_text, 8 * place)) for place in range(_BYTES)]


def _listed(numbers: int) -> str:
    """A set of numbers as JSON."""
    size = (numbers.bit_length() + 7) // 8
    if size > _BYTES:
        return _encoded(list(members(numbers))).decode()
    return f"[{''.join(map(getitem, _texts, numbers.to_bytes(size, 'little')))[1:]}]"


def _won(told: str, winning: int) -> str:
    """A verdict with some winning moves, made from the verdict with none.

    Joined as text, because encoding everything again takes twice as long.
    """
    return told.replace("[]", _listed(winning)) if winning else told


def answer_lines(voice: Voice, only: str | None = None) -> int:
    """Answer standard input, with all fields of a verdict or only some."""
    batch = BatchAnswerer(voice, None if only is None else names_in(only, "only", [*FIELDS]))
    for lines in _arriving():
        sys.stdout.write("".join(batch.answers(lines)))
        # A client may wait for the answer before it sends the next question.
        sys.stdout.flush()
    return 1 if batch.failed else 0


def _arriving() -> Iterator[list[bytes]]:
    """The non-empty lines of standard input, in batches as they arrive."""
    rest = b""
    came: Any = sys.stdin.buffer
    while chunk := came.read1(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield [line for line in lines if line.strip()]
    if rest.strip():
        yield [rest]


class BatchAnswerer:
    """Answers lines, and caches what the next lines may need."""

    def __init__(self, voice: Voice, only: list[str] | None) -> None:
        self.failed = False
        self._voice = voice
        self._only = only
        # For fields that need no reason, the verdict is cached by the winner and the winning moves, if these
        # are a small set.
        self._labels: dict[int, Made[str]] = {}
        if only is not None and {*only} <= {"winner", "winning"}:
            for winner in Seat:
                lost = {"winner": winner, "winning": []}
                told = _encoded({field: lost[field] for field in only}).decode() + "\n"
                self._labels[winner] = Made(partial(_won, told))
        # The last labelled position: its moves, the player to move, and the winning moves.
        self._before: tuple[list[int], int, int] = [], 0, 0
        self._known: dict[tuple[str, bytes], Rules] = {}
        # The rules of the last line: most lines repeat its game and options.
        self._last: tuple[str, msgspec.Raw, Any] = "", msgspec.Raw(), None
        # The path to the last position: its moves, and the positions after the given numbers of moves, up to
        # the cache limit.
        self._rules: Rules | None = None
        self._shared = False
        self._moves: list[int] = []
        self._from = 0
        self._way: list[Position] = []

    def answers(self, lines: list[bytes]) -> list[str]:
        """One line of JSON for each line; an invalid line gets an error object, and the rest continues."""
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
            # Sort, so that equal positions and positions of one game come together.
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
        """The winner and the winning moves."""
        before, turn, winning = self._before
        won = winning and moves and winning >> moves[-1] & 1 and moves[:-1] == before
        if won and position.turn != turn:
            # A winning move led here; its player may be to move again if others pass.
            return self._labels[turn][0]
        winner, winning = label(position)
        self._before = moves, position.turn, winning
        told = self._labels[winner]
        return told[winning] if winning < _SMALL else told.make(winning)

    def _with_id(self, name: str, told: str) -> str:
        """An answer that begins with the id of its line, as JSON.

        Joined as text: one answer serves every line with the same position.
        """
        if self._only is None:
            return f'{{"id": {json.dumps(json.loads(name))}, {told[1:]}'
        return f'{{"id":{name},{told[1:]}'

    def _refused(self, error: GameError, name: str) -> str:
        self.failed = True
        named = {"id": json.loads(name)} if name else {}
        return json.dumps({**named, "error": plain(ErrorModel.of(error, self._voice))}) + "\n"

    def _position(self, rules: Rules, moves: list[int]) -> Position:
        """The position after some moves, continued from the last common position with the previous line."""
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
        """The question of a line; raises `GameError`."""
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
                pass  # the slow path
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
    """The id of an unusual line as JSON, if it has one."""
    try:
        return json.dumps(json.loads(line)["id"])
    except (ValueError, RecursionError, LookupError, TypeError):
        return ""


def _looked_at(line: bytes) -> tuple[Answer, Phrase | None]:
    """The content of an unusual line, and what is wrong with it."""
    if len(line) > LONGEST_LINE:
        return {}, Phrase("it is too long")
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {}, Phrase("{error}", error=error)
    if not isinstance(asked, dict):
        return {}, Phrase("it is not an object")
    if "game" not in asked:
        return {}, Phrase("{field} is missing", field="'game'")
    fields = {"game": str, "options": dict, "moves": list}
    if not all(isinstance(asked.get(name, kind()), kind) for name, kind in fields.items()):
        return {}, Phrase("game is a string, options an object and moves a list")
    return asked, None
