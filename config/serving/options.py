"""What can be asked of `bin/run`. Knows the words of the command line and nothing of what they lead to."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from config.serving.venv import ROOT

_PORT = 8000


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


def read(arguments: Sequence[str]) -> Options:
    asked = _parser()
    given = asked.parse_args(arguments)
    if given.words and (given.words[0] != "manage" or len(given.words) == 1):
        asked.error(f"{' '.join(given.words)}: say manage and a command, or nothing")
    if given.words and given.restore:
        asked.error("--restore starts a machine anew; run the command after it, without --restore")
    data = given.data.expanduser().absolute()
    copy = given.restore.expanduser().absolute() if given.restore else None
    return Options(given.port, data, given.lan, given.demo, copy, tuple(given.words[1:]))


def _parser() -> argparse.ArgumentParser:
    asked = argparse.ArgumentParser(prog="bin/run", description="Starts Talon; Ctrl-C stops it.")
    asked.add_argument(
        "--port", type=_port, default=_PORT, help="where it answers (%(default)s); 0 takes a free one"
    )
    asked.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("TALON_DATA_DIR") or ROOT / "var",
        metavar="DIR",
        help="the folder of the database, the key and the uploads (%(default)s)",
    )
    asked.add_argument(
        "--lan",
        action="store_true",
        help="serve the phones of a hall too, over plain HTTP, and show a QR code",
    )
    asked.add_argument(
        "--no-demo", dest="demo", action="store_false", help="start an empty database without the demo club"
    )
    asked.add_argument(
        "--restore",
        type=Path,
        metavar="FILE",
        help="on a new machine: first bring back this copy into the data folder, which must be empty",
    )
    asked.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="manage COMMAND …",
        help="instead of serving, run a command of manage.py on this installation",
    )
    return asked


def _port(word: str) -> int:
    number = int(word)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError(f"{word} is not a port: 1 to 65535, or 0 for a free one")
    return number
