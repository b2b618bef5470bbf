"""The board of a puzzle; a wrong answer is refuted on the board."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import TypeVar

from rich.text import Text

from outnumber.games import Phrase, mark
from outnumber.language import app as words
from outnumber.language import puzzles as said
from outnumber.local.app.page import Key
from outnumber.local.app.widgets.board import BoardWidget
from outnumber.local.progress import SavedProgress
from outnumber.match import Round
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.explain import Refutation
from outnumber.study.puzzles.kinds import SEATS
from outnumber.study.puzzles.puzzle import Puzzle
from outnumber.study.puzzles.sentences import Remark

from .board_page import PlayoutPage

T = TypeVar("T")


class PuzzleScreen(PlayoutPage):
    """Puzzles one after another; each attempt is saved before the player sees whether it was right."""

    EXPLAINED = "puzzle"
    PANEL = mark("Puzzle")
    ALSO = (("space", "mark"),)

    def __init__(self, first: Puzzle, rest: Iterator[Puzzle], saved: SavedProgress, daily: str = "") -> None:
        super().__init__(first.rules)
        self._rest = rest
        self._saved = saved
        self._daily = daily
        self._number = 0
        self._set(first)

    def _set(self, puzzle: Puzzle) -> None:
        self.rules = puzzle.rules
        self.typed = self.result = ""
        self.attempt = Attempt(puzzle)
        self._number += 1
        # For a puzzle that asks for all winning moves: the marked ones.
        self._chosen: set[int] = set()
        self.line = []

    def on_mount(self) -> None:
        self.prompt.add_class("-puzzle")
        self._begin()

    @property
    def puzzle(self) -> Puzzle:
        return self.attempt.puzzle

    # drawing

    def _begin(self) -> None:
        """Show a new puzzle."""
        # No number is marked at first: often the first playable number is the answer, and Enter would play
        # it.
        self.query_one(BoardWidget).begin(self.rules)
        self.prompt.tell("" if self._number > 1 else self.how())
        self.show()

    def show(self) -> None:
        puzzle, daily = self.puzzle, self._daily
        match = puzzle.match.with_current(self.attempt.round)
        if self.line:
            match = match.with_current(self.line[self.at])
        heading = self.say("Puzzle of {day}", day=daily) if daily else self.say("Puzzle {n}", n=self._number)
        self.draw(match, self._winning(), lead=f"{heading}: ")
        saved = self._saved
        facts = said.facts(
            self.attempt,
            saved.streak(),
            self.voice,
            daily=bool(daily),
            solved=saved.solved,
            tried=saved.tried,
        )
        self.panel.update("\n".join(facts))
        self._show_keys()

    def _show_keys(self) -> None:
        enter, idle = mark("Play"), set()
        if self.result:
            # Enter also continues to the next puzzle, if there is one.
            enter = mark("Back") if self._daily else mark("Next")
            idle = {"h", "n"}
        elif self.line:
            enter = mark("Try again")
        elif self.asks != "move":
            enter = mark("Answer")
        self.show_keys(enter, idle, *[Key("Space", "Mark", "mark")] if self.asks == "moves" else ())

    def _winning(self) -> Container[int] | None:
        """The numbers to show as winning, once that is allowed."""
        puzzle = self.puzzle
        if not self.result or puzzle.kind in SEATS:
            return None
        if puzzle.kind == "avoid":
            return [move for move in puzzle.position.legal_moves() if move not in puzzle.answer]
        return puzzle.answer

    def show_prompt(self) -> None:
        attempt = self.attempt
        if self.result:
            title = self.say("Solved" if attempt.solved else "Missed")
            line = self.ended(self.say("⏎ goes back." if self._daily else "⏎ continues."))
        elif self.line:
            title = self.say("Not this one")
            line = Text(self.say("⏎ goes back, and you try again."), "bold")
        else:
            title = self.voice.tell(Remark(f"ask-{self.puzzle.kind}")).rstrip(".")
            line = self.question(self._demand())
        self.prompt.ask(title, line)

    def _demand(self) -> str:
        """The input that the puzzle expects now."""
        attempt, say = self.attempt, self.say
        if attempt.asks == "seat":
            return said.prompt(attempt, self.voice).strip()
        if attempt.asks == "moves":
            marked = ", ".join(map(str, sorted(self._chosen))) or say("none")
            return say("Winning moves: {marked} (Space marks, ⏎ answers)", marked=marked)
        if self.puzzle.kind == "avoid":
            return say("the move that loses")
        return words.demand(self.grid.scene, self.voice)

    # choosing

    @property
    def asks(self) -> str:
        return "next" if self.result else self.attempt.asks

    def finish(self) -> None:
        if self.result:
            self.action_next()
        else:
            self._give(tuple(sorted(self._chosen)))

    def action_mark(self) -> None:
        """Mark a number as winning, or unmark it."""
        if self.asks == "moves" and not self.turn_back():
            self.choose(self.typed or str(self.grid.number or ""))

    def choose(self, text: str) -> None:
        if self.asks == "moves":
            number = self.read(text, self.attempt.position)
            if number is not None:
                self._chosen ^= {number}
                self.show_prompt()
        else:
            number = self.read(text)
            if number is not None:
                self._give((number,))

    def _give(self, answer: tuple[int, ...]) -> None:
        before, seated = self.attempt.round, self.attempt.seat is not None
        self._ask(
            lambda: self.attempt.answer(answer), lambda found: self._answered(found, before, seated=seated)
        )

    def _answered(self, found: Refutation | None, before: Round, *, seated: bool) -> None:
        attempt, puzzle = self.attempt, self.puzzle
        if found is None and attempt.found:
            won = [self.say("You win!")] if puzzle.kind == "seat" else []
            self._end(" ".join([*won, said.right(puzzle, self.voice)]))
            return
        if found is None:
            lead = [] if seated else [said.right(puzzle, self.voice)]
            self.prompt.tell(" ".join([*lead, *said.replies(attempt, before, self.voice)]))
            return
        self.prompt.refuse(" ".join(said.refuted(puzzle, found, self.voice)))
        if not found.move and not found.line:
            return
        line = [attempt.round.play(found.move) if found.move else attempt.round]
        for step in found.line:
            line.append(line[-1].play(step.move))
        self.play_out(line)

    def _end(self, result: str) -> None:
        self.line, self.result = [], result
        puzzle, voice, missed = self.puzzle, self.voice, self.attempt.missed
        streak = self._saved.streak()
        standing = said.streak(streak, daily=bool(self._daily), missed=missed, voice=voice)

        def explained(lines: list[str]) -> None:
            self.prompt.tell("\n".join([*lines, standing]))

        self._ask(lambda: said.explained(puzzle, voice), explained)

    def _ask(self, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Compute an answer in the background, and save the attempt as soon as that decides it."""
        attempt = self.attempt

        def work() -> T:
            found = question()
            self._saved.record(attempt, self._daily)
            return found

        self.work_out(work, answer)

    # help

    def action_hint(self) -> None:
        if self.result:
            over = mark("The puzzle is over. w explains it, ⏎ continues.")
            if self._daily:
                over = mark("The puzzle is over. w explains it, ⏎ goes back.")
            self.refuse(Phrase(over))
            return
        self.turn_back()
        self._ask(self.attempt.hint, self._hinted)

    def _hinted(self, found: tuple[int, Phrase]) -> None:
        step, hint = found
        last = len(self.attempt.hints)
        text = self.say("Hint {step} of {last}: {text}", step=step, last=last, text=hint)
        more = words.more_help(step, self.voice, costs=self.attempt.solved is None, last=last)
        self.prompt.tell(f"{text}  {more}".rstrip())

    def action_why(self) -> None:
        puzzle, attempt, voice = self.puzzle, self.attempt, self.voice

        def told() -> list[str]:
            attempt.tell()
            if attempt.playing:
                return said.why(attempt, voice)
            answer = [] if puzzle.kind == "one" else [said.told(puzzle, voice)]
            return [*answer, *said.explained(puzzle, voice)]

        def read(lines: list[str]) -> None:
            # Separated by an empty line.
            self.read_text(self.say("Why"), "\n\n".join(lines).splitlines())

        self._give_up(lambda: self._ask(told, read))

    def action_next(self) -> None:
        if self.result:
            self._ask(lambda: next(self._rest, None), self._onward)
            return
        self._give_up(
            lambda: self._ask(self.attempt.tell, lambda _: self._end(said.told(self.puzzle, self.voice)))
        )

    def _give_up(self, then: Callable[[], None]) -> None:
        """Run an action that reveals the answer; ask first if that decides the puzzle."""
        self.turn_back()
        if self.attempt.solved is not None:
            then()
            return
        question = self.say("Show the answer? The puzzle then counts as missed.")
        yes, no = self.say("Tell me"), self.say("Let me think")
        self.confirm(question, yes, no, then, careful=True)

    def _onward(self, puzzle: Puzzle | None) -> None:
        if puzzle is None:
            self.action_back()
        else:
            self._set(puzzle)
            self._begin()

    # leaving

    def action_back(self) -> None:
        leaves, saved = self.is_current, self._saved
        super().action_back()
        if leaves and saved.tried > 1:
            self.app.notify(self.say("You solved {n} of {tried}.", n=saved.solved, tried=saved.tried))
