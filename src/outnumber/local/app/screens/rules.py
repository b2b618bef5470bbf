"""The list of games whose rules can be read."""

from __future__ import annotations

from outnumber.games.registry import all_games, find
from outnumber.games.sentences import mark
from outnumber.local.app.screens.catalogue import NumberedScreen


class RulesScreen(NumberedScreen):
    """All games; opening one shows its rules."""

    NAME, ABOUT = mark("Rules"), mark("Pick a game to read how it is played.")

    def on_mount(self) -> None:
        super().on_mount()
        self.number({kind.name: (self.voice.word(kind.title), "") for kind in all_games()})

    def action_open(self) -> None:
        self.read_rules(find(self.marked))
