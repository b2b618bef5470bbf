"""Measures an arena of language models: how much memory and time it takes to play many games at once.

Run `python benchmarks/models.py --concurrency 64`. The endpoint is a mock on this machine, in a separate
process, that plays the first legal move after some tenths of a second. `--program` measures another program,
`--jobs 32` as many processes.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path

LEGAL = re.compile(r"Legal moves: (\d+)")


async def serve(port: Connection, delay: float) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            (length,) = re.findall(rb"(?i)content-length: (\d+)", head)
            asked = json.loads(await reader.readexactly(int(length)))
            found = LEGAL.search(asked["messages"][-1]["content"])
            await asyncio.sleep(delay)
            message = {"role": "assistant", "content": f"move: {found[1] if found else 1}"}
            told = {
                "model": "mock-1",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 300, "completion_tokens": 3},
            }
            body = json.dumps(told).encode()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    async def politely(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(politely, "127.0.0.1", 0)
    port.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()


def endpoint(port: Connection, delay: float) -> None:
    asyncio.run(serve(port, delay))


def family(pid: int) -> list[int]:
    """A process with all its descendants."""
    try:
        listed = " ".join(each.read_text() for each in Path(f"/proc/{pid}/task").glob("*/children"))
    except OSError:
        return []
    return [pid, *(each for child in listed.split() for each in family(int(child)))]


def resident(pid: int) -> float:
    """The resident memory of a process in MB."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--concurrency", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--delay", type=float, default=0.3)
    parser.add_argument("--program", default=f"{sys.executable} -m outnumber")
    chosen = parser.parse_args()
    ours, theirs = Pipe()
    server = Process(target=endpoint, args=(theirs, chosen.delay), daemon=True)
    server.start()
    environment = {**os.environ, "OPENAI_BASE_URL": f"http://127.0.0.1:{ours.recv()}/v1"}
    how = ["--jobs", str(chosen.jobs)]
    if chosen.concurrency:
        how += ["--concurrency", str(chosen.concurrency)]
    with tempfile.TemporaryDirectory() as out:
        command = [*chosen.program.split(), "arena", "llm:one", "llm:two", "casual", *how]
        command += ["--games", "strategy-stacks range=20", "--rounds", str(chosen.rounds), "--out", out]
        began = time.monotonic()
        playing = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        most, processes = 0.0, 0
        while playing.poll() is None:
            each = family(playing.pid)
            total = sum(map(resident, each))
            if total > most:
                most, processes = total, len(each)
            time.sleep(0.05)
        took = time.monotonic() - began
        lines = Path(out, "costs.jsonl").read_text(encoding="utf-8").splitlines()
    requests = sum(used.get("requests", 0) for line in lines for used in json.loads(line)["used"])
    print(f"{len(lines)} games, {requests} requests, {took:.1f} s, {requests / took:.1f} requests a second")
    print(f"peak resident memory {most:.0f} MB in {processes} processes")


if __name__ == "__main__":
    main()
