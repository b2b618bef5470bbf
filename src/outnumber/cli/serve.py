"""outnumber serve"""

from __future__ import annotations

import os

import click

from outnumber.cli.arguments import Whole
from outnumber.cli.language import say, spoken
from outnumber.cli.output import lacking, only_here, unusable
from outnumber.games.errors import GameError, OptionError
from outnumber.games.sentences import Phrase


@click.command()
@click.option(
    "--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen; only this machine by default."
)
@click.option("--port", type=Whole(0, 65535), default=8000, metavar="N", help="The port; 0 takes a free one.")
@click.option(
    "--database",
    metavar="URL",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME; by default a file in your data directory.",
)
@click.option("--workers", type=Whole(1, 256), default=1, metavar="N", help="How many processes serve.")
@click.option(
    "--school",
    is_flag=True,
    help="For a school: no address is logged, and many children may come from one address.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
@click.option("--quiet", is_flag=True, help="Log warnings only.")
def command(
    host: str, port: int, database: str | None, workers: int, school: bool, open_page: bool, quiet: bool
) -> int:
    """Let others play: in a browser, or with outnumber join.

    Every move is on disk before it is acknowledged. Stop with Ctrl-C: games go on when the server runs again.
    """
    try:
        from outnumber.web.settings import Settings, database_url, file_of
        from outnumber.web.transport.server import bind, serve
    except ImportError as error:
        raise lacking(say("The server"), "web", error) from None
    from dataclasses import replace

    settings = Settings.from_environment()
    if database is not None:
        settings = replace(settings, database=database)
    if school:
        settings = settings.for_school()
    if file_of(database_url(settings.database)) and workers > 1:
        raise OptionError(
            "bad-option",
            option="--workers",
            text=workers,
            remedy=Phrase(
                "one process uses an SQLite file; for more, give --database postgresql://USER@HOST/NAME."
            ),
        )
    if workers > 1 and os.name == "nt":
        raise OptionError(
            "bad-option",
            option="--workers",
            text=workers,
            remedy=Phrase("start several servers on Windows, one a port."),
        )
    try:
        listening = bind(host, port)
    except (OSError, TypeError, ValueError) as error:
        raise unusable(host, port, error) from None
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}"

    def announce() -> None:
        click.echo(say("Outnumber is at {address}", address=address))
        if not only_here(host):
            everybody = say("Everybody who can reach this machine can play.")
            click.echo(f"{everybody} {say('Put a proxy with HTTPS before it on the internet.')}")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(listening, settings, workers, announce, quiet)
    except KeyboardInterrupt:
        pass
    except GameError as error:
        raise click.ClickException(spoken().tell(error)) from None
    return 0
