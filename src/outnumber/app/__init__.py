"""The full-screen app. Textual is imported only in this package, and this package only by its command."""

from __future__ import annotations


def run() -> int:
    """Open the app in this terminal until somebody quits; the exit status of the program."""
    from outnumber.app.main import OutnumberApp

    app = OutnumberApp()
    app.run()
    return app.return_code or 0
