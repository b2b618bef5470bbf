"""The example of a harness in the documentation, run if the harness is installed."""

import io
from contextlib import redirect_stdout
from itertools import pairwise
from socket import create_server

from tests.doc_pages import ROOT, blocks, check_printed

PAGE = ROOT / "docs" / "how-to" / "harnesses.md"


def check_example(name: str) -> None:
    """Raise `AssertionError` unless the file prints the expected block."""
    ((program, told),) = (pair for pair in pairwise(blocks(PAGE)) if pair[0].file == name)
    # The port of the page may be in use here.
    with create_server(("127.0.0.1", 0)) as probe:
        body = program.body.replace("8765", str(probe.getsockname()[1]))
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(body, program.where, "exec"), {"__name__": "example"})  # noqa: S102  # the example
    check_printed(printed.getvalue(), told.body, told.where)
