"""Fuzzes the reader behind `manage.py score`, guided by the coverage of the core. Run by hand.

    python3.11 -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris
    PYTHONPATH=.venv/lib/python3.11/site-packages /tmp/fuzz/bin/python bench/fuzz_score.py --minutes 5

It begins with simulated deals and games and the words of the contract. Every input is read as lines, parsed,
read, checked and scored, as a deal and as a game; behind it a good deal must still be scored. A finding is an
exception or an answer that contradicts itself: the input and its traceback are printed and kept in the
folder of findings, once for each place in the code, and the run continues. The last lines give the number
of executions.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import atheris  # type: ignore[import-untyped]  # installed by whoever runs this, not required

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

with atheris.instrument_imports(include=["scoring.core"]):
    from scoring import rulesets
    from scoring.core import game, jsonl, pipeline, serialize, sheet_io, simulate
    from scoring.core.vocabulary import Contract, HandSheet, Tally

MAX_INPUT = 20_000
DEALS = 60
WORDS = (
    *(
        "ruleset",
        "options",
        "players",
        "before",
        "ended",
        "hands",
        "opening_raises",
        "extra_deal",
        "deals",
        "kind",
    ),
    *(
        *HandSheet._fields,
        *Tally._fields,
        *Contract._fields,
        "contract",
        "auction",
    ),
    *("out", "stock", "clock", "director", "third_wild", "forfeit", "stopped", "time", "hearts", "twos"),
    *("AAAAAAA", "s456789T", "RRRRRRB", "BBB", "2222***", "true", "false", "null", "-5", "1000000001"),
)


def simulated_game(number: int) -> list[simulate.SimulatedDeal]:
    rules = rulesets.newest_editions()[number % len(rulesets.newest_editions())]
    form = rules.player_counts[number % len(rules.player_counts)]
    return simulate.play_game(rules, Random(number), players=form)


def seeds() -> list[bytes]:
    """Return deals by cards and as tallies, and whole games."""
    inputs: list[Any] = []
    for number in range(DEALS):
        deals = simulated_game(number)
        inputs += [
            deals[0].data,
            sheet_io.sheet_as_data(simulate.tally_sheet(deals[-1].sheet)),
            as_game(deals),
        ]
    return [json.dumps(data, separators=(",", ":")).encode() for data in inputs]


def as_game(deals: list[simulate.SimulatedDeal]) -> Any:
    shared = ("ruleset", "options", "players", "before", "extra_deal")
    own = [{name: value for name, value in deal.data.items() if name not in shared} for deal in deals]
    return {**{name: deals[0].data[name] for name in shared[:3]}, "deals": own[:3]}


SEEDS = seeds()
GOOD = SEEDS[0]


def answer_all(content: bytes) -> None:
    """Answer the lines of a file as the command does, without its sentences."""
    answers = [answers_to(line) for line in jsonl.read_lines(BytesIO(content + b"\n" + GOOD))]
    if not answers[-1][0]["ok"]:
        raise AssertionError("the good deal at the end is not scored")


def answers_to(line: bytes | None) -> tuple[dict[str, Any], dict[str, Any]]:
    try:
        data = jsonl.parse_line(line)
    except jsonl.NotJson:
        return {"ok": False}, {"ok": False}
    result = pipeline.evaluate(data, rulesets.find)
    deal = serialize.deal_result_as_data(result, lambda problem: problem.code.value)
    whole = serialize.game_result_as_data(
        game.evaluate_game(data, rulesets.find), lambda problem: problem.code.value
    )
    json.dumps([deal, whole], allow_nan=False)
    check_agreement(data, result, deal)
    return deal, whole


def check_agreement(data: Any, result: pipeline.DealResult, deal: dict[str, Any]) -> None:
    """Raise AssertionError unless an answer agrees with itself, and with that of an equal deal."""
    if deal["ok"] is bool(deal["errors"]) or deal["ok"] is not ("sides" in deal):
        raise AssertionError(f"an answer that contradicts itself: {deal}")
    if (
        isinstance(data, dict)
        and "auction" not in data
        and pipeline.evaluate({**data, "auction": []}, rulesets.find) != result
    ):
        raise AssertionError("a deal with an auction beside it is another deal")


# Mutations of the input as JSON.

VALUES: tuple[Any, ...] = (
    *WORDS,
    *(0, 1, 5, 7, -5, 35, 10**9, 10**9 + 1, 2.5, None, True, False),
    [],
    {},
    "",
)


def mutated(content: bytes, longest: int, seed: int) -> bytes:
    """Change a few parts of the JSON, or, one time in three, its bytes; broken input is often replaced."""
    rng = Random(seed)
    if rng.random() < 1 / 3:
        return bytes(atheris.Mutate(content, len(content)))
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = json.loads(rng.choice(SEEDS))
    for _ in range(rng.choice((1, 1, 2, 4))):
        change(data, rng)
    changed = json.dumps(data, separators=(",", ":")).encode()
    return changed if len(changed) <= longest else content


def change(data: Any, rng: Random) -> None:
    """Change one part anywhere: give it a likely value, replace it, remove it or repeat it."""
    places = list(places_in(data))
    objects = [place for place in places if isinstance(place, dict) and LIKELY.keys() & place.keys()]
    if objects and rng.random() < 0.5:
        set_likely_value(rng.choice(objects), rng)
    elif places:
        change_part(rng.choice(places), rng)


def places_in(data: Any) -> Iterator[Any]:
    """Yield all lists and objects that are not empty."""
    if isinstance(data, dict | list) and data:
        yield data
        for part in data.values() if isinstance(data, dict) else data:
            yield from places_in(part)


def set_likely_value(place: dict[str, Any], rng: Random) -> None:
    values = next(LIKELY[mark] for mark in LIKELY if mark in place)
    key = rng.choice(sorted(values))
    place[key] = rng.choice(values[key])


def change_part(place: Any, rng: Random) -> None:
    step = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
    part, how = place[step], rng.random()
    if how < 0.1:
        del place[step]
    elif how < 0.2 and isinstance(place, list):
        place.append(part)
    elif how < 0.8 and isinstance(part, str):
        place[step] = shuffled(part + rng.choice("AKQJT98765432*RBshdc"), rng)
    elif how < 0.9 and type(part) is int:
        place[step] = rng.choice((part - 5, part + 1, part + 5, 9995, 10_000, 18_000, 10**9))
    else:
        place[step] = json.loads(json.dumps(rng.choice(VALUES)))


def shuffled(text: str, rng: Random) -> str:
    return "".join(rng.sample(text, len(text)))


SLUGS: list[Any] = [rules.slug for rules in rulesets.newest_editions()]
CODES = sorted({penalty.code for rules in rulesets.newest_editions() for penalty in rules.penalties})
COMBINATIONS = sorted({made.code for rules in rulesets.newest_editions() for made in rules.combinations})
TALLY = {"combinations": {"samba": 1}, "meld_points": 300, "hand_points": 50}
# Likely values of the keys of an object, which is known by one of its keys.
LIKELY: dict[str, dict[str, list[Any]]] = {
    "level": {
        "side": [0, 1, 2],
        "level": list(range(10)),
        "strain": ["hearts", "canasta", "twos"],
        "doubled": [True, False],
    },
    "meld_points": {
        "combinations": [{code: count} for code in COMBINATIONS for count in (1, 2, 13)],
        "meld_points": [0, 35, 50, 300, 1770, 1775],
        "hand_points": [0, 5, 100, 1770],
        "hand_red_threes": [0, 1, 6, 7],
        "hand_black_threes": [0, 1, 6, 7],
    },
    "went_out": {
        "went_out": [True, False],
        "concealed": [True, False],
        "forfeits_card_points": [True],
        "claimed": ["34d", "40E"],
        "red_threes": list(range(14)),
        "hand": ["", "A", "AKQ2*RB", "K" * 300],
        "melds": [[], ["KKK"], ["s456789T", "AAAAAAA"], ["RRRRRRB"], ["BBB"], ["c789"] * 40],
        "penalties": [{code: times} for code in [*CODES, "director", "third_wild"] for times in (1, 5)],
        "tally": [TALLY | {"hand_red_threes": 0, "hand_black_threes": 0}],
    },
    "hands": {
        "ruleset": SLUGS,
        "ended": ["out", "stock", "clock"],
        "before": [[9995, 10_000], [18_000, 18_000], [18_000, 18_000, 5]],
        "opening_raises": [[1, 0], [0, 2, 3]],
        "extra_deal": [True],
        "options": [
            {option.name: choice.value}
            for rules in rulesets.newest_editions()
            for option in rules.options
            for choice in option.choices
        ],
        "contract": [None, {"side": 1, "level": 1, "strain": "clubs", "doubled": True}],
    },
    "deals": {"ended": [{"kind": "forfeit", "side": 1}, {"kind": "time"}], "players": [[1, 1, 1], [2, 2]]},
}


class Findings:
    """Inputs that went wrong, one for each place in the code."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places: set[str] = set()

    def test(self, content: bytes) -> None:
        try:
            answer_all(content)
        except Exception as error:  # any exception is a finding
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__} in {Path(frame.filename).name} line {frame.lineno}"
            if place not in self.places:
                self.places.add(place)
                self.keep(place, content)

    def keep(self, place: str, content: bytes) -> None:
        file = self.folder / f"{len(self.places)}.json"
        file.write_bytes(content)
        sys.stderr.write(f"\nFINDING {place}, input kept in {file}\n{traceback.format_exc()}\n")


def prepare_corpus(corpus: Path) -> Path:
    """Write the first inputs to the folder; interesting inputs of earlier runs stay in it."""
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS):
        (corpus / f"seed-{number}.json").write_bytes(seed)
    return corpus


def main() -> None:
    parser = argparse.ArgumentParser(description="Throw bytes at the reader behind manage.py score.")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "fuzz_score")
    arguments = parser.parse_args()
    corpus = prepare_corpus(arguments.findings / "corpus")
    words = arguments.findings / "words.dict"
    words.write_text("\n".join(f'"{word}"' for word in sorted(WORDS)) + "\n")
    options = [
        f"-max_total_time={round(60 * arguments.minutes)}",
        f"-max_len={MAX_INPUT}",
        f"-dict={words}",
        "-print_final_stats=1",
        "-timeout=20",
    ]
    atheris.Setup(
        [sys.argv[0], *options, str(corpus)], Findings(arguments.findings).test, custom_mutator=mutated
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
