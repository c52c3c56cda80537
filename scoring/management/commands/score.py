"""`manage.py score`: deals in, results out, one line each.

Knows files, lines, exit statuses and languages; must not know a rule. It reads and writes as a stream: a
million deals need no more memory than one.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils import translation

from scoring.core import jsonl
from scoring.core.game import Played, play
from scoring.core.pipeline import Scored, scored
from scoring.core.problem import Code, Problem
from scoring.core.serialize import answer, game_answer
from scoring.wording import terminal
from scoring.wording.problems import problem_sentence

_CANNOT_READ: Final = 2
# What a shell reports of a program whose reader has gone away, or that was interrupted.
READER_GONE: Final = 141
_INTERRUPTED: Final = 130

_NOT_JSON: Final = (Problem(Code.NOT_JSON),)
_encode: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
# One line answered: its number and text in, an answer in lines out.
_Answerer = Callable[[int, bytes | None], str]


class Command(BaseCommand):
    help = "Score deals from a file of JSON Lines, or whole games with --game."
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("file", help="a file of JSON Lines, or - for standard input")
        parser.add_argument("--explain", action="store_true", help="a person's table in place of JSON")
        parser.add_argument("--lang", choices=languages, default=settings.LANGUAGE_CODE)
        parser.add_argument("--game", action="store_true", help="each line is a whole game")

    def handle(self, *, file: str, explain: bool, lang: str, game: bool, **_options: object) -> None:
        answerer = _ANSWERERS[game, explain]
        with (
            _program_kept(),
            translation.override(lang),
            _reader(file) as stream,
            _writer(self.stdout) as out,
        ):
            _answer_all(stream, answerer, out, _progress_of(stream))


def _answer_all(stream: BinaryIO, answerer: _Answerer, out: OutputWrapper, progress: _Progress) -> None:
    """One answer for each line, in their order. Whoever writes line by line gets each answer at once."""
    waits = not _is_file(stream)
    for number, line in enumerate(_readable(stream), 1):
        out.write(answerer(number, line))
        if waits:
            out.flush()
        progress.after(number)
    out.flush()
    progress.done()


# Answers.


def _deal_of(line: bytes | None) -> Scored:
    try:
        return scored(jsonl.parse(line))
    except jsonl.NotJson:
        return Scored(None, _NOT_JSON, None)


def _game_of(line: bytes | None) -> Played:
    try:
        return play(jsonl.parse(line))
    except jsonl.NotJson:
        return Played((), None, _NOT_JSON)


def _deal_as_json(_number: int, line: bytes | None) -> str:
    return _encode(answer(_deal_of(line), problem_sentence)) + "\n"


def _game_as_json(_number: int, line: bytes | None) -> str:
    return _encode(game_answer(_game_of(line), problem_sentence)) + "\n"


def _deal_as_table(number: int, line: bytes | None) -> str:
    return terminal.deal(number, _deal_of(line))


def _game_as_table(number: int, line: bytes | None) -> str:
    return terminal.game(number, _game_of(line))


_ANSWERERS: Final[dict[tuple[bool, bool], _Answerer]] = {
    (False, False): _deal_as_json,
    (False, True): _deal_as_table,
    (True, False): _game_as_json,
    (True, True): _game_as_table,
}


@contextmanager
def _program_kept() -> Iterator[None]:
    """What is loaded stays until the end: no search for what nobody needs goes through it again and again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


# Files.


@contextmanager
def _reader(name: str) -> Iterator[BinaryIO]:
    """The input, by its name or standard input."""
    if name == "-":
        if sys.stdin is None:
            raise CommandError("There is no standard input.", returncode=_CANNOT_READ)
        yield sys.stdin.buffer
        return
    with ExitStack() as opened:
        with _reading():
            stream = opened.enter_context(Path(name).open("rb"))
        yield stream


@contextmanager
def _reading() -> Iterator[None]:
    """What goes wrong with a file is said in one line; a broken pipe is the output's affair."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"Cannot read the input: {error}", returncode=_CANNOT_READ) from error


def _readable(stream: BinaryIO) -> Iterator[bytes | None]:
    with _reading():
        yield from jsonl.lines(stream)


@contextmanager
def _writer(out: OutputWrapper) -> Iterator[OutputWrapper]:
    """The output, in UTF-8 wherever it goes. A reader who has gone away ends the work without a fuss."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        yield out
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(READER_GONE)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


def _size_of(stream: BinaryIO) -> int | None:
    """The size of a file; None for a pipe or a terminal."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _is_file(stream: BinaryIO) -> bool:
    return _size_of(stream) is not None


# What a person sees who waits.


class _Progress:
    """Nothing, for whoever does not sit at a terminal."""

    def after(self, number: int) -> None:
        """A line was answered."""

    def done(self) -> None:
        """All lines were answered."""


class _ProgressBar(_Progress):
    """A bar on standard error, as far as the input is read; without a known size, the number of lines."""

    WIDTH: Final = 30
    PAUSE: Final = 0.1

    def __init__(self, screen: TextIO, stream: BinaryIO) -> None:
        self.screen = screen
        self.stream = stream
        self.size = _size_of(stream)
        self.next_time = time.monotonic() + self.PAUSE
        self.shown = False

    def after(self, number: int) -> None:
        if time.monotonic() >= self.next_time:
            self.show(number)

    def show(self, number: int) -> None:
        self.next_time = time.monotonic() + self.PAUSE
        self.shown = True
        self.screen.write(f"\r{self.bar()}{number:>12,}")
        self.screen.flush()

    def bar(self) -> str:
        if not self.size:
            return ""
        part = min(1.0, self.stream.tell() / self.size)
        done = round(part * self.WIDTH)
        return f"[{'#' * done}{'.' * (self.WIDTH - done)}] {part:4.0%}"

    def done(self) -> None:
        if self.shown:
            self.screen.write("\r\x1b[K")
            self.screen.flush()


def _progress_of(stream: BinaryIO) -> _Progress:
    return _ProgressBar(sys.stderr, stream) if sys.stderr.isatty() else _Progress()
