"""The command line options of `bin/run`."""

import argparse
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from clubs.text.marking import gettext_noop
from config import terminal
from config.serving.venv import ROOT
from config.terminal import gettext as _

_DEFAULT_PORT = 8000
_HIGHEST_PORT = 65535
# What argparse itself says, which it asks gettext for.
_WORDS_OF_ARGPARSE = (
    gettext_noop("options"),
    gettext_noop("positional arguments"),
    gettext_noop("show this help message and exit"),
    gettext_noop("%(prog)s: error: %(message)s\n"),
    gettext_noop("argument %(argument_name)s: %(message)s"),
    gettext_noop("ambiguous option: %(option)s could match %(matches)s"),
    gettext_noop("expected one argument"),
    gettext_noop("ignored explicit argument %r"),
    gettext_noop("invalid choice: %(value)r (choose from %(choices)s)"),
    gettext_noop("invalid %(type)s value: %(value)r"),
    gettext_noop("not allowed with argument %s"),
    gettext_noop("the following arguments are required: %s"),
    gettext_noop("unrecognized arguments: %s"),
)


@dataclass(frozen=True)
class Options:
    port: int
    data: Path
    lan: bool
    tls: bool
    demo: bool
    restore: Path | None
    manage: tuple[str, ...]

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"

    @property
    def host(self) -> str:
        return "0.0.0.0" if self.lan else "127.0.0.1"  # noqa: S104 (the hall's phones are the point)


def parse_arguments(arguments: Sequence[str]) -> Options:
    terminal.translate_parser()
    parser = _parser()
    given = parser.parse_args(arguments)
    if given.words and (given.words[0] != "manage" or len(given.words) == 1):
        parser.error(
            _("%(words)s: write manage and a command, or nothing") % {"words": " ".join(given.words)}
        )
    if given.words and given.restore:
        parser.error(
            _("--restore starts Talon on a new machine; run the command afterwards, without --restore")
        )
    data = given.data.expanduser().absolute()
    copy = given.restore.expanduser().absolute() if given.restore else None
    return Options(given.port, data, given.lan, given.tls, given.demo, copy, tuple(given.words[1:]))


class _HelpFormatter(argparse.HelpFormatter):
    """Writes the word before the usage in the language of the terminal; argparse's ends with a blank."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage:") + " " if prefix is None else prefix)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bin/run", description=_("Starts Talon; Ctrl-C stops it."), formatter_class=_HelpFormatter
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=_DEFAULT_PORT,
        help=_("the port where Talon answers (%(default)s); 0 takes a free one"),
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=os.environ.get("TALON_DATA_DIR") or ROOT / "var",
        metavar="DIR",
        help=_("the folder of the database, the key and the uploads (%(default)s)"),
    )
    _add_ways_of_serving(parser)
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="manage COMMAND …",
        help=_("instead of serving, run a command of manage.py on this installation"),
    )
    return parser


def _add_ways_of_serving(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lan",
        action="store_true",
        help=_("serve the phones of a hall too, and show a QR code; without --tls over plain HTTP"),
    )
    parser.add_argument(
        "--tls",
        action="store_true",
        help=_("encrypt, with a certificate made here; phones warn of it once"),
    )
    parser.add_argument(
        "--no-demo",
        dest="demo",
        action="store_false",
        help=_("start an empty database without the demo club"),
    )
    parser.add_argument(
        "--restore",
        type=Path,
        metavar="FILE",
        help=_("on a new machine: first restore this backup into the data folder, which must be empty"),
    )


def _port(argument: str) -> int:
    if not argument.isdecimal() or int(argument) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            _("%(argument)s is not a port: 1 to 65535, or 0 for a free one") % {"argument": argument}
        )
    return int(argument)
