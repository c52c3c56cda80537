"""Serves Talon with Granian: `python -m config.serving.server HOST PORT`.

It runs inside the environment. docs/decisions/0003-the-wsgi-server.md has the reasons for Granian and its
settings.
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

from config.metrics.folder import metrics_folder
from config.serving.children import STOP_TIMEOUT, stop_when_orphaned

_APPLICATION = "config.wsgi:application"
# Only one thread of a worker runs Python at a time; on Windows there is one worker.
_WORKERS = 1 if sys.platform == "win32" else min(4, 2 * (os.cpu_count() or 1))
_THREADS = 16 // _WORKERS  # in each worker: most of them wait, for the disk or for their turn
# New objects that start the garbage collector; a page reaches Python's default of 700 many times.
_GC_THRESHOLD = 20_000
_REQUEST_TIMEOUT = STOP_TIMEOUT / 2  # seconds for requests under way when the server stops

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
        workers_kill_timeout=int(_REQUEST_TIMEOUT),
        log_level=LogLevels.warning,
    )
    logging.getLogger("_granian").addFilter(_is_worth_logging)
    _stop_with_parent()
    server.serve(target_loader=_load_target)


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Drop the warning that there are more workers than processors, which is intended."""
    return "number of workers" not in record.getMessage()


def _load_target(_target: str) -> _Application:
    """Return the application; Granian calls this in each worker."""
    _stop_with_parent()
    return _load_application()


@cache
def _load_application() -> _Application:
    """Load the whole program."""
    gc.disable()  # loading makes no garbage, and collecting made it a fifth slower
    from config.wsgi import application as wsgi_application

    freeze_program()
    return wsgi_application


def freeze_program() -> None:
    """Exclude the loaded program from garbage collection, which took a fifth of a page's time."""
    from django.urls import get_resolver

    get_resolver().url_patterns  # noqa: B018 (loads all views, so that they belong to the program)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD)
    gc.enable()


def _stop_with_parent() -> None:
    if sys.platform != "win32":  # on Windows a child cannot see that its parent is gone
        threading.Thread(target=stop_when_orphaned, args=[os.getppid()], daemon=True).start()


def _preload() -> None:
    """Load the program before the workers are forked, while there are no threads and connections yet.

    A worker that is restarted later is forked too: until then only `_stop_with_parent` runs here, which holds
    no lock. Other systems cannot fork safely: there each worker loads the program itself.
    """
    if sys.platform == "linux":
        multiprocessing.set_start_method("fork")
        _load_application()
    else:
        multiprocessing.set_start_method("spawn")


def _forget_pages() -> None:
    """Start without the pages of an earlier server: the database may be another one since then."""
    from clubs.web.page_store import page_store

    store = page_store()
    if store is not None:
        store.clear()


if __name__ == "__main__":
    _forget_pages()
    with metrics_folder():
        _preload()
        _serve(sys.argv[1], int(sys.argv[2]))
