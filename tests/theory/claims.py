"""Checks every sentence about a position: python -m tests.theory.claims [RANGE]

A recording voice captures the sentences of the front ends. A value (`Told`) has a claim in `tests/claims`,
which is checked by the rules; a text without a claim must be neutral, without a statement about who wins.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from string import Formatter
from time import perf_counter
from typing import Any, NamedTuple

from outnumber.cli import solve as solve_command
from outnumber.games.base import Position, Seat
from outnumber.games.registry import all_games, find
from outnumber.games.sentences import COUNTED, Said, Told, Voice
from outnumber.language import ends, puzzles
from outnumber.language import mistakes as mistake_words
from outnumber.language import review as review_words
from outnumber.language.advice import LAST_HINT, hint, why
from outnumber.language.match import column, only_person, player
from outnumber.match.match import HUMAN, Ended, Match, Participant
from outnumber.match.mistakes import mistakes
from outnumber.match.review import review
from outnumber.match.round import Round
from outnumber.study.lessons.sentences import Teaching
from outnumber.study.pictures import atlas, history
from outnumber.study.pictures.position import draw
from outnumber.study.puzzles.explain import Refutation, hints, line_from, refutation
from outnumber.study.puzzles.kinds import KINDS, SEATS
from outnumber.study.puzzles.puzzle import Puzzle, puzzle_in
from outnumber.study.puzzles.sentences import Remark
from outnumber.study.puzzles.themes import THEMES
from outnumber.theory import atlas as sizes
from outnumber.theory.matching import maximum_matching
from outnumber.theory.reasons import Explanation
from outnumber.theory.solve import solve
from tests.claims import CLAIMS, Claimed, holds, themes
from tests.claims.rounds import Story
from tests.claims.truth import Truth
from tests.theory.cases import Spec, attacks, pool_games, rules_of

# Games with several counts of tokens, different ends and long lists of partners.
MORE: list[Spec] = [
    ("number-stack-attack", {"target": 20, "tokens": "3,7"}),
    ("number-stack-attack", {"target": 11, "tokens": "4,6", "tie": "last"}),
    *(
        ("number-stack-attack", {"target": target, "tokens": tokens, "tie": tie})
        for target, tokens in ((13, "4,7"), (17, "5,7"), (22, "6,8,9"))
        for tie in ("first", "last")
    ),
]
# At these sizes, all, some, or no openings win.
ATLASES: list[Spec] = [
    ("number-stack-duel", {}),
    ("order-challenge", {}),
    ("strategy-stacks", {"opening": "even"}),
    ("number-duel", {}),
    ("number-stack-attack", {"tokens": "2,3"}),
]
ONE, TWO = Seat
# Texts without a claim: they name things, and say nothing about who wins.
FRAMES = {
    "Hint {step} of {last}: {text}",
    "{name} played {move}: {grade}.",
    "Player {seat} plays {move}",
    "Player {seat} must pass",
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
    # A review: the names of its rows and columns.
    "({percent}%, weighted by difficulty)",
    "{kept} of {n} win",
    "After {n} move",
    "At the start",
    "Computer",
    "The computer",
    "the computer",
    "You",
    "you",
    "Round {round}",
    "after",
    "move",
    "number played",
    "is winning",
    "played by Player {seat}",
    "{title}: who was winning after each move",
    "Who was winning under perfect play, after each move",
    "[you|{name:inside}] resigned",
    "[you|{name:inside}] ran out of time",
    "[you|{name:inside}] committed a fault",
    "[you|{name:inside}] left",
    "Time is up: [you|{name}] took too long.",
    "[You|{name}] committed a fault.",
    "Score: {one} {won}, {two} {lost}.",
    # The end of a list that is cut short.
    ", and so on.",
    ", and {n} more pair",
    # A verdict and an atlas.
    "Played: {moves}",
    "none",
    "{first} to {last}",
    "How many openings win at each {option:name} from 1 to {most:,}.",
    "winning openings at each {option:name} from 1 to {most:,}",
    "openings that win",
    "winner",
    "the options do not fit",
    "Player 1 wins with perfect play",
    # How a game ended, in the words of the rule book, which the rules' tests cover.
    "Stand-off: neither player can add a token. {why}",
    # The end of a line, checked with the sentence that it is in.
    *(text for code, text in Explanation.SENTENCES.items() if code.startswith("over")),
}
# How a picture describes the options of its game.
FRAMES |= {option.told for kind in all_games(added=False) for option in kind.OPTIONS}


class Listening(Voice):
    """An English voice that records its sentences."""

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
        self._hear(text, values)
        return super().say(text, **values)

    def counted(self, one: str, many: str, n: int, /, **values: Any) -> str:
        if (one, many) not in COUNTED.values():
            self._hear(one, {"n": n, **values})
        return super().counted(one, many, n, **values)

    def _hear(self, text: str, values: dict[str, Any]) -> None:
        if text in Claimed.SENTENCES:
            self.told.append(Claimed(text, **values))
        else:
            self.texts.add(text)


class Exact(Truth):
    """For larger positions: the winner by the solvers, which other tests compare with the rules."""

    def __init__(self) -> None:
        super().__init__(lambda position: solve(position).winner)

    def _length(self, position: Any) -> int:
        return solve(position).length or 0

    def _most_pairs(self, rules: Any, numbers: int) -> int:
        return len(list(maximum_matching(rules.links, numbers).pairs()))


class Heard(NamedTuple):
    """A sentence, and its position, its round, or the sizes of a game."""

    told: Told
    position: Any


def said(
    position: Position, moves: tuple[int, ...], texts: set[str], *, picture: bool = True
) -> Iterator[Heard]:
    """All sentences of the front ends about a position, and their texts without a claim."""
    voice = Listening()
    robots = Participant("random", "Robot"), Participant("random", "Rob")
    current = Round.begin(position.rules, moves)
    match = Match(position.rules, participants=robots, rounds=(current,))
    if not position.outcome():
        for step in range(1, LAST_HINT + 1):
            hint(match, step, voice)
    list(why(match, voice))
    if position.outcome():  # the end is a statement about the round
        story = Story(current, (player(match, ONE, voice), player(match, TWO, voice)), None)
        yield from (Heard(told, story) for told in voice.told if isinstance(told, Claimed))
        voice.told[:] = [told for told in voice.told if not isinstance(told, Claimed)]
    list(solve_command.told(position.rules, [*moves], position, solve(position), voice))
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
        if kind == "avoid":  # its reason is about the position after the mistake
            after = position.play(puzzle.solution)
            yield from (Heard(told, after) for told in voice.told if isinstance(told, Explanation))
            voice.told[:] = [told for told in voice.told if not isinstance(told, Explanation)]
        voice.tell(Remark(f"ask-{kind}"))
        puzzles.right(puzzle, voice)
        puzzles.told(puzzle, voice)
        for step in hints(puzzle):
            voice.tell(step)
        for wrong in _wrong(puzzle):
            puzzles.refuted(puzzle, wrong, voice)
        # The end of a refutation belongs to its sentence, and is checked with it.
        for told in voice.told:
            if not told.code.startswith("over"):
                yield Heard(told, position)


def _wrong(puzzle: Puzzle) -> Iterator[Refutation]:
    """The refutations of wrong answers, with long lines and truncated lines."""
    position = puzzle.position
    if puzzle.kind in SEATS:
        yield from (Refutation(0, *line_from(position, most)) for most in (1, 40))
        return
    if puzzle.kind == "all" and puzzle.answer:
        yield Refutation(0, (), None)
    for move in position.legal_moves():
        if move not in puzzle.answer:
            yield from (refutation(position, move, most) for most in (1, 40))


def looked_at_again(position: Position, moves: tuple[int, ...], texts: set[str]) -> Iterator[Heard]:
    """Sentences about the round that led to a position: review, picture, retried mistakes, verdict."""
    voice = Listening()
    human, robot = Participant(HUMAN, "Ann"), Participant("random", "Rob")
    for players in ((human, Participant(HUMAN, "Bob")), (human, robot), (Participant("random", ""), human)):
        current, more = Round.begin(position.rules, moves), len(moves) % 2 + 1
        match = Match(position.rules, length=more, participants=players, rounds=(current,))
        yield from _reviewed(match, voice)
        if len(moves) > 1:  # the same with drawn first moves
            yield from _reviewed(match.with_current(current._replace(drawn=len(moves) // 2)), voice)
        if not position.outcome():
            for reason in ends.GAVE_UP:
                yield from _reviewed(match.after(Ended(position.turn, reason)), voice)
    texts |= voice.texts


def _reviewed(match: Match, voice: Listening) -> Iterator[Heard]:
    found = review(match)
    each, current = found.rounds[0], match.current
    you = next((seat for seat in Seat if match.seated(seat) == only_person(match)), None)
    called = Story(current, (column(match, ONE, voice), column(match, TWO, voice)), you)
    named = Story(current, (player(match, ONE, voice), player(match, TWO, voice)), you)
    thrown_away = list(mistakes(match, found))

    def heard(about: Story) -> Iterator[Heard]:
        yield from (
            Heard(told, about if isinstance(told, Claimed) else about.before)
            for told in voice.told
            # Reasons and ends are part of the sentences that contain them.
            if isinstance(told, Claimed) or about not in (called, named)
        )
        voice.told.clear()

    voice.told.clear()
    list(review_words.told(match, found, "#.", voice))
    review_words.story(match, 1, each, voice)
    for mistake in thrown_away:
        review_words.teaser(match, 1, len(mistake.match.current.moves) + 1, mistake.graded, voice)
    yield from heard(called)
    history.draw(found, "Title", [named.names], voice)
    for ply, position in enumerate(current.positions()):
        ends.looked_at(match, 1, ply, position, each, voice)
    if each.turning_point is None:
        if each.outcome and each.given_up:
            ends.gave_up(match, 1, each, voice)
        else:
            voice.say(ends.NO_MISTAKE)
    yield from heard(named)
    for number, mistake in enumerate(thrown_away, start=1):
        mistake_words.heading(mistake, number, len(thrown_away), voice)
        for move in (0, *mistake.graded.legal):
            mistake_words.told(mistake, move, voice)
        yield from heard(named._replace(ply=len(mistake.match.current.moves)))


class Checked:
    """The recorded sentences, the number of false ones, and which of their numbers matter."""

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()
        self.false: dict[str, list[tuple[Position, str]]] = {}
        self.texts: set[str] = set()
        self.positions = 0
        # Numbers in sentences whose claims would fail if the number were larger by one.
        self.caught: set[tuple[str, str]] = set()
        self.numbered: set[tuple[str, str]] = set()

    def game(self, spec: Spec, *, pictures: int = 1) -> None:
        """Every position of a small game; some of them are drawn."""
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
            if about is position and "move" in told.numbers and not isinstance(told, Remark | Claimed):
                advised.add(told.numbers["move"])
        if truth.won(position):
            # One position, one piece of advice.
            assert len(advised) == 1, (position, advised)
        # A review covers the whole round in many ways: a few are enough.
        rare = self.heard["Claimed {move} ended the game."] < 20 and _ended_badly(position, moves)
        if moves and (self.positions % 40 == 0 or rare):
            for told, about in looked_at_again(position, moves, self.texts):
                self.sentence(truth, told, about)
        found = puzzle_in(position, moves)
        if found:
            self._count(f"theme {found.theme}")
            if not themes.CLAIMS[found.theme](truth, position, {"move": found.solution}):
                self.false.setdefault(f"theme {found.theme}", []).append(
                    (position, THEMES[found.theme].lesson)
                )

    def sizes(self, name: str, options: dict[str, Any], most: int) -> None:
        """The sentences of a game's atlas."""
        voice, kind, starts = Listening(), find(name), {}
        entries = sizes.atlas(kind, options, most)
        atlas.draw(entries, "Title", sizes.size_name(kind), voice)
        for entry in entries:
            if entry.winner is not None:
                starts[entry.size] = kind(**options, **{sizes.size_name(kind): entry.size}).start()
        truth = Truth()
        for told in voice.told:
            self.sentence(truth, told, starts)
        self.texts |= voice.texts

    def sentence(self, truth: Truth, told: Told, position: Any) -> None:
        name = f"{type(told).__name__} {told.code}"
        self._count(name)
        if not holds(told, truth, position):
            self.false.setdefault(name, []).append((position, str(told)))
        # The first few are enough: the claim must fail if a number in the sentence changes.
        if self.heard[name] <= 40:
            for number in _numbers(told):
                self.numbered.add((name, number))
                if (name, number) not in self.caught and _notices(truth, _one_more(told, number), position):
                    self.caught.add((name, number))

    def _count(self, name: str) -> None:
        self.heard[name] += 1

    def missing(self) -> set[str]:
        """The sentences that were never recorded."""
        # The sentences of lessons are recorded by their own tests.
        kinds = CLAIMS.keys() - {Teaching}
        every = {f"{kind.__name__} {code}" for kind in kinds for code in kind.SENTENCES}
        return (every | {f"theme {theme}" for theme in THEMES}) - {*self.heard}


def _ended_badly(position: Position, moves: tuple[int, ...]) -> bool:
    """Whether a player lost by making the last move."""
    outcome = position.outcome()
    return outcome is not None and outcome.winner is not Round.begin(position.rules, moves).undo().turn


def _numbers(told: Told) -> list[str]:
    """The whole numbers in the text."""
    names = {name for _, name, _, _ in Formatter().parse(told.template) if name}
    return sorted(name for name in names if type(told.numbers[name]) is int)


def _one_more(told: Told, number: str) -> Told:
    return type(told)(told.code, **{**told.numbers, number: told.numbers[number] + 1})


def _notices(truth: Truth, wrong: Told, position: Any) -> bool:
    """Whether the claim fails for a changed number."""
    try:
        return not holds(wrong, truth, position)
    except (ValueError, IndexError, KeyError):
        return True  # an impossible move


def reachable(start: Position) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """Every reachable position, with the moves that lead to it."""
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
    for name, options in ATLASES:
        checked.sizes(name, options, most)
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
