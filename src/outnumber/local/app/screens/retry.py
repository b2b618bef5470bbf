"""The positions of your mistakes one after another: find the better move before it is revealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outnumber.games import mark
from outnumber.language.mistakes import score, told, where
from outnumber.local.app.page import Keys
from outnumber.match.mistakes import Mistake

from .board_page import BoardPage


class RetryScreen(BoardPage):
    """The board before each mistake."""

    EXPLAINED = "retry"
    PANEL, PANEL_ID = mark("Your mistakes"), "players"

    def __init__(self, mistakes: Sequence[Mistake], over: Callable[[], None]) -> None:
        super().__init__(mistakes[0].match.rules)
        self._mistakes, self._over = mistakes, over
        self._at = self._right = self._tried = 0

    @property
    def _mistake(self) -> Mistake:
        return self._mistakes[self._at]

    def on_mount(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.result = self.typed = ""
        self.prompt.tell("")
        self.show()
        self.grid.mark_legal(self.grid.last or self.grid.numbers[0])

    # drawing

    def show(self) -> None:
        match, graded = self._mistake
        number = self.say("{n} of {count}", n=self._at + 1, count=len(self._mistakes))
        self.panel.update(f"{number}\n{where(self._mistake, self.voice)}")
        self.draw(match, graded.winning if self.result else None, lead=f"{self.say('Try again')}: ")

    def show_prompt(self) -> None:
        self.query_one(Keys).show(self.KEYS[2:] if self.result else self.KEYS)
        last = self._at + 1 == len(self._mistakes)
        if self.result:
            line = self.ended(self.say("n goes back to the review." if last else "n continues."))
        else:
            line = self.question(self.say("This position was won. Find the better move. w shows it."))
        self.prompt.ask(self.say("Find the better move"), line)

    # actions of the player

    def choose(self, text: str) -> None:
        move = self.read(text, self._mistake.graded.before)
        if move is not None:
            self._tried += 1
            self._right += move in self._mistake.graded.winning
            self._tell(move)

    def action_tell(self) -> None:
        if not self.result:
            self._tell(0)

    def _tell(self, move: int) -> None:
        """Show how good a move is, or for 0 the move that would have won, and why."""
        mistake, voice = self._mistake, self.voice
        self.result = "…"  # other attempts are blocked meanwhile

        def heard(lines: list[str]) -> None:
            self.result = lines[0]
            self.prompt.tell(" ".join(lines[1:]))
            self.show()

        self.think(lambda: told(mistake, move, voice), heard, self.prompt.refuse)

    def action_next(self) -> None:
        if self._at + 1 < len(self._mistakes):
            self._at += 1
            self._begin()
        else:
            self.action_back()

    def action_back(self) -> None:
        self.app.pop_screen()
        self._over()
        self.app.notify(score(self._right, self._tried, self.voice))
