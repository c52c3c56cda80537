"""Runs the WSGI application on Granian's RSGI interface, so that no client can hold a thread.

An event loop receives the bodies of requests (`bodies.py`), a few threads run Django, and Granian sends the
answers outside Python, large files from the disk. docs/decisions/0003-the-wsgi-server.md has the reasons.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from asyncio import AbstractEventLoop, Future
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from shutil import copyfileobj
from stat import S_ISREG
from tempfile import SpooledTemporaryFile
from types import FrameType
from typing import IO, Any, Final, Protocol, TypeVar

from granian.rsgi import Scope

from clubs.web.body_limits import ASKS_FOR_LIMIT, FORM_BYTES, LIMIT_HEADER, MEGABYTE
from config.serving.bodies import BodyDropped, BodyIncomplete, BodyTooLarge, BodyTooSlow, Intake

Environ = dict[str, Any]
WSGIApplication = Callable[[Environ, Any], Any]
Headers = list[tuple[str, str]]
_Chunks = AsyncGenerator[bytes, None]
_Result = TypeVar("_Result")

_MAX_DISCARDED_BYTES: Final = 64 * MEGABYTE
# A larger file is sent from the disk and not from memory.
_MAX_FILE_IN_MEMORY: Final = 64 * 1024
# Granian opens a file by its name, after it has been told to; a file without a name stays open so long.
_OPENING_SECONDS: Final = 60.0
_CLOSE: Final = ("connection", "close")


class _RequestHeaders(Protocol):
    def __contains__(self, name: str) -> bool: ...
    def get(self, name: str, default: Any = None) -> Any: ...


class _Stream(Protocol):
    async def send_bytes(self, data: bytes) -> None: ...


class HTTPProtocol(Protocol):
    """What Granian offers for a request: the chunks of its body, and ways to answer."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...
    def response_empty(self, status: int, headers: Headers) -> None: ...
    def response_bytes(self, status: int, headers: Headers, body: bytes) -> None: ...
    def response_file(self, status: int, headers: Headers, file: str) -> None: ...
    def response_stream(self, status: int, headers: Headers) -> _Stream: ...


class Bridge:
    """The RSGI application of a worker process."""

    def __init__(self, application: WSGIApplication, *, threads: int) -> None:
        self._application = application
        self._number_of_threads = threads

    def __rsgi_init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._threads = _Threads(loop, self._number_of_threads)
        # Bodies of forms, which everybody may send, take no place of the large ones of signed-in users.
        self._forms = Intake(max_bodies=512, max_bytes=16 * MEGABYTE)
        self._large = Intake(max_bodies=32, max_bytes=48 * MEGABYTE)
        self._discarded = Intake(max_bodies=64, max_bytes=0)
        _call_at_stop(loop, self._stop_receiving)

    def __rsgi_del__(self, _loop: AbstractEventLoop) -> None:
        self._threads.stop()

    async def __rsgi__(self, scope: Scope, proto: HTTPProtocol) -> None:
        """Answer a request; Granian calls this on the event loop."""
        declared = _declared_length(scope.headers)
        if declared == 0:
            await self._respond(environ_of(scope), proto)
            return
        chunks = _chunks_of(proto)
        try:
            await self._respond_with_body(scope, proto, chunks, declared)
        except BodyTooLarge as refusal:
            await self._refuse(scope, proto, chunks, await self._ask_for_limit(scope, refusal.size))
        except BodyTooSlow:
            proto.response_empty(408, [_CLOSE])
        except BodyDropped:
            proto.response_empty(503, [_CLOSE, ("retry-after", "5")])
        except BodyIncomplete:  # nobody is there to read it
            proto.response_empty(400, [_CLOSE])

    async def _respond_with_body(
        self, scope: Scope, proto: HTTPProtocol, chunks: _Chunks, declared: int | None
    ) -> None:
        intake, limit = self._forms, FORM_BYTES
        if declared is None or declared > FORM_BYTES:
            answer = await self._ask_for_limit(scope, declared or 0)
            if answer.limit is None:
                await self._refuse(scope, proto, chunks, answer)
                return
            intake, limit = self._forms if answer.limit == FORM_BYTES else self._large, answer.limit
        async with intake.receive(chunks, limit, declared) as body:
            await self._respond(environ_of(scope, body), proto)

    async def _respond(self, environ: Environ, proto: HTTPProtocol) -> None:
        await self._threads.run(partial(self._respond_in_thread, environ, proto))

    def _respond_in_thread(self, environ: Environ, proto: HTTPProtocol) -> None:
        answer = WSGIAnswer(self._application, environ)
        try:
            answer.send(proto, self._loop)
        finally:
            answer.close()

    async def _ask_for_limit(self, scope: Scope, size: int) -> WSGIAnswer:
        """Let the application look at a request without its body."""
        environ = environ_of(scope) | {"CONTENT_LENGTH": str(size), ASKS_FOR_LIMIT: True}
        return await self._threads.run(lambda: WSGIAnswer(self._application, environ).load())

    async def _refuse(self, scope: Scope, proto: HTTPProtocol, chunks: _Chunks, answer: WSGIAnswer) -> None:
        """Send an answer to a request whose body is not stored.

        A browser that is still sending shows no answer, only that the connection was lost. So the answer ends
        when all has been read; unless the client waits to be asked for the body.
        """
        others = [(name, value) for name, value in answer.headers if name.lower() != "content-length"]
        headers = [*others, _CLOSE]
        if "expect" in scope.headers:
            proto.response_bytes(answer.status, headers, answer.read())
            return
        stream = proto.response_stream(answer.status, headers)
        await stream.send_bytes(answer.read())
        await self._discarded.discard(chunks, _MAX_DISCARDED_BYTES)

    def _stop_receiving(self) -> None:
        for intake in (self._forms, self._large, self._discarded):
            intake.stop()


async def _chunks_of(proto: HTTPProtocol) -> _Chunks:
    """Yield the chunks of a body. Granian's own iterator cannot be left and gone on with."""
    async for chunk in proto:
        yield chunk


def environ_of(scope: Scope, body: bytes = b"") -> Environ:
    """Return the WSGI environ of a request.

    It is that of Granian's own WSGI interface without the variables of the process, and without headers that
    have an underscore in their name: they could pose as those with a dash.
    """
    server, _, port = scope.server.rpartition(":")
    environ: Environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": _File,
    }
    for name, value in scope.headers.items():
        if "_" not in name:
            _add_header(environ, name, value)
    environ.setdefault("HTTP_HOST", scope.authority or "")
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    key = "CONTENT_TYPE" if name == "content-type" else f"HTTP_{name.replace('-', '_').upper()}"
    if key in environ:
        value = f"{environ[key]}{';' if name == 'cookie' else ','}{value}"
    environ[key] = value


def _declared_length(headers: _RequestHeaders) -> int | None:
    """Return the length of the body, which Granian has checked; None if it is not known."""
    return None if "transfer-encoding" in headers else int(headers.get("content-length") or 0)


class WSGIAnswer:
    """What the application answers to a request. It must be closed, whether it is read or not."""

    def __init__(self, application: WSGIApplication, environ: Environ) -> None:
        self.status = 500
        self.headers: Headers = []
        self._content: Iterable[bytes] = application(environ, self._start)
        self.close: Callable[[], None] = getattr(self._content, "close", lambda: None)

    def _start(self, status: str, headers: Headers, _error: object = None) -> None:
        self.status, self.headers = int(status[:3]), headers

    @property
    def limit(self) -> int | None:
        """The size of the body that the application wants to see; None if it has answered without."""
        return int(dict(self.headers)[LIMIT_HEADER]) if self.status == HTTPStatus.CONTINUE else None

    def read(self) -> bytes:
        return b"".join(self._content)

    def load(self) -> WSGIAnswer:
        """Keep the content in memory, and close what it came from."""
        try:
            self._content = [self.read()]
        finally:
            self.close()
        return self

    def send(self, proto: HTTPProtocol, loop: AbstractEventLoop) -> None:
        path = self._content.path_of_whole_file(loop) if isinstance(self._content, _File) else None
        if path is None:
            proto.response_bytes(self.status, self.headers, self.read())
        else:
            proto.response_file(self.status, self.headers, path)


class _File:
    """A file that the application sends: the `wsgi.file_wrapper` of its requests."""

    def __init__(self, file: IO[bytes], _block_size: int = 0) -> None:
        self._file = file

    def __iter__(self) -> Iterator[bytes]:
        return iter(partial(self._file.read, MEGABYTE), b"")

    def close(self) -> None:
        self._file.close()

    def path_of_whole_file(self, loop: AbstractEventLoop) -> str | None:
        """Return a path of a large file on the disk; None for a small one, and for a part of one."""
        try:
            number = self._file.fileno()
        except (AttributeError, OSError):  # it is in memory, in the database, or a part of a file
            return self._path_of_copy(loop)
        found = os.fstat(number)
        if not S_ISREG(found.st_mode) or found.st_size <= _MAX_FILE_IN_MEMORY or self._file.tell():
            return None
        if isinstance(name := self._file.name, str) and os.path.samestat(Path(name).stat(), found):
            return name
        return _path_of_number(number, loop)

    def _path_of_copy(self, loop: AbstractEventLoop) -> str | None:
        """Put a large file on the disk, without a name there: it may come from the database in chunks."""
        with SpooledTemporaryFile(max_size=MEGABYTE) as copy:
            copyfileobj(self._file, copy, MEGABYTE)
            if sys.platform == "linux" and copy.tell() > MEGABYTE:
                copy.flush()
                return _path_of_number(copy.fileno(), loop)
            copy.seek(0)
            self.close()
            self._file = BytesIO(copy.read())
        return None


def _path_of_number(number: int, loop: AbstractEventLoop) -> str | None:
    """Return a path of an open file without a name, as exports are written; only Linux has one."""
    if sys.platform != "linux":
        return None
    own = os.dup(number)
    loop.call_soon_threadsafe(loop.call_later, _OPENING_SECONDS, os.close, own)
    return f"/proc/self/fd/{own}"


class _Threads:
    """The threads in which the application runs. They start with the worker: a fork would lose them."""

    def __init__(self, loop: AbstractEventLoop, number: int) -> None:
        self._loop = loop
        self._tasks: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _thread in range(number)]
        for thread in self._threads:
            thread.start()

    def run(self, work: Callable[[], _Result]) -> Future[_Result]:
        future: Future[_Result] = self._loop.create_future()
        self._tasks.put((work, future))
        return future

    def stop(self) -> None:
        """End the threads when they have done their work."""
        for _thread in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            self._run_task(*task)
            del task  # the thread waits for the next one, and this one may hold a photograph

    def _run_task(self, work: Callable[[], Any], future: Future[Any]) -> None:
        try:
            result = work()
        except BaseException as error:  # Granian logs it, and answers with the status 500
            self._loop.call_soon_threadsafe(future.set_exception, error)
        else:
            self._loop.call_soon_threadsafe(future.set_result, result)


def _call_at_stop(loop: AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call the callback on the loop when the worker is told to stop, before what Granian does then."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, partial(_stop, loop, callback, signal.getsignal(number)))


def _stop(
    loop: AbstractEventLoop,
    callback: Callable[[], None],
    next_handler: object,
    number: int,
    frame: FrameType | None,
) -> None:
    loop.call_soon_threadsafe(callback)
    if callable(next_handler):
        next_handler(number, frame)
