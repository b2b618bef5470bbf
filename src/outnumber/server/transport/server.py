"""Runs the application under uvicorn: one process or several, with a graceful stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from types import FrameType

import uvicorn
from prometheus_client.multiprocess import mark_process_dead

from outnumber.games import GameError
from outnumber.server.app import Application
from outnumber.server.metrics import FOLDER, share_as
from outnumber.server.play.tasks import BackgroundTasks
from outnumber.server.play.tokens import new_token
from outnumber.server.settings import ServerSettings, database_url, unknown_variables
from outnumber.server.storage.log import Log

from .connections import Connections
from .http import IDLE_SECONDS, LINGER_SECONDS, HttpConnection
from .logs import logs_held_back, set_up_logs
from .uvicorn_internals import Uvicorn

logger = logging.getLogger("outnumber.server")

# Seconds from the stop signal until the process exits, even if something hangs.
LAST_RESORT = 30.0
# Seconds between checks of the certificate files.
RENEWAL = 5.0
STARTUP_FAILURE = 3  # the exit status
# Maximum length of the accept queue, and the number of connections asyncio accepts before it handles any.
QUEUE, AT_ONCE = 2048, 32


class Server(uvicorn.Server):
    """A uvicorn server that accepts connections itself, and notifies clients before it stops."""

    announce: Callable[[], None] | None = None  # called after the start
    connections: Connections

    def __init__(self, settings: ServerSettings, application: Application | None = None) -> None:
        self._settings = settings
        self._application = application or Application(settings)
        super().__init__(configured(self._application))
        self._tasks = BackgroundTasks()
        self._listening: list[asyncio.Server] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # The writer thread needs the interpreter only briefly; it must not wait the default 5 ms each time.
        sys.setswitchinterval(0.0005)
        with logs_held_back():
            try:
                await self._application.start()
            except GameError:
                raise
            except Exception:
                logger.exception("the server cannot start")
                sys.exit(STARTUP_FAILURE)
            await super().startup([])
            self.connections = Connections(self._settings)
            self._backend = Uvicorn(self, self._settings.root_path)
            context = _context(self._settings)
            for each in sockets or ():
                if context is None:
                    loop = asyncio.get_running_loop()
                    server = await loop.create_server(self._connection, sock=each, backlog=AT_ONCE)
                    self._listening.append(server)
                else:
                    self._tasks.spawn(self._accept_secure(each, context))
                    self._tasks.spawn(_renew(context, self._settings))
                each.listen(QUEUE)
            if self.announce is not None:
                self.announce()
        # Loaded modules stay in memory, and with thousands of games a search for cycles is rarely worth its
        # cost.
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)

    def _connection(self) -> HttpConnection:
        return HttpConnection(self._backend, self.connections)

    async def _accept_secure(self, listening: socket.socket, context: ssl.SSLContext) -> None:
        """Accept HTTPS connections, and apply limits before their handshakes, which are expensive."""
        loop = asyncio.get_running_loop()
        listening.setblocking(False)
        while True:
            try:
                accepted, client = await loop.sock_accept(listening)
            except ConnectionAbortedError:
                continue
            except OSError as error:  # the system is out of file descriptors
                logger.error("cannot accept a connection; retrying in 1 s", extra={"error": str(error)})
                await asyncio.sleep(1)
                continue
            connection = self._connection()
            if connection.admit(client) is None:
                self._tasks.spawn(self._shake_hands(connection, accepted, context))
            else:
                # No response is possible before the handshake.
                connection.leave()
                accepted.close()
            await asyncio.sleep(0)

    async def _shake_hands(
        self, connection: HttpConnection, accepted: socket.socket, context: ssl.SSLContext
    ) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: connection, accepted, ssl=context,
                ssl_handshake_timeout=self._settings.request_seconds, ssl_shutdown_timeout=LINGER_SECONDS,
            )  # fmt: skip
        except OSError:  # not TLS, too slow, or disconnected
            connection.leave()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Exit even if a disk or a thread hangs.
        last = threading.Timer(LAST_RESORT, os._exit, [1])
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._tasks.cancel_tasks()
        for server in self._listening:
            server.close()
        for each in sockets or ():
            each.close()
        await self._application.say_goodbye()
        self.connections.shutdown()
        await super().shutdown([])
        await self._application.stop()
        # Flush here: uvicorn raises the signal again afterwards, which ends the process.
        for handler in logging.getLogger().handlers:
            handler.flush()


def configured(application: Application) -> uvicorn.Config:
    """The configuration of uvicorn, without the parts that this server replaces."""
    return uvicorn.Config(
        application,
        interface="asgi3",
        lifespan="off",
        loop="auto",
        http="httptools",
        ws="none",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=2 * int(2 * IDLE_SECONDS),
    )


def _context(settings: ServerSettings) -> ssl.SSLContext | None:
    if not settings.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(settings.certificate, settings.certificate_key or None)
    return context


async def _renew(context: ssl.SSLContext, settings: ServerSettings) -> None:
    """Load the certificate again whenever its files change; open connections continue."""
    files = [settings.certificate, *filter(None, [settings.certificate_key])]
    seen = _stamps(files)
    while True:
        await asyncio.sleep(RENEWAL)
        if (found := _stamps(files)) == seen:
            continue
        seen = found
        try:
            _context(settings)  # a certificate without its key must not replace a valid pair
            context.load_cert_chain(settings.certificate, settings.certificate_key or None)
            logger.info("the certificate has been renewed")
        except OSError as error:
            logger.error(
                "the new certificate cannot be used; the old one remains", extra={"error": str(error)}
            )


def _stamps(files: list[str]) -> list[tuple[int, int]]:
    """A value that changes when one of the files is replaced or written; empty while one is missing."""
    try:
        return [(found.st_mtime_ns, found.st_ino) for found in map(os.stat, files)]
    except OSError:
        return []


def bind(host: str, port: int) -> socket.socket:
    """Bind a socket to an address; raises `OSError` if it is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With an explicit protocol, asyncio disables Nagle's algorithm.
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
    """Serve until a stop signal; raises `GameError` if the database cannot be used."""
    if not settings.key:  # one key for all workers
        settings = replace(settings, key=new_token())
    os.environ.update(settings.to_environment())
    listening.listen(QUEUE)
    set_up_logs("WARNING" if quiet else "INFO")
    for name in unknown_variables():
        logger.warning("unknown setting ignored: correct or remove the variable", extra={"variable": name})
    if workers == 1:
        server = Server(settings)
        server.announce = announce
        server.run([listening])
    else:
        with logs_held_back():
            asyncio.run(_prepare(settings))
            announce()
        _supervise(listening, workers, quiet)


async def _prepare(settings: ServerSettings) -> None:
    """Migrate the database once for all workers. If it is unreachable, the workers retry themselves."""
    log = Log(database_url(settings.database), settings.database_seconds)
    try:
        await log.open()
        await log.close()
    except GameError:
        raise
    except Exception as error:  # drivers raise arbitrary exceptions
        logger.warning("cannot reach the database; the workers retry", extra={"error": str(error)})


def _supervise(listening: socket.socket, count: int, quiet: bool) -> None:
    """Run several workers on one socket, replace any that dies, and stop them together."""
    # Nothing is ever written to this pipe. When this process ends for any reason, the workers read end of
    # file.
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
        # Short waits, so that signals are handled.
        while not stop.wait(0.2):
            for number, process in enumerate(processes):
                if process.poll() is not None:
                    logger.error("a worker died and is restarted", extra={"status": process.returncode})
                    mark_process_dead(number, metrics)  # type: ignore[no-untyped-call]
                    stop.wait(1)  # avoid a busy loop if workers cannot start
                    processes[number] = start(number)
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def _work() -> None:
    """Run one worker with the listening socket of the supervisor."""
    listening = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=_end_with, args=(int(sys.argv[2]),), daemon=True).start()
    share_as(sys.argv[3])
    set_up_logs("WARNING" if "quiet" in sys.argv else "INFO")
    try:
        Server(ServerSettings.from_environment()).run([listening])
    except GameError as error:
        logger.error("a worker cannot start", extra={"error": str(error)})
        sys.exit(1)


def _end_with(alive: int) -> None:
    """Stop this process when the supervisor closes its end of the pipe."""
    os.read(alive, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    _work()
