"""The report as data has the same figures as the report, with their provenance."""

import csv
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from outnumber.agents.arena.report import markdown, report
from outnumber.agents.arena.report.data import as_json, games_csv, players_csv
from outnumber.agents.arena.report.figures import Figures
from outnumber.agents.arena.report.page import blunders_picture
from outnumber.games.sentences import ENGLISH
from tests.agents.arena.lines import SIX, arena
from tests.agents.arena.report.test_report import HOSTILE, table


def used(player: str, **more: Any) -> dict[str, Any]:
    return {
        "player": player,
        "briefing": 2,
        "endpoint": "http://127.0.0.1:1/v1",
        "settings": {"model": player, "temperature": 0.5},
        "requests": 2,
        "prompt_tokens": 300,
        "cached_tokens": 100,
        "completion_tokens": 20,
        "reasoning_tokens": 5,
        "cost": 0.25,
        "turns": 2,
        "attempts": 3,
        "illegal": 1,
        "exchanges": [{"model": f"{player}-2026-01-01"}, {"model": None}],
    } | more


@pytest.fixture
def sample(tmp_path: Path) -> Figures:
    costs: list[dict[str, Any]] = [
        {"id": each["id"], "seconds": [1, 2], "used": [{}, {}], "at": f"2026-11-16T00:00:0{place}Z"}
        for place, each in enumerate(SIX)
    ]
    costs[0] |= {"used": [used("A"), {}], "outnumber": "0.2"}
    costs[1] |= {"used": [used("B", cost=None), used("A")], "outnumber": "0.1"}
    costs.append({"id": SIX[0]["id"], "seconds": [0, 0], "used": [used("A"), {}], "finished": False})
    return report(arena(tmp_path, SIX, costs), voice=ENGLISH)


def test_json_has_the_figures_and_their_provenance(sample: Figures) -> None:
    told = json.loads(as_json(sample))
    assert told["dates"] == {"first": "2026-11-16T00:00:00Z", "last": "2026-11-16T00:00:05Z"}
    assert told["versions"]["played"] == ["0.1", "0.2"]
    assert told["plan"]["seed"] == 1
    assert told["games"] == {"planned": 6, "played": 6, "refused": 0}
    best = told["players"][0]
    assert (best["player"], best["won"]["hits"], best["won"]["of"]) == ("A", 3, 4)
    assert best["won"]["low"] < best["won"]["rate"] == 0.75 < best["won"]["high"]
    assert best["blunders"]["hits"] == 1
    assert best["attempts"] == {"turns": 4, "attempts": 6, "illegal": 2}
    assert told["differences"][0]["one"] == "A"
    assert told["differences"][0]["won"]["rate"] == 0.25
    assert {each["one"] for each in told["pairs"]} == {"A", "B", "C"}
    # Unfinished games have a cost too.
    assert told["paid"]["A"] == {
        "requests": 6,
        "prompt_tokens": 900,
        "completion_tokens": 60,
        "cached_tokens": 300,
        "reasoning_tokens": 15,
        "cost": 0.75,
    }
    assert told["paid"]["B"]["cost"] is None
    assert told["models"]["A"] == {
        "endpoints": ["http://127.0.0.1:1/v1"],
        "models": ["A-2026-01-01"],
        "settings": [{"model": "A", "temperature": 0.5}],
        "briefings": [2],
    }


def test_the_text_report_has_the_same_figures(sample: Figures) -> None:
    bill = table(sample, "Total tokens and cost")
    assert bill["A"] == {
        "Requests": "6",
        "Read": "900",
        "of it cached": "300",
        "Written": "60",
        "of it reasoning": "15",
        "Cost": "0.7500",
    }
    assert (bill["B"]["Cost"], bill["All"]["Requests"], bill["All"]["Cost"]) == ("–", "8", "0.7500")
    assert table(sample, "Models")["A"]["Model that answered"] == "A-2026-01-01"
    assert "Played (2026-11-16T00:00:00Z to 2026-11-16T00:00:05Z) with Outnumber 0.1, 0.2" in markdown(sample)


def test_csv_has_one_line_per_player_and_per_game(sample: Figures) -> None:
    players = list(csv.DictReader(players_csv(sample).splitlines()))
    assert [each["player"] for each in players] == ["A", "C", "B"]
    assert (players[0]["won_rate"], players[0]["illegal"], players[0]["cost"]) == ("0.75", "2", "0.75")
    assert players[1]["requests"] == ""
    games = list(csv.DictReader(games_csv(sample).splitlines()))
    assert sorted(each["id"] for each in games) == sorted(each["id"] for each in SIX)
    thrown = sum(int(each[f"blunders{seat}"]) for each in games for seat in (1, 2))
    assert thrown == sum(each.blunders for each in sample.standings)


def test_the_plot_is_a_separate_picture(sample: Figures) -> None:
    svg = ElementTree.fromstring(blunders_picture(sample))  # noqa: S314  # our own text
    space = "{http://www.w3.org/2000/svg}"
    assert len(svg.findall(f".//{space}circle")) == 3
    assert "A: 1 of 3 chances thrown away, 85.8% by luck" in [each.text for each in svg.iter(f"{space}title")]
    assert "var(" not in blunders_picture(sample)


def test_an_empty_arena_and_hostile_names_work_as_data(tmp_path: Path) -> None:
    nothing = report(arena(tmp_path / "nothing", []), voice=ENGLISH)
    assert json.loads(as_json(nothing))["players"] == []
    assert players_csv(nothing) == games_csv(nothing) == ""
    ElementTree.fromstring(blunders_picture(nothing))  # noqa: S314
    line = {**SIX[0], "players": [HOSTILE, "B"]}
    found = report(arena(tmp_path / "hostile", [line]), voice=ENGLISH)
    for text in (as_json(found), players_csv(found), games_csv(found), blunders_picture(found)):
        text.encode()
    (game,) = csv.DictReader(games_csv(found).splitlines())
    assert game["player2"] == "B"
    ElementTree.fromstring(blunders_picture(found))  # noqa: S314
