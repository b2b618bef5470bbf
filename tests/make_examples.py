"""Update the command output in a docs page: `python -m tests.make_examples docs/tutorials/agents.md`.

Use it when output changes on purpose, for example because a player improves. Review the diff, and the text
around it, before you commit it.
"""

import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.doc_pages import LEFT_OUT, Block, Session, blocks, commands


def chosen(printed: str, expected: str) -> str:
    r"""The output to show on a page, with the same omissions and the same lines between them.

    >>> chosen("Games\nPlayer  Won\nann       3\n\nThe end\n", "[…]\nPlayer  Won\nann       2\n[…]\n")
    '[…]\nPlayer  Won\nann       3\n[…]\n'
    """
    if LEFT_OUT not in expected:
        return printed
    lines = printed.splitlines(keepends=True)
    words = [line.split() for line in lines]
    parts = []
    at = 0
    for part in expected.split(LEFT_OUT):
        wanted = part.splitlines()
        if wanted:
            at = words.index(wanted[0].split(), at)
        parts.append("".join(lines[at : at + len(wanted)]))
        at += len(wanted)
    return LEFT_OUT.join(parts)


def renewed(session: Session, block: Block) -> str:
    """The block with the current output of its commands."""
    if block.language != "console":
        session.run(block)
        return block.body
    typed, body = block.typed, ""
    for command, expected in commands(block):
        printed = session.shell(command, typed)
        if "Traceback (most recent call last)" in printed:
            sys.exit(f"{command} crashed:\n{printed}")
        body += f"$ {command}\n{chosen(printed, expected)}"
        typed = ""
    return body


def main(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    with TemporaryDirectory() as directory:
        session = Session(Path(directory))
        sys.path.insert(0, str(session.work))
        with chdir(session.work):
            for block in blocks(page):
                text = text.replace(block.body, renewed(session, block), 1)
        session.close()
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        main(Path(name).resolve())
