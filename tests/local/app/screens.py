"""Drives the app without a terminal, and reads its screen as text."""

import asyncio
import re
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import patch

from rich.segment import Segment
from rich.text import Text
from textual import _wait
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from outnumber.games.registry import game
from outnumber.games.sentences import ENGLISH, Voice
from outnumber.local.app.main import OutnumberApp
from outnumber.local.app.page import Keys
from outnumber.local.app.screens.board import BoardScreen
from outnumber.match.match import HUMAN, Match, Participant
from outnumber.match.round import Round
from outnumber.store.games import GameStore

# Tests do not measure time: this only ends a test that would hang.
PATIENCE = 120

# Textual considers an app idle once it has done almost nothing for 20 ms, and checks twice after every key.
# `until` waits for later events, such as a thread's answer.
_wait.SLEEP_GRANULARITY, _wait.SLEEP_IDLE = 0.004, 0.0004

SMALL, LARGE = (80, 24), (120, 40)

_VALUE = re.compile(r"\{\w+(?::\S)?\w*\}")

Script = Callable[["Screen"], Awaitable[None]]


class Screen:
    """The app under test."""

    def __init__(self, app: OutnumberApp, pilot: Pilot[list[str]]) -> None:
        self.app = app
        self.pilot = pilot

    def segments(self) -> list[list[Segment]]:
        # The compositor has the output for the terminal; the only public access to it is a picture.
        visible_screen_stack.set(self.app._background_screens)
        return [list(strip) for strip in self.app.screen._compositor.render_strips()]

    def size(self) -> tuple[int, int]:
        """The size of the output for the terminal."""
        rows = self.segments()
        return sum(segment.cell_length for segment in rows[0]), len(rows)

    def text(self) -> str:
        """The text on the screen."""
        rows = ("".join(segment.text for segment in row).rstrip() for row in self.segments())
        return "\n".join(rows).rstrip() + "\n"

    def shows(self, what: str) -> bool:
        """Whether a text is on the screen or in a message, on one line or several, in the language of the
        app.

        A value in braces matches anything. Line breaks in a warning depend on the names of directories, and
        the warning covers other text.
        """
        text = self.text()
        lines = " ".join(re.sub(r"[│▌▐┃▎]", " ", text).split())
        places = text, lines, *(keys.news.plain for keys in self.app.screen.query(Keys))
        said = re.compile(".+".join(map(re.escape, _VALUE.split(self.app.voice.word(what)))))
        return any(what in place or said.search(place) for place in places)

    async def press(self, *keys: str) -> None:
        await self.until(self._heard)
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*text, "enter")

    def _heard(self) -> bool:
        """Whether a board is waiting for a choice, or the match is over: its thread may be late."""
        board = self.app.screen
        if not isinstance(board, BoardScreen):
            return True
        person = board.match.participant(board.match.current.turn).plays == HUMAN
        return bool(board.asked or board.picking or board.result or not person)

    async def until(self, what: str | Callable[[], object]) -> None:
        """Wait until a text is on the screen, on one line or several, or until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not (self.shows(what) if isinstance(what, str) else what()):
            if time.monotonic() > deadline:
                raise AssertionError(f"{what!r} never came:\n{self.text()}\n{_threads()}")
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def click(self, text: str) -> None:
        """Click the first letter of a text on the screen."""
        await self.until(self._heard)
        for y, row in enumerate(self.segments()):
            x = "".join(segment.text for segment in row).find(text)
            if x >= 0:
                await self.pilot.click(offset=(x, y))
                await self.pilot.pause()
                return
        raise AssertionError(f"no {text!r} on the screen:\n{self.text()}")


def _threads() -> str:
    """The stack of every thread: the match and the theory have one each."""
    return "\n".join("".join(traceback.format_stack(frame)) for frame in sys._current_frames().values())


_rendered = Compositor.render_update


def _unseen(compositor: Compositor, *, full: bool = False, **given: Any) -> object:
    """Render only on demand: a test does not need the terminal output, and renders the screen when it reads
    it.
    """
    if full:
        return _rendered(compositor, full=True, **given)
    compositor._dirty_regions.clear()
    return None


_parsed = Stylesheet._parse_rules
_known: dict[object, list[RuleSet]] = {}


def _parsed_once(sheet: Stylesheet, *given: Any, **more: Any) -> list[RuleSet]:
    """Cache style sheets that another test's app has parsed; one app parses each only once anyway."""
    key = (given, *more.items(), *sheet._variables.items())
    if key not in _known:
        _known[key] = _parsed(sheet, *given, **more)
    return _known[key]


def drive(script: Script, size: tuple[int, int] = SMALL, voice: Voice = ENGLISH) -> OutnumberApp:
    """Run the app with a size and language, driven by a script."""

    async def go() -> OutnumberApp:
        app = OutnumberApp(voice)
        async with app.run_test(size=size, notifications=True) as pilot:
            screen = Screen(app, pilot)
            await screen.until("O U T N U M B E R")
            await script(screen)
        return app

    with (
        patch.object(Compositor, "render_update", _unseen),
        patch.object(Stylesheet, "_parse_rules", _parsed_once),
    ):
        return asyncio.run(go())


def cut_off(screen: Screen) -> list[str]:
    """The texts that are cut off, unless the user can scroll to the rest."""
    found = []
    for widget in screen.app.screen.walk_children(Widget):
        # Hidden texts and those scrolled out of view do not count.
        if not (widget.is_on_screen and widget.display and widget.size):
            continue
        size = widget.content_size
        title = Text(str(widget.border_title or ""))
        if title.cell_len > size.width:
            found.append(title.plain)
        if isinstance(widget, OptionList):
            lines = [str(option.prompt) for option in widget.options]
            found += [line for line in lines if len(line) > size.width]
        elif isinstance(widget, Input):
            if len(widget.placeholder) > size.width:
                found.append(str(widget.placeholder))
        elif isinstance(widget, Keys):
            wide = sum(len(name + does) for name, does, _ in widget.line(size.width))
            if wide > size.width + 1 or size.height < 1:
                found.append(str(widget.render()))
        elif isinstance(widget, Static):
            visual = widget.visual
            wrapped = "nowrap" not in str(widget.styles.text_wrap)
            needed = visual.get_height({}, size.width) if wrapped else 1
            wide = 0 if wrapped else visual.get_optimal_width({}, size.width)
            if needed > size.height or wide > size.width:
                found.append(str(visual))
        for child in widget.children:
            beyond = not widget.allow_vertical_scroll and child.region.bottom > widget.region.bottom
            if child.display and (beyond or child.region.right > widget.region.right):
                found.append(f"{child} beyond {widget}")
    return found


def people(*names: str) -> tuple[Participant, Participant]:
    one, two = names or ("", "")
    return Participant("human", one), Participant("human", two)


def kept(match: Match, *moves: int) -> int:
    """Save a match with some moves of its first round to the store; returns its id."""
    store = GameStore()
    id = store.create()
    store.save(id, match._replace(rounds=(Round.begin(match.rules, moves),), date="2026-01-02T03:04:05Z"))
    return id


STACKS = Match(game("strategy-stacks"), people("Ada", "Ben"))


async def open_board(screen: Screen, match: Match, *moves: int) -> int:
    """Open the board of a match after some moves; returns its id in the store."""
    id = kept(match, *moves)
    await screen.press("c")
    # The sign appears when a player is asked.
    await screen.until("Picking up where you left off." if moves else "›")
    return id


def moves_of(id: int) -> tuple[int, ...]:
    return GameStore().load(id).current.moves
