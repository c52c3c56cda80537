"""Nonsense for the reader behind `manage.py score`: never an exception, always an answer, then the next line.

Hypothesis builds JSON of all shapes, changes real deals here and there, and breaks text; bench/fuzz_score.py
does the same with bytes, for as long as somebody lets it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core import game, jsonl, serialize, simulate
from scoring.core.pipeline import evaluate
from scoring.core.problem import Code
from scoring.wording.problems import problem_sentence
from tests.scoring.support.simulated import deals, rng_of

LANGUAGES = [code for code, _name in settings.LANGUAGES]
HUGE = [10**9, 10**9 + 1, -(10**9) - 1, 2**63, 10**40, -1, 0, 5, 1e308, 0.1, float("inf"), float("nan")]
WORDS = [
    *("samba", "royal", "sitoumussamba", "out", "stock", "clock", "hearts", "twos", "natural", "director"),
    *(
        "AAAAAAA",
        "s456789T",
        "RRRRRRB",
        "222****",
        "BBB",
        "K*2",
        "s",
        "*",
        "R",
        "♠",
        "\x00",
        "\ud800",
        "",
        " ",
    ),
    *("hands[0]", "{value}", "%(value)s", "{0}", "%s", "<b>", "12A", "K" * 500),
]
KEYS = [
    *(
        "ruleset",
        "options",
        "players",
        "before",
        "ended",
        "contract",
        "hands",
        "opening_raises",
        "extra_deal",
    ),
    *("auction", "director_reasons", "melds", "red_threes", "hand", "went_out", "concealed", "penalties"),
    *("forfeits_card_points", "claimed", "tally", "combinations", "meld_points", "hand_points"),
    *("hand_red_threes", "hand_black_threes", "side", "level", "strain", "doubled", "deals", "kind"),
    *("samba", "settlement", "third_wild", "jokers", "", "\ud800", "a.b[0]", "{x}", "%s", "_asdict"),
]

# Data.

keys = st.sampled_from(KEYS) | st.text(max_size=6)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(HUGE)
    | st.sampled_from(WORDS)
    | st.text(max_size=12)
)
anything = st.recursive(
    leaves,
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(keys, parts, max_size=5),
    max_leaves=25,
)


@cache
def real_deal(number: int) -> str:
    """A deal of some game, as text, so that whoever changes it changes a copy."""
    rules = rulesets.newest_editions()[number % len(rulesets.newest_editions())]
    deal = simulate.play_deal(
        rules, rng_of(number), players=rules.player_counts[number % len(rules.player_counts)]
    )
    data = deal.data
    if number % 3 == 0:
        data |= {"hands": simulate.SimulatedDeal(simulate.tally_sheet(deal.sheet), "", "").data["hands"]}
    return json.dumps(data)


@st.composite
def changed_deals(draw: st.DrawFn) -> Any:
    """A real deal with a few things wrong with it."""
    data = json.loads(real_deal(draw(st.integers(min_value=0, max_value=29))))
    for _ in range(draw(st.integers(min_value=1, max_value=4))):
        change(draw, data)
    return data


@st.composite
def changed_games(draw: st.DrawFn) -> Any:
    """A few real deals as a game, with a few things wrong with it."""
    deal = json.loads(real_deal(draw(st.integers(min_value=0, max_value=29))))
    frame = {name: deal.pop(name) for name in ("ruleset", "options", "players")}
    del deal["before"]
    data = {**frame, "deals": [deal, json.loads(json.dumps(deal))]}
    for _ in range(draw(st.integers(min_value=0, max_value=4))):
        change(draw, data)
    return data


def change(draw: st.DrawFn, data: Any) -> None:
    """Something somewhere in the data replaced, taken away, doubled or added."""
    place = data
    while isinstance(place, dict | list) and place:
        steps = list(place) if isinstance(place, dict) else list(range(len(place)))
        step = draw(st.sampled_from(steps))
        if not isinstance(place[step], dict | list) or not place[step] or draw(st.integers(0, 3)) == 0:
            change_here(draw, place, step)
            return
        place = place[step]


def change_here(draw: st.DrawFn, place: Any, step: Any) -> None:
    how = draw(st.sampled_from(["replaced", "leaf", "removed", "added", "doubled"]))
    if how == "replaced":
        place[step] = draw(anything)
    elif how == "leaf":
        place[step] = draw(near(place[step]))
    elif how == "removed":
        del place[step]
    elif isinstance(place, list):
        place.append(place[step] if how == "doubled" else draw(anything))
    else:
        place[draw(keys)] = place[step] if how == "doubled" else draw(anything)


def near(value: Any) -> st.SearchStrategy[Any]:
    """Something of the same kind that may be wrong."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(min_value=-30, max_value=30) | st.sampled_from(
            [value + 1, value + 5, 10**9, -value]
        )
    if isinstance(value, str):
        more = st.sampled_from(WORDS)
        return st.builds(lambda at, word: value[:at] + word + value[at:], st.integers(0, 9), more) | more
    return leaves


whatever = anything | changed_deals() | changed_games()


def test_whatever_is_changed_was_a_deal_before() -> None:
    assert all(evaluate(json.loads(real_deal(number)), rulesets.find).score for number in range(30))


@given(whatever, st.sampled_from(LANGUAGES))
def test_any_data_gets_codes_or_a_result(data: Any, language: str) -> None:
    found = evaluate(data, rulesets.find)
    with translation.override(language):
        answer = serialize.deal_result_as_data(found, problem_sentence)
    assert_answered(json.loads(json.dumps(answer, allow_nan=False)))


@given(changed_deals())
def test_what_is_stored_and_not_read_changes_nothing(data: dict[str, Any]) -> None:
    data.pop("auction", None)
    assert evaluate(data, rulesets.find) == evaluate({**data, "auction": []}, rulesets.find)


@given(whatever, st.sampled_from(LANGUAGES))
def test_any_data_gets_an_answer_as_a_game(data: Any, language: str) -> None:
    with translation.override(language):
        answer = serialize.game_result_as_data(game.evaluate_game(data, rulesets.find), problem_sentence)
    answer = json.loads(json.dumps(answer, allow_nan=False))
    for deal in answer["deals"]:
        assert_answered(deal)
    assert answer["ok"] == (not answer["errors"] and all(deal["ok"] for deal in answer["deals"]))


def assert_answered(answer: Any) -> None:
    """A result has sides and no errors; a refusal has errors, each with a sentence, and no sides."""
    assert answer["ok"] is not bool(answer["errors"])
    assert answer["ok"] is ("sides" in answer)
    for problem in answer["errors"] + answer["warnings"]:
        assert problem["code"] in set(Code)
        assert problem["message"].strip()
        assert problem["side"] is None or 0 <= problem["side"] <= 2
    for side in answer.get("sides", ()):
        assert side["total"] == sum(line["points"] for line in side["lines"])


# Text.


@st.composite
def broken_lines(draw: st.DrawFn) -> bytes:
    """JSON that may be cut off, holed, doubled, or no UTF-8."""
    line = json.dumps(draw(whatever), ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    at = draw(st.integers(min_value=0, max_value=len(line)))
    more = draw(st.sampled_from(BREAKS) | st.binary(max_size=4))
    until = at + draw(st.sampled_from([0, 0, 1, 5, len(line)]))
    return (line[:at] + more + line[until:]).replace(b"\n", b" ").replace(b"\r", b" ")


BREAKS = [
    *(
        b"",
        b",",
        b"}",
        b'"',
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"1e400",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\\ud800",
    ),
    *(b'"hands":[],', b'"ruleset":"samba","ruleset":"samba",', b"[" * 5000, b'{"a":' * 5000, b"9" * 5000),
]
HANDS = b'{"ruleset":"samba","ended":"clock","hands":[%s,{}]}'
LARGE = {
    "a long hand": HANDS % (b'{"hand":"%s"}' % (b"A" * 900_000)),
    "a long meld": HANDS % (b'{"melds":["%s"]}' % (b"A" * 900_000)),
    "a long row": HANDS % (b'{"melds":["s%s"]}' % (b"4" * 900_000)),
    "many melds": HANDS % (b'{"melds":[%s""]}' % (b'"KKK",' * 140_000)),
    "many different melds": HANDS
    % (b'{"melds":[%s""]}' % b"".join(b'"%d",' % text for text in range(90_000))),
    "many sides": b'{"ruleset":"samba","ended":"out","hands":[%s{}]}' % (b"{}," * 300_000),
    "many unknown keys": b'{%s"ruleset":"samba"}' % b"".join(b'"k%d":0,' % key for key in range(60_000)),
    "many penalties": HANDS
    % (b'{"penalties":{%s"a":1}}' % b"".join(b'"p%d":1,' % key for key in range(60_000))),
    "many open brackets": b"[" * 900_000,
    "a long number": b'{"before":[%s,0]}' % (b"9" * 900_000),
    "too long": b'{"ruleset":"%s"}' % (b"s" * 1_100_000),
    "a long unknown word": b'{"ruleset":"%s"}' % (b"s" * 900_000),
}


def answers_of(lines: Sequence[bytes], folder: Path, *arguments: str) -> list[str]:
    """What the command says to these lines."""
    file, out = folder / "deals.jsonl", StringIO()
    file.write_bytes(b"\n".join(lines) + b"\n")
    call_command("score", str(file), *arguments, stdout=out)
    return out.getvalue().splitlines()


GOOD = real_deal(1).encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@given(lines=st.lists(broken_lines(), min_size=1, max_size=5))
def test_a_broken_line_gets_one_answer_and_the_next_line_is_scored(folder: Path, lines: list[bytes]) -> None:
    mixed = [part for line in lines for part in (line, GOOD)]
    answers = [json.loads(answer) for answer in answers_of(mixed, folder)]
    assert len(answers) == len([line for line in mixed if line.strip()])
    for answer in answers:
        assert_answered(answer)
    assert answers[-1]["ok"]


@given(
    lines=st.lists(broken_lines(), min_size=1, max_size=3), way=st.sampled_from([("--game",), ("--explain",)])
)
def test_a_broken_line_breaks_no_table_and_no_game(
    folder: Path, lines: list[bytes], way: tuple[str, ...]
) -> None:
    assert answers_of(lines, folder, *way) or not b"".join(lines).strip()


@pytest.mark.parametrize("line", LARGE.values(), ids=list(LARGE))
def test_a_line_of_a_megabyte_is_refused_and_the_next_one_scored(folder: Path, line: bytes) -> None:
    large, good = (json.loads(answer) for answer in answers_of([line, GOOD], folder))
    assert_answered(large)
    assert not large["ok"]
    assert good["ok"]


@given(st.binary(max_size=300))
def test_any_bytes_are_lines_and_each_line_data_or_not_json(content: bytes) -> None:
    for line in jsonl.read_lines(BytesIO(content)):
        with suppress(jsonl.NotJson):
            found = evaluate(jsonl.parse_line(line), rulesets.find)
            assert found.score or found.problems


@given(deals())
def test_a_simulated_deal_is_answered_by_the_command(folder: Path, deal: simulate.SimulatedDeal) -> None:
    (answer,) = answers_of([json.dumps(deal.data).encode()], folder)
    assert json.loads(answer)["ok"]
