"""Opening games and taking seats: who leads, who deals and who sits out follows from who drew highest."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books.writing import club_book
from clubs.models import Book, LogEntry, Role
from scoring import recording
from scoring.core.seats import TABLE_FORMS, Person, seating
from scoring.models import Game, Seat, Side
from scoring.store.sheets import load_ruleset
from tests.builders import a_club, a_player, a_user, an_author
from tests.scoring.support.played import Evening, a_column, an_evening

pytestmark = pytest.mark.django_db


def seats(evening: Evening, side: int = 0, position: int = 0, **said: Any) -> Game:
    given: dict[str, Any] = {"highest": evening.player(side, position).pk, "key": uuid4()} | said
    return recording.take_seats(evening.device(None), evening.game, recording.Seats(**given))


def write(evening: Evening, number: int) -> None:
    sides = len(evening.sides)
    evening.record(number, {"ended": "stock", "hands": [a_column() for _side in range(sides)]})


# Opening.


def test_a_game_of_its_own_keeps_a_book_and_the_club_s_log_says_so() -> None:
    club = a_club()
    by = an_author(a_user(Role.Kind.SCORER, club=club))
    plan = recording.GamePlan(ruleset="samba", sides=[[a_player()], [a_player()]], label="7")
    game = recording.open_game(by, club, plan, uuid4())
    assert (game.book.kind, game.book.club, game.edition) == (
        Book.Kind.GAME,
        club,
        load_ruleset("samba").edition,
    )
    assert list(LogEntry.objects.values_list("book", "act")) == [
        (club_book(club).pk, "game.opened"),
        (game.book.pk, "game.opened"),
    ]
    assert [side.seats.count() for side in game.sides.all()] == [1, 1]


def test_every_side_gets_a_code_and_a_secret_of_its_own() -> None:
    evening = an_evening()
    assert all(len(side.code) == 4 and side.code.isdigit() for side in evening.sides)
    assert len({side.secret for side in evening.sides}) == 2


def test_who_has_no_part_in_the_club_opens_no_game_there() -> None:
    club = a_club()
    plan = recording.GamePlan(ruleset="samba", sides=[[a_player()], [a_player()]])
    for by in (an_author(), an_author(a_user(Role.Kind.ADMIN)), an_author(a_user(Role.Kind.JURY, club=club))):
        with pytest.raises(PermissionDenied):
            recording.open_game(by, club, plan, uuid4())
    assert not Game.objects.exists()


@pytest.mark.parametrize("carried", [[100], [100, 200, 300], [100, 203]])
def test_carried_totals_are_one_for_each_side_in_fives(carried: list[int]) -> None:
    with pytest.raises(ValidationError) as refusal:
        an_evening(carried=carried)
    assert list(refusal.value.message_dict) == ["carried"]


def test_nobody_has_two_seats_in_a_game() -> None:
    player = a_player()
    with pytest.raises(ValidationError) as refusal:
        an_evening(sides=[[player, a_player()], [a_player(), player]])
    assert list(refusal.value.message_dict) == ["sides"]


# Taking seats.


FORMS = [
    ("samba", "2", (1, 1)),
    ("samba", "3", (1, 1, 1)),
    ("samba", "4", (2, 2)),
    ("samba", "5", (2, 3)),
    ("samba", "6a", (3, 3)),
    ("samba", "6b", (3, 3)),
    ("samba", "6c", (2, 2, 2)),
]


@pytest.mark.parametrize(("ruleset", "form", "people"), FORMS, ids=[form for _rules, form, _people in FORMS])
def test_dealer_leader_and_who_sits_out_are_those_of_the_core_deal_by_deal(
    ruleset: str, form: str, people: tuple[int, ...]
) -> None:
    table = TABLE_FORMS[form]
    evening = an_evening(people, ruleset=ruleset, players_per_side=table.playing)
    seats(evening)
    for number in range(1, 8):
        write(evening, number)
        deal, expected = evening.deal(number), seating(load_ruleset(ruleset), table, number)
        assert deal.dealer == expected.seats[expected.dealer]
        assert deal.leader == expected.seats[expected.leader]
        assert deal.sits_out == [list(person) for person in expected.sitting_out]


@pytest.mark.parametrize("people", [(1, 1), (2, 2), (1, 1, 1), (2, 2, 2)])
def test_who_drew_highest_leads_the_first_deal_of_samba(people: tuple[int, ...]) -> None:
    side = len(people) - 1
    evening = an_evening(people)
    highest = evening.player(side, people[side] - 1)
    seats(evening, side, people[side] - 1)
    assert evening.player(side, 0) == highest
    write(evening, 1)
    assert evening.deal(1).leader == Person(side, 0)


def test_who_drew_highest_keeps_the_protocol_unless_somebody_else_is_said() -> None:
    evening = an_evening()
    assert seats(evening, 1, 1).keeper == evening.player(1, 0)
    keeper = evening.player(0, 1)
    assert seats(evening, 1, 0, keeper=keeper.pk).keeper == keeper


def test_the_players_of_a_side_sit_in_the_order_that_is_said() -> None:
    evening = an_evening((3, 3))
    first, second = ([evening.player(side, at).pk for at in (2, 0, 1)] for side in (0, 1))
    seats(evening, order=[first, second], highest=first[0])
    assert [[evening.player(side, at).pk for at in range(3)] for side in (0, 1)] == [first, second]


def test_without_seats_a_deal_says_nothing_of_dealer_and_leader() -> None:
    evening = an_evening()
    write(evening, 1)
    deal = evening.deal(1)
    assert (deal.dealer, deal.leader, deal.sits_out) == (None, None, [])


def test_seats_are_taken_before_the_first_deal() -> None:
    evening = an_evening()
    evening.start(1)
    with pytest.raises(recording.NotNow):
        seats(evening)


def test_who_drew_highest_and_who_keeps_the_protocol_sit_at_the_table() -> None:
    evening, stranger = an_evening(), a_player().pk
    for said in ({"highest": stranger}, {"keeper": stranger}, {"keeper": 0}):
        with pytest.raises(ValidationError) as refusal:
            seats(evening, **said)
        assert list(refusal.value.message_dict) == list(said)
    assert evening.fresh().first_side is None


def test_an_order_names_the_players_of_every_side_once() -> None:
    evening = an_evening()
    own, others = ([evening.player(side, at).pk for at in (0, 1)] for side in (0, 1))
    for order in ([own], [others, own], [own, [others[0], others[0]]], [own, others, others]):
        with pytest.raises(ValidationError) as refusal:
            seats(evening, order=order, highest=own[0])
        assert list(refusal.value.message_dict) == ["order"]


# Substitutes.


def substitute(evening: Evening, by: str = "director", **said: Any) -> Seat:
    given: dict[str, Any] = {"side": 0, "leaving": evening.player(0), "coming": a_player()} | said
    author = evening.device(0) if by == "device" else getattr(evening, by)
    return recording.substitute(author, evening.game, key=uuid4(), **given)


def test_a_substitute_takes_the_seat_from_the_next_deal_on() -> None:
    evening = an_evening()
    leaving = evening.player(0)
    write(evening, 1)
    write(evening, 2)
    seat = substitute(evening)
    old = Seat.objects.get(player=leaving)
    assert (seat.position, seat.from_deal, seat.until_deal) == (old.position, 3, None)
    assert (old.from_deal, old.until_deal) == (1, 2)


def test_who_leaves_before_the_first_deal_never_sat_there() -> None:
    evening = an_evening()
    leaving = evening.player(0)
    assert substitute(evening).from_deal == 1
    assert not Seat.objects.filter(player=leaving).exists()


def test_who_comes_back_before_the_next_deal_has_his_seat_on() -> None:
    """A substitute who was named by mistake leaves no trace; one who has played a deal does."""
    evening = an_evening()
    own = evening.player(0)
    write(evening, 1)
    mistaken = substitute(evening).player
    substitute(evening, leaving=mistaken, coming=own)
    (seat,) = Seat.objects.filter(side__game=evening.game, player=own)
    assert (seat.from_deal, seat.until_deal) == (1, None)
    assert not Seat.objects.filter(player=mistaken).exists()
    played = substitute(evening, leaving=own).player
    write(evening, 2)
    substitute(evening, leaving=played, coming=own)
    seats_of_own = Seat.objects.filter(side__game=evening.game, player=own).order_by("from_deal")
    assert [(seat.from_deal, seat.until_deal) for seat in seats_of_own] == [(1, 1), (3, None)]


def test_a_substitute_bumps_the_books_that_show_him() -> None:
    evening, home = an_evening(), a_club()
    coming = a_player(club=home)
    substitute(evening, coming=coming)
    assert club_book(home).revision == 1


def test_a_substitute_has_no_seat_yet_and_takes_that_of_somebody_who_has() -> None:
    evening = an_evening()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"coming": evening.player(1)}, "coming"),
        ({"leaving": a_player()}, "leaving"),
        ({"leaving": evening.player(1)}, "leaving"),
    ]
    for said, field in wrong:
        with pytest.raises(ValidationError) as refusal:
            substitute(evening, **said)
        assert list(refusal.value.message_dict) == [field]
    assert Seat.objects.filter(side__in=Side.objects.filter(game=evening.game)).count() == 4


@pytest.mark.parametrize("by", ["scorer", "device"])
def test_the_director_alone_puts_in_a_substitute(by: str) -> None:
    with pytest.raises(PermissionDenied):
        substitute(an_evening(), by)
