"""Runs are resumable and reproducible, and a submission that was tampered with is rejected with its line."""

import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from pyarrow import parquet

from outnumber.agents.bench import submission as running
from outnumber.agents.bench.ask import ask
from outnumber.agents.bench.figures import GradedAnswer, summary
from outnumber.agents.bench.report import LeaderboardFile
from outnumber.agents.bench.submission import Submission
from outnumber.players.models import model
from outnumber.players.registry import computer
from outnumber.study.bench.questions import TRACKS
from outnumber.study.bench.suites import suite
from tests.model_server import Handler, ModelServer, Request, Step, fails, says, thinks
from tests.program import call

SCHEMA = Path(__file__).parents[3] / "docs" / "reference" / "leaderboard.schema.json"
# Reads the questions, and answers with the lowest choice, the seat to move, and no reason.
AGENT = """
import json, sys
asked, legal = None, []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "outnumber":
        print("ready", flush=True)
    elif word == "question":
        asked = json.loads(rest)
        assert not {"winning", "answer", "claim", "by_luck", "twin_of"} & set(asked)
    elif word == "legal":
        legal = list(map(int, rest.split()))
    elif word == "go" and asked:
        to_move = asked.get("position", {}).get("to_move")
        answer = {"judge": f"winner: {to_move}", "explain": json.dumps({"move": min(asked["legal"])})}
        print("answer", answer.get(asked["track"], min(asked["legal"])), flush=True)
        asked = None
    elif word == "go":
        print("move", min(legal), flush=True)
"""


REFUSAL = {"message": {"content": None, "refusal": "No."}, "finish_reason": "stop"}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def bench(*arguments: str) -> dict[str, Any]:
    done = call("bench", "mini", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def lowest(messages: list[dict[str, str]]) -> str:
    """The answer of a model that has no idea: the first choice that the prompt names."""
    prompt = messages[-1]["content"]
    (first,) = re.findall(r"(?:Legal moves:|You can choose) (\d+)", prompt)
    return f"winner: {int(first) % 2 + 1}" if "winner: N" in prompt else f"move: {first}"


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the submissions of two players and a program."""
    directory = tmp_path_factory.mktemp("bench")
    (directory / "agent.py").write_text(AGENT, encoding="utf-8")
    program = f"lowest=cmd:{shlex.quote(sys.executable)} {shlex.quote(str(directory / 'agent.py'))}"
    players = [each for spec in ("perfect", "casual", program) for each in ("--player", spec)]
    bench(*players, "--out", str(directory / "out"), "--repeats", "2")
    return directory / "out"


def test_every_figure_follows_from_the_files(done: Path) -> None:
    found = json.loads((done / "leaderboard.json").read_text(encoding="utf-8"))
    assert next(each["file"] for each in found["entries"]) == "perfect.jsonl"
    for entry in found["entries"]:
        plan, *answers, last = lines(done / entry["file"])
        assert (entry["plan"], entry["summary"]) == (plan, last["summary"])
        assert len(answers) == 2 * suite("mini").total
        # The headline again, from the lines and questions alone.
        known = {each.id: each for each in suite("mini").questions()}
        cells: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
        for each in answers:
            question = known[each["id"]]
            of = each.get("held", 1)
            hits = each.get("kept", each["grade"] == "right")
            luck = each.get("by_luck", question.by_luck)
            cells.setdefault((question.rules.name, question.track), []).append((hits, of, luck * of))
        scores = []
        for held in cells.values():
            hits, of, luck = map(sum, zip(*held, strict=True))
            scores.append((hits - luck) / (of - luck))
        assert entry["summary"]["headline"]["score"] == pytest.approx(sum(scores) / 25, abs=1e-5)
    assert found["entries"][0]["summary"]["headline"]["score"] == 1
    (agent,) = (each["summary"] for each in found["entries"] if each["file"] == "lowest.jsonl")
    assert agent["faults"] == {}
    # Right moves without a reason are visible as such.
    assert agent["grades"]["explain"]["unproven"] > 0 == agent["tracks"]["explain"]["score"]


def test_a_leaderboard_has_a_schema_and_its_page_loads_nothing(done: Path) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema == msgspec.json.schema(LeaderboardFile)
    jsonschema.validate(json.loads((done / "leaderboard.json").read_text(encoding="utf-8")), schema)
    page = (done / "index.html").read_text(encoding="utf-8")
    assert "casual" in page
    assert not re.findall(r"(?:src|href)=[\"'](?!#)", page)
    tables = (done / "report.tex").read_text(encoding="utf-8")
    assert "\\toprule" in tables
    # A hyphen would be no minus, and no number has a dash before its sign.
    assert "$-$" in tables
    assert not re.search(r"[ (]-\d", tables)
    plot = (done / "scores.svg").read_text(encoding="utf-8")
    assert plot.startswith("<svg")
    assert all(name in plot and f"<title>{name}: " in page for name in ("perfect", "casual", "lowest"))


def test_an_interrupted_run_continues_and_gives_the_same_answers(done: Path, tmp_path: Path) -> None:
    whole = (done / "casual.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "casual.jsonl").write_text("".join(whole[:70]) + whole[70][:30], encoding="utf-8")
    bench("--player", "casual", "--out", str(tmp_path), "--repeats", "2")

    def plain(path: Path) -> list[dict[str, Any]]:
        return [
            {**each, "seconds": 0, "summary": {**each.get("summary", {}), "seconds": 0}}
            for each in lines(path)
        ]

    assert plain(tmp_path / "casual.jsonl") == plain(done / "casual.jsonl")
    # The same file for another plan is refused, and a finished run asks nothing again.
    other = call("bench", "mini", "--player", "casual", "--out", str(tmp_path))
    assert other.returncode == 1
    assert "choose another directory" in other.stderr
    before = (tmp_path / "casual.jsonl").read_bytes()
    bench("--player", "casual", "--out", str(tmp_path), "--repeats", "2")
    assert (tmp_path / "casual.jsonl").read_bytes() == before


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The submission of a model that refuses some questions."""
    directory = tmp_path_factory.mktemp("model")

    def step(handler: Handler, request: Request) -> None:
        kind = sum(request.body["messages"][-1]["content"].encode()) % 5
        (thinks(lowest) if kind else says("", choices=[REFUSAL]))(handler, request)

    with ModelServer(step) as server:
        bench("--player", f"model=llm:m?base_url={server.url}", "--out", str(directory))
    return directory / "model.jsonl"


Change = Callable[[list[dict[str, Any]]], None]


def at(number: int, **changed: Any) -> Change:
    return lambda told: told[number - 1].update(changed)


def worse(told: list[dict[str, Any]]) -> None:
    headline = told[-1]["summary"]["headline"]
    headline["score"] += 0.01


def first(**fields: Any) -> Callable[[list[dict[str, Any]]], dict[str, Any]]:
    """The first answer with these fields; None for any value."""

    def found(told: list[dict[str, Any]]) -> dict[str, Any]:
        return next(
            each
            for each in told[1:]
            if all(name in each and value in (None, each[name]) for name, value in fields.items())
        )

    return found


def played(told: list[dict[str, Any]]) -> dict[str, Any]:
    """A whole game with several moves."""
    return next(each for each in told if "kept" in each and "fault" not in each and len(each["answer"]) > 1)


def other_grade(told: list[dict[str, Any]]) -> None:
    told[4]["grade"] = "wrong" if told[4]["grade"] == "right" else "right"


def won(told: list[dict[str, Any]]) -> None:
    """Claim one more kept chance in a whole game."""
    game = next(each for each in told if each.get("held", 0) > each.get("kept", 0))
    game["kept"] += 1


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (other_grade, 5, "grade is"),
        (lambda told: told[4].update(sha256="0" * 64), 5, "sha256 is"),
        (lambda told: told.insert(7, told[4]), 8, "answered before"),
        (lambda told: told.pop(4), 201, "1 answers are missing"),
        (at(6, id="choose | strategy-stacks range=9 opening=any | 6"), 6, "not in the plan"),
        (at(6, repeat=3), 6, "not in the plan"),
        (at(6, note="x"), 6, "no field"),
        (worse, 202, "headline.score is"),
        (won, None, "kept is"),
        (lambda told: told.append(told[4]), 203, "follow the summary"),
        (lambda told: told.pop(), 201, "not finished"),
        (at(1, sha256="0" * 64), 1, "sha256 is"),
        (at(1, version=2), 1, "version"),
        (at(1, repeats=10**9), 1, "repeats"),
        (at(6, fault="player-refused"), 6, "both an answer and a fault"),
        (at(1, repeats=1), 102, "not in the plan"),
        (at(1, max=50), None, "not in the plan"),
        (at(1, tracks=["choose"]), None, "not in the plan"),
        (at(1, tracks=["play", "choose"]), 1, "tracks is"),
        (at(1, suite="outnumber-bench"), 1, "sha256 is"),
        (at(1, suite="maxi"), 1, "outnumber-bench or mini"),
        (at(1, split="private"), 1, "split is"),
        (at(1, canary="x"), 1, "canary is"),
        (at(1, format=2), 1, "format is"),
        (at(1, briefing=99), 1, "briefing is"),
        (at(1, player="nobody"), 1, "no player called"),
        (at(1, player=""), 1, "no player called"),
        (at(1, settings={"temperature": 0}), 1, "settings.temperature is"),
        (at(6, seconds=-1), 6, "seconds"),
        (at(6, answer=None), 6, "grade is"),
        (at(6, text="x"), 6, "a fault needs"),
        (at(6, used={"beer": 3}), 6, "used.beer is"),
        (at(6, said=["move: 1"]), 6, "not those that the model said"),
        (lambda told: played(told).update(held=99), None, "held is"),
        (lambda told: played(told).update(by_luck=0.0), None, "by_luck is"),
        (lambda told: played(told)["answer"].append(1), None, "not the moves of a game"),
        (lambda told: played(told)["answer"].pop(), None, "its moves stop early"),
        (
            lambda told: played(told).update(answer=5, fault="player-silent", text="x"),
            None,
            "not the moves of a game",
        ),
        (lambda told: played(told).update(fault="player-silent", text="x"), None, "its moves stop early"),
        (lambda told: first(grade="unproven")(told).update(grade="right"), None, "grade is"),
        (lambda told: first(objection=None)(told).pop("objection"), None, "objection is"),
        (lambda told: told[-1]["summary"]["headline"].update(low=0.5), 202, "headline.low is"),
        (lambda told: told[-1]["summary"]["repeats"].reverse(), 202, "repeats is"),
        (lambda told: told[-1]["summary"]["games"]["order-challenge"].update(of=1), 202, "games.order"),
        (lambda told: told[-1]["summary"]["numbers_left"].popitem(), 202, "numbers_left."),
        (lambda told: told[-1]["summary"].update(faults={"player-silent": 1}), 202, "faults.player"),
        (lambda told: told[-1]["summary"].update(used={"cost": 1}), 202, "used.cost is"),
        (lambda told: told[-1]["summary"].update(disguise=None), 202, "disguise is"),
        (lambda told: told.clear(), 1, "empty"),
    ],
)  # fmt: skip
def test_tampering_is_rejected_with_line_and_reason(
    done: Path, tmp_path: Path, change: Change, line: int | None, reason: str
) -> None:
    rejected(done / "casual.jsonl", tmp_path / "casual.jsonl", change, line, reason)


def rejected(path: Path, tampered: Path, change: Change, line: int | None, reason: str) -> None:
    told = lines(path)
    change(told)
    assert told != lines(path)
    tampered.write_text("".join(f"{json.dumps(each)}\n" for each in told), encoding="utf-8")
    found = Submission(tampered).objections
    assert found
    assert reason in str(found[0][1])
    assert line in (None, found[0][0])


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (lambda told: told[0]["settings"].update(temperature=0), 1, "is '0', but should be '1.0'"),
        (lambda told: told[0]["settings"].update(retries=3), 1, "settings.retries is"),
        (lambda told: told[0]["settings"].update(top_p=0.5), 1, "settings.top_p is"),
        (at(1, settings={}), 1, "settings.temperature is"),
        (at(1, player="perfect"), 1, "settings.temperature is"),
        (lambda told: played(told)["said"].__setitem__(0, "move: 99"), None, "not those that the model said"),
        (lambda told: played(told)["said"].pop(), None, "not those that the model said"),
        (lambda told: played(told).pop("said"), None, "not those that the model said"),
        (lambda told: first(fault=None)(told).pop("text"), None, "a fault needs"),
        (lambda told: first(fault=None)(told).update(fault="player-tired"), None, "a fault needs"),
        (lambda told: first(used=None)(told)["used"].update(requests=9), 102, "used.requests is"),
        (lambda told: first(fault=None)(told).update(fault="player-silent"), 102, "faults."),
    ],
)  # fmt: skip
def test_what_a_model_said_and_used_is_verified_too(
    asked: Path, tmp_path: Path, change: Change, line: int | None, reason: str
) -> None:
    assert not Submission(asked).objections
    rejected(asked, tmp_path / "model.jsonl", change, line, reason)


def test_the_command_prints_line_and_reason_and_ends_with_1(done: Path, tmp_path: Path) -> None:
    path = tmp_path / "casual.jsonl"
    told = lines(done / "casual.jsonl")
    other_grade(told)
    path.write_text("".join(f"{json.dumps(each)}\n" for each in told), encoding="utf-8")
    found = call("bench", "--verify", str(path))
    assert found.returncode == 1
    assert re.search(r"casual.jsonl, line 5: grade is '\w+', but should be '\w+'\n", found.stderr)


@pytest.mark.parametrize(
    "garbage", [b"\xff\xfe\n", b"[" * 100_000 + b"\n", b"{}\n", b'{"id": 1}\n', b"null\n", b"x"]
)
def test_garbage_is_rejected_without_a_traceback(done: Path, tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "x.jsonl"
    for text in (garbage, (done / "casual.jsonl").read_bytes().splitlines(keepends=True)[0] + garbage):
        path.write_bytes(text)
        found = call("bench", "--verify", str(path))
        assert found.returncode == 1
        assert "Traceback" not in found.stderr


def test_an_answer_is_graded_by_itself_alone() -> None:
    asked = suite("mini").questions()
    perfect = computer("perfect")
    graded = [GradedAnswer(each, ask(perfect, each, 1)) for each in asked]
    assert summary(graded).headline.score == 1
    shuffled = summary(graded[::-1])
    assert shuffled == summary(graded)
    # Luck in a whole game is that of its own chances.
    random = [
        GradedAnswer(each, ask(computer("random"), each, n))
        for n in range(30)
        for each in asked
        if each.opponent
    ]
    score = summary(random).headline
    assert score.low is not None
    assert score.high is not None
    assert score.low < 0 < score.high


def test_a_model_is_asked_once_with_fixed_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(model, "BACK_OFF", 0.0)
    kinds = (
        thinks(lowest),
        says(
            "I would rather not.",
            choices=[REFUSAL],
        ),
        says("move: 1 and", choices=[{"message": {"content": "<think>"}, "finish_reason": "length"}]),
        fails(400, "too long"),
        lambda handler, _: handler.wait(),
    )

    def step(handler: Handler, request: Request) -> None:
        """Most questions get an answer; some fail, always in the same way."""
        kind = sum(request.body["messages"][-1]["content"].encode()) % 40
        kinds[kind if kind < len(kinds) else 0](handler, request)

    with ModelServer(step) as server:
        spec = f"llm:m?base_url={server.url}&timeout=0.5&prompt_price=1&completion_price=2"
        tracks = "choose,judge,explain"
        found = bench(
            "--player", spec, "--out", str(tmp_path), "--tracks", tracks, "--concurrency", "8", "--max", "60"
        )
        asked = [request.body for request in server.requests]
        (file,) = tmp_path.glob("*.jsonl")
        plan, *answers, last = lines(file)
    assert len(answers) == 60
    # On a busy machine, the time of a question can run out before it is sent.
    assert len(asked) == len({each["messages"][-1]["content"] for each in asked}) <= 60
    assert {each["temperature"] for each in asked} == {1.0}
    assert plan["settings"]["temperature"] == 1.0
    assert plan["settings"]["retries"] == 0
    told = found["entries"][0]["summary"]
    assert told == last["summary"]
    faults = [each.get("fault") for each in answers]
    assert told["faults"] == {kind: faults.count(kind) for kind in sorted({each for each in faults if each})}
    assert {"player-silent", "player-refused"} <= set(told["faults"])
    assert told["used"]["requests"] == sum(each["used"]["requests"] for each in answers)
    assert told["used"]["prompt_tokens"] == sum(each["used"].get("prompt_tokens", 0) for each in answers)
    assert told["used"]["cost"] > 0
    assert not Submission(file).objections
    refused = call("bench", "mini", "--player", "llm:m?temperature=0.2", "--out", str(tmp_path))
    assert refused.returncode == 2 or "temperature" in refused.stderr


def test_no_model_can_change_the_sampling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "models.toml"
    file.write_text('[cold]\nmodel = "m"\nextra_body = { temperature = 0.0 }\n', encoding="utf-8")
    monkeypatch.setenv("OUTNUMBER_MODELS", str(file))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    found = call("bench", "mini", "--player", "llm:cold", "--out", str(tmp_path / "out"))
    assert found.returncode != 0
    assert "temperature is fixed at 1.0" in found.stderr
    assert not (tmp_path / "out").exists()


def test_a_model_plays_whole_games_and_its_words_are_saved(tmp_path: Path) -> None:
    with ModelServer(thinks(lowest)) as server:
        spec = f"model=llm:m?base_url={server.url}"
        told = bench("--player", spec, "--out", str(tmp_path), "--tracks", "play")["entries"][0]["summary"]
    answers = lines(tmp_path / "model.jsonl")[1:-1]
    assert all(each["said"] == [f"move: {move}" for move in each["answer"]] for each in answers)
    assert told["tracks"]["play"]["of"] == sum(each["held"] for each in answers)
    assert told["used"]["requests"] == sum(len(each["answer"]) for each in answers)


def test_questions_that_a_model_could_not_hear_are_asked_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(model, "TRIES", 1)
    monkeypatch.setattr(running, "MOST_MISSES", 2)
    script: list[Step] = [thinks(lowest)] * 10 + [fails(500)] * 2 + [thinks(lowest)]
    with ModelServer(*script) as server:
        command = ("--player", f"m=llm:m?base_url={server.url}", "--out", str(tmp_path), "--tracks", "judge")
        first = call("bench", "mini", *command)
        assert first.returncode == 1
        assert "10 questions are left" in first.stderr
        assert bench(*command)["entries"][0]["summary"]["headline"]["of"] == 20
    assert len(server.requests) == 22


def test_a_dataset_has_all_questions_and_keeps_the_private_ones_apart(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a text that nobody guesses", encoding="utf-8")
    out = tmp_path / "data"
    done = call("bench", "mini", "--export", str(out), "--secret", str(secret))
    assert done.returncode == 0, done.stderr
    rows = parquet.read_table(out / "public" / "mini.parquet").to_pylist()
    assert [row["id"] for row in rows] == [each.id for each in suite("mini").questions()]
    for row, each in zip(rows, suite("mini").questions(), strict=True):
        told = each.row()
        assert {
            name: row[name] if type(told[name]) in (str, int, float) else json.loads(row[name])
            for name in told
        } == told
    private = parquet.read_table(out / "private" / "mini.parquet").to_pylist()
    assert not {row["id"] for row in rows} & {row["id"] for row in private}
    card = (out / "public" / "README.md").read_text(encoding="utf-8")
    metadata = json.loads((out / "public" / "croissant.json").read_text(encoding="utf-8"))
    assert suite("mini").sha256 in card
    assert suite("mini").canary in card
    assert len([name for name in metadata if name.startswith("rai:")]) > 8
    assert [each["name"] for each in metadata["recordSet"][0]["field"]] == [*rows[0]]
    assert "commits to it" in card
    public = call("bench", "mini", "--export", str(tmp_path / "public"))
    assert public.returncode == 0, public.stderr
    assert "commits to it" not in (tmp_path / "public" / "public" / "README.md").read_text(encoding="utf-8")
    again = call("bench", "mini", "--export", str(out))
    assert again.returncode == 1
    assert "exists" in again.stderr
    # Answers to a private split are verified with its secret only.
    bench("--player", "perfect", "--out", str(tmp_path / "own"), "--secret", str(secret))
    file = str(tmp_path / "own" / "perfect.jsonl")
    assert call("bench", "--verify", file, "--secret", str(secret)).returncode == 0
    assert call("bench", "--verify", file).returncode == 1


def test_every_track_can_be_asked_alone(tmp_path: Path) -> None:
    for track in TRACKS:
        found = bench("--player", "perfect", "--out", str(tmp_path / track), "--tracks", track, "--max", "7")
        assert [*found["entries"][0]["summary"]["tracks"]] == [track]
    wrong = call("bench", "mini", "--player", "perfect", "--out", str(tmp_path), "--tracks", "chose")
    assert wrong.returncode in (1, 2)
    assert "choose" in wrong.stderr
