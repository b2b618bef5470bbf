"""What every test gets: a data directory of its own, and an environment without preferences."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory of this test, for programs that it starts too; it does not exist yet."""
    directory = tmp_path / "data"
    monkeypatch.setenv("OUTNUMBER_DATA", str(directory))
    ours = ("OUTNUMBER_LANGUAGE", "_OUTNUMBER_COMPLETE")
    for preference in ("NO_COLOR", "FORCE_COLOR", "PYTHONWARNINGS", *ours):
        monkeypatch.delenv(preference, raising=False)
    return directory
