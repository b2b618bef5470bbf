"""The board: a match being played."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TypeVar

from rich.text import Text

from outnumber.games import GameError, Phrase, mark
from outnumber.language import app as words
from outnumber.language.commands import help_for
from outnumber.language.ends import ended
from outnumber.language.match import NOT_BEFORE_A_SEAT, PICK_FIRST, person, pick, player, took_back
from outnumber.local.app.page import Key, Keys, Page, footer
from outnumber.local.app.runner import GameRunner
from outnumber.local.app.widgets.board import PlayersPanel
from outnumber.local.entries import read_seat, undone
from outnumber.local.paths import attempt, attempted, following
from outnumber.local.progress import SavedProgress
from outnumber.match import HUMAN, STAGE, Kind, Match, MatchEvent
from outnumber.match.loop import Wish
from outnumber.study.paths.path import Stage

from .board_page import BoardPage

T = TypeVar("T")
# Actions that wait until a seat is picked: some would give away who wins.
WAIT_FOR_A_SEAT = {*NOT_BEFORE_A_SEAT, "verdict", "review"}


class BoardScreen(BoardPage):
    """The board of one match."""

    PICKING = footer("pick")
    EXPLAINED = "board"
    PANEL, PANEL_KIND, PANEL_ID = mark("Players"), PlayersPanel, "players"
    ALSO = (("n", "onward"), ("y", "redo"))

    def __init__(self, runner: GameRunner) -> None:
        super().__init__(runner.match.rules)
        self.runner = runner
        self.match = runner.match if runner.match.rounds else runner.match.begin()
        self.asked = False  # whether a person must choose a number now
        self.picking = False  # whether a person must pick a seat
        self._hints = 0
        # The match before moves were taken back.
        self._before: Match | None = None
        # Whether verdict marks are enabled, and the winning moves once they are known.
        self._marks = False
        self._winning: Container[int] | None = None

    def on_mount(self) -> None:
        self.set_interval(0.25, self._tick)
        self.runner.start(lambda event: self.hear(self._happened, event), self.warn)
        self.show()

    def on_unmount(self) -> None:
        # Release the game however the screen closes, even with the whole app.
        self.runner.leave()

    # drawing

    def show(self) -> None:
        game = "" if self.runner.id is None else f"  {self.say('Game {id}', id=self.runner.id)}"
        self.draw(self.match, self._winning, after=game)
        self.query_one(PlayersPanel).show(self.match, self.runner.clock)

    def show_prompt(self) -> None:
        keys = self._keys_now() if self.result else self.KEYS
        self.query_one(Keys).show(self.PICKING if self.picking else keys)
        title, what = words.turn(self.match, self.grid.scene, self.voice)
        if self.result:
            over = self.match.over
            more = mark("n plays the next stage.") if self._following else mark("n plays again.")
            line = self.ended(self.say(more if over else "n begins the next round."))
        elif self.picking:
            line = self.question(pick(self.match, self.voice).strip())
        else:
            line = self.question(what) if self.asked else Text(what)
        self.prompt.ask(title, line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return not (self.match.picker and action in WAIT_FOR_A_SEAT)

    def _keys_now(self) -> tuple[Key, ...]:
        """The keys that work when a round is over."""
        idle = {"enter", "hint", "verdict", "undo", "resign"}
        if self.match.current.ended:
            idle.add("why")
        if not self._played:
            idle.add("review")
        more = mark("Next stage") if self._following else mark("Play again")
        onward = Key("n", more if self.match.over else "Next round", "onward")
        return onward, *(key for key in self.KEYS if key.action not in idle)

    @property
    def _following(self) -> Stage | None:
        """The stage after this one, once it is won."""
        return following(self.match) if self.match.over else None

    @property
    def _played(self) -> bool:
        return any(each.moves for each in self.match.rounds)

    def _tick(self) -> None:
        if self.match.allowed is not None and self.match.current.outcome is None:
            self.query_one(PlayersPanel).show(self.match, self.runner.clock)

    # what happens

    def _happened(self, event: MatchEvent) -> None:
        voice = self.voice
        match = self.match = event.match
        current = match.current
        self.asked = event.kind is Kind.TURN_BEGAN and match.participant(current.turn).plays == HUMAN
        self.picking = match.picker > 0 and match.participants[match.picker - 1].plays == HUMAN
        self._winning = None
        if event.kind is not Kind.TURN_BEGAN:
            self.typed, self._hints = "", 0
        if event.kind in (Kind.ROUND_BEGAN, Kind.PICKED):
            self.result = ""
            self.grid.action_jump(0)
            self.prompt.tell(words.begins(match, voice))
        elif event.kind is Kind.MOVED:
            self.prompt.tell(words.moved(match, voice))
        elif event.kind is Kind.TOOK_BACK:
            self.prompt.tell(took_back(event.plies, voice))
        elif event.kind is Kind.ROUND_ENDED and current.outcome:
            self.result = ended(match, voice)
            if match.over and STAGE in dict(match.tags):
                saved, helped = SavedProgress(self), self.runner.had_help
                self.think(lambda: attempted(match, saved, helped=helped), self._starred, self.warn)
            if current.ended:
                self.prompt.tell("")
        self.show()
        if event.kind is Kind.MOVED:
            # In a large range it may be far away.
            self.grid.mark(event.number)
        if (self.asked or self.picking) and self.grid.number not in self.grid.scene.legal:
            self.grid.mark_legal(self.grid.last or self.grid.number)
        if self._marks and event.kind is Kind.TURN_BEGAN:
            self._ask_marks()

    def _starred(self, lines: list[str]) -> None:
        if lines:
            self.read_text(self.result, lines)

    # choosing

    def action_pick(self, text: str) -> None:
        """Take a seat of a drawn start."""
        self.typed = ""
        try:
            seat = read_seat(text)
        except GameError as error:
            self.refuse(error)
        else:
            if self.picking:
                self.picking = False
                self.runner.choose(self.match, seat)

    def action_help(self) -> None:
        self.explain(help_for("pick" if self.picking else self.EXPLAINED))

    def action_enter(self) -> None:
        if self.picking:
            self.action_pick(self.typed)
        else:
            super().action_enter()

    def choose(self, text: str) -> None:
        if not self.asked:
            wait = PICK_FIRST if self.picking else mark("One moment: it is not your turn yet.")
            self.refuse(Phrase(wait))
            return
        number = self.read(text, self.match.current.position)
        if number is not None:
            self.asked = False
            self.runner.choose(self.match, number)

    def action_onward(self) -> None:
        if not self.result:
            return
        if not self.match.over:
            self.runner.go_on()
            return
        from outnumber.local.new_match import again

        stage, name = self._following, self.match.participants[0].name
        then = attempt(stage, name=name) if stage else again(self.match)
        self.app.switch_screen(BoardScreen(GameRunner(then, self.voice)))

    def action_undo(self) -> None:
        if self.result:
            self.refuse(Phrase("The round is over: there is nothing to take back. r reviews it."))
        elif self.asked:
            if not undone(self._before, self.match):
                self._before = self.match
            self.runner.helped(self.match)
            self.runner.choose(self.match, Wish.UNDO)
        else:
            self.refuse(Phrase("You can take back at your own turn."))

    def action_redo(self) -> None:
        """Play the move again that was taken back."""
        number = undone(self._before, self.match)
        if self.asked and number:
            self.choose(str(number))
        else:
            self.refuse(Phrase("There is nothing to redo: no move was taken back here."))

    def action_resign(self) -> None:
        if not self.asked:
            self.refuse(Phrase("You can resign at your own turn."))
            return
        match = self.match

        question = self.say("Give up this round?")
        if person(match, match.current.turn, self.voice) is not None:
            who = player(match, match.current.turn, self.voice)
            question = self.say("{name}: give up this round?", name=who)
        resign, play_on = self.say("Resign"), self.say("Play on")
        self.confirm(question, resign, play_on, lambda: self.runner.choose(match, Wish.RESIGN))

    # help

    def action_hint(self) -> None:
        if not self.asked:
            self.refuse(Phrase("Hints are available only on your turn."))
            return
        from outnumber.language.advice import LAST_HINT, hint

        match, voice, step = self.match, self.voice, min(self._hints + 1, LAST_HINT)
        self.runner.helped(match)
        self._hints = step
        more = words.more_help(step, voice)
        self._think(lambda: f"{hint(match, step, voice)}  {more}".rstrip(), self.prompt.tell)

    def action_verdict(self) -> None:
        self._marks = not self._marks
        if self._marks:
            self.prompt.tell(
                self.say("Verdict marks are on: ✓ wins, ✗ loses against perfect play. v hides them.")
            )
            self._ask_marks()
        else:
            self.prompt.tell(self.say("Verdict marks are off."))
            self._show_marks(None)

    def _ask_marks(self) -> None:
        if self.match.current.outcome is None:
            from outnumber.theory.bounded import solve

            position = self.match.current.position
            self.runner.helped(self.match)
            self._think(lambda: solve(position).winning, self._show_marks)

    def _show_marks(self, winning: Container[int] | None) -> None:
        self._winning = winning
        self.show()

    def action_why(self) -> None:
        from outnumber.language.advice import why

        match, voice = self.match, self.voice
        if match.current.ended:
            text = self.say("A player ended this round early. r reviews it.")
            self.prompt.tell(text)
            return

        if match.current.outcome is None:
            self.runner.helped(match)

        self._think(lambda: list(why(match, voice)), lambda lines: self.read_text(self.say("Why"), lines))

    def _think(self, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Ask the theory; an answer that arrives after the next move is discarded."""
        match = self.match

        def heard(found: T) -> None:
            if match is self.match:
                answer(found)

        self.think(question, heard, self.prompt.refuse)

    def action_review(self) -> None:
        if not self._played:
            self.refuse(Phrase("There is nothing to review before the first move."))
            return
        from .review import ReviewScreen

        if self.match.current.outcome is None:
            self.runner.helped(self.match)
        self.app.push_screen(ReviewScreen(self.match))

    # leaving

    def action_back(self) -> None:
        id, over = self.runner.id, self.match.over
        self.runner.leave()
        self.app.pop_screen()
        if id is not None and isinstance(self.app.screen, Page) and self.app.screen.closes_with_game:
            self.app.pop_screen()
        if id is not None and not over:
            self.app.notify(self.say("Saved as game {id}.", id=id))
