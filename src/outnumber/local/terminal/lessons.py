"""Lessons at the prompt: read, answer, and see on the board what comes of it."""

from __future__ import annotations

from collections.abc import Callable

from outnumber.games.errors import GameError
from outnumber.games.sentences import Voice
from outnumber.language import lessons as words
from outnumber.language.commands import meant
from outnumber.local.entries import read_move
from outnumber.local.lessons import opened
from outnumber.local.progress import SavedProgress
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.local.terminal.prompt import answers_told, moves_line, offered, rules_lines
from outnumber.local.terminal.puzzles import NONE as NO_MOVE
from outnumber.study.lessons import engine
from outnumber.study.lessons.engine import NONE, Place, View

# What else people type for it.
BACK = ("previous", "back")


class LessonPrompt:
    """One lesson at one prompt."""

    def __init__(self, console: Console, saved: SavedProgress, lesson: str, step: str = "") -> None:
        self._console = console
        self._saved = saved
        self.place = opened(saved.progress, lesson, step)

    def learn(self) -> None:
        """One step after the other, until somebody stops."""
        console = self._console
        try:
            while True:
                view = engine.look(self.place)
                console.say(words.heading(view, console.voice), style="strong")
                console.say(words.shown(view, self.place, console.voice))
                self._step()
                console.say()
        except EndOfInput:
            return

    def _step(self) -> None:
        """Ask until the step is left."""
        console = self._console
        while True:
            view = engine.look(self.place)
            known = offered(view.round.position, [word for word, _ in words.offers(view)], console.voice)
            text = console.ask(words.prompt(view, console.voice), words=known)
            word = meant(text, console.voice)
            if word == "quit":
                raise EndOfInput
            if word in _ASIDES:
                console.say(_ASIDES[word](view, console.voice))
            elif word == "hint":
                console.say(self._hint(console.voice))
            elif word in ("skip", *BACK):
                self._keep(engine.beside(self.place, 1 if word == "skip" else -1))
                return
            elif view.asks == "next":
                if text.strip():
                    console.say(
                        console.voice.say("Press Enter to go on, or type help for the words you can use."),
                        "bad",
                    )
                    continue
                before = self.place
                self._keep(engine.answer(self.place, NONE))
                console.say(words.earned(before, self.place, console.voice), "good")
                self._keep(engine.onward(self.place))
                return
            else:
                self._answer(view, text, word)

    def _answer(self, view: View, text: str, word: str) -> None:
        console, voice, before = self._console, self._console.voice, self.place
        try:
            number = NONE if word == NO_MOVE and view.asks == "move" else read_move(text)
            after = engine.answer(self.place, number)
        except GameError as error:
            console.refuse(error)
            return
        seen = engine.look(after)
        # On disk before anybody reads whether it was right; what is missed comes again once.
        self._keep(after, seen)
        console.say(words.replied(seen, voice), "good" if seen.reply and seen.reply.right else "bad")
        console.say(words.ended(seen, after, voice), "good")
        console.say(words.earned(before, after, voice), "good")
        if not seen.done and seen.round != view.round:
            console.say(["", *words.shown(seen, after, voice)])

    def _keep(self, place: Place, seen: View | None = None) -> None:
        self.place = place
        self._saved.learn(place.lesson, place.to_json(), seen.newly_missed if seen else None)

    def _hint(self, voice: Voice) -> str:
        self._keep(engine.hint(self.place))
        hints = engine.look(self.place).hints
        if not hints:
            return voice.say("There is no help here.")
        step, last, text = len(hints), engine.LAST_HINT, voice.tell(hints[-1])
        return voice.say("Hint {step} of {last}: {text}", step=step, last=last, text=text)


# What can be asked for besides.
_ASIDES: dict[str, Callable[[View, Voice], list[str]]] = {
    "moves": lambda view, voice: [moves_line(view.round.position, voice)],
    "rules": lambda view, voice: rules_lines(view.round.position.rules, voice),
    "help": lambda view, voice: answers_told(words.offers(view), voice),
}
