"""outnumber check"""

import json
from pathlib import Path

import pytest

from tests.program import call, run


@pytest.fixture
def verdict(tmp_path: Path) -> Path:
    file = tmp_path / "verdict.json"
    file.write_text(call("solve", "strategy-stacks", "--json").stdout)
    return file


def test_a_verdict_is_confirmed(verdict: Path) -> None:
    done = call("check", str(verdict))
    assert (done.returncode, done.stdout[:10]) == (0, "Confirmed:")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Not checked: the reason."), ("de", "Nicht geprüft: die Begründung.")]
)
def test_the_output_says_that_the_reason_was_not_checked(
    verdict: Path, language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTNUMBER_LANGUAGE", language)
    false = json.loads(verdict.read_text()) | {"reason": "The moon is made of cheese."}
    verdict.write_text(json.dumps(false))
    assert call("check", str(verdict)).stdout.splitlines()[1:] == [said]
    assert json.loads(call("check", str(verdict), "--json").stdout)["unchecked"] == ["reason"]
    verdict.write_text(json.dumps(false | {"winner": 2}))
    assert json.loads(call("check", str(verdict), "--json").stdout)["unchecked"] == []


@pytest.mark.parametrize(
    ("once", "twice", "key"),
    [
        ('"winner": 1', '"winner": 2, "winner": 1', "winner"),
        ('"range": 9', '"range": 8, "range": 9', "range"),
        ('"theorem": "pairing"', '"theorem": "over", "theorem": "pairing"', "theorem"),
    ],
)
def test_a_duplicate_key_is_refused_by_name(verdict: Path, once: str, twice: str, key: str) -> None:
    text = verdict.read_text()
    assert once in text
    verdict.write_text(text.replace(once, twice))
    done = call("check", str(verdict))
    assert done.returncode == 1
    assert done.stdout == (
        f"Not checked: an object of the file has the key {key} twice; remove one of them\n"
    )


def test_a_forged_verdict_is_refuted_with_the_reason(verdict: Path) -> None:
    forged = json.loads(verdict.read_text()) | {"winner": 2}
    done = run("check", "-", "--json", typed=json.dumps(forged))
    answer = json.loads(done.stdout)
    assert done.returncode == 1
    assert (answer["confirmed"], answer["checked"]) == (False, True)
    assert answer["reason"]


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, "\x00", "NaN"])
def test_a_value_that_is_not_an_object_is_not_checked(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text)
    done = call("check", str(file))
    assert done.returncode == 1
    assert done.stdout == "Not checked: the file is not one JSON object\n"
    assert done.stderr == ""
    answer = json.loads(call("check", str(file), "--json").stdout)
    assert (answer["confirmed"], answer["checked"]) == (False, False)


def test_a_file_with_a_verdict_on_each_line(verdict: Path, tmp_path: Path) -> None:
    text, file = verdict.read_text(), tmp_path / "verdicts.jsonl"
    file.write_text(text + "\n" + text)
    answer = json.loads(call("check", str(file), "--json").stdout)
    assert answer == {
        "confirmed": True, "checked": True, "reason": "All 2 verdicts are right.", "unchecked": ["reason"]
    }  # fmt: skip
    file.write_text(text + text.replace('"winner": 1', '"winner": 2'))
    done = call("check", str(file))
    assert (done.returncode, done.stdout) == (1, "Refuted: line 2: winner should be 1\n")
    assert "Zeile 2" in call("check", str(file), "--language", "de").stdout
    file.write_text(text + "[]\n")
    assert call("check", str(file)).stdout == "Not checked: line 2: the file is not one JSON object\n"
    file.write_text(text + "{\n")
    assert call("check", str(file)).stdout == "Not checked: the file is not one JSON object\n"
    # One verdict may span several lines.
    file.write_text(json.dumps(json.loads(text), indent=1))
    assert call("check", str(file)).returncode == 0


def test_a_document_that_is_not_a_verdict_is_refuted_without_a_traceback() -> None:
    done = run("check", "-", typed='{"game": "chess"}')
    assert done.returncode == 1
    assert done.stdout.startswith("Refuted: ")
    assert done.stderr == ""


def test_a_missing_file_is_reported_in_one_line(tmp_path: Path) -> None:
    done = call("check", str(tmp_path / "none"))
    assert done.returncode == 1
    assert "No such file" in done.stderr
    assert "Traceback" not in done.stderr
