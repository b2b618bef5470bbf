"""The longest chain: a board for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from outnumber.app.background import think
from outnumber.app.screens.chooser import LONGEST_ENTRY
from outnumber.app.screens.page import Page
from outnumber.app.widgets.dialogs import Reading
from outnumber.app.widgets.grid import NumberGrid
from outnumber.app.widgets.keys import Key, Keys, bound
from outnumber.app.widgets.panels import Prompt
from outnumber.chains.best import OFFERED
from outnumber.chains.chain import LARGEST, RANGE, Chain
from outnumber.chains.play import Play, Records
from outnumber.games.errors import GameError
from outnumber.games.numbers import as_mask, full, ordered
from outnumber.games.scene import Scene
from outnumber.games.sentences import Phrase, mark
from outnumber.words import chains as words

SIZES = (10, 20, 30, 50, 100)
FIRST = 30


class ChainGrid(NumberGrid):
    """All numbers; those of the chain keep their faces, so that they can be found and cut."""

    def face_of_used(self, number: int) -> str:
        return str(number)


class Main(Page):
    """Numbers are added with Enter, and the chain is changed with keys; the longest is kept."""

    KEYS = (
        Key("⏎", mark("Add, or choose a place"), "enter"),
        Key("x", mark("Take out"), "change('take')"),
        Key("c", mark("Cut from here"), "change('cut')"),
        Key("t", mark("Turn from here"), "change('turn')"),
        Key("r", mark("Reverse"), "reverse"),
        Key("u", mark("Undo"), "undo"),
        Key("y", mark("Redo"), "redo"),
        Key("h", mark("Hint"), "hint"),
        Key("b", mark("Best"), "best"),
        Key("n", mark("Start again"), "new"),
        Key("s", mark("Size"), "size"),
        Key("l", mark("Rule"), "link"),
        Key("?", mark("Help"), "help"),
        Key("q", mark("Back"), "back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [*bound(KEYS), ("escape", "back"), ("backspace", "rub_out")]

    def __init__(self) -> None:
        super().__init__()
        self._records = Records()
        self._link = OFFERED[0]
        self._play = self._begun(FIRST)
        self._typed = ""
        # The number of the chain behind which the next one is put, 0 for none.
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
        self.query_one(ChainGrid).focus()
        self._draw()

    # what it looks like

    def _scene(self) -> Scene:
        chain = self._play.chain
        fits = as_mask([*chain.at_end(0), *chain.at_end(-1), *chain.between()])
        everything = ordered(full(chain.range))
        return Scene(None, everything, ordered(chain.unused), ordered(fits), (), Phrase("any number"), {})

    def _draw(self) -> None:
        play = self._play
        self.query_one("#bar", Static).update(words.task(play.chain, self.voice))
        numbers = (f"[{n}]" if n == self._behind else str(n) for n in play.chain.numbers)
        line = Text(" – ").join(Text(number, "bold") for number in numbers)
        self.query_one("#chain", Static).update(line or words.drawn(play.chain, self.voice))
        self.query_one("#chain-place").scroll_end(animate=False)
        last = play.chain.numbers[-1] if play.chain.numbers else 0
        self.query_one(ChainGrid).show(self._scene(), last)
        self._ask()

    def _ask(self) -> None:
        what = self.say("Number")
        if self._behind:
            what = self.say("Number after {number}", number=self._behind)
        typed = f"{what} › {self._typed}▏" if self._typed else f"{what} ›"
        self.query_one(Prompt).ask(words.stand(self._play, self.voice), Text(typed, "bold"))

    # typing

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "0123456789":
            event.stop()
            self._typed = (self._typed + event.character)[:LONGEST_ENTRY]
            self.query_one(ChainGrid).mark(int(self._typed))
            self._ask()

    def action_rub_out(self) -> None:
        self._typed = self._typed[:-1]
        self._ask()

    def _number(self) -> int:
        """What was typed, else what is marked."""
        number, self._typed = int(self._typed or self.query_one(ChainGrid).number), ""
        return number

    def on_number_grid_clicked(self, event: NumberGrid.Clicked) -> None:
        self._typed = ""
        self._take(event.number)

    # what can be done

    def action_enter(self) -> None:
        self._take(self._number())

    def _take(self, number: int) -> None:
        """Add a number, or choose one of the chain as the place for the next."""
        chain, behind = self._play.chain, self._behind
        if number in chain.numbers:
            self._behind = 0 if number == behind else number
            self._draw()
        elif behind:
            self._do(lambda: chain.insert(number, behind))
        else:
            self._do(lambda: chain.add(number))

    def action_change(self, name: str) -> None:
        """Take out, cut or turn at the number that was typed, chosen or marked."""
        number = int(self._typed) if self._typed else self._behind or self.query_one(ChainGrid).number
        self._typed = ""
        self._do(lambda: getattr(self._play.chain, name)(number))

    def action_reverse(self) -> None:
        self._do(self._play.chain.reverse)

    def action_new(self) -> None:
        self._do(lambda: Chain(self._play.chain.links))

    def _do(self, change: Callable[[], Chain]) -> None:
        try:
            after = self._play.after(change())
        except GameError as error:
            self.query_one(Prompt).refuse(self.voice.tell(error))
            self._ask()
            return
        self._show(after)

    def action_undo(self) -> None:
        self._show(self._play.undo())

    def action_redo(self) -> None:
        self._show(self._play.redo())

    def _show(self, play: Play) -> None:
        longer = len(play.record.numbers) > len(self._play.record.numbers)
        self._play = play
        if self._behind not in play.chain.numbers:
            self._behind = 0
        self.query_one(Prompt).tell("")
        if longer:
            try:
                self._records.keep(play.record)
            except GameError as error:
                self.warn(self.voice.tell(error))
        self._draw()

    def action_hint(self) -> None:
        play = self._play
        prompt = self.query_one(Prompt)
        think(self, lambda: words.hint(play, self.voice), prompt.tell, prompt.refuse)

    def action_best(self) -> None:
        lines = [*words.known(self._play.goal, self.voice), "", *words.why(self._play.goal, self.voice)]

        def wrapped(width: int) -> list[str]:
            import textwrap

            return [part for line in lines for part in textwrap.wrap(line, width) or [""]]

        self.app.push_screen(Reading(self.say("The longest chain that is known"), wrapped))

    def action_help(self) -> None:
        self.explain(words.KEYS)

    # another board

    def action_size(self) -> None:
        """The range that was typed, else the next of a few."""
        now = self._play.chain.range
        wanted = self._typed or next((size for size in SIZES if size > now), SIZES[0])
        self._typed = ""
        try:
            self._board(RANGE.read(wanted, LARGEST))
        except GameError as error:
            self.query_one(Prompt).refuse(self.voice.tell(error))
            self._ask()

    def action_link(self) -> None:
        """The next rule for neighbours."""
        self._link = OFFERED[(OFFERED.index(self._link) + 1) % len(OFFERED)]
        self._board(self._play.chain.range)

    def _board(self, range: int) -> None:
        self._play, self._behind = self._begun(range), 0
        self.query_one(ChainGrid).begin(self._scene())
        self.query_one(ChainGrid).cursor = 0
        self.query_one(Prompt).tell("")
        self._draw()

    def action_back(self) -> None:
        self.app.pop_screen()
