"""The installed package: the command that installs an extra, and the address of its documentation."""

from __future__ import annotations


def install_command(extra: str) -> str:
    """The shell command that adds an extra to this installation, whether by pip, pipx or uv."""
    import json
    import sys
    from importlib.metadata import PackageNotFoundError, distribution
    from importlib.util import find_spec
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        # Written by installers when the package did not come from an index (PEP 610).
        source = json.loads(distribution("outnumber").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        source = {}
    editable = source.get("dir_info", {}).get("editable")
    requirement = f"outnumber[{extra}]"
    if editable:
        checkout = Path(url2pathname(urlsplit(source["url"]).path))
        requirement = f"{'.' if checkout == Path.cwd() else checkout}[{extra}]"
    elif source:
        vcs = source.get("vcs_info", {}).get("vcs")
        requirement += f" @ {vcs}+{source['url']}" if vcs else f" @ {source['url']}"
    if Path(sys.prefix, "pipx_metadata.json").exists():
        command = "pipx install --force"
    elif Path(sys.prefix, "uv-receipt.toml").exists():
        command = "uv tool install"
    elif find_spec("pip"):
        command = f"{_program(sys.executable)} -m pip install"
    else:
        command = f"uv pip install --python {_quoted(sys.executable)}"
    return f"{command}{' -e' if editable else ''} {_quoted(requirement)}"


def _program(path: str) -> str:
    """A program to run, by its path; PowerShell runs a path in quotes only after &."""
    import shlex
    import sys

    if sys.platform != "win32":
        return shlex.quote(path)
    return f'& "{path}"' if " " in path else path


def _quoted(text: str) -> str:
    """An argument in quotes if it needs them: double ones on Windows, where cmd.exe knows no others."""
    import shlex
    import sys

    quoted = shlex.quote(text)
    return f'"{text}"' if sys.platform == "win32" and quoted != text else quoted


def missing(framework: str, extra: str = "") -> ImportError:
    """The error for a missing framework. The extra defaults to the framework's name."""
    return ImportError(f"{framework} is not installed: {install_command(extra or framework.lower())}")


def documentation(page: str) -> str:
    """The public address of a page of the documentation, or an empty text if the package names none."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("outnumber").get_all("Project-URL") or []
    except PackageNotFoundError:  # a source tree that is not installed
        urls = []
    for label, _, address in (each.partition(", ") for each in urls):
        if label == "Documentation":
            return f"{address.rstrip('/')}/{page}.html"
    return ""
