"""The full-screen app. Textual is imported only in this package, and this package only by its command."""

from __future__ import annotations

from outnumber.games.sentences import Voice


def run(voice: Voice | None = None) -> int:
    """Run the app in this terminal; returns the exit status of the program.

    The language is that of the given voice, else of the settings, else of the system.
    """
    from outnumber.local.app.main import OutnumberApp

    app = OutnumberApp(voice)
    app.run()
    return app.return_code or 0
