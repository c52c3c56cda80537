"""Receives the bodies of requests on an event loop, where a slow client costs some memory and no thread.

A body has to keep coming, and has a limit. All bodies of a process together have one too: when it is reached,
those that have stopped coming are dropped first, so that whoever sends honestly gets through.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf

_STOP_SECONDS = 1.0  # for what is still coming when the server stops
_SMALL_BYTES = 64 * 1024  # what a form of a table has at most: dropping it would make no room


class BodyTooLarge(Exception):
    """The body is larger than its limit; `size` bytes of it have come."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class BodyTooSlow(Exception):
    """The body paused for too long, or came too slowly."""


class BodyDropped(Exception):
    """There are too many bodies for this one, or the server stops."""


class BodyIncomplete(Exception):
    """The client was gone before the body had ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast a body has to come. A photograph may take its time from the edge of a hall's network."""

    pause: float = 15.0  # seconds without a byte
    start: float = 15.0  # seconds before the rate counts
    rate: float = 4096.0  # bytes per second, on average

    def deadline(self, started: float, now: float, size: int) -> float:
        """Return when the next byte has to be here, if `size` bytes are."""
        return min(now + self.pause, started + self.start + size / self.rate)


@dataclass(eq=False, slots=True)
class _Body:
    started: float
    heard: float  # the time of its last byte
    timeout: asyncio.Timeout
    content: bytearray = field(default_factory=bytearray)
    received: int = 0  # bytes, also those that are not stored
    stored: int = 0
    empty_chunks: int = 0
    is_dropped: bool = False


class Intake:
    """The bodies that one process receives: so many at the same time, and so many bytes in memory."""

    def __init__(self, *, max_bodies: int, max_bytes: int, pace: Pace | None = None) -> None:
        self._max_bodies = max_bodies
        self._max_bytes = max_bytes
        self._pace = pace or Pace()
        self._receiving: set[_Body] = set()
        self._end = inf  # when the server stops
        self.stored = 0  # bytes, also those of requests that are not answered yet

    @asynccontextmanager
    async def receive(
        self, chunks: AsyncIterable[bytes], max_bytes: int, declared: int | None = None
    ) -> AsyncIterator[bytes]:
        """Receive a body. It counts until the end of the block, in which the request is answered."""
        body = self._new_body()
        try:
            await self._read(body, chunks, max_bytes, keep=True)
            if not _is_complete(body, declared):
                raise BodyIncomplete
            body.content, content = bytearray(), bytes(body.content)
            yield content
        finally:
            self.stored -= body.stored

    async def discard(self, chunks: AsyncIterable[bytes], max_bytes: int) -> None:
        """Read a body without storing it: many clients read no answer before they have sent everything."""
        try:
            await self._read(self._new_body(), chunks, max_bytes, keep=False)
        except (BodyTooLarge, BodyTooSlow, BodyDropped):
            return

    def stop(self) -> None:
        """Give what is still coming a last moment, because the server stops."""
        self._end = asyncio.get_running_loop().time() + _STOP_SECONDS
        for body in self._receiving:
            self._wait_for_more(body)

    def _new_body(self) -> _Body:
        now = asyncio.get_running_loop().time()
        return _Body(started=now, heard=now, timeout=asyncio.timeout(self._pace.pause))

    async def _read(self, body: _Body, chunks: AsyncIterable[bytes], max_bytes: int, *, keep: bool) -> None:
        try:
            async with body.timeout:
                self._receiving.add(body)
                self._make_room()
                self._wait_for_more(body)
                async for chunk in chunks:
                    body.received, body.heard = body.received + len(chunk), asyncio.get_running_loop().time()
                    if body.received > max_bytes:
                        raise BodyTooLarge(body.received)
                    if keep:
                        self._store(body, chunk)
                    self._wait_for_more(body)
        except TimeoutError as reason:
            stops = asyncio.get_running_loop().time() >= self._end
            raise (BodyDropped if body.is_dropped or stops else BodyTooSlow) from reason
        finally:
            self._receiving.discard(body)
        if body.is_dropped:  # at the moment at which it was complete
            raise BodyDropped

    def _store(self, body: _Body, chunk: bytes) -> None:
        if body.is_dropped:
            return
        body.content += chunk
        body.empty_chunks += not chunk
        body.stored += len(chunk)
        self.stored += len(chunk)
        self._make_room()
        if self.stored > 2 * self._max_bytes:  # by what is small, or complete
            self._drop(body)

    def _wait_for_more(self, body: _Body) -> None:
        """Set the time at which the next chunk has to be here; a dropped body has been told to end."""
        if not body.is_dropped and not body.timeout.expired():
            now = asyncio.get_running_loop().time()
            deadline = self._pace.deadline(body.started, now, body.received)
            body.timeout.reschedule(min(deadline, self._end))

    def _make_room(self) -> None:
        """Drop those that have paused for longest, and the largest among them, until the others have room."""
        now = asyncio.get_running_loop().time()
        while len(self._receiving) > self._max_bodies:
            self._drop(max(self._receiving, key=lambda body: now - body.heard))
        while self.stored > self._max_bytes and (large := self._large_bodies()):
            self._drop(max(large, key=lambda body: (now - body.heard) * body.stored))

    def _large_bodies(self) -> list[_Body]:
        return [body for body in self._receiving if body.stored > _SMALL_BYTES]

    def _drop(self, body: _Body) -> None:
        """Forget what has come, and wake the task that waits for more."""
        self._receiving.discard(body)
        self.stored -= body.stored
        body.stored, body.is_dropped = 0, True
        body.content.clear()
        if not body.timeout.expired():
            body.timeout.reschedule(asyncio.get_running_loop().time())


def _is_complete(body: _Body, declared: int | None) -> bool:
    """Return whether all of a body has come.

    Granian ends one of unknown length by an empty chunk; by two when the client was gone before the end.
    """
    return body.empty_chunks < 2 if declared is None else body.received == declared
