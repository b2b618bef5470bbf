"""The full-screen app. Textual is imported only in this package, and this package only by its command."""

from __future__ import annotations

from outnumber.games.sentences import Voice


def run(voice: Voice | None = None) -> int:
    """Open the app in this terminal until somebody quits; the exit status of the program.

    It speaks with the voice that is given, else in the language of its settings, else in that of the system.
    """
    from outnumber.local.app.main import OutnumberApp

    app = OutnumberApp(voice)
    app.run()
    return app.return_code or 0
