"""Serves Talon with Granian: `python -m config.serving.server HOST PORT`.

It runs inside the environment. docs/decisions/0003-the-wsgi-server.md has the reasons for Granian and its
settings.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import sys
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server

from config.metrics.folder import metrics_folder
from config.serving.children import STOP_TIMEOUT, stop_when_orphaned

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from config.serving.bridge import Bridge

_APPLICATION = "config.serving.bridge"  # a name for Granian's messages
# Only one thread of a worker runs Python at a time; on Windows there is one worker.
_WORKERS = 1 if sys.platform == "win32" else min(4, 2 * (os.cpu_count() or 1))
_THREADS = 16 // _WORKERS  # in each worker: most of them wait, for the disk or for their turn
# New objects that start the garbage collector; a page reaches Python's default of 700 many times.
_GC_THRESHOLD = 20_000
_REQUEST_TIMEOUT = STOP_TIMEOUT / 2  # seconds for requests under way when the server stops
# Connections of each worker. Phones leave theirs open; Granian closes one after 30 s without a request.
_CONNECTIONS = 4096
_OTHER_FILES = 256  # open files of a worker that are no connections
_HEADER_BYTES = 64 * 1024  # of a request, in memory for each connection that is sending one


def _serve(host: str, port: int) -> None:
    server = Server(
        _APPLICATION,
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(max_buffer_size=_HEADER_BYTES),
        websockets=False,
        workers=_WORKERS,
        ssl_cert=_file_named("TALON_TLS_CERTIFICATE"),
        ssl_key=_file_named("TALON_TLS_KEY"),
        backpressure=_allow_connections(_CONNECTIONS),
        respawn_failed_workers=True,
        workers_kill_timeout=int(_REQUEST_TIMEOUT),
        log_level=LogLevels.warning,
    )
    logging.getLogger("_granian").addFilter(_is_worth_logging)
    _stop_with_parent()
    server.serve(target_loader=_load_target)


def _file_named(setting: str) -> Path | None:
    name = os.environ.get(setting)
    return Path(name) if name else None


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Drop the warning that there are more workers than processors, which is intended."""
    return "number of workers" not in record.getMessage()


def _allow_connections(wanted: int) -> int:
    """Raise this process's limit of open files; return how many connections it allows each worker."""
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _OTHER_FILES
    files = max(soft, needed if hard == resource.RLIM_INFINITY else min(hard, needed))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return min(wanted, files - _OTHER_FILES)


def _load_target(_target: str) -> Any:
    """Return the application; Granian calls this in each worker, and its types want a function."""
    _stop_with_parent()
    return _load_application()


@cache
def _load_application() -> Bridge:
    """Load the whole program."""
    gc.disable()  # loading makes no garbage, and collecting made it a fifth slower
    django.setup()
    from config.serving.bridge import Bridge
    from config.wsgi import application

    freeze_program()
    return Bridge(application, threads=_THREADS)


def freeze_program() -> None:
    """Exclude the loaded program from garbage collection, which took a fifth of a page's time."""
    from django.urls import get_resolver

    list(get_resolver().url_patterns)  # loads all views, so that they belong to the program
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
