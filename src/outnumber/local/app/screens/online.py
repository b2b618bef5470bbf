"""Games between two devices: host one, or join one with its link."""

from __future__ import annotations

from outnumber.games import GameError, mark
from outnumber.local.app.widgets.fields import LineDialog
from outnumber.local.choices import LastChoices
from outnumber.local.join.client import RemoteGame

from .catalogue import NumberedScreen
from .new_game import ONLINE, NewGameScreen

HOST = "host"
ENTRIES = {
    HOST: (mark("Host a game"), mark("on this computer; your friend gets a link")),
    "join": (mark("Join a game"), mark("with the link that your friend sent you")),
}


class OnlineScreen(NumberedScreen):
    """Host a game, or join one."""

    NAME, ABOUT = mark("Play online"), mark("Each of you plays on your own device.")

    def on_mount(self) -> None:
        super().on_mount()
        word = self.voice.word
        self.number({id: (word(name), word(about)) for id, (name, about) in ENTRIES.items()})

    def action_open(self) -> None:
        if self.marked == HOST:
            self.app.push_screen(NewGameScreen(ONLINE))
        else:
            title, hint = self.say("Join a game"), self.say("⏎ joins, Esc cancels")
            self.app.push_screen(LineDialog(title, self.say("Link:"), hint), self._join)

    def _join(self, link: str | None) -> None:
        if link:
            try:
                RemoteGame(link)
            except GameError as error:
                self.notify(self.voice.tell(error), severity="warning")
            else:
                self.app.exit(["join", link, f"--name={LastChoices().text('name')}"])
