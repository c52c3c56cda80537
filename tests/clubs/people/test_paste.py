"""What a pasted line names, and whether the club knows that player already."""

from __future__ import annotations

import string

import pytest
from pytest_django import DjangoAssertNumQueries

from clubs.models import Club, Player
from clubs.people import matching
from clubs.people.matching import MatchStatus, match_lines
from clubs.people.paste import MAX_PASTED_LINES, NameOrder, parse_players
from clubs.text.alphabet import within_one_letter
from clubs.text.pasting import TooManyLines
from tests.builders import a_club, a_player

LETTERS = string.ascii_lowercase


@pytest.mark.parametrize(
    ("text", "given", "family", "licence"),
    [
        ("Anna Berg", "Anna", "Berg", ""),
        ("  Anna   Maria  Berg ", "Anna Maria", "Berg", ""),
        ("Anna von Essen", "Anna", "von Essen", ""),
        ("Jean de la Porte", "Jean", "de la Porte", ""),
        ("Berg, Anna", "Anna", "Berg", ""),
        ("von Essen,Anna Maria", "Anna Maria", "von Essen", ""),
        ("Berg\tAnna", "Anna", "Berg", ""),
        ("Berg;Anna;1234", "Anna", "Berg", "1234"),
        ("1234\tBerg\tAnna", "Anna", "Berg", "1234"),
        ("Anna Berg;FI-1234", "Anna", "Berg", "FI-1234"),
        ("Berg, Anna\t1234\t", "Anna", "Berg", "1234"),
        ("Pekka Virtanen 10023", "Pekka", "Virtanen", "10023"),
        ("Anna Berg (1234)", "Anna", "Berg", "1234"),
        ("Berg, Anna FI-1234", "Anna", "Berg", "FI-1234"),
        ("10023 Pekka Virtanen", "Pekka", "Virtanen", "10023"),
        ("1. Anna Berg", "Anna", "Berg", ""),
        ("12) Berg;Anna;1234", "Anna", "Berg", "1234"),
        ("#5 Anna Berg", "Anna", "Berg", ""),
        ("9 - Anna Berg", "Anna", "Berg", ""),
        ("Anna Berg, 10099", "Anna", "Berg", "10099"),
        ("Berg, Anna, 10099", "Anna", "Berg", "10099"),
        ("Anna Berg (Lahti)", "Anna", "Berg", ""),
        ("Anna Berg (Lahti) (1234)", "Anna", "Berg", "1234"),
        ("Licens 10077 Anna Berg", "Anna", "Berg", "10077"),
        ("Anna Berg, lisenssi nro 10077", "Anna", "Berg", "10077"),
        ("Anna Nr", "Anna", "Nr", ""),
        ("3 Anna von Essen 77", "Anna", "von Essen", "77"),
        ("Anna4 Berg12", "Anna4", "Berg12", ""),
        ("\ufeffÅsa\u00a0Öhman", "Åsa", "Öhman", ""),
        ("Søren Ægidius", "Søren", "Ægidius", ""),
        ("A\u030asa Berg", "Åsa", "Berg", ""),
    ],
)
def test_a_line_is_read_as_people_write_it(text: str, given: str, family: str, licence: str) -> None:
    (line,) = parse_players(text)
    assert (line.given_name, line.family_name, line.licence, line.problem) == (given, family, licence, "")


def test_columns_may_have_the_given_name_first() -> None:
    (line,) = parse_players("Anna\tBerg", NameOrder.GIVEN_FIRST)
    assert (line.given_name, line.family_name) == ("Anna", "Berg")


@pytest.mark.parametrize(
    "text",
    [
        "Anna",
        "1234",
        "Berg,",
        "a;b;c",
        "Anna Berg;1;2",
        "Anna Berg 1 2",
        "1. 1234",
        f"Anna {'x' * 101}",
        f"Anna Berg;{'1' * 21}",
        "Anna B\x00erg",
        "Anna\x0bMaria Berg",
        "Anna \u202eBerg",
    ],
)
def test_a_line_that_names_nobody_says_why(text: str) -> None:
    (line,) = parse_players(text)
    assert line.problem
    assert line.text == text


def test_lines_keep_the_numbers_they_have_in_the_text() -> None:
    assert [line.number for line in parse_players("\r\nAnna Berg\r\n\r\nBo Ek\n")] == [2, 4]


def test_a_heading_names_nobody() -> None:
    assert [line.name for line in parse_players("Efternamn\tFörnamn\tLicens\nBerg\tAnna\t1")] == ["Anna Berg"]


def test_ten_thousand_names_are_too_many_and_are_counted() -> None:
    with pytest.raises(TooManyLines) as refusal:
        parse_players("Anna Berg\n" * 10_000)
    assert refusal.value.lines == 10_000
    assert len(parse_players("Anna Berg\n" * MAX_PASTED_LINES)) == MAX_PASTED_LINES


def standings(club: Club, text: str) -> list[MatchStatus]:
    return [each.status for each in match_lines(club, parse_players(text))]


@pytest.fixture
def club(db: None) -> Club:
    club = a_club()
    a_player("Åsa Bergström", club=club)
    return club


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("Åsa Bergström", MatchStatus.KNOWN),
        ("Bergström, Åsa", MatchStatus.KNOWN),
        ("åsa bergström", MatchStatus.DOUBTFUL),
        ("Asa Bergstrom", MatchStatus.DOUBTFUL),
        ("Bergström Åsa", MatchStatus.DOUBTFUL),
        ("Åsa Bergstöm", MatchStatus.DOUBTFUL),
        ("Åsa Bergsström", MatchStatus.DOUBTFUL),
        ("Esa Bergström", MatchStatus.DOUBTFUL),
        ("Bergstöm Åsa", MatchStatus.DOUBTFUL),
        ("Eva Bergström", MatchStatus.NEW),
        ("Åsa Berg", MatchStatus.NEW),
        ("Åsa", MatchStatus.UNREADABLE),
    ],
)
def test_a_name_is_known_doubtful_or_new(club: Club, text: str, standing: MatchStatus) -> None:
    assert standings(club, text) == [standing]


def test_the_same_name_twice_in_the_list_is_doubtful_the_second_time(club: Club) -> None:
    matches = match_lines(club, parse_players("Bo Ek\nEva Ek\nEk Bo\nbo ek"))
    assert [each.status for each in matches] == [
        MatchStatus.NEW,
        MatchStatus.NEW,
        MatchStatus.DOUBTFUL,
        MatchStatus.DOUBTFUL,
    ]
    assert [each.duplicate_of for each in matches] == [None, None, 1, 1]


def test_two_players_of_one_name_are_doubtful(club: Club) -> None:
    twin = a_player("Åsa Bergström", club=club)
    (match,) = match_lines(club, parse_players("Åsa Bergström"))
    assert match.status == MatchStatus.DOUBTFUL
    assert twin in match.candidates


def test_another_licence_number_makes_a_known_name_doubtful(club: Club) -> None:
    Player.objects.update(federation=club, licence="77")
    assert standings(club, "Åsa Bergström;77\nÅsa Bergström;78") == [MatchStatus.KNOWN, MatchStatus.DOUBTFUL]


def test_a_licence_number_finds_its_holder_in_another_club_of_the_federation(db: None) -> None:
    federation = a_club()
    here, there = a_club(federation=federation), a_club(federation=federation)
    holder = a_player("Bo Ek", club=there, federation=federation, licence="77")
    matches = match_lines(here, parse_players("Bo Ek\nBo Ek;77"))
    assert [list(each.candidates) for each in matches] == [[], [holder]]
    assert matches[1].status == MatchStatus.DOUBTFUL


def test_who_left_the_club_is_doubtful_not_known(club: Club) -> None:
    membership = club.memberships.get()
    membership.until = membership.since
    membership.save()
    assert standings(club, "Åsa Bergström") == [MatchStatus.DOUBTFUL]


def test_players_of_other_clubs_are_not_found_by_name(club: Club) -> None:
    assert standings(a_club(federation=club), "Åsa Bergström") == [MatchStatus.NEW]


@pytest.mark.parametrize("players", [4, 40])
def test_judging_a_list_takes_four_questions_to_the_database(
    db: None, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = a_club()
    for number in range(players):
        a_player(f"Anna Berg{number}", club=club)
    lines = parse_players("\n".join(f"Anna Berg{number};{number}" for number in range(players)))
    with django_assert_num_queries(4):
        match_lines(club, lines)


def test_a_full_list_is_judged_against_a_big_club_in_a_moment(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with each would be two million comparisons; a name is compared with those like it."""
    compared = []

    def counted(first: str, second: str) -> bool:
        compared.append((first, second))
        return within_one_letter(first, second)

    monkeypatch.setattr(matching, "within_one_letter", counted)
    club = a_club()
    names = [f"{first}{second}{third}" for first in LETTERS for second in LETTERS for third in LETTERS]
    Player.objects.bulk_create(
        Player(given_name=f"Anna{name}", family_name="Bergström", home_club=club) for name in names[:4000]
    )
    lines = parse_players("\n".join(f"Anna{name} Bergstrom" for name in names[:MAX_PASTED_LINES]))
    match_lines(club, lines)
    assert MAX_PASTED_LINES <= len(compared) < MAX_PASTED_LINES * Player.objects.count() / 10
