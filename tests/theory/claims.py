"""Everything that is said about a position, heard and checked: python -m tests.theory.claims [RANGE]

A listening voice hears what the front ends say. What comes as a value (`Told`) brings its claim, which is
asked of the rules; a text that comes without one must be a frame, which says nothing about who wins.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from string import Formatter
from time import perf_counter
from typing import Any, NamedTuple

from outnumber.games.base import Position
from outnumber.games.sentences import Said, Voice
from outnumber.pictures.captions import Caption
from outnumber.pictures.position import draw
from outnumber.puzzles.explain import Refutation, hints, line_from, refutation
from outnumber.puzzles.kinds import KINDS, SEATS
from outnumber.puzzles.puzzle import Puzzle, puzzle_in
from outnumber.puzzles.sentences import Remark
from outnumber.puzzles.themes import THEMES
from outnumber.session.match import Match, Participant
from outnumber.session.round import Round
from outnumber.theory.claims import Told, Truth
from outnumber.theory.matching import Matching
from outnumber.theory.reasons import Explanation
from outnumber.theory.solve import solve
from outnumber.words import puzzles
from outnumber.words.advice import LAST_HINT, hint, why
from tests.theory.cases import Spec, attacks, pool_games, rules_of

# Where several counts of tokens, ends that differ and long lists of partners are found.
MORE: list[Spec] = [
    ("number-stack-attack", {"target": 20, "tokens": "3,7"}),
    ("number-stack-attack", {"target": 11, "tokens": "4,6", "tie": "last"}),
    *(
        ("number-stack-attack", {"target": target, "tokens": tokens, "tie": tie})
        for target, tokens in ((13, "4,7"), (17, "5,7"), (22, "6,8,9"))
        for tie in ("first", "last")
    ),
]
# What is said without a claim: it names things, and says nothing about who wins.
FRAMES = {
    "Hint {step} of {last}: {text}",
    "{name} played {move}: {grade}.",
    "{a} with {b}",
    "{first} and {last}",
    "{first} or {last}",
    "Player {seat}",
    "above",
    "below",
    "first",
    "last",
    "nothing yet",
    "Played: {moves}.",
    "Played:",
    "Played (after {n} more):",
    "{number}, played by Player {seat}",
    "{number} is on top of the stack",
    "{number} was played last",
    "{a} and {b} are partners",
    "Links between unused numbers",
    "top",
    "P{seat}",
    "to move",
    "target {target}",
    "{first} to {last}: {n} unused",
    "{n} more",
    "{heading}: {game} ({options}), difficulty {difficulty} of 5.",
    "Played so far: {moves}.",
    "Right. {answer}",
    "Said to Player {seat}, who is to move:",
}


class Listening(Voice):
    """Speaks English, and keeps what it said."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.texts: set[str] = set()

    def tell(self, said: Said) -> str:
        if isinstance(said, Told):
            self.told.append(said)
        else:
            self.texts.add(said.template)
        return super().tell(said)

    def say(self, text: str, /, **values: Any) -> str:
        self.texts.add(text)
        return super().say(text, **values)


class Exact(Truth):
    """For larger positions: who wins by the solvers, which other tests compare with the rules."""

    def __init__(self) -> None:
        super().__init__(lambda position: solve(position).winner)

    def most_pairs(self, rules: Any, numbers: int) -> int:
        return len(list(Matching(rules.links, numbers).pairs()))


class Heard(NamedTuple):
    """A sentence, and the position it speaks of."""

    told: Told
    position: Position


def said(
    position: Position, moves: tuple[int, ...], texts: set[str], *, picture: bool = True
) -> Iterator[Heard]:
    """All that the front ends can say about a position, and their texts without a claim."""
    voice = Listening()
    robots = Participant("random", "Robot"), Participant("random", "Rob")
    current = Round.begin(position.rules, moves)
    match = Match(position.rules, participants=robots, rounds=(current,))
    if not position.outcome():
        for step in range(1, LAST_HINT + 1):
            hint(match, step, voice)
    list(why(match, voice))
    if picture:
        draw(position, list(moves), solve(position), voice)
    for told in voice.told:
        before = told.code.startswith("move-")
        yield Heard(told, current.undo().position if before else position)
    yield from _puzzle(position, moves, voice)
    texts |= voice.texts


def _puzzle(position: Position, moves: tuple[int, ...], voice: Listening) -> Iterator[Heard]:
    # Of the kinds that share their sentences, every fourth position is enough.
    for kind in KINDS if sum(moves) % 4 == 0 else ("one",):
        puzzle = puzzle_in(position, moves, kind)
        if puzzle is None:
            continue
        voice.told.clear()
        puzzles.explained(puzzle, voice)
        voice.tell(Remark(f"ask-{kind}"))
        puzzles.right(puzzle, voice)
        puzzles.told(puzzle, voice)
        for step in hints(puzzle):
            voice.tell(step)
        for wrong in _wrong(puzzle):
            puzzles.refuted(puzzle, wrong, voice)
        # The end of a refutation belongs to the sentence that it is in, and is checked with it.
        for told in voice.told:
            if not told.code.startswith("over"):
                yield Heard(told, position)


def _wrong(puzzle: Puzzle) -> Iterator[Refutation]:
    """How wrong answers are refuted, with long lines and with lines that are cut short."""
    position = puzzle.position
    if puzzle.kind in SEATS:
        yield from (Refutation(0, *line_from(position, most)) for most in (1, 40))
        return
    if puzzle.kind == "all" and puzzle.answer:
        yield Refutation(0, (), None)
    for move in position.legal_moves():
        if move not in puzzle.answer:
            yield from (refutation(position, move, most) for most in (1, 40))


class Checked:
    """Which sentences were heard, how many of them are false, and which numbers of them matter."""

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()
        self.false: dict[str, list[tuple[Position, str]]] = {}
        self.texts: set[str] = set()
        self.positions = 0
        # Numbers of sentences that would have been found out if they had been one more.
        self.caught: set[tuple[str, str]] = set()
        self.numbered: set[tuple[str, str]] = set()

    def game(self, spec: Spec, *, pictures: int = 1) -> None:
        """Every position of a small game; every so many-th is drawn."""
        truth = Truth()
        for number, (position, moves) in enumerate(reachable(rules_of(spec).start())):
            self.position(truth, position, moves, picture=number % pictures == 0)

    def position(
        self, truth: Truth, position: Position, moves: tuple[int, ...], *, picture: bool = True
    ) -> None:
        self.positions += 1
        advised = set()
        for told, about in said(position, moves, self.texts, picture=picture):
            self.sentence(truth, told, about)
            if about is position and "move" in told.numbers and not isinstance(told, Remark):
                advised.add(told.numbers["move"])
        if truth.won(position):
            # One position, one advice.
            assert len(advised) == 1, (position, advised)
        found = puzzle_in(position, moves)
        if found:
            self._count(f"theme {found.theme}")
            if not THEMES[found.theme].claim(truth, position, {"move": found.solution}):
                self.false.setdefault(f"theme {found.theme}", []).append(
                    (position, THEMES[found.theme].lesson)
                )

    def sentence(self, truth: Truth, told: Told, position: Position) -> None:
        name = f"{type(told).__name__} {told.code}"
        self._count(name)
        if not told.holds(truth, position):
            self.false.setdefault(name, []).append((position, str(told)))
        # The first few are enough: the claim must notice when a number of the sentence is another.
        if self.heard[name] <= 40:
            for number in _numbers(told):
                self.numbered.add((name, number))
                if (name, number) not in self.caught and not _one_more(told, number).holds(truth, position):
                    self.caught.add((name, number))

    def _count(self, name: str) -> None:
        self.heard[name] += 1

    def missing(self) -> set[str]:
        """What was never heard."""
        kinds: tuple[type[Told], ...] = (Explanation, Caption, Remark)
        every = {f"{kind.__name__} {code}" for kind in kinds for code in kind.SENTENCES}
        return (every | {f"theme {theme}" for theme in THEMES}) - {*self.heard}


def _numbers(told: Told) -> list[str]:
    """The whole numbers that the words name."""
    names = {name for _, name, _, _ in Formatter().parse(told.template) if name}
    return sorted(name for name in names if type(told.numbers[name]) is int)


def _one_more(told: Told, number: str) -> Told:
    class Safe(type(told)):  # type: ignore[misc]
        __slots__ = ()

        def holds(self, truth: Truth, position: Position) -> bool:
            try:
                return bool(super().holds(truth, position))
            except (ValueError, IndexError, KeyError):
                return False  # a move that cannot be made

    return Safe(told.code, **{**told.numbers, number: told.numbers[number] + 1})


def reachable(start: Position) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Every position that can be reached, with a way to it."""
    ways: dict[Position, tuple[int, ...]] = {start: ()}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        yield position, ways[position]
        for move in position.legal_moves():
            after = position.play(move)
            if after not in ways:
                ways[after] = (*ways[position], move)
                waiting.append(after)


def main(most: int) -> int:
    checked, began = Checked(), perf_counter()
    for size in range(1, most + 1):
        for spec in pool_games(size):
            checked.game(spec)
    for target in range(1, 2 * most + 4):
        for spec in attacks(target):
            checked.game(spec)
    for spec in MORE:
        checked.game(spec)
    for name, count in sorted(checked.heard.items()):
        print(f"{name:40} {count:8,} heard {len(checked.false.get(name, ())):6,} false")  # noqa: T201
    total, wrong = sum(checked.heard.values()), sum(map(len, checked.false.values()))
    seconds = perf_counter() - began
    print(f"{checked.positions:,} positions, {total:,} sentences, {wrong:,} false, {seconds:.0f} s")  # noqa: T201
    for name, found in checked.false.items():
        print(name, *found[0])  # noqa: T201
    print("Texts without a claim:", sorted(checked.texts - FRAMES))  # noqa: T201
    print("Never heard:", sorted(checked.missing()))  # noqa: T201
    print("Numbers that no claim holds:", sorted(checked.numbered - checked.caught))  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
