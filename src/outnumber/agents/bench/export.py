"""A suite as a dataset: Parquet, a dataset card, Croissant metadata and hashes; the private split apart."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from outnumber import __version__
from outnumber.store.files import StoreError, save_text, storage_errors
from outnumber.study.bench.suites import Suite, digest

PUBLIC, PRIVATE = "public", "private"
_TEMPLATES = Path(__file__).parent / "templates"


def write_dataset(suite: Suite, directory: Path, secret: str | None = None) -> None:
    """Write the public split, and with a secret the private one; raises `StoreError` if it exists."""
    import pyarrow
    from pyarrow import parquet

    # The type and a description of each. Objects are JSON texts, because they differ between games.
    columns: dict[str, list[str]] = json.loads((_TEMPLATES / "columns.json").read_text(encoding="utf-8"))
    if directory.exists():
        raise StoreError("unsaved", text=directory, remedy="it exists; choose another directory.")
    hashes = {}
    for split, hidden in ((PUBLIC, None), (PRIVATE, secret)):
        if split == PUBLIC or hidden is not None:
            questions = suite.questions(hidden)
            hashes[split] = digest(questions)
            path = directory / split / f"{suite.suite}.parquet"
            with storage_errors("unsaved", path):
                path.parent.mkdir(parents=True)
                rows = [each.row() for each in questions]
                table = {name: [_cell(row.get(name)) for row in rows] for name in columns}
                parquet.write_table(pyarrow.table(table), path)
    data = directory / PUBLIC / f"{suite.suite}.parquet"
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Markdown and JSON of our own values
    )
    environment.filters["json"] = json.dumps
    for name in ("README.md", "croissant.json"):
        text = environment.get_template(name).render(
            suite=suite,
            columns=columns,
            hashes=hashes,
            version=__version__,
            file_sha256=sha256(data.read_bytes()).hexdigest(),
        )
        save_text(directory / PUBLIC / name, text)


def _cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | dict) else value
