"""Bytes thrown at the reader behind `manage.py score`, guided by what of the core they reach. Run by hand.

    python3.11 -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris
    PYTHONPATH=.venv/lib/python3.11/site-packages /tmp/fuzz/bin/python bench/fuzz_score.py --minutes 5

It begins with simulated deals and games and the words of the contract. Every input is read as lines, parsed,
read, checked and scored, as a deal and as a game; behind it a good deal must still be scored. A finding is an
exception, or an answer that contradicts itself: the input and its traceback are printed and kept in the
folder of findings, once for each place in the code, and the run goes on. The last lines give the number of
executions.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import atheris  # type: ignore[import-untyped]  # installed by whoever runs this, not required

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

with atheris.instrument_imports(include=["scoring.core"]):
    from scoring.core import game, jsonl, result, rulesets, scored, sheet, simulate

LONGEST_INPUT = 20_000
DEALS = 60
WORDS = (
    *(sheet.DEAL_KEYS | sheet.HAND_KEYS | sheet.TALLY_KEYS | sheet.CONTRACT_KEYS | game.GAME_KEYS),
    *("out", "stock", "clock", "director", "third_wild", "forfeit", "stopped", "time", "hearts", "twos"),
    *("AAAAAAA", "s456789T", "RRRRRRB", "BBB", "2222***", "true", "false", "null", "-5", "1000000001"),
)


def a_game(number: int) -> list[simulate.Simulated]:
    rules = rulesets.all()[number % len(rulesets.all())]
    form = rules.forms[number % len(rules.forms)]
    return simulate.play_game(rules, Random(number), players=form)


def seeds() -> list[bytes]:
    """Deals by cards and as tallies, and whole games."""
    found: list[Any] = []
    for number in range(DEALS):
        deals = a_game(number)
        found += [deals[0].data, sheet.as_data(simulate.tally_of(deals[-1].sheet)), as_game(deals)]
    return [json.dumps(data, separators=(",", ":")).encode() for data in found]


def as_game(deals: list[simulate.Simulated]) -> Any:
    known = ("ruleset", "options", "players", "before", "extra_deal")
    own = [{name: value for name, value in deal.data.items() if name not in known} for deal in deals]
    return {**{name: deals[0].data[name] for name in known[:3]}, "deals": own[:3]}


GOOD = seeds()[0]


def answer_all(content: bytes) -> None:
    """What the command does with a file, without its sentences."""
    answers = [answers_to(line) for line in jsonl.lines(BytesIO(content + b"\n" + GOOD))]
    if not answers[-1][0]["ok"]:
        raise AssertionError("the good deal at the end is not scored")


def answers_to(line: bytes | None) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        data = jsonl.parse(line)
    except jsonl.NotJson:
        return {"ok": False}, {"ok": False}
    found = scored.scored(data)
    deal = result.answer(found, lambda problem: problem.code.value)
    whole = result.game_answer(game.play(data), lambda problem: problem.code.value)
    json.dumps([deal, whole], allow_nan=False)
    if deal["ok"] is bool(deal["errors"]) or deal["ok"] is not ("sides" in deal):
        raise AssertionError(f"an answer that contradicts itself: {deal}")
    if scored.totals(data).problems != found.problems:
        raise AssertionError("the totals alone have other problems")
    return deal, whole


# Bytes changed with a sense for what they are.

VALUES: tuple[Any, ...] = (
    *WORDS,
    *(0, 1, 5, 7, -5, 35, 10**9, 10**9 + 1, 2.5, None, True, False),
    [],
    {},
    "",
)


def mutated(content: bytes, longest: int, seed: int) -> bytes:
    """Two times of three JSON stays JSON, with a few parts of it changed."""
    rng = Random(seed)
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict | list) or rng.random() < 1 / 3:
        return bytes(atheris.Mutate(content, len(content)))
    for _ in range(rng.randint(1, 3)):
        change(data, rng)
    changed = json.dumps(data, separators=(",", ":")).encode()
    return changed if len(changed) <= longest else content


def change(place: Any, rng: Random) -> None:
    """One part, somewhere on the way down, replaced, taken away, put twice or into another place."""
    while place:
        step = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[step], dict | list) or rng.random() < 0.2:
            change_here(place, step, rng)
            return
        place = place[step]


def change_here(place: Any, step: Any, rng: Random) -> None:
    how = rng.randrange(5)
    if how == 0:
        del place[step]
    elif how == 1 and isinstance(place, list):
        place.append(place[step])
    elif how == 2 and isinstance(place, dict):
        place[rng.choice(WORDS)] = place[step]
    elif isinstance(place[step], str) and how == 3:
        cards = list(place[step] + rng.choice("AKQJT98765432*RBshdc"))
        rng.shuffle(cards)
        place[step] = "".join(cards)
    elif isinstance(place[step], int) and how == 4:
        place[step] += rng.choice((-5, -1, 1, 5))
    else:
        place[step] = json.loads(json.dumps(rng.choice(VALUES)))


class Findings:
    """What went wrong, one input for each place in the code."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: set[str] = set()

    def test(self, content: bytes) -> None:
        try:
            answer_all(content)
        except Exception as error:  # whatever it is, it is what this program looks for
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__} in {Path(frame.filename).name} line {frame.lineno}"
            if place not in self.places:
                self.places.add(place)
                self.keep(place, content)

    def keep(self, place: str, content: bytes) -> None:
        file = self.folder / f"{len(self.places)}.json"
        file.write_bytes(content)
        sys.stderr.write(f"\nFINDING {place}, input kept in {file}\n{traceback.format_exc()}\n")


def begun(corpus: Path) -> Path:
    """A folder with the inputs to begin with; what was found of interest before stays in it."""
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds()):
        (corpus / f"seed-{number}.json").write_bytes(seed)
    return corpus


def main() -> None:
    parser = argparse.ArgumentParser(description="Throw bytes at the reader behind manage.py score.")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "fuzz_score")
    wanted = parser.parse_args()
    corpus = begun(wanted.findings / "corpus")
    words = wanted.findings / "words.dict"
    words.write_text("\n".join(f'"{word}"' for word in sorted(WORDS)) + "\n")
    options = [
        f"-max_total_time={round(60 * wanted.minutes)}",
        f"-max_len={LONGEST_INPUT}",
        f"-dict={words}",
        "-print_final_stats=1",
        "-timeout=20",
    ]
    atheris.Setup(
        [sys.argv[0], *options, str(corpus)], Findings(wanted.findings).test, custom_mutator=mutated
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
