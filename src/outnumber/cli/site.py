"""outnumber site"""

from __future__ import annotations

from pathlib import Path

import click

from .arguments import argument, cli_command, file, option, switch
from .output import say, usage_error


@cli_command
def command(
    folder: str = argument(metavar="FOLDER"),
    pyodide: str = option(
        "The folder of the npm package pyodide (default: node_modules/pyodide).",
        default="node_modules/pyodide",
        metavar="FOLDER",
    ),
    base: str = option(
        "Where the folder will be, such as /outnumber/. Only 404.html needs it, for GitHub Pages: the other "
        "files work anywhere.",
        default="/",
        metavar="PATH",
    ),
    server: str = option(
        "The address of an Outnumber server, to which the pages link for games with people elsewhere.",
        default="",
        metavar="URL",
    ),
    wheel: str | None = file("The compiled package msgspec; by default it is downloaded with pip."),
    force: bool = switch("Overwrite an existing folder."),
) -> None:
    """Write the whole product as a folder of static files, to play in any browser without a server.

    The application itself runs in the browser, also offline. Copy FOLDER to any web space, or try it: python3
    -m http.server --directory FOLDER
    """
    from outnumber.server.settings import checked_root
    from outnumber.server.site.build import build

    target = Path(folder)
    if target.exists() and any(target.iterdir()) and not force:
        raise usage_error(
            "{folder} is not empty; choose another folder, or overwrite it with --force.", folder=folder
        )
    sizes = build(
        target, Path(pyodide), checked_root(base), server.rstrip("/"), Path(wheel) if wheel else None
    )
    click.echo(
        say(
            "Written to {folder}: {all} MB. A first visit loads {raw} MB, or {small} MB compressed.",
            folder=folder,
            all=f"{sizes.folder / 1e6:.1f}",
            raw=f"{sizes.raw / 1e6:.1f}",
            small=f"{sizes.compressed / 1e6:.1f}",
        )
    )
