"""The screens of lessons: all five with their stars, and a board to read, answer and see what follows."""

from __future__ import annotations

from collections.abc import Callable, Container

from rich.text import Text

from outnumber.games import Phrase, mark
from outnumber.language import lessons as words
from outnumber.local.app.widgets.board import BoardWidget
from outnumber.local.lessons import all_places, opened
from outnumber.local.progress import SavedProgress
from outnumber.study.lessons import engine
from outnumber.study.lessons.engine import NONE, Place, View
from outnumber.study.lessons.lesson import LESSONS, PARTS, UNHELPED
from outnumber.study.lessons.progress import proposed
from outnumber.study.lessons.seats import ROW
from outnumber.theory.bounded import solve

from .board_page import PlayoutPage
from .catalogue import NumberedScreen


class LessonScreen(PlayoutPage):
    """The steps of a lesson in order; each answer is saved before the player sees whether it was right."""

    EXPLAINED = "lesson"
    PANEL = mark("Lesson")

    def __init__(self, lesson: str, saved: SavedProgress) -> None:
        self._saved = saved
        self._place = opened(saved.progress, lesson)
        self._view = engine.look(self._place)
        super().__init__(self._view.round.position.rules)
        # The stars that the last answer earned, and similar news.
        self._news: list[str] = []

    def on_mount(self) -> None:
        self.prompt.add_class("-lesson")
        self._begin()
        self.show()

    # drawing

    def _begin(self) -> None:
        """Set up the board of another step."""
        self.rules = self._view.round.position.rules
        self.query_one(BoardWidget).begin(self.rules)

    def show(self) -> None:
        view = self._view
        self.result = self.say("⏎ continues.") if view.asks == "next" else ""
        current = self.line[self.at] if self.line else view.round
        self.draw(words.match_of(current), self._winning(), lead=f"{words.lead(view.lesson, self.voice)} ")
        self.panel.update("\n".join(self._facts()))
        self._show_keys()
        self._say()

    def _show_keys(self) -> None:
        view, idle = self._view, set()
        if view.done or view.step.part in UNHELPED:
            idle.add("h")
        if view.asks != "move" or view.step.part == "seat":
            idle.add("0")
        enter = mark("Play") if view.asks == "move" else mark("Answer")
        if self.line:
            enter = mark("Board") if view.done else mark("Try again")
        elif view.asks == "next":
            enter = mark("Next")
        self.show_keys(enter, idle)

    def _facts(self) -> list[str]:
        view, say = self._view, self.say
        lines = [words.stars(self._place.stars), say("step {n} of {all}", n=view.number, all=view.of)]
        if view.you:
            lines.append(say("You are Player {seat}", seat=view.you))
        elif view.step.part != "idea":
            lines.append(say("Player {seat} is to move", seat=view.round.turn))
        if view.step.part == "seat":
            lines.append(say("In a row: {n} of {all}.", n=self._place.row, all=ROW))
        return lines

    def _say(self) -> None:
        """Show the text of the step, or the reply to the last answer."""
        view, voice = self._view, self.voice
        told = words.replied(view, voice) + words.ended(view, self._place, voice)
        if view.reply is None:
            told = words.said(view, voice)
            if view.step.part == "idea":
                told += words.picture(view.round, voice)
            if view.step.part == "seat":
                told.append(words.standing(self._place, voice))
        told += [*(voice.tell(hint) for hint in view.hints), *self._news]
        text = "\n".join(told)
        if view.reply and not view.reply.right:
            self.prompt.refuse(text)
        else:
            self.prompt.tell(text)

    def _winning(self) -> Container[int] | None:
        """The numbers to show as winning, in an idea about a position."""
        view = self._view
        shown = view.step.part == "idea" and view.round.moves and not view.round.outcome and not self.line
        return solve(view.round.position).winning if shown else None

    def show_prompt(self) -> None:
        view = self._view
        title = self.voice.word(PARTS[view.step.part])
        if self.line:
            line = Text(self.say("⏎ goes back, and you try again."), "bold")
            if view.done:
                line = Text(self.say("⏎ goes back to the board."), "bold")
        elif view.asks == "next":
            line = Text(self.result, "bold")
        else:
            line = self.question(words.prompt(view, self.voice).strip(" :?"))
        self.prompt.ask(title, line)

    # actions of the player

    @property
    def asks(self) -> str:
        return self._view.asks

    def finish(self) -> None:
        self._do(lambda place: engine.next_step(engine.answer(place, NONE)), begins=True)

    def choose(self, text: str) -> None:
        number = self.read(text)
        if number is not None:
            self._do(lambda place: engine.answer(place, number))

    def action_hint(self) -> None:
        self.turn_back()
        if self._view.step.part in UNHELPED:
            self.refuse(Phrase("Help is not available here."))
        else:
            self._do(engine.hint)

    def action_beside(self, by: int) -> None:
        self.turn_back()
        self._do(lambda place: engine.step_by(place, by), begins=True)

    def _do(self, change: Callable[[Place], Place], *, begins: bool = False) -> None:
        """Go to another place in the background, save it, and show it."""
        before = self._place

        def work() -> tuple[Place, View]:
            place = change(before)
            view = engine.look(place)
            missed = view.newly_missed if place.given != before.given else None
            self._saved.learn(place.lesson, place.to_json(), missed)
            return place, view

        def heard(found: tuple[Place, View]) -> None:
            self._place, self._view = found
            self._news = words.earned(before, self._place, self.voice)
            if begins:
                self._begin()
            else:
                self._play_out()

        self.work_out(work, heard)

    # lines shown on the board

    def _play_out(self) -> None:
        reply = self._view.reply
        if reply is None or reply.right or not reply.line or self._view.hints:
            return
        current = reply.before
        self.play_out([current := current.play(move) for move in reply.line])


class LessonsScreen(NumberedScreen):
    """All lessons, with the progress in each."""

    NAME, ABOUT = mark("Learn"), mark("Three stars per lesson: saw it, can do it, can prove it.")

    def on_screen_resume(self) -> None:
        # In the background: positions of seats in progress are proven again.
        self.think(lambda: all_places(SavedProgress(self).progress), self._fill, self.warn)

    def _fill(self, found: dict[str, Place]) -> None:
        voice = self.voice
        lines = {}
        for lesson in LESSONS.values():
            place = found[lesson.id]
            name = f"{words.stars(place.stars)}  {words.named(lesson, voice)}"
            lines[lesson.id] = name, words.where(place, lesson, voice)
        self.number(lines, list(LESSONS).index(proposed(found)))

    def action_open(self) -> None:
        if self.marked:
            self.app.push_screen(LessonScreen(self.marked, SavedProgress(self)))
