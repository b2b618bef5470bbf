"""Runs the application under uvicorn: one process or several, with a graceful stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from prometheus_client.multiprocess import mark_process_dead

from outnumber.games.errors import GameError
from outnumber.server.app import Application, create
from outnumber.server.metrics import FOLDER, share_as
from outnumber.server.play.tokens import new_token
from outnumber.server.settings import LARGEST_MESSAGE, ServerSettings, database_url, unknown_variables
from outnumber.server.storage.log import Log
from outnumber.server.transport.handshakes import behind_tls
from outnumber.server.transport.logs import logs_held_back, set_up_logs
from outnumber.server.transport.timeouts import patient
from outnumber.server.transport.websocket import DirectProtocol

logger = logging.getLogger("outnumber.server")

# Seconds from the signal to stop until the process ends, whatever it is doing.
LAST_RESORT = 30.0
# So many may wait to be heard for the first time.
QUEUE = 2048


class Server(uvicorn.Server):
    """A server that tells its clients before it stops."""

    announce: Callable[[], None] | None = None  # once it has started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # The thread that writes needs the interpreter for moments only; it must not wait 5 ms for each.
        sys.setswitchinterval(0.0005)
        if (context := self.config.ssl) is not None:
            # Ours stand before asyncio's handshake, not behind it.
            self.config.ssl = None
            self.config.http_protocol_class = behind_tls(context, self.config.http_protocol_class)  # type: ignore[arg-type]
        with logs_held_back():
            try:
                await super().startup(sockets)
            except SystemExit:
                if (application := self._application) is not None and application.refusal is not None:
                    raise application.refusal from None
                raise
            for each in sockets or ():
                each.listen(QUEUE)
            if self.announce is not None:
                self.announce()
        # What is loaded now stays; and with thousands of games in memory, looking for cycles is rarely worth
        # its time.
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Whatever hangs then, a disk or a thread, the process ends.
        end = threading.Timer(LAST_RESORT, os._exit, [1])
        end.daemon = True
        end.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if (application := self._application) is not None:
            await application.say_goodbye()
        await super().shutdown(sockets)
        # Here, because uvicorn then raises the signal again, which ends the process.
        for handler in logging.getLogger().handlers:
            handler.flush()

    @property
    def _application(self) -> Application | None:
        application = self.config.loaded_app
        while application is not None and not isinstance(application, Application):
            application = getattr(application, "app", None)
        return application


def configured(settings: ServerSettings) -> uvicorn.Config:
    """How uvicorn runs the application: the leanest of what it has."""
    return uvicorn.Config(
        create,
        factory=True,
        interface="asgi3",
        loop="auto",
        http=patient(settings),
        ws=DirectProtocol,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=30.0,
        ws_ping_timeout=30.0,
        access_log=False,
        log_config=None,
        server_header=False,
        # asyncio takes so many connections in one go, before any of them can be refused.
        backlog=32,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.certificate_key or None,
    )


def bind(host: str, port: int) -> socket.socket:
    """A listening address; raises `OSError` when it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named, so that asyncio knows it and sends small answers without delay.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name != "nt":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


def serve(
    listening: socket.socket,
    settings: ServerSettings,
    workers: int,
    announce: Callable[[], None],
    quiet: bool = False,
) -> None:
    """Serve until told to stop; raises `GameError` if the database cannot be used."""
    if not settings.key:  # the same for all processes
        settings = replace(settings, key=new_token())
    os.environ.update(settings.to_environment())
    listening.listen(QUEUE)
    set_up_logs("WARNING" if quiet else "INFO")
    for name in unknown_variables():
        logger.warning("this is not a setting (any more), and is ignored", extra={"variable": name})
    if workers == 1:
        server = Server(configured(settings))
        server.announce = announce
        server.run([listening])
    else:
        with logs_held_back():
            asyncio.run(_prepare(settings))
            announce()
        _supervise(listening, workers, quiet)


async def _prepare(settings: ServerSettings) -> None:
    """Bring the tables up to date once for all workers; one that is merely away is their own business."""
    log = Log(database_url(settings.database), settings.database_seconds)
    try:
        await log.open()
        await log.close()
    except GameError:
        raise
    except Exception as error:  # drivers raise what they like
        logger.warning("no database yet", extra={"error": str(error)})


def _supervise(listening: socket.socket, count: int, quiet: bool) -> None:
    """Run several processes on one address; one that dies is replaced, and all stop together."""
    # Nothing is ever written to the pipe. When this process ends, however it ends, the workers read its end.
    alive, _ = os.pipe()
    given = (listening.fileno(), alive)
    command = [sys.executable, "-P", "-m", "outnumber.server.transport.server"]
    command += map(str, given)
    stop = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: stop.set())
    with tempfile.TemporaryDirectory(prefix="outnumber-metrics-", ignore_cleanup_errors=True) as metrics:
        shared = os.environ | {FOLDER: metrics}

        def start(number: int) -> subprocess.Popen[bytes]:
            numbered = [*command, str(number), *(["quiet"] * quiet)]
            return subprocess.Popen(numbered, pass_fds=given, start_new_session=True, env=shared)  # noqa: S603

        processes = [start(number) for number in range(count)]
        # Waiting in steps, so that signals get through.
        while not stop.wait(0.2):
            for number, process in enumerate(processes):
                if process.poll() is not None:
                    logger.error("a worker died", extra={"status": process.returncode})
                    mark_process_dead(number, metrics)  # type: ignore[no-untyped-call]
                    stop.wait(1)  # one that cannot start must not keep us busy
                    processes[number] = start(number)
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def _work() -> None:
    """One of several processes: the listening socket comes from the one that started it, and ends it."""
    listening = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=_end_with, args=(int(sys.argv[2]),), daemon=True).start()
    share_as(sys.argv[3])
    set_up_logs("WARNING" if "quiet" in sys.argv else "INFO")
    try:
        Server(configured(ServerSettings.from_environment())).run([listening])
    except GameError as error:
        logger.error("a worker cannot start", extra={"error": str(error)})
        sys.exit(1)


def _end_with(alive: int) -> None:
    """Stop as if told to when the pipe is closed on its other side."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    _work()
