"""A TCP proxy in front of PostgreSQL with faults on demand: freeze, cut, delay, starting up."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

STARTING = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"


class Proxy:
    """A proxy between a server and its database."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._folder = parse_qs(parts.query)["host"][0]
        self._name = parts.path
        self._user = parts.username
        self.port = 0
        self.delay = 0.0
        self.starting = False  # new connections are told that the database is starting
        self.gone = False  # new connections are closed at once
        self._open: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._stalled: set[asyncio.StreamWriter] = set()  # these never receive data again
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"postgresql://{self._user}@127.0.0.1:{self.port}{self._name}"

    def freeze(self) -> None:
        """Stop forwarding in both directions; new connections are accepted and receive no data."""
        self._flowing.clear()

    def thaw(self) -> None:
        """Forward everything that was held back."""
        self._flowing.set()

    def back(self) -> None:
        """Work normally again; stalled connections stay stalled."""
        self.starting = self.gone = False
        self.delay = 0.0
        self.thaw()

    def stall(self) -> None:
        """Freeze the current connections permanently; new ones work."""
        self._stalled |= self._open

    def cut(self) -> None:
        """Abort all connections."""
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.gone:
            writer.transport.abort()
            return
        if self.starting:
            with contextlib.suppress(OSError, EOFError):
                while (await reader.readexactly(8))[4:] == (80877103).to_bytes(4, "big"):
                    writer.write(b"N")  # no encryption
                writer.write(b"E" + (len(STARTING) + 4).to_bytes(4, "big") + STARTING)
                await writer.drain()
            writer.close()
            return
        there = await asyncio.open_unix_connection(f"{self._folder}/.s.PGSQL.5432")
        pair = {writer, there[1]}
        self._open |= pair
        forth = asyncio.ensure_future(self._pass_on(reader, there[1]))
        back = asyncio.ensure_future(self._pass_on(there[0], writer))
        await asyncio.wait([forth, back], return_when=asyncio.FIRST_COMPLETED)
        for task in (forth, back):
            task.cancel()
        await asyncio.gather(forth, back, return_exceptions=True)
        for each in pair:
            each.transport.abort()
        self._open -= pair
        self._stalled -= pair

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await asyncio.sleep(self.delay)
                await self._flowing.wait()
                if writer in self._stalled:
                    await asyncio.Event().wait()
                writer.write(data)
                await writer.drain()

    def served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def connections(self) -> int:
        return len(self._open) // 2


@asynccontextmanager
async def proxied(url: str) -> AsyncIterator[Proxy]:
    """A proxy in front of the database with that URL, on a free local port."""
    proxy = Proxy(url)
    listening = await asyncio.start_server(proxy.served, "127.0.0.1", 0)
    proxy.port = listening.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        proxy.back()
        listening.close()
        for task in list(proxy._tasks):
            task.cancel()
        await asyncio.gather(*proxy._tasks, return_exceptions=True)
        proxy.cut()
