"""Matches as text that people can read and mail, in the spirit of chess's PGN.

    [Outnumber "1"]
    [Game "strategy-stacks"]
    [Options "range=9 opening=any"]
    [Date "2026-11-15T12:00:00Z"]
    [Player1 "Ada"]
    ...

    [Round "1"]
    [Result "1 no-move"]

    1. 6 3
    2. 9 1 {a remark}

The headers of the match come first, then one section per round. A section with a drawn start has [Start "fair
3"], the number of drawn moves, and [Seat1 "2"], the participant in seat 1; a stage starts "drawn 3",
in a position that is won for one seat. Remarks are in braces or after a semicolon. Reading checks everything
against the rules, and an error names its line. A damaged record can also be read as far as possible, with a
list of its errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from typing import Any, TypeVar

from outnumber.games import (
    GameError,
    IllegalMove,
    OptionError,
    Phrase,
    Reason,
    Rules,
    Seat,
    find,
    mark,
    shown,
)

from .clock import LONGEST_CLOCK, GameClock, read_game_clock, short
from .match import BOOK, BOUNDS, DRAWN, FAIR, HUMAN, ONE_CLOCK, Match, Participant
from .round import Round

T = TypeVar("T")
# By name: the line and the value.
Headers = dict[str, tuple[int, str]]

VERSION = "1"
UNFINISHED = "unfinished"
# Maximum number of reported errors in a record; after that, reading stops.
MOST_WRONG = 1000

# The second star is possessive: otherwise the engine would remember every letter of the longest line.
_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*+)"\]\s*$')
# An unclosed brace takes the rest of its line, so that no part of a line is scanned twice.
_WORD = re.compile(r"\{([^}]*)(\}?)|;(.*)|([^\s{;]+)")
_OWN = {"Outnumber", "Game", "Options", "Date", "First", "Rounds", "Clock", "GameClock", "Seed"}
_OWN |= {"Player1", "Plays1", "Player2", "Plays2"}
_OWN_OF_ROUND = {"Round", "Result", "Start", "Seat1"}
# How a round is ended by a player, not by the rules.
BY_PLAYERS = {reason.value for reason in (Reason.TIME, Reason.RESIGNATION, Reason.LEFT, Reason.FAULT)}


class RecordError(GameError):
    """A record that cannot be read; the message names the line."""

    __module__ = "outnumber"  # tracebacks show the public import path

    # The name of the game, if it is not installed.
    missing = ""

    def __init__(self, line: int, what: str | GameError, /, **numbers: object) -> None:
        told = what if isinstance(what, GameError) else Phrase(what, **numbers)
        super().__init__("bad-record", line=line, what=told)


def option_text(rules: Rules) -> str:
    """The options of a game in one line, as in a record."""
    return " ".join(f"{name}={value}" for name, value in rules.option_texts().items())


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Options by name, from words such as `range=9`; the game checks later which of them it has."""
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in found:
            remedy = Phrase("that option is given twice" if equals else "an option looks like range=9")
            raise OptionError("bad-line", text=shown(word), remedy=remedy)
        found[name] = value
    return found


def game_text(rules: Rules) -> str:
    """A game with its options in one line; `read_game` parses it.

    >>> game_text(read_game("strategy-stacks range=12"))
    'strategy-stacks range=12 opening=any'
    """
    return f"{rules.name} {option_text(rules)}".rstrip()


def read_game(text: str, **options: object) -> Rules:
    """Parse a text such as `strategy-stacks range=12`; raises `OptionError` with the remedy.

    The keywords replace options in the text, such as a link that was a Python function.
    """
    words = text.split()
    named = next((place for place, word in enumerate(words) if "=" in word), len(words))
    try:
        kind = find(" ".join(words[:named]))
    except OptionError:
        # Prefer an option without its value over a name of several words.
        kind, named = find(words[0] if words else ""), 1
    return kind(**{**read_options(words[named:]), **options})


def write(match: Match) -> str:
    """The match as text; `read` parses it."""
    one, two = match.participants
    headers = [
        ("Outnumber", VERSION),
        ("Game", match.rules.name),
        ("Options", option_text(match.rules)),
        ("Date", match.date),
        ("Player1", one.name),
        ("Plays1", one.plays),
        ("Player2", two.name),
        ("Plays2", two.plays),
        ("First", str(match.first)),
        ("Rounds", str(match.length)),
        ("Clock", "none" if match.clock is None else repr(match.clock).removesuffix(".0")),
        *_game_clock_headers(match),
        ("Seed", str(match.seed)),
        *match.tags,
    ]
    sections = ["\n".join(_header(*each) for each in headers)]
    sections += [_section(number, each, match.start) for number, each in enumerate(match.rounds, start=1)]
    return "\n\n".join(sections) + "\n"


def _game_clock_headers(match: Match) -> Iterator[tuple[str, str]]:
    if match.game_clock is not None:
        yield "GameClock", str(match.game_clock)
        if match.times is not None:
            yield "Left", " ".join(map(short, match.times))


def _header(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'[{name} "{escaped}"]'


def _section(number: int, each: Round, start: str) -> str:
    outcome = each.outcome
    result = f"{outcome.winner} {outcome.reason.value}" if outcome else UNFINISHED
    headers = [("Round", str(number)), ("Result", result)]
    if each.drawn:
        headers.append(("Start", f"{DRAWN if start == DRAWN else FAIR} {each.drawn}"))
    if each.seat1:
        headers.append(("Seat1", str(each.seat1)))
    lines = [_header(*header) for header in (*headers, *each.tags)]
    lines.append("")
    remarks: dict[int, list[str]] = {}
    for ply, text in each.comments:
        remarks.setdefault(ply, []).append(text)
    lines += map(_remark, remarks.get(0, []))
    for ply in range(0, len(each.moves), 2):
        words = [f"{ply // 2 + 1}."]
        for count, move in enumerate(each.moves[ply : ply + 2], start=ply + 1):
            words += [str(move), *map(_remark, remarks.get(count, []))]
        # A remark that contains a brace runs to the end of its line.
        lines.append(" ".join(words).replace("\n ", "\n"))
    return "\n".join(lines).rstrip("\n")


def _one_line(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text)


def _remark(text: str) -> str:
    text = _one_line(text)
    return f"{{{text}}}" if "}" not in text else f";{text}\n"


def read(text: str, wrong: list[RecordError] | None = None) -> Match:
    """The match in a record; raises `RecordError` with the line of the error.

    With a list for errors, a damaged record is read as far as possible, and an exception is raised only if
    not even the game can be read.
    """
    lines = _Lines(text, wrong)
    headers = lines.headers()
    if "Outnumber" not in headers:
        raise RecordError(1, 'a record begins with [Outnumber "1"].')
    if headers["Outnumber"][1] != VERSION:
        raise RecordError(
            headers["Outnumber"][0], "this program reads records of version {version}.", version=VERSION
        )
    if "Round" in headers:
        # Written among the match's own headers, it would start a section.
        lines.object(RecordError(headers.pop("Round")[0], "a round comes before the headers of the match."))
    what = mark("Clock must be none or a number of seconds up to {most:,}, not {text}.")
    clock = lines.value(headers, "Clock", None, _clock, what, most=LONGEST_CLOCK)
    times = None
    if game_clock := _game_clock(lines, headers):
        # By default, both have the full time.
        what = mark("Left must be the seconds that both players have left, not {text}.")
        times = lines.value(headers, "Left", (game_clock.seconds, game_clock.seconds), _left, what)
    own = _OWN | {"Left"} if "GameClock" in headers else _OWN
    match = Match(
        rules=_rules(headers),
        participants=(_participant(headers, "1"), _participant(headers, "2")),
        first=_number(lines, headers, "First", *BOUNDS["first"], 1),
        length=_number(lines, headers, "Rounds", *BOUNDS["length"], 1),
        clock=clock,
        seed=_number(lines, headers, "Seed", *BOUNDS["seed"], 0),
        date=headers.get("Date", (0, ""))[1],
        game_clock=game_clock,
        tags=tuple((name, value) for name, (_, value) in headers.items() if name not in own),
    )
    rounds: list[Round] = []
    try:
        while lines.more():
            rounds.append(_section_of(match, rounds, lines))
    except RecordError as error:
        lines.object(error)
    start = (lines.start or FAIR) if any(each.drawn for each in rounds) else BOOK
    # A record has only the times at its end.
    return match._replace(start=start, times=times, rounds=tuple(rounds))


def _section_of(match: Match, before: Sequence[Round], lines: _Lines) -> Round:
    """The next round, built separately: otherwise the match would be copied for each of thousands of
    rounds.
    """
    # A remark between sections belongs to the next round.
    early = tuple((0, remark) for remark in lines.remarks())
    line = lines.number
    section = lines.headers()
    expected = len(before) + 1
    if section.get("Round", (0, ""))[1] != str(expected):
        raise RecordError(line, 'the section of round {round} begins with [Round "{round}"].', round=expected)
    if before and before[-1].outcome is None:
        what = mark("round {round} is unfinished, so no other round can follow.")
        raise RecordError(line, what, round=expected - 1)
    if expected > match.length:
        what = mark("the match has no round {round}: its header says {length}.")
        raise RecordError(line, what, round=expected, length=match.length)
    played, remarks = _after_moves(match.rules, lines)
    drawn, seat1 = _start(lines, section, len(played.moves))
    if not lines.at_an_end:
        played = _after_end(played, lines, section)
    kept = tuple((name, value) for name, (_, value) in section.items() if name not in _OWN_OF_ROUND)
    # The number of drawn moves is only meaningful once the legal ones are known.
    return played._replace(tags=kept, comments=early + remarks, drawn=drawn, seat1=seat1)


def _start(lines: _Lines, section: Headers, most: int) -> tuple[int, int]:
    """The number of drawn moves, and the participant who has seat 1 after the pick; 0 for none."""
    line, text = section.get("Start", (0, BOOK))
    kind, _, count = text.partition(" ")
    known = kind == (lines.start or kind) and kind in (FAIR, DRAWN)
    drawn = 0 if text == BOOK else int(count) if _is_number(count) and known else most + 1
    if drawn > most:
        what = mark("Start must be book, or fair and how many of {count} moves were drawn, not {text}.")
        lines.object(RecordError(line, what, text=shown(text), count=most))
        drawn = 0
    elif drawn:
        lines.start = kind
    # Without a drawn start there is no pick.
    return (drawn, _number(lines, section, "Seat1", 1, 2, 0)) if drawn and "Seat1" in section else (drawn, 0)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20


def _unescaped(escape: re.Match[str]) -> str:
    return "\n" if escape[1] == "n" else escape[1]


class _Lines:
    """The lines of a record, and the current position in them."""

    def __init__(self, text: str, wrong: list[RecordError] | None) -> None:
        self._wrong = wrong
        # Whether the rest is unreadable.
        self.at_an_end = False
        # How rounds start that have drawn moves; all rounds of a match alike.
        self.start = ""
        # Not splitlines(), which also splits at characters that a name may contain.
        self._lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self._next = 0

    @property
    def number(self) -> int:
        return self._next + 1

    def object(self, error: RecordError, *, end: bool = False) -> None:
        """Raise an error, or record it and continue: from here, or not at all after an `end`."""
        if self._wrong is None:
            raise error
        self._wrong.append(error)
        if end or len(self._wrong) >= MOST_WRONG:
            self.at_an_end = True
            self._next = len(self._lines)

    def value(
        self, headers: Headers, name: str, usual: T, read: Callable[[str], T], what: str, **numbers: Any
    ) -> T:
        """The value of a header; the usual one if it is missing, or cannot be read, which is an error."""
        line, text = headers.get(name, (0, ""))
        try:
            return read(text) if line else usual
        except ValueError:
            self.object(RecordError(line, what, name=name, text=shown(text), **numbers))
            return usual

    def more(self) -> bool:
        while self._next < len(self._lines) and not self._lines[self._next].strip():
            self._next += 1
        return self._next < len(self._lines)

    def headers(self) -> Headers:
        """The next headers, with the line of each."""
        found: Headers = {}
        while self.more() and self._lines[self._next].startswith("["):
            if found and self._lines[self._next].startswith("[Round "):
                break
            text = self._lines[self._next]
            name, value = found_here.groups() if (found_here := _HEADER.match(text)) else ("", "")
            if not name:
                what = mark('{text} is not a header; headers look like [Name "value"].')
                self.object(RecordError(self.number, what, text=shown(text)))
            elif name in found:
                self.object(RecordError(self.number, "the header {name} appears twice here.", name=name))
            else:
                found[name] = self.number, re.sub(r"\\(.)", _unescaped, value)
            self._next += 1
        return found

    def remarks(self) -> list[str]:
        """The next remarks that are alone on their lines."""
        found = []
        while self.more() and self._lines[self._next].lstrip()[0] in "{;":
            for line, word, remark in self._split():
                if word:
                    self.object(RecordError(line, "{text} is where a header should be.", text=shown(word)))
                else:
                    found.append(remark)
        return found

    def words(self) -> Iterator[tuple[int, str, str]]:
        """The words and remarks up to the next header: line, word, remark."""
        while self.more() and not self._lines[self._next].startswith("["):
            yield from self._split()

    def _split(self) -> Iterator[tuple[int, str, str]]:
        """The words and remarks of one line."""
        number, text = self.number, self._lines[self._next]
        self._next += 1
        for word in _WORD.finditer(text):
            braced, closed, rest, plain = word.groups()
            if closed == "":
                self.object(RecordError(number, "a remark in braces must end on its line."))
            remark = braced if braced is not None else rest or ""
            yield number, plain or "", _one_line(remark)


def _rules(headers: Headers) -> Rules:
    if "Game" not in headers:
        raise RecordError(1, 'the header [Game "…"] is missing.')
    line, name = headers["Game"]
    try:
        kind = find(name)
    except OptionError as error:
        unknown = RecordError(line, error)
        unknown.missing = name
        raise unknown from None
    line, text = headers.get("Options", (line, ""))
    try:
        return kind(**read_options(text.split()))
    except OptionError as error:
        raise RecordError(line, error) from None


def _participant(headers: Headers, number: str) -> Participant:
    return Participant(
        headers.get(f"Plays{number}", (0, HUMAN))[1], headers.get(f"Player{number}", (0, ""))[1]
    )


def _number(lines: _Lines, headers: Headers, name: str, low: int, high: int, usual: int) -> int:
    def read(text: str) -> int:
        if not (_is_number(text) and low <= int(text) <= high):
            raise ValueError
        return int(text)

    what = mark("{name} must be a whole number from {low} to {high}, not {text}.")
    return lines.value(headers, name, usual, read, what, low=low, high=high)


def _clock(text: str) -> float | None:
    if text == "none":
        return None
    if not GameClock(float(text)).fits:
        raise ValueError
    return float(text)


def _game_clock(lines: _Lines, headers: Headers) -> GameClock | None:
    if "GameClock" in headers and headers.get("Clock", (0, "none"))[1] != "none":
        lines.object(RecordError(headers["GameClock"][0], ONE_CLOCK))
        return None
    what = mark("GameClock must be the seconds for the game and for each move, such as 300+3, not {text}.")
    return lines.value(headers, "GameClock", None, read_game_clock, what)


def _left(text: str) -> tuple[float, float]:
    one, two = map(float, text.split())
    if not (0 <= one < inf and 0 <= two < inf):
        raise ValueError
    return one, two


def _after_moves(rules: Rules, lines: _Lines) -> tuple[Round, tuple[tuple[int, str], ...]]:
    """The round after the valid moves up to the next header, with their remarks.

    Each move is played as soon as it is read, so that the first error is the one reported.
    """
    remarks: list[tuple[int, str]] = []
    moves: list[int] = []
    line = 0

    def numbers() -> Iterator[int]:
        nonlocal line
        for line, word, remark in lines.words():
            if not word:
                remarks.append((len(moves), remark))
            elif word.endswith("."):
                if len(moves) % 2 or word != f"{len(moves) // 2 + 1}.":
                    what = mark("{text} is where move {count} should be.")
                    raise RecordError(line, what, text=shown(word), count=len(moves) + 1)
            elif _is_number(word):
                moves.append(int(word))
                yield moves[-1]
            else:
                raise RecordError(line, "{text} is not a number.", text=shown(word))

    try:
        after = Round.begin(rules, numbers())
    except RecordError as error:
        lines.object(error, end=True)
        after = Round.begin(rules, moves)
    except IllegalMove as error:
        lines.object(RecordError(line, error), end=True)
        after = Round.begin(rules, moves[:-1])
    return after, tuple(each for each in remarks if each[0] <= len(after.moves))


def _after_end(played: Round, lines: _Lines, section: Headers) -> Round:
    """The round after its result."""
    line, text = section.get("Result", (section["Round"][0], UNFINISHED))
    by_rule = played.outcome
    told = f"{by_rule.winner} {by_rule.reason.value}" if by_rule else UNFINISHED
    if text == told:
        return played
    winner, _, reason = text.partition(" ")
    if by_rule is None and winner in ("1", "2") and reason in BY_PLAYERS:
        return played.end(Seat(int(winner)).other, Reason(reason))
    what = mark("the result is {text}, but the moves lead to {told}.")
    lines.object(RecordError(line, what, text=shown(text), told=repr(told)))
    return played
