"""A suite as a dataset: Parquet, a dataset card, Croissant metadata and hashes; the private split apart."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from outnumber import __version__
from outnumber.games.sentences import Phrase
from outnumber.store.files import StoreError, save_text, storage_errors
from outnumber.study.bench.suites import Suite, digest

PUBLIC, PRIVATE = "public", "private"
# The columns, with a description for people. Objects are JSON texts, because they differ between games.
COLUMNS: Mapping[str, tuple[str, str]] = {
    "id": ("sc:Text", "The question: track, game with options, position"),
    "track": ("sc:Text", "choose, judge, explain, twins or play"),
    "game": ("sc:Text", "The game"),
    "options": ("sc:Text", "The options of the game, as JSON"),
    "pool": ("sc:Text", "The unused numbers, as JSON; null on track play"),
    "position": ("sc:Text", "The player to move and the numbers on the table, as JSON; null on track play"),
    "moves": ("sc:Text", "The moves so far, as JSON; only on track play"),
    "prompt": ("sc:Text", "The question in English"),
    "legal": ("sc:Text", "The legal moves, as JSON"),
    "winning": ("sc:Text", "The moves that are proven to win, as JSON"),
    "by_luck": ("sc:Float", "The chance that a random answer is right"),
    "numbers_left": ("sc:Integer", "Unused numbers; in Number Stack Attack, moves to the end"),
    "difficulty": ("sc:Text", "easy, medium or hard"),
    "answer": ("sc:Integer", "The seat that wins; only on track judge"),
    "claim": ("sc:Text", "A move with a proof, as JSON; only on track explain"),
    "twin_of": ("sc:Text", "The question in disguise; only on track twins"),
    "labels": ("sc:Text", "The label of each number in a story, as JSON; only on track twins"),
    "seat": ("sc:Integer", "The seat to play; only on track play"),
    "opponent": ("sc:Text", "The opponent; only on track play"),
    "canary": ("sc:Text", "A text that shows whether a model was trained on these questions"),
}


def write_dataset(suite: Suite, directory: Path, secret: str | None = None) -> None:
    """Write the public split, and with a secret the private one; raises `StoreError` if it exists."""
    import pyarrow
    from pyarrow import parquet

    if directory.exists():
        remedy = Phrase("it exists; choose another directory.")
        raise StoreError("unsaved", text=directory, remedy=remedy)
    hashes = {}
    for split, hidden in ((PUBLIC, None), (PRIVATE, secret)):
        if split == PUBLIC or hidden is not None:
            questions = suite.questions(hidden)
            hashes[split] = digest(questions)
            path = directory / split / f"{suite.suite}.parquet"
            with storage_errors("unsaved", path):
                path.parent.mkdir(parents=True)
                parquet.write_table(pyarrow.table(_columns([each.row() for each in questions])), path)
    data = directory / PUBLIC / f"{suite.suite}.parquet"
    environment = Environment(
        loader=PackageLoader(__name__.rpartition(".")[0]),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Markdown and JSON of our own values
    )
    environment.filters["json"] = json.dumps
    for name in ("README.md", "croissant.json"):
        text = environment.get_template(name).render(
            suite=suite,
            columns=COLUMNS,
            hashes=hashes,
            version=__version__,
            file_sha256=sha256(data.read_bytes()).hexdigest(),
        )
        save_text(directory / PUBLIC / name, text)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [_cell(row.get(name)) for row in rows] for name in COLUMNS}


def _cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
