"""What the terminal prints in the four languages: real commands, compared with the catalogs."""

from __future__ import annotations

import gettext
import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import BaseCommand, load_command_class
from django.utils import translation

from config import terminal
from tests import ROOT
from tests.house.starting import THIS_VENV, Talon, clean_environment, running_talon
from tests.house.tables import with_tables

LIMIT = 300  # ends a hanging test, and measures nothing
LANGUAGES = ("sv", "fi", "da", "en")
PLACES = {"sv": "sv_FI.UTF-8", "fi": "fi_FI.UTF-8", "da": "da_DK.UTF-8", "en": "en_GB.UTF-8"}


def terminal_of(language: str) -> dict[str, str]:
    """Return the environment of a terminal of the language; an LC_ALL must be installed."""
    return {**THIS_VENV, "LC_ALL": "", "LANG": PLACES[language]}


def spoken(language: str, english: str, **facts: object) -> str:
    """Return a text as the catalog of the language has it; another language has other words."""
    text = gettext.translation("django", ROOT / "locale", [language]).gettext(english)
    assert (text == english) == (language == "en")
    return text % facts if facts else text


def bin_run(language: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `bin/run` in a terminal of the language, with arguments that make it exit by itself."""
    return subprocess.run(
        [ROOT / "bin/run", *arguments],
        env={**clean_environment(), **terminal_of(language)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LIMIT,
        check=False,
    )


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "sv_SE.UTF-8"}, "sv"),
        ({"LANG": "fi"}, "fi"),
        ({"LC_MESSAGES": "da_DK", "LANG": "sv_SE.UTF-8"}, "da"),
        ({"LC_ALL": "C", "LANG": "sv_SE.UTF-8"}, "en"),
        ({"LC_ALL": "de_AT.UTF-8"}, "en"),
        ({"LANGUAGE": "nb:sv", "LANG": "en_GB.UTF-8"}, "sv"),
    ],
)
def test_the_environment_says_which_language(
    variables: Mapping[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal.language() == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_and_a_mistyped_option_are_in_the_language(language: str) -> None:
    shown = bin_run(language, "--help").stdout
    assert shown.startswith(spoken(language, "usage:"))
    assert spoken(language, "Starts Talon; Ctrl-C stops it.") in shown
    assert spoken(language, "show this help message and exit") in " ".join(shown.split())
    refused = bin_run(language, "--nix").stderr
    assert spoken(language, "unrecognized arguments: %s") % "--nix" in refused


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_port_in_use_is_said_in_the_language(language: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = bin_run(language, "--port", str(port), "--data", tmp_path / "data")
    english = "Port %(port)d is in use. Is Talon running already? Another port: bin/run --port %(next)d"
    assert done.stderr.strip() == spoken(language, english, port=port, next=port + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_backup_that_is_not_there_is_named_in_the_language(language: str, tmp_path: Path) -> None:
    backup = tmp_path / "backup.zip"
    done = bin_run(language, "--port", "0", "--data", tmp_path / "data", "--restore", backup)
    assert done.stdout.splitlines()[0] == spoken(language, "Talon is starting.")
    assert done.stderr.splitlines() == [
        spoken(
            language, "There is no %(file)s. Is the USB stick plugged in, and the name right?", file=backup
        ),
        spoken(language, "Nothing was restored; the lines above say why."),
    ]


def test_without_a_python_each_language_says_what_to_install() -> None:
    said = {no_python(LANG=place) for place in PLACES.values()}
    assert len(said) == len(LANGUAGES)
    assert all("3.11" in words and "sudo apt-get install python3 python3-venv" in words for words in said)
    assert no_python(LANG="de_DE.UTF-8") == no_python(LANG="en_GB.UTF-8") == no_python()


def no_python(**variables: str) -> str:
    """Return what is said where there is no Python at all."""
    shell = f'. "{ROOT}/bin/python.sh"; find_python'
    environment = {"PATH": os.environ["PATH"], "TALON_PYTHON": "no-python-of-this-name", **variables}
    done = subprocess.run(
        ["sh", "-c", shell], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 1
    return done.stderr


@contextmanager
def started(data: Path, language: str) -> Iterator[Talon]:
    with running_talon(data, "--no-demo", extra=terminal_of(language)) as talon:
        yield talon


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Talon:
    """An installation that was started and stopped in a Finnish terminal."""
    data = with_tables(shared_folder, tmp_path_factory.mktemp("kanslia") / "data")
    with started(data, "fi") as talon:
        assert talon.stop() == 0
    return talon


def test_a_start_speaks_from_its_first_line_to_its_last(installation: Talon) -> None:
    lines = installation.words.splitlines()
    address = f"{installation.address}/"
    assert lines[0] == spoken("fi", "Talon is starting.")
    assert spoken("fi", "Sign in as %(email)s", email="director@talon.local") in lines
    assert spoken("fi", "It is shown only once. Change it on your account page.") in lines
    assert spoken("fi", "Talon is at %(address)s", address=address) in lines
    assert spoken("fi", "Sign in: %(address)s", address=f"{address}sign-in/") in lines
    assert spoken("fi", "Ctrl-C stops it.") in lines
    assert lines[-1] == spoken("fi", "Talon is stopping.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_answers_in_the_language(language: str, installation: Talon) -> None:
    done = bin_run(language, "--data", installation.data, "manage", "rescore", "--check")
    assert done.stdout.strip() == spoken(language, "All stored values agree with the score sheets.")


@pytest.mark.parametrize(
    ("command", "english"),
    [
        (["verify_log"], "The log is intact: %(entries)s in %(books)s."),
        (["backup"], "A backup of everything: %(file)s"),
        (["check_draw", "7"], "There is no event %(number)s."),
        (["simulate_event", "--entries", "1"], "There must be at least two pairs."),
    ],
)
def test_each_command_speaks(command: list[str], english: str, installation: Talon) -> None:
    done = bin_run("sv", "--data", installation.data, "manage", *command)
    beginning = spoken("sv", english).partition("%(")[0]
    assert beginning
    assert beginning in done.stdout + done.stderr


OURS = sorted(
    (app, path.stem)
    for app in ("clubs", "scoring", "tournaments")
    for path in (ROOT / app / "management" / "commands").glob("[!_]*.py")
)


def described(app: str, command: str) -> list[str]:
    """Return what the help of a command says of it and of its own arguments."""
    parser = load_command_class(app, command).create_parser("manage.py", command)
    of_django = {action.dest for action in BaseCommand().create_parser("manage.py", command)._actions}
    own = [action.help for action in parser._actions if action.dest not in of_django]
    return [text for text in (parser.description, *own) if text]


@pytest.mark.parametrize(("app", "command"), OURS)
def test_the_help_of_each_command_is_in_the_language(app: str, command: str) -> None:
    with translation.override("en"):
        english = described(app, command)
    assert english
    for language in ("sv", "fi", "da"):
        with translation.override(language):
            spoken_here = described(app, command)
        assert spoken_here == [spoken(language, text) for text in english]


def test_the_help_of_a_command_is_shown_in_the_language_of_the_terminal(installation: Talon) -> None:
    shown = bin_run("fi", "--data", installation.data, "manage", "verify_log", "--help").stdout
    english = "Prove every chain of the log, or name the first broken entry of each."
    assert spoken("fi", english) in " ".join(shown.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_deals_are_scored_in_the_language_of_the_terminal(language: str, tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    deals.write_text("nothing of the kind\n", encoding="utf-8")
    done = bin_run(language, "--data", tmp_path, "manage", "score", "--explain", str(deals))
    assert spoken(language, "Not scored.") in done.stdout.splitlines()
