"""The submissions in `listings` name things that exist."""

import tomllib
from importlib import import_module
from importlib.util import find_spec

import pytest
import yaml

from outnumber.study.bench.questions import PLAY
from outnumber.study.bench.suites import suite
from tests.doc_pages import ROOT

LISTINGS = ROOT / "listings"
SUITE = suite("outnumber-bench")


def test_the_register_of_inspect_points_to_a_task() -> None:
    told = yaml.safe_load((LISTINGS / "inspect-evals" / "eval.yaml").read_text(encoding="utf-8"))
    (task,) = told["tasks"]
    source = (ROOT / task["task_path"]).read_text(encoding="utf-8")
    assert f"@task\ndef {task['name']}(" in source
    asked = len([each for each in SUITE.questions() if each.track != PLAY])
    assert task["dataset_samples"] == asked
    assert f"{asked:,} positions" in told["description"]
    assert "\n" not in told["description"].strip()
    # Filled in for each submission: docs/how-to/releasing.md.
    assert told["source"]["repository_commit"] == "COMMIT"


@pytest.mark.parametrize("name", ["verifiers", "openenv"])
def test_packages_for_hubs_need_an_extra_that_exists(name: str) -> None:
    told = tomllib.loads((LISTINGS / name / "pyproject.toml").read_text(encoding="utf-8"))
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert told["project"]["dependencies"] == [f"outnumber[{name}]"]
    assert name in ours["project"]["optional-dependencies"]
    for package in told["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        assert (LISTINGS / name / package / "__init__.py").exists()
    assert find_spec(f"outnumber.agents.adapters.{name}")


def test_the_openenv_manifest_starts_the_server_of_the_package() -> None:
    told = yaml.safe_load((LISTINGS / "openenv" / "openenv.yaml").read_text(encoding="utf-8"))
    module, _, name = told["app"].partition(":")
    server = (LISTINGS / "openenv" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    assert f"\n{name} = openenv.app()\n" in server
    assert told["validation"]["reward"]["range"] == [0.0, 1.0]
    docker = (LISTINGS / "openenv" / "server" / "Dockerfile").read_text(encoding="utf-8")
    assert told["app"] in docker
    assert f"EXPOSE {told['port']}" in docker


def test_the_yaml_of_lm_eval_names_functions_that_exist() -> None:
    folder = LISTINGS / "lm-eval-harness"
    text = (folder / "outnumber_bench.yaml").read_text(encoding="utf-8")
    told = yaml.safe_load(text.replace("!function ", ""))
    utils = (folder / "utils.py").read_text(encoding="utf-8")
    functions = [told["custom_dataset"], told["process_results"], told["metric_list"][0]["aggregation"]]
    for function in functions:
        assert f"\ndef {function.removeprefix('utils.')}(" in utils
    for line in utils.splitlines():
        if line.startswith("from outnumber"):
            module, _, names = line.removeprefix("from ").partition(" import ")
            assert all(hasattr(import_module(module), name) for name in names.split(", "))
    assert told["generation_kwargs"]["temperature"] == 1.0
