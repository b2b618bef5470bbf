"""The longest chain: a board for a solo game."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from outnumber.games import GameError, Phrase, Scene, full, ordered
from outnumber.games.numbers import as_mask
from outnumber.language import chains as words
from outnumber.local.app.page import Keys
from outnumber.local.app.widgets.board import Prompt
from outnumber.local.app.widgets.grid import NumberGrid
from outnumber.local.chains import ALONE, changed, save_record
from outnumber.study.chains.best import OFFERED
from outnumber.study.chains.chain import LARGEST, RANGE
from outnumber.study.chains.play import ChainRecords, Play

from .board_page import NumberEntryPage

SIZES = (10, 20, 30, 50, 100)
FIRST = 30


class ChainGrid(NumberGrid):
    """All numbers; those in the chain stay visible, so that they can be found and cut."""

    def face_of_used(self, number: int) -> str:
        return str(number)


class ChainScreen(NumberEntryPage):
    """Enter adds a number, keys change the chain, and the longest chain is saved."""

    EXPLAINED = "chain"
    ALSO = (("escape", "app.pop_screen"),)

    def __init__(self) -> None:
        super().__init__()
        self._records = ChainRecords()
        self._link = OFFERED[0]
        self._play = self._begun(FIRST)
        # The number of the chain after which the next one is inserted, 0 for none.
        self._behind = 0

    def _begun(self, range: int) -> Play:
        return Play.begin(range, self._link, self._records.longest(range, self._link))

    def compose(self) -> ComposeResult:
        yield Static(id="bar", markup=False)
        with Vertical(id="main"):
            with VerticalScroll(id="chain-place", can_focus=False):
                yield Static(id="chain", markup=False)
            yield ChainGrid(self._scene(), id="grid")
        yield Prompt(id="prompt")
        yield Keys(self.KEYS)

    def on_mount(self) -> None:
        self.query_one("#main").border_title = self.voice.word(words.TITLE)
        self.grid.focus()
        self._draw()

    # drawing

    def _scene(self) -> Scene:
        chain = self._play.chain
        fits = as_mask([*chain.at_end(0), *chain.at_end(-1), *chain.between()])
        everything = ordered(full(chain.range))
        return Scene(None, everything, ordered(chain.unused), ordered(fits), (), Phrase("any number"), {})

    def _draw(self) -> None:
        play = self._play
        self.write("bar", words.task(play.chain, self.voice))
        numbers = (f"[{n}]" if n == self._behind else str(n) for n in play.chain.numbers)
        line = Text(" – ").join(Text(number, "bold") for number in numbers)
        self.write("chain", line or words.drawn(play.chain, self.voice))
        self.query_one("#chain-place").scroll_end(animate=False)
        last = play.chain.numbers[-1] if play.chain.numbers else 0
        self.grid.show(self._scene(), last)
        self.show_prompt()

    def show_prompt(self) -> None:
        what = self.say("Number")
        if self._behind:
            what = self.say("Number after {number}", number=self._behind)
        self.prompt.ask(words.stand(self._play, self.voice), self.question(what))

    # actions

    def choose(self, text: str) -> None:
        """Add a number, or select a number of the chain as the place for the next one."""
        number, self.typed = int(text), ""
        chain, behind = self._play.chain, self._behind
        if number in chain.numbers:
            self._behind = 0 if number == behind else number
            self._draw()
        elif behind:
            self._do("insert", number, behind)
        else:
            self._do(str(number))

    def action_change(self, word: str) -> None:
        """Change the chain; some commands apply to the number that was typed, selected or marked."""
        if word in ALONE:
            self._do(word)
        else:
            number = int(self.typed) if self.typed else self._behind or self.grid.number
            self.typed = ""
            self._do(word, number)

    def _do(self, word: str, *numbers: int) -> None:
        before = self._play
        try:
            self._play = changed(before, word, [*map(str, numbers)])
        except GameError as error:
            self.refuse(error)
            return
        if self._behind not in self._play.chain.numbers:
            self._behind = 0
        self.prompt.tell("")
        save_record(self._records, before, self._play, self)
        self._draw()

    def action_hint(self) -> None:
        play = self._play
        self.think(lambda: words.hint(play, self.voice), self.prompt.tell, self.prompt.refuse)

    def action_best(self) -> None:
        lines = [*words.known(self._play.goal, self.voice), "", *words.why(self._play.goal, self.voice)]

        def wrapped(width: int) -> list[str]:
            import textwrap

            return [part for line in lines for part in textwrap.wrap(line, width) or [""]]

        self.read_text(self.say("The longest known chain"), wrapped)

    # another board

    def action_size(self) -> None:
        """Use the range that was typed, or else the next of a few."""
        now = self._play.chain.range
        wanted = self.typed or next((size for size in SIZES if size > now), SIZES[0])
        self.typed = ""
        try:
            self._board(RANGE.read(wanted, LARGEST))
        except GameError as error:
            self.refuse(error)

    def action_link(self) -> None:
        """The next rule for neighbours."""
        self._link = OFFERED[(OFFERED.index(self._link) + 1) % len(OFFERED)]
        self._board(self._play.chain.range)

    def _board(self, range: int) -> None:
        self._play, self._behind = self._begun(range), 0
        self.grid.begin(self._scene())
        self.grid.cursor = 0
        self.prompt.tell("")
        self._draw()
