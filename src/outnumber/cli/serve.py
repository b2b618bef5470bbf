"""outnumber serve"""

from __future__ import annotations

import os
import sys

import click

from outnumber.games import GameError, Phrase, bad_option
from outnumber.local.terminal.console import Console

from .arguments import cli_command, file, flagged, option, switch, whole
from .output import cannot_listen, needs_extra, say, speak, spoken, usage_error


@cli_command
def command(
    host: str = option(
        "The address to listen on; by default one that only this machine can reach.",
        default="127.0.0.1",
        metavar="ADDRESS",
    ),
    port: int = whole(0, 65535, "The port; 0 picks a free one.", default=8000, show_default=False),
    database: str | None = option(
        "sqlite:///FILE or postgresql://USER@HOST/NAME; by default a file in your data directory.",
        metavar="URL",
    ),
    root_path: str | None = option(
        "Serve all pages below a prefix such as /games, if a proxy forwards only these.", metavar="PREFIX"
    ),
    certificate: str | None = file("Serve HTTPS with this certificate (PEM)."),
    key: str | None = file("The key of --certificate, if it is in another file."),
    workers: int = whole(
        1, 256, "Number of server processes; limits apply to each one.", default=1, show_default=False
    ),
    school: bool = switch(
        "For a school: log no addresses, accept no free text, delete old games, "
        "allow many visitors per address."
    ),
    open_page: bool = switch("Open the page in your browser.", "--open"),
    quiet: bool = switch("Log warnings only."),
) -> int:
    """Let others play: in a browser, or with outnumber join.

    Every move is on disk before it is acknowledged. Stop with Ctrl-C; games continue when the server runs
    again.
    """
    from dataclasses import replace

    from outnumber.server.settings import ServerSettings, checked_root, database_url, file_of
    from outnumber.server.transport.addresses import only_here, reachable, url
    from outnumber.server.transport.server import bind, serve

    settings = ServerSettings.from_environment()
    if database is not None:
        settings = replace(settings, database=database)
    settings = replace(settings, root_path=checked_root(root_path or settings.root_path))
    if school:
        settings = settings.for_school()
    file_name = file_of(database_url(settings.database))
    if not file_name:
        with needs_extra("postgres", "PostgreSQL"):
            import asyncpg  # noqa: F401
    alone = None
    if file_name:
        alone = Phrase(
            "one process uses an SQLite file; for more, give --database postgresql://USER@HOST/NAME."
        )
    elif os.name == "nt":
        alone = Phrase("on Windows, start several servers, one per port.")
    if alone and workers > 1:
        raise bad_option("workers", workers, alone)
    if certificate or key:
        settings = replace(settings, certificate=certificate or "", certificate_key=key or "")
        _check(certificate, key)
    try:
        listening = bind(host, port)
    except (OSError, TypeError, ValueError) as error:
        raise cannot_listen(host, port, error) from None
    port, scheme = listening.getsockname()[1], "https" if certificate else "http"
    for_others = reachable(host)
    address = url(for_others or ("127.0.0.1" if only_here(host) and ":" not in host else host), port, scheme)
    if for_others and not settings.address:
        settings = replace(settings, address=address)

    here = settings.root_path and f"{settings.root_path}/"

    def announce() -> None:
        speak("Outnumber is at {address}", address=address + here)
        for line in _told(host, for_others, scheme):
            click.echo(line)
        if for_others:
            Console(spoken()).draw_code(address + here)
        if sys.stdout.isatty():
            speak("Press Ctrl-C to stop the server.")
        if open_page:
            import webbrowser

            # Browsers trust localhost more than an address in a network.
            webbrowser.open((url("localhost", port) if for_others and not certificate else address) + here)

    try:
        serve(listening, settings, workers, announce, quiet)
    except KeyboardInterrupt:
        pass
    except GameError as error:
        raise click.ClickException(spoken().tell(flagged(error))) from None
    return 0


def _told(host: str, for_others: str, scheme: str) -> list[str]:
    """Print who can open the pages, and how to change that."""
    if for_others:
        lines = [say("Anyone who can reach this machine can play.")]
        if scheme == "http":
            lines.append(say("On the internet, put a proxy with HTTPS in front of it."))
        return [" ".join(lines)]
    if host in ("", "0.0.0.0", "::"):  # noqa: S104  # on request
        return [say("This machine is not on a network at the moment, so only it can open the pages.")]
    command = "outnumber serve --host 0.0.0.0"
    return [
        say(
            "Only this machine can open it. To open it to everyone in your network: {command}",
            command=command,
        )
    ]


def _check(certificate: str | None, key: str | None) -> None:
    """Refuse an invalid certificate or key before the server starts."""
    import ssl

    if certificate is None:
        raise usage_error("--key works only with --certificate.")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
            certificate, key, password=lambda: b""
        )
    except OSError as error:
        # OpenSSL's message about the file is too technical.
        why = say("they are not a certificate with its key")
        if not isinstance(error, ssl.SSLError):
            why = say(str(error.strerror))
        files = " + ".join(filter(None, (certificate, key)))
        raise click.ClickException(say("{files} cannot be used: {why}.", files=files, why=why)) from None
