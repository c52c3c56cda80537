"""The command line options of `bin/run`."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from config.serving.venv import ROOT

_DEFAULT_PORT = 8000


@dataclass(frozen=True)
class Options:
    port: int
    data: Path
    lan: bool
    demo: bool
    restore: Path | None
    manage: tuple[str, ...]

    @property
    def host(self) -> str:
        return "0.0.0.0" if self.lan else "127.0.0.1"  # noqa: S104 (the hall's phones are the point)


def parse_arguments(arguments: Sequence[str]) -> Options:
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.words and (given.words[0] != "manage" or len(given.words) == 1):
        parser.error(f"{' '.join(given.words)}: say manage and a command, or nothing")
    if given.words and given.restore:
        parser.error("--restore starts a machine anew; run the command after it, without --restore")
    data = given.data.expanduser().absolute()
    copy = given.restore.expanduser().absolute() if given.restore else None
    return Options(given.port, data, given.lan, given.demo, copy, tuple(given.words[1:]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bin/run", description="Starts Talon; Ctrl-C stops it.")
    parser.add_argument(
        "--port", type=_port, default=_DEFAULT_PORT, help="where it answers (%(default)s); 0 takes a free one"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("TALON_DATA_DIR") or ROOT / "var",
        metavar="DIR",
        help="the folder of the database, the key and the uploads (%(default)s)",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        help="serve the phones of a hall too, over plain HTTP, and show a QR code",
    )
    parser.add_argument(
        "--no-demo", dest="demo", action="store_false", help="start an empty database without the demo club"
    )
    parser.add_argument(
        "--restore",
        type=Path,
        metavar="FILE",
        help="on a new machine: first bring back this backup into the data folder, which must be empty",
    )
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="manage COMMAND …",
        help="instead of serving, run a command of manage.py on this installation",
    )
    return parser


def _port(argument: str) -> int:
    number = int(argument)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{argument} is not a port: 1 to 65535, or 0 for a free one")
    return number
