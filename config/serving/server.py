"""Granian with the product's application: `python -m config.serving.server HOST PORT`.

Runs inside the environment. Why Granian, and why these numbers: docs/decisions/0003-the-wsgi-server.md.
"""

import gc
import logging
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server import Server

from config.serving.children import END_LIMIT, end_when_orphaned

_APPLICATION = "config.wsgi:application"
# Threads of one worker take turns at Python; on Windows there is one worker.
_WORKERS = 1 if sys.platform == "win32" else min(4, 2 * (os.cpu_count() or 1))
_THREADS = 16 // _WORKERS  # in each worker: most of them wait, for the disk or for their turn
# So many new objects before the collector looks through them; a page reaches Python's own 700 many times.
_GARBAGE = 20_000
_PATIENCE = END_LIMIT / 2  # seconds for requests under way when it is asked to stop

_Application = Callable[[dict[str, Any], Callable[..., Any]], Any]


def _serve(host: str, port: int) -> None:
    server = Server(
        _APPLICATION,
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        websockets=False,
        workers=_WORKERS,
        blocking_threads=_THREADS,
        respawn_failed_workers=True,
        workers_kill_timeout=int(_PATIENCE),
        log_level=LogLevels.warning,
    )
    logging.getLogger("_granian").addFilter(_is_for_people)
    _end_with_parent()
    server.serve(target_loader=_application)


def _is_for_people(said: logging.LogRecord) -> bool:
    """More workers than processors are meant: whoever starts the product need not hear of it."""
    return "number of workers" not in said.getMessage()


def _application(_target: str) -> _Application:
    """Called in each worker."""
    _end_with_parent()
    return _loaded()


@cache
def _loaded() -> _Application:
    """The whole program, ready to answer."""
    gc.disable()  # nothing that is loaded is garbage: looking for some made loading a fifth slower
    from config.wsgi import application as ours

    leave_program_alone()
    return ours


def leave_program_alone() -> None:
    """The program is no garbage: searching it for some, again and again, took a fifth of a page's time."""
    from django.urls import get_resolver

    get_resolver().url_patterns  # noqa: B018 (all pages are loaded now, so that they belong to the program)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE)
    gc.enable()


def _end_with_parent() -> None:
    if sys.platform != "win32":  # there a child never learns that its parent has gone
        threading.Thread(target=end_when_orphaned, args=[os.getppid()], daemon=True).start()


def _load_once_for_all() -> None:
    """Workers are copies of a process that has loaded everything and has neither threads nor connections yet.

    A worker that is started again later is a copy too: until then only `_end_with_parent` runs here, and
    holds no lock. Other systems do not copy processes safely: there each worker loads for itself.
    """
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork")
        _loaded()
    else:
        multiprocessing.set_start_method("spawn")


if __name__ == "__main__":
    _load_once_for_all()
    _serve(sys.argv[1], int(sys.argv[2]))
