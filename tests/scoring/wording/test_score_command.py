"""`manage.py score`: one answer a line, whatever the line; for people too; from a fresh clone."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.core.jsonl import MAX_LINE
from scoring.management.commands.score import READER_GONE
from tests import ROOT
from tests.scoring.core.written_deals import deal, finished, hand, tally

LANGUAGES = ("sv", "fi", "da", "en")
TIMEOUT = 300  # seconds; it ends what hangs, and measures nothing


def scored(path: Path, *arguments: str) -> str:
    out = StringIO()
    call_command("score", str(path), *arguments, stdout=out)
    return out.getvalue()


def answers(path: Path, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in scored(path, *arguments).splitlines()]


def written(folder: Path, *lines: object) -> Path:
    """A file of these lines; text stands as it is, anything else as JSON."""
    path = folder / "deals.jsonl"
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def command(*arguments: str, **said: Any) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with nothing of a deployment in its environment."""
    bare = {key: value for key, value in os.environ.items() if not key.startswith(("TALON", "DJANGO"))}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "score", *arguments],
        cwd=ROOT,
        env=bare,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
        **said,
    )


# Results.


def test_every_line_has_its_result_in_the_same_order(tmp_path: Path) -> None:
    good = finished("samba")
    path = written(tmp_path, good, "samba 2610 260", [1], "", "  ", finished("samba", "QQ"), good)
    first, not_json, not_a_deal, wrong, last = answers(path)
    assert first == last
    assert (first["ok"], first["errors"]) == (True, [])
    assert [side["total"] for side in first["sides"]] == [1155, -40]
    assert not_json["errors"][0]["code"] == "not_json"
    assert not_a_deal["errors"][0]["code"] == "not_a_deal"
    assert wrong["errors"] == [
        {
            "code": "bad_meld",
            "side": 0,
            "where": "hands[0].melds[2]",
            "message": "“QQ” is not a valid meld: it has too few cards.",
            "reason": "too_short",
        }
    ]
    assert "sides" not in wrong


def test_a_result_is_what_the_contract_says(tmp_path: Path) -> None:
    contract = {"side": 0, "level": 2, "strain": "spades", "doubled": False}
    (result,) = answers(written(tmp_path, finished("sitoumussamba", contract=contract, before=[1200, 3450])))
    assert list(result) == ["ok", "errors", "warnings", "sides", "contract", "game"]
    assert list(result["sides"][0]) == ["lines", "base", "cards", "total", "after", "opening", "next_opening"]
    assert result["sides"][0]["lines"][0] == {
        "code": "samba",
        "group": "base",
        "count": 1,
        "points": 1500,
        "rule": "10",
    }
    assert result["contract"] == {"needed": 2000, "reached": 2590, "outcome": "made", "award": 1000}
    assert result["game"] == {"over": False, "winner": None, "draw": False, "extra_deal": []}
    assert [side["opening"] for side in result["sides"]] == [50, 120]


def test_a_settlement_and_a_credit_stand_in_the_game(tmp_path: Path) -> None:
    three = deal("samba", *[tally(300, 20, samba=4)] * 2, tally(60, 20), before=[5000, 4000, 0])
    (result,) = answers(written(tmp_path, three))
    assert (
        result["game"]["settlement"] == [11_200 + 40, 8240, -19_480] or sum(result["game"]["settlement"]) == 0
    )
    forfeited = {"ruleset": "sitoumussamba", "deals": [], "ended": {"kind": "forfeit", "side": 1}}
    (result,) = answers(written(tmp_path, forfeited), "--game")
    assert result["game"]["credit"] == [8000, 0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_in_the_language_that_is_asked_for(tmp_path: Path, language: str) -> None:
    (result,) = answers(written(tmp_path, finished("samba", "QQ")), "--lang", language)
    message = result["errors"][0]["message"]
    assert "QQ" in message
    assert ("too few" in message) is (language == "en")


def test_whole_games_are_folded_line_by_line(tmp_path: Path) -> None:
    half = {"ended": "clock", "hands": [tally(300, 20, samba=4), tally(60, 20)]}
    wrong = {"ended": "clock", "hands": [hand("KK"), hand()]}
    game = {"ruleset": "samba", "deals": [half, wrong, half]}
    first, not_json, not_a_game = answers(written(tmp_path, game, "{", 5), "--game")
    assert [result["ok"] for result in first["deals"]] == [True, False, True]
    assert first["deals"][2]["sides"][0]["after"] == 2 * 6280
    assert (first["ok"], first["game"]["winner"]) == (False, 0)
    assert (not_json["ok"], not_json["errors"][0]["code"]) == (False, "not_json")
    assert (not_a_game["ok"], not_a_game["errors"][0]["code"]) == (False, "not_a_game")
    assert not_a_game["deals"] == []


def test_bytes_that_are_not_utf_8_and_endless_lines_are_answered(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    good = json.dumps(finished("samba")).encode()
    odd = [b"\xff\xfe", b'{"x": "' + b"x" * 3 * MAX_LINE + b'"}', b"[" * 100_000, b'{"a":1,"a":1}']
    path.write_bytes(b"\n".join([good, *odd, good]))
    results = answers(path)
    assert [result["ok"] for result in results] == [True, False, False, False, False, True]
    assert {result["errors"][0]["code"] for result in results[1:-1]} == {"not_json"}


# For people.


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_gets_a_table(tmp_path: Path, language: str) -> None:
    contract = {"side": 0, "level": 6, "strain": "spades"}
    path = written(
        tmp_path,
        finished("samba", "QQ22*"),
        finished("sitoumussamba", contract=contract),
        finished("danish", before=[6000, 0]),
        "samba",
        deal("royal", tally(90), None, tally(90), before=[18_000, 0, 18_000]),
    )
    text = scored(path, "--explain", "--lang", language)
    assert "34 b2" in text
    assert "Samba" in text
    assert text.count("=====") >= 5
    assert "{" not in text
    assert "%" not in text


def test_a_table_says_every_line_with_its_points_and_its_paragraph(tmp_path: Path) -> None:
    text = scored(written(tmp_path, finished("samba")), "--explain", "--lang", "en")
    rows = [row.split() for row in text.splitlines()]
    assert ["Going", "out", "(§", "18", "c)", "+200"] in rows
    assert any(row[:2] == ["Running", "total"] for row in rows)


def test_a_game_is_told_deal_by_deal(tmp_path: Path) -> None:
    half = {"ended": "clock", "hands": [tally(300, 20, samba=4), tally(60, 20)]}
    game = {"ruleset": "samba", "deals": [half, {"hands": []}, half]}
    text = scored(written(tmp_path, game, "{", {"ruleset": "samba"}), "--game", "--explain", "--lang", "en")
    assert text.count("Not scored.") == 1
    assert "The game is over: side 1 has won." in text
    assert "12,560 : 80" in text


# Files and processes.


@pytest.mark.parametrize("name", ["", "missing.jsonl"])
def test_an_input_that_cannot_be_read_is_exit_status_2(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError) as refused:
        scored(tmp_path / name)
    assert refused.value.returncode == 2


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(finished("samba")) + "\n"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode())))
    (result,) = answers(Path("-"))
    assert result["ok"]


def test_it_runs_from_a_fresh_clone_and_says_nothing_but_results() -> None:
    good = json.dumps(finished("samba")).encode()
    done = command("-", input=good + b"\nnonsense\n" + good)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, True]


def test_a_mistake_in_calling_it_is_exit_status_2() -> None:
    assert command("--lang", "xx", "-", input=b"").returncode == 2
    assert command("no such file", input=b"").returncode == 2


def test_results_are_utf_8_whatever_the_terminal_speaks() -> None:
    line = json.dumps(finished("samba", "QQ")).encode()
    os_locale = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "score", "-", "--lang", "sv"],
        cwd=ROOT,
        env=os_locale,
        input=line,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "”QQ”" in json.loads(done.stdout.decode("utf-8"))["errors"][0]["message"]


def test_a_reader_who_goes_away_is_no_crash(tmp_path: Path) -> None:
    path = written(tmp_path, *[finished("samba")] * 6000)
    asked = [sys.executable, str(ROOT / "manage.py"), "score", str(path)]
    with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        assert process.wait(TIMEOUT) == READER_GONE
        assert process.stderr.read() == b""


def test_whoever_writes_line_by_line_is_answered_line_by_line() -> None:
    line = json.dumps(finished("samba")).encode() + b"\n"
    asked = [sys.executable, str(ROOT / "manage.py"), "score", "-"]
    with subprocess.Popen(asked, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for _ in range(2):
                process.stdin.write(line)
                process.stdin.flush()
                assert select.select([process.stdout], [], [], TIMEOUT)[0]
                assert json.loads(process.stdout.readline())["ok"]
        finally:
            process.stdin.close()
            process.wait(TIMEOUT)


def test_a_person_at_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    path = written(tmp_path, *[finished("samba")] * 6000)
    screen, terminal = pty.openpty()
    asked = [sys.executable, str(ROOT / "manage.py"), "score", str(path)]
    done = subprocess.run(
        asked, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=terminal, timeout=TIMEOUT, check=True
    )
    os.close(terminal)
    shown = os.read(screen, 65_536).decode()
    os.close(screen)
    assert done.returncode == 0
    assert "#" in shown
    assert "%" in shown
    assert shown.endswith("\r\x1b[K")


def test_a_long_file_takes_no_more_memory_than_a_short_one(tmp_path: Path) -> None:
    measured = (
        "import resource, runpy, sys; sys.argv = ['manage.py', 'score', sys.argv[1]];"
        "runpy.run_path('manage.py', run_name='__main__');"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    peaks = []
    for lines in (50, 8000):
        path = written(tmp_path, *[finished("samba")] * lines)
        asked = [sys.executable, "-c", measured, str(path)]
        done = subprocess.run(
            asked,
            cwd=ROOT,
            capture_output=True,
            timeout=TIMEOUT,
            check=True,
        )
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < peaks[0] + 4096
