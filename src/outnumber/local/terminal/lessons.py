"""Lessons at the prompt: read, answer, and see the consequences on the board."""

from __future__ import annotations

from contextlib import suppress

from outnumber.language import lessons as words
from outnumber.local.entries import read_move
from outnumber.local.lessons import opened
from outnumber.local.progress import SavedProgress
from outnumber.study.lessons import engine
from outnumber.study.lessons.engine import NONE, Place, View

from .console import Console, EndOfInput
from .prompt import answered, asides, offered
from .puzzles import NONE as NO_MOVE

# Other words for `previous`.
BACK = ("previous", "back")


class LessonPrompt:
    """One lesson at one prompt."""

    def __init__(self, console: Console, saved: SavedProgress, lesson: str, step: str = "") -> None:
        self._console, self._voice, self._saved = console, console.voice, saved
        self.place = opened(saved.progress, lesson, step)

    def learn(self) -> None:
        """Go from step to step until the player stops."""
        console, voice = self._console, self._voice
        with suppress(EndOfInput):
            while True:
                view = engine.look(self.place)
                console.say(words.heading(view, voice), style="strong")
                console.say(words.shown(view, self.place, voice))
                while not self._left_step():
                    pass
                console.say()

    def _left_step(self) -> bool:
        """Ask for one answer; return whether it leads to another step."""
        view, voice = engine.look(self.place), self._voice
        position, known = view.round.position, words.offers(view)
        return answered(
            self._console,
            words.prompt(view, voice),
            lambda text, word: self._answered(view, text, word),
            {**asides(position, known, voice), "hint": self._hint},
            lambda: offered(position, dict(known), voice),
        )

    def _answered(self, view: View, text: str, word: str) -> bool:
        """Act on an answer; return whether it leads to another step."""
        console, voice, before = self._console, self._voice, self.place
        if word in ("skip", *BACK):
            self._save(engine.step_by(before, 1 if word == "skip" else -1))
            return True
        if view.asks == "next":
            if text.strip():
                console.speak("Press Enter to continue, or type help for a list of commands.", "bad")
                return False
            self._save(engine.answer(before, NONE))
            console.say(words.earned(before, self.place, voice), "good")
            self._save(engine.next_step(self.place))
            return True
        number = NONE if word == NO_MOVE and view.asks == "move" else read_move(text)
        after = engine.answer(before, number)
        seen = engine.look(after)
        # Saved before the player reads whether it was right; a missed board comes again once.
        self._save(after, seen)
        console.say(words.replied(seen, voice), "good" if seen.reply and seen.reply.right else "bad")
        console.say(words.ended(seen, after, voice), "good")
        console.say(words.earned(before, after, voice), "good")
        if not seen.done and seen.round != view.round:
            console.say(["", *words.shown(seen, after, voice)])
        return False

    def _save(self, place: Place, seen: View | None = None) -> None:
        self.place = place
        self._saved.learn(place.lesson, place.to_json(), seen.newly_missed if seen else None)

    def _hint(self) -> str:
        self._save(engine.hint(self.place))
        hints, voice = engine.look(self.place).hints, self._voice
        if not hints:
            return voice.say("Help is not available here.")
        step, last, text = len(hints), engine.LAST_HINT, voice.tell(hints[-1])
        return voice.say("Hint {step} of {last}: {text}", step=step, last=last, text=text)
