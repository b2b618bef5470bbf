"""A server that implements the API of a language-model endpoint, for tests and for experiments.

In tests, a script decides how each request is answered, well or badly:

    with ModelServer(says("move: 5"), fails(500)) as server: ...

When started by hand, a stand-in replaces the model. It parses rules and position from the prompt, plays like
one of the computer players, and sometimes answers nonsense:

    python -m tests.model_server --port 8080 --plays casual
"""

import argparse
import json
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any, NamedTuple, Self

import outnumber
from outnumber.games.links import CRITERIA
from outnumber.match.clock import Clock
from outnumber.match.match import Match
from outnumber.match.round import Round
from outnumber.players.registry import computer

PATH = "/v1/chat/completions"


class Request(NamedTuple):
    """A received request."""

    path: str
    headers: dict[str, str]
    body: Any


class Handler(BaseHTTPRequestHandler):
    """Pass each request to the next step of the script."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "_Server"

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.path, headers, body)
        # Clients may disconnect at any time.
        with suppress(ConnectionError):
            self.server.owner.step(request)(self, request)

    def reply(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in ({"Content-Type": "application/json"} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait up to the given time for the server to stop; return whether it has."""
        return self.server.owner.ended.wait(seconds)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, to keep test output clean."""


Step = Callable[[Handler, Request], None]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256  # accept all simultaneous connections
    owner: "ModelServer"


class ModelServer:
    """Serve on this machine inside a `with` block; the last step of the script repeats."""

    def __init__(self, *script: Step, port: int = 0) -> None:
        self._script = script
        self._server = _Server(("127.0.0.1", port), Handler)
        self._server.owner = self
        self.requests: list[Request] = []
        self.ended = threading.Event()
        self.address = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"http://{self.address}/v1"

    def step(self, request: Request) -> Step:
        self.requests.append(request)
        return self._script[min(len(self.requests), len(self._script)) - 1]

    def serve(self) -> None:
        self._server.serve_forever(poll_interval=0.05)

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()


# Steps of a script.


def completion(content: Any, **changed: Any) -> dict[str, Any]:
    """A chat completion in the format of the API."""
    message = {"role": "assistant", "content": content, "refusal": None}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1767225600,
        "model": "stand-in-2026",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    } | changed


def replies(status: int, body: Any, **headers: str) -> Step:
    """Answer with this body, a JSON value or raw bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return lambda handler, _: handler.reply(status, data, **headers)


def says(content: Any, **changed: Any) -> Step:
    """Answer with this text from the model."""
    return replies(200, completion(content, **changed))


def fails(status: int, message: str = "It did not work.", **headers: str) -> Step:
    """Answer with an error in the usual format."""
    return replies(status, {"error": {"message": message, "type": "error", "code": None}}, **headers)


def thinks(answer: Callable[[Any], str]) -> Step:
    """Answer with the result of a function of the messages; each word counts as a token."""

    def step(handler: Handler, request: Request) -> None:
        said = answer(request.body["messages"])
        asked = sum(len(each["content"].split()) for each in request.body["messages"])
        usage = {"prompt_tokens": asked, "completion_tokens": len(said.split())}
        usage["total_tokens"] = sum(usage.values())
        body = completion(said, usage=usage, model=request.body["model"])
        if request.body.get("stream"):
            handler.reply(200, streamed(body), Content_Type="text/event-stream")
        else:
            handler.reply(200, json.dumps(body).encode())

    return step


def streamed(body: dict[str, Any]) -> bytes:
    """A completion in streaming format: one chunk, then the end marker."""
    (choice,) = body["choices"]
    begun = {**choice, "delta": choice["message"], "finish_reason": None}
    ended = {**choice, "delta": {}}
    for each in (begun, ended):
        del each["message"]
    head = {**body, "object": "chat.completion.chunk"}
    parts = [{**head, "choices": [begun], "usage": None}, {**head, "choices": [ended]}]
    return b"".join(
        b"data: %s\n\n" % part for part in [*(json.dumps(each).encode() for each in parts), b"[DONE]"]
    )


def is_silent(handler: Handler, _: Request) -> None:
    """Accept the request and never answer."""
    handler.wait()


def hangs_up(handler: Handler, _: Request) -> None:
    """Start an answer, and close the connection in the middle."""
    handler.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"choices": [')
    handler.close_connection = True


def drips(first: bytes) -> Step:
    """Send this, and then single bytes slowly and endlessly."""

    def step(handler: Handler, _: Request) -> None:
        handler.wfile.write(first)
        while not handler.wait(0.02):
            handler.wfile.write(b"a")

    return step


def floods(handler: Handler, _: Request) -> None:
    """Send an endless answer as fast as possible."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    while not handler.wait(0):
        handler.wfile.write(b" " * 65536)


# The stand-in.


def read_rules(prompt: str) -> outnumber.Rules:
    """Parse the rules from a prompt, which proves that the prompt contains all of them."""
    title = prompt.partition(",")[0]
    name = title.lower().replace(" ", "-")
    options: dict[str, Any] = {}
    if name == "number-stack-attack":
        options["target"] = _found(r"Whoever reaches exactly (\d+) wins", prompt)
        options["tokens"] = _found(r"anybody wants: ([\d, -]+)\.", prompt).replace(" ", "")
        options["tie"] = _found(r"got to that total (\w+) wins", prompt)
    else:
        options["range"] = _found(r"The numbers from 1 to (\d+) are", prompt)
    if name == "number-stack-duel":
        options["first_pattern"] = _found(r"The second must be (\w+) than the first", prompt)
    if name == "number-duel":
        when = _found(r"go together if (.*?)\. There is", prompt)
        options["link"] = sorted(
            (link for link, each in CRITERIA.items() if each.together in when),
            key=lambda link: when.index(CRITERIA[link].together),
        )
    if name == "strategy-stacks":
        options["opening"] = "even" if "first number can be any even" in prompt else "any"
    return outnumber.game(name, **options)


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, f"{pattern} is not in:\n{text}"
    return found[1]


def read_round(prompt: str) -> Round:
    """Parse the position from a prompt, or from a prompt and the messages after it."""
    told = re.findall(r"^Moves so far: (.*)\.$", prompt, re.M)
    moves = re.findall(r"Player \d: (\d+)", told[-1]) if told else []
    return Round.begin(read_rules(prompt), map(int, moves))


class StandIn:
    """Answer like a model with the strength of `plays` and the given share of wrong answers."""

    def __init__(self, plays: str = "casual", seed: int = 1, wrong: float = 0.1) -> None:
        self._plays, self._seed, self._wrong = plays, seed, wrong

    def __call__(self, messages: list[dict[str, str]]) -> str:
        prompt = messages[0]["content"]
        current = read_round(
            "\n".join(each["content"] for each in messages if each.get("role") != "assistant")
        )
        # The same question gets the same answer; a retry gets a different one.
        luck = Random(f"{self._seed} {len(messages)} {prompt}")
        legal = current.position.legal_moves()
        if luck.random() < self._wrong:
            if luck.random() < 0.5:
                return f"It could be {legal[0]}, but {legal[-1] + 1} looks good to me as well."
            return f"I have a feeling about this one.\n\nmove: {legal[-1] + luck.randint(1, 9)}"
        match = Match(current.position.rules, seed=luck.getrandbits(32), rounds=(current,))
        move = computer(self._plays).choose(match, Clock(None))
        return f"There are {len(legal)} numbers that I can play. I like one of them best.\n\nmove: {move}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Stands in for a language model on this machine.")
    parser.add_argument("--port", type=int, default=8080, help="where to listen; 0 takes a free port")
    parser.add_argument("--plays", default="casual", help="the computer player whose moves it makes")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same answers")
    parser.add_argument(
        "--wrong", type=float, default=0.1, help="the share of answers that are no legal move"
    )
    chosen = parser.parse_args()
    server = ModelServer(thinks(StandIn(chosen.plays, chosen.seed, chosen.wrong)), port=chosen.port)
    print(f"OPENAI_BASE_URL={server.url}", flush=True)  # noqa: T201  # the reader needs it
    with suppress(KeyboardInterrupt):
        server.serve()


if __name__ == "__main__":
    main()
