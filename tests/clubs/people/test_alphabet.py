"""Names are compared and put in order as people of the North do it."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.text.alphabet import (
    deletion_variants,
    file_name,
    folded,
    initial,
    sort_key,
    tidy,
    within_one_letter,
)

NAMES = st.text(alphabet="abcåäö", max_size=8)


@pytest.mark.parametrize(
    ("language", "in_order"),
    [
        ("sv", ["Ahl", "Berg", "Zorn", "Åström", "Ärlig", "Öberg"]),
        ("fi", ["Ahola", "Virtanen", "Åberg", "Äijälä", "Öster"]),
        ("da", ["Bang", "Zahle", "Ærø", "Østergaard", "Aagaard", "Åkjær"]),
        ("en", ["Åberg", "Berg", "Öberg", "Zorn"]),
    ],
)
def test_each_language_has_its_own_order(language: str, in_order: list[str]) -> None:
    assert sorted(set(in_order), key=lambda name: sort_key(name, language)) == in_order


@pytest.mark.parametrize(
    ("language", "letters"),
    [
        ("sv", {"von Essen": "V", "Åberg": "Å", "Ærø": "Ä", "Äng": "Ä", "Østergaard": "Ö", "Þór": "T"}),
        ("fi", {"Äijälä": "Ä", "Öster": "Ö", "Zidan": "Z", "Élan": "E"}),
        ("da", {"Aagaard": "Å", "Åkjær": "Å", "Äng": "Æ", "Ærø": "Æ", "Öberg": "Ø", "'t Hooft": "T"}),
        ("en", {"Åberg": "A", "Ærø": "A", "Öberg": "O", "Berg": "B", "": "", "{Berg}": "{"}),
    ],
)
def test_a_name_is_found_under_the_letter_where_it_stands(language: str, letters: dict[str, str]) -> None:
    assert {name: initial(name, language) for name in letters} == letters


@given(
    st.lists(st.text(alphabet="aåäæboøöþtzé-", min_size=1, max_size=4)),
    st.sampled_from(["sv", "fi", "da", "en"]),
)
def test_every_letter_stands_once_in_a_list_by_name(names: list[str], language: str) -> None:
    letters = [initial(name, language) for name in sorted(names, key=lambda name: sort_key(name, language))]
    heads = [letter for letter, _names in groupby(letters)]
    assert len(heads) == len(set(heads))


def test_numbers_in_names_are_sorted_by_what_they_are() -> None:
    in_order = ["Club", "Club 1", "Club 2 B", "Club 10", "Club 11", "Club 2026", "Clubs"]
    assert sorted(set(in_order), key=lambda name: sort_key(name, "sv")) == in_order


def test_the_shorter_family_name_stands_first() -> None:
    assert sort_key("Berg Östen", "sv") < sort_key("Bergman Anna", "sv")


def test_sort_keys_are_digits_so_that_every_collation_agrees() -> None:
    assert sort_key("D'Århus-Æble, Жук", "da").isdigit()


@pytest.mark.parametrize("spelling", ["Åström", "astrom", "ASTRÖM", "A\u030astro\u0308m", " åström "])
def test_case_marks_and_blanks_fold_away(spelling: str) -> None:
    assert folded(spelling) == "astrom"


def test_danish_letters_fold_to_what_people_type() -> None:
    assert folded("Sørensen-Ægir, Bo") == "sorensen aegir bo"


def test_a_tidy_name_is_composed_and_has_single_blanks_but_keeps_its_tab_for_the_validator() -> None:
    assert tidy("  A\u030asa   Berg\t ") == "Åsa Berg\t"


def test_what_nobody_sees_in_a_copied_name_goes() -> None:
    assert tidy("\ufeffAnna\u00a0Berg\u200b") == "Anna Berg"


@pytest.mark.parametrize(
    ("first", "second"),
    [("berg", "bergh"), ("bergh", "berg"), ("berg", "borg"), ("berg", "breg"), ("", "a"), ("ab", "ab")],
)
def test_one_letter_more_less_other_or_two_swapped_are_alike(first: str, second: str) -> None:
    assert within_one_letter(first, second)


@pytest.mark.parametrize(
    ("first", "second"), [("berg", "bohr"), ("abc", "bcd"), ("ab", "abcd"), ("abcd", "badc")]
)
def test_two_letters_apart_are_not_alike(first: str, second: str) -> None:
    assert not within_one_letter(first, second)


@given(NAMES, NAMES)
def test_alike_is_the_same_both_ways(first: str, second: str) -> None:
    assert within_one_letter(first, second) == within_one_letter(second, first)


@given(NAMES, st.integers(0, 7), st.sampled_from("abcåäö"))
def test_names_one_letter_apart_share_a_shortened_form(name: str, place: int, letter: str) -> None:
    """Otherwise the look for similar names would miss them."""
    place = min(place, len(name))
    for other in (name[:place] + letter + name[place:], name[:place] + letter + name[place + 1 :]):
        assert within_one_letter(name, other)
        assert set(deletion_variants(name)) & set(deletion_variants(other))


def test_a_file_is_called_by_all_letters_of_its_name() -> None:
    assert file_name("Øresunds Canastaklub · Ställning") == "oresunds-canastaklub-stallning"
    assert file_name("Nørlund, Ægir") == "norlund-aegir"
    assert file_name("§ –") == ""
