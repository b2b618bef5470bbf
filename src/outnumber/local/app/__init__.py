"""The full-screen app. Textual is imported only in this package, and this package only by its command."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from outnumber.games import Voice


def run(command: Callable[[list[str]], object], voice: Voice | None = None) -> int:
    """Run the app in this terminal; returns the exit status of the program.

    The language is that of the given voice, else of the settings, else of the system. Games on a server
    are played in the plain terminal: `command` runs a command line there, and then the app opens again.
    """
    from .main import OutnumberApp

    while True:
        app = OutnumberApp(voice)
        line = app.run()
        if line is None:
            return app.return_code or 0
        voice = app.voice
        command([*line, f"--language={voice.language}"])
        with suppress(EOFError, KeyboardInterrupt):
            input(voice.say("Press Enter to return to the app. "))
