"""Pairs as people paste them."""

from __future__ import annotations

import pytest

from clubs.models import Player
from tournaments.pasting import MOST_PAIRS, read_pairs


def a_named(given: str, family: str, pk: int) -> Player:
    return Player(pk=pk, given_name=given, family_name=family)


PLAYERS = [
    a_named("Åsa", "Öberg", 1),
    a_named("Bo", "Ek", 2),
    a_named("Søren", "Kjær", 3),
    a_named("Anna-Liisa", "Mäkelä", 4),
    a_named("Kim", "Berg", 5),
    a_named("Kim", "Berg", 6),
]


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
    ],
)
def test_two_names_are_read_however_they_stand_beside_each_other(line: str) -> None:
    pasted = read_pairs(line, PLAYERS)
    assert [player.pk for player in pasted.pairs[0]] == [1, 2]
    assert not pasted.complaints


def test_a_hyphen_inside_a_name_divides_nothing() -> None:
    assert read_pairs("Anna-Liisa Mäkelä – Søren Kjær", PLAYERS).pairs[0][0].pk == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Åsa Öberg", "Line 1: write two names"),
        ("Åsa Öberg – Bo Ek – Søren Kjær", "Line 1: write two names"),
        ("Åsa Öberg – Nils Ny", "no player called “Nils Ny”"),
        ("Åsa Öberg – Kim Berg", "several players called “Kim Berg”"),
        ("Åsa Öberg – Bo Ek\nSøren Kjær – Bo Ek", "Bo Ek stands in the list twice"),
        ("Bo Ek – Bo Ek", "Bo Ek stands in the list twice"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_its_reason(line: str, said: str) -> None:
    assert said in " ".join(read_pairs(line, PLAYERS).complaints)


def test_blank_lines_are_passed_over_but_keep_the_numbers_of_the_others() -> None:
    assert read_pairs("\n\nÅsa Öberg", PLAYERS).complaints[0].startswith("Line 3")


def test_a_list_beyond_all_measure_is_refused_in_one_sentence() -> None:
    pasted = read_pairs("Åsa Öberg – Bo Ek\n" * (MOST_PAIRS + 1), PLAYERS)
    assert len(pasted.complaints) == 1
    assert not pasted.pairs
