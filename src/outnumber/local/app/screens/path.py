"""The screen with the next stage of each path, today's puzzle, and what you learned this week."""

from __future__ import annotations

from functools import partial

from outnumber.games import mark
from outnumber.language import paths as words
from outnumber.language.match import title
from outnumber.local import progress as books
from outnumber.local.app.runner import GameRunner
from outnumber.local.paths import attempt
from outnumber.match import Match
from outnumber.study.paths.path import path, paths
from outnumber.study.paths.progress import next_stage

from .board import BoardScreen
from .catalogue import NumberedScreen
from .puzzles import PuzzlesScreen

PUZZLES = "puzzles"


class PathScreen(NumberedScreen):
    """Your next move: the puzzles of today, and the next stage of each path with your stars and rating."""

    NAME, ABOUT = mark("Your next move"), mark("Every start of a path is drawn, and you can win it.")
    EXPLAINED = "path"
    ALSO = (*NumberedScreen.ALSO, ("delete", "delete"))

    def on_screen_resume(self) -> None:
        progress, now, voice = books.SavedProgress(self).progress, books.utc_now(), self.voice
        lines = {PUZZLES: (self.say("Puzzles"), words.puzzles_due(progress, now, voice))}
        for each in paths():
            lines[each.game] = words.standing(each, progress, voice)
        self.number(lines, 1)
        learned = "\n".join(words.learned(progress, now, voice))
        self.write("empty", learned)
        self.query_one("#empty").display = bool(learned)

    def action_open(self) -> None:
        if self.marked == PUZZLES:
            self.app.push_screen(PuzzlesScreen())
        elif self.marked:
            # In the background: the start is drawn and proven.
            stage = next_stage(books.SavedProgress(self).progress, path(self.marked))
            self.think(partial(attempt, stage), self._begin, self.warn, once=True)

    def action_delete(self) -> None:
        if self.marked in ("", PUZZLES):
            return
        rules = path(self.marked).stages[0].rules
        question = self.say(
            "Delete your stars on the path of {game} for good?", game=title(rules, self.voice)
        )

        def reset(game: str) -> None:
            books.SavedProgress(self).reset_path(game)
            # The list is filled again when this screen returns, which happens now.

        self.confirm(
            question, self.say("Delete"), self.say("Keep"), partial(reset, self.marked), careful=True
        )

    def _begin(self, match: Match) -> None:
        self.app.push_screen(BoardScreen(GameRunner(match, self.voice)))
