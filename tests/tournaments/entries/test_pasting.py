"""Entries as people paste them."""

from __future__ import annotations

import pytest

from clubs.models import Player
from tournaments.entries.paste import MAX_PASTED_ENTRIES, PastedEntries, parse_entries


def a_named(given: str, family: str, pk: int, licence: str = "") -> Player:
    return Player(pk=pk, given_name=given, family_name=family, licence=licence)


PLAYERS = [
    a_named("Åsa", "Öberg", 1),
    a_named("Bo", "Ek", 2),
    a_named("Søren", "Kjær", 3),
    a_named("Anna-Liisa", "Mäkelä", 4),
    a_named("Kim", "Berg", 5, "S77"),
    a_named("Kim", "Berg", 6),
]


def pairs(text: str) -> PastedEntries:
    return parse_entries(text, PLAYERS, 2)


def read(pasted: PastedEntries) -> list[list[int]]:
    return [[player.pk for player in line.players] for line in pasted.lines]


@pytest.mark.parametrize(
    "line",
    [
        "Åsa Öberg – Bo Ek",
        "åsa öberg - BO EK",
        "Öberg, Åsa / Ek, Bo",
        "Åsa Öberg\tBo Ek",
        "  Åsa  Öberg & Bo Ek  ",
        "Åsa Öberg; Bo Ek",
        "A\u030asa O\u0308berg + Bo Ek",
        "Åsa Öberg–Bo Ek",
        "Åsa Öberg, Bo Ek",
        "Åsa Öberg och Bo Ek",
        "Öberg, Åsa JA Ek, Bo",
        "1. Åsa Öberg – Bo Ek",
        "12) Åsa Öberg\tBo Ek",
        "3\tÅsa Öberg\tBo Ek",
    ],
)
def test_two_names_are_read_however_they_stand_beside_each_other(line: str) -> None:
    pasted = pairs(line)
    assert read(pasted) == [[1, 2]]
    assert not pasted.problems


@pytest.mark.parametrize("line", ["Åsa Öberg", "öberg, åsa", "  ÅSA   ÖBERG "])
def test_a_single_player_is_a_line_with_one_name(line: str) -> None:
    pasted = parse_entries(line, PLAYERS, 1)
    assert read(pasted) == [[1]]
    assert not pasted.problems


def test_a_hyphen_inside_a_name_divides_nothing() -> None:
    assert read(pairs("Anna-Liisa Mäkelä – Søren Kjær")) == [[4, 3]]
    assert read(parse_entries("Anna-Liisa Mäkelä", PLAYERS, 1)) == [[4]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Åsa Öberg", "Line 1: write two names"),
        ("Åsa Öberg – Bo Ek – Søren Kjær – Nils Ny", "Line 1: write two names"),
        ("Åsa Öberg – Nils Ny", "Line 1: the club has no player called “Nils Ny”."),
        ("Åsa Öberg – Bo Eck", "called “Bo Eck”. Perhaps you mean: Bo Ek."),
        (
            "Åsa Öberg – Kim Berg",
            "several players called “Kim Berg”. Specify which one: Kim Berg (S77); Kim Berg (6).",
        ),
        ("Åsa Öberg – Bo Ek\nSøren Kjær – Bo Ek", "Line 2: Bo Ek is already on line 1."),
        ("Bo Ek – Bo Ek", "Line 1: Bo Ek appears twice."),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_reason(line: str, said: str) -> None:
    assert said in " ".join(pairs(line).problems)


@pytest.mark.parametrize(
    ("line", "unknown"),
    [
        ("Nils Ny, Nora Nu", ["Nils Ny", "Nora Nu"]),
        ("Ny, Nils – Åsa Öberg", ["Ny, Nils"]),
        ("Ny, Nils", []),
        ("von Ny, Nils", []),
    ],
)
def test_new_names_are_parted_by_a_comma_where_each_is_a_whole_name(line: str, unknown: list[str]) -> None:
    assert [name.name for name in pairs(line).unknown] == unknown


@pytest.mark.parametrize(
    ("line", "pk"), [("Kim Berg (S77)", 5), ("berg, kim (s77)", 5), ("Kim Berg 6", 6), ("Bo Ek (2)", 2)]
)
def test_the_number_tells_two_of_the_same_name_apart(line: str, pk: int) -> None:
    assert read(parse_entries(line, PLAYERS, 1)) == [[pk]]


def test_two_names_where_one_is_asked_are_no_entry() -> None:
    (said,) = parse_entries("Åsa Öberg – Bo Ek", PLAYERS, 1).problems
    assert said.startswith("Line 1: write one name")


def test_everything_that_is_wrong_is_said_at_once_each_at_its_line() -> None:
    pasted = pairs("Nils Ny – Bo Ek\nÅsa Öberg\nÅsa Öberg – Bo Ek\nBo Ek – Søren Kjær")
    assert [said.partition(":")[0] for said in pasted.problems] == ["Line 1", "Line 2", "Line 4"]


def test_what_is_wrong_is_said_in_the_order_of_the_lines() -> None:
    complaints = pairs("Åsa Öberg – Bo Ek\nBo Ek – Søren Kjær\nNils Ny – Bo Ek").problems
    assert [complaint.partition(":")[0] for complaint in complaints] == ["Line 2", "Line 3"]


def test_blank_lines_are_passed_over_but_keep_the_numbers_of_the_others() -> None:
    assert pairs("\n\nÅsa Öberg").problems[0].startswith("Line 3")


def test_a_list_beyond_all_measure_is_refused_in_one_sentence() -> None:
    pasted = pairs("Åsa Öberg – Bo Ek\n" * (MAX_PASTED_ENTRIES + 1))
    assert len(pasted.problems) == 1
    assert not pasted.lines
