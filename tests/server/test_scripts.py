"""The scripts of the pages: linted, type-checked and tested with Node, if it is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from outnumber.languages import LANGUAGES
from outnumber.server.http import bundles
from tests.make_types import TYPES, declarations
from tests.server.http.test_bundles import LATER, page_scripts

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
PROJECT = "tests/server/static"
UNIT_TESTS = sorted(ROOT.glob(f"{PROJECT}/*.test.js"))
CHECKS = {
    "lint": ["node_modules/.bin/biome", "check", "--error-on-warnings"],
    "types": ["node_modules/.bin/tsc", "-p", PROJECT],
    "types of the service worker": ["node_modules/.bin/tsc", "-p", f"{PROJECT}/tsconfig.worker.json"],
    "unit tests": ["node", "--test", *map(str, UNIT_TESTS)],
}


@pytest.mark.skipif(not NODE, reason="Node is not installed")
@pytest.mark.parametrize("check", CHECKS)
def test_scripts_pass(check: str) -> None:
    command = CHECKS[check]
    if not (ROOT / command[0]).exists() and command[0] != "node":
        pytest.skip("the packages of package.json are not installed: npm install --no-save")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


PARSE = """const bundles = JSON.parse(require("fs").readFileSync(0, "utf8"));
for (const [filename, text] of Object.entries(bundles)) new (require("vm").Script)(text, { filename });"""


@pytest.mark.skipif(not NODE, reason="Node is not installed")
def test_bundles_can_be_parsed() -> None:
    texts = {
        f"{entry} {language}": bundles.script(entry, language)
        for entry in page_scripts() - {LATER}
        for language in LANGUAGES
    }
    command = ["node", "--input-type=commonjs", "--eval", PARSE]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_types_of_the_api_equal_those_of_the_server() -> None:
    assert TYPES.read_text(encoding="utf-8") == declarations(), "run python -m tests.make_types"
