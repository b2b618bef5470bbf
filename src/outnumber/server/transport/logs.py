"""Structured log lines on standard error. A thread writes them, so a stalled reader blocks nothing."""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# Maximum length of the queue. When it is full, new lines are dropped and counted.
QUEUE = 2000
# Seconds to wait for the last lines when the process exits.
PATIENCE = 1.0

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """One JSON object per line. Paths are free of tokens, and bodies are not logged."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        told.update({name: value for name, value in vars(record).items() if name not in _PLAIN})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


class QueuedLines(logging.Handler):
    """Queues lines for a thread that writes them to a file descriptor.

    The thread writes to the descriptor itself: a thread blocked inside `sys.stderr` would hold its lock, and
    the interpreter needs that lock to exit.
    """

    def __init__(self, file: int) -> None:
        super().__init__()
        self._full = self._failed = 0  # two counters, because two threads count
        self._file = file
        self._lines: queue.Queue[str] = queue.Queue(QUEUE)
        threading.Thread(target=self._write_all, name="log", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._full += 1
        except Exception:  # as the handlers of the standard library do
            self.handleError(record)

    @property
    def dropped(self) -> int:
        """The number of lines that were not written."""
        return self._full + self._failed

    def flush(self) -> None:
        """Wait until all lines are written, but at most `PATIENCE` seconds."""
        done = self._lines.all_tasks_done
        with done:
            done.wait_for(lambda: not self._lines.unfinished_tasks, PATIENCE)

    def _write_all(self) -> None:
        reported = 0
        while True:
            self._write(self._lines.get())
            if self._lines.empty() and (dropped := self.dropped) > reported:
                lost = {"name": __name__, "levelname": "WARNING", "lines": dropped - reported}
                self._write(self.format(logging.makeLogRecord(lost | {"msg": "log lines dropped"})))
                reported = dropped
            self._lines.task_done()

    def _write(self, line: str) -> None:
        left = line.encode() + b"\n"
        try:
            while left:
                left = left[os.write(self._file, left) :]
        except OSError:  # the reader is gone
            self._failed += 1


def set_up_logs(level: str = "INFO", handler: logging.Handler | None = None) -> None:
    """Log to standard error, or to another handler."""
    if handler is None:
        handler = QueuedLines(sys.stderr.fileno()) if sys.stderr else logging.NullHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    logging.getLogger("outnumber").setLevel(level)
    # uvicorn logs paths with queries, and a line for every malformed request.
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.ERROR)


@contextmanager
def logs_held_back() -> Iterator[None]:
    """Buffer log lines until the block ends, so that people read the server's address first."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    # Only a full buffer flushes early, not an error.
    buffers = [logging.handlers.MemoryHandler(1_000, sys.maxsize, each) for each in handlers]
    root.handlers[:] = buffers
    try:
        yield
    finally:
        root.handlers[:] = handlers
        for each in buffers:
            each.close()


def dropped_lines() -> int:
    """The number of log lines that this process has dropped."""
    return sum(each.dropped for each in logging.getLogger().handlers if isinstance(each, QueuedLines))
