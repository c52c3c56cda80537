"""`manage.py score` reads deals as JSON Lines and writes one result for each line.

It works as a stream, so that a million deals need no more memory than one.
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
from django.utils.translation import gettext as _

from scoring import rulesets
from scoring.core import jsonl
from scoring.core.game import GameResult, evaluate_game
from scoring.core.pipeline import DealResult, evaluate
from scoring.core.problem import Code, Problem
from scoring.core.serialize import deal_result_as_data, game_result_as_data
from scoring.wording import terminal
from scoring.wording.problems import problem_sentence

_CANNOT_READ: Final = 2
# The exit codes that a shell reports after a closed pipe, and after an interrupt.
READER_GONE: Final = 141
_INTERRUPTED: Final = 130

_NOT_JSON: Final = (Problem(Code.NOT_JSON),)
_encode: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
# A function from a line's number and bytes to the text of its answer.
_Answerer = Callable[[int, bytes | None], str]


class Command(BaseCommand):
    requires_system_checks = ()

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.description = _("Score deals from a file of JSON Lines, or whole games with --game.")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("file", help=_("a file of JSON Lines, or - for standard input"))
        parser.add_argument("--explain", action="store_true", help=_("text to read in place of JSON"))
        parser.add_argument(
            "--lang",
            choices=languages,
            default=translation.get_language(),
            help=_("the language of the sentences; that of the terminal (%(default)s)"),
        )
        parser.add_argument("--game", action="store_true", help=_("each line is a whole game"))

    def handle(self, *, file: str, explain: bool, lang: str, game: bool, **_options: object) -> None:
        answerer = _ANSWERERS[game, explain]
        with (
            _frozen_gc(),
            translation.override(lang),
            _reader(file) as stream,
            _writer(self.stdout) as out,
        ):
            _answer_all(stream, answerer, out, _progress_of(stream))


def _answer_all(stream: BinaryIO, answerer: _Answerer, out: OutputWrapper, progress: _ProgressReport) -> None:
    """Write one answer for each line, in order. For a pipe each answer is flushed at once."""
    flushes = not _is_file(stream)
    for number, line in enumerate(_readable(stream), 1):
        out.write(answerer(number, line))
        if flushes:
            out.flush()
        progress.after(number)
    out.flush()
    progress.done()


# Answers.


def _score_line(line: bytes | None) -> DealResult:
    try:
        return evaluate(jsonl.parse_line(line), rulesets.find)
    except jsonl.NotJson:
        return DealResult(None, _NOT_JSON, None)


def _play_line(line: bytes | None) -> GameResult:
    try:
        return evaluate_game(jsonl.parse_line(line), rulesets.find)
    except jsonl.NotJson:
        return GameResult((), None, _NOT_JSON)


def _deal_as_json(_number: int, line: bytes | None) -> str:
    return _encode(deal_result_as_data(_score_line(line), problem_sentence)) + "\n"


def _game_as_json(_number: int, line: bytes | None) -> str:
    return _encode(game_result_as_data(_play_line(line), problem_sentence)) + "\n"


def _deal_as_table(number: int, line: bytes | None) -> str:
    return terminal.deal_table(number, _score_line(line))


def _game_as_table(number: int, line: bytes | None) -> str:
    return terminal.game_table(number, _play_line(line))


_ANSWERERS: Final[dict[tuple[bool, bool], _Answerer]] = {
    (False, False): _deal_as_json,
    (False, True): _deal_as_table,
    (True, False): _game_as_json,
    (True, True): _game_as_table,
}


@contextmanager
def _frozen_gc() -> Iterator[None]:
    """Exclude the loaded program from garbage collection, which would search it again and again."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


# Files.


@contextmanager
def _reader(name: str) -> Iterator[BinaryIO]:
    """Open the input: a file by its name, or standard input for “-”."""
    if name == "-":
        if sys.stdin is None:
            raise CommandError(_("There is no standard input."), returncode=_CANNOT_READ)
        yield sys.stdin.buffer
        return
    with ExitStack() as opened:
        with _read_errors_as_command_errors():
            stream = opened.enter_context(Path(name).open("rb"))
        yield stream


@contextmanager
def _read_errors_as_command_errors() -> Iterator[None]:
    """Report a read error in one line; a broken pipe concerns the output and passes."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(
            _("The input cannot be read: %(what)s") % {"what": error}, returncode=_CANNOT_READ
        ) from error


def _readable(stream: BinaryIO) -> Iterator[bytes | None]:
    with _read_errors_as_command_errors():
        yield from jsonl.read_lines(stream)


@contextmanager
def _writer(out: OutputWrapper) -> Iterator[OutputWrapper]:
    """Write UTF-8 to any output; exit silently if the reader has closed the pipe."""
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
    """Return the size of a file; None for a pipe or a terminal."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _is_file(stream: BinaryIO) -> bool:
    return _size_of(stream) is not None


# Progress.


class _ProgressReport:
    """No progress report, if standard error is not a terminal."""

    def after(self, number: int) -> None:
        """Report that a line was answered."""

    def done(self) -> None:
        """Report that all lines were answered."""


class _ProgressBar(_ProgressReport):
    """A bar on standard error for the part of the input that was read, or the number of lines."""

    WIDTH: Final = 30
    PAUSE: Final = 0.1

    def __init__(self, screen: TextIO, stream: BinaryIO) -> None:
        self.screen = screen
        self.stream = stream
        self.size = _size_of(stream)
        self.next_time = time.monotonic() + self.PAUSE
        self.is_visible = False

    def after(self, number: int) -> None:
        if time.monotonic() >= self.next_time:
            self.show(number)

    def show(self, number: int) -> None:
        self.next_time = time.monotonic() + self.PAUSE
        self.is_visible = True
        self.screen.write(f"\r{self.bar()}{number:>12,}")
        self.screen.flush()

    def bar(self) -> str:
        if not self.size:
            return ""
        part = min(1.0, self.stream.tell() / self.size)
        done = round(part * self.WIDTH)
        return f"[{'#' * done}{'.' * (self.WIDTH - done)}] {part:4.0%}"

    def done(self) -> None:
        if self.is_visible:
            self.screen.write("\r\x1b[K")
            self.screen.flush()


def _progress_of(stream: BinaryIO) -> _ProgressReport:
    return _ProgressBar(sys.stderr, stream) if sys.stderr.isatty() else _ProgressReport()
