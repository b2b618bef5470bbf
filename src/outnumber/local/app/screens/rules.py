"""The list of games whose rules can be read."""

from __future__ import annotations

from outnumber.games import all_games, find, mark

from .catalogue import NumberedScreen


class RulesScreen(NumberedScreen):
    """All games; opening one shows its rules."""

    NAME, ABOUT = mark("Rules"), mark("Pick a game to read how it is played.")

    def on_mount(self) -> None:
        super().on_mount()
        self.number({kind.name: (self.voice.word(kind.title), "") for kind in all_games()})

    def action_open(self) -> None:
        self.read_rules(find(self.marked))
