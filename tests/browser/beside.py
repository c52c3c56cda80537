"""A program inside a running installation, beside its server: it does what tests ask for, past every page.

It has the server's own key and database. One is started for each installation when something is first asked
of it, and goes on: starting Django takes longer than what most tests ask. `serve` runs in it. Must not know
what is asked.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path
from threading import Timer

from tests import ROOT
from tests.house.starting import THIS_VENV, clean_environment

LIMIT = 300  # seconds after which an answer does not come any more
MARK = "told: "

programs: dict[Path, Beside] = {}


class Beside:
    """The program of the installation that keeps its data there."""

    def __init__(self, data: Path) -> None:
        self.complaints = data.with_name(f"{data.name}.beside.log")
        with self.complaints.open("w") as told:
            self.program = subprocess.Popen(
                [
                    *(ROOT / "bin/run", "--data", data, "manage", "shell", "--no-imports", "-c"),
                    "from tests.browser import beside; beside.serve()",
                ],
                env={**clean_environment(), **THIS_VENV},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
            )

    def ask(self, code: str) -> str:
        """What the code prints there."""
        assert self.program.stdin is not None
        self.program.stdin.write(json.dumps(code) + "\n")
        self.program.stdin.flush()
        too_late = Timer(LIMIT, self.program.kill)
        too_late.start()
        try:
            answer = self.answer()
        finally:
            too_late.cancel()
        assert "failed" not in answer, answer["failed"]
        return answer["printed"].strip()

    def answer(self) -> dict[str, str]:
        assert self.program.stdout is not None
        for line in self.program.stdout:
            if line.startswith(MARK):
                answer: dict[str, str] = json.loads(line.removeprefix(MARK))
                return answer
        raise AssertionError(self.complaints.read_text(encoding="utf-8"))

    def end(self) -> None:
        """Nothing more is asked for: it ends by itself."""
        self.program.communicate(timeout=LIMIT)


def inside(data: Path, code: str) -> str:
    """What some Python prints in the installation that keeps its data there."""
    if data not in programs:
        programs[data] = Beside(data)
    return programs[data].ask(code)


def leave(data: Path) -> None:
    """Before an installation is stopped."""
    if data in programs:
        programs.pop(data).end()


# Inside.


def serve() -> None:
    """Does what each line asks for, until there are no more."""
    for line in sys.stdin:
        print(MARK + json.dumps(done(json.loads(line))), flush=True)


def done(code: str) -> dict[str, str]:
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            exec(code, {})  # noqa: S102 (a test's own words)
    except Exception:  # whatever it is, the test shows it
        return {"failed": traceback.format_exc()}
    return {"printed": printed.getvalue()}
