"""Who may write in a game: who records at the desk, a device at its own table, and nobody else."""

from __future__ import annotations

from copy import deepcopy
from typing import cast
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile

from clubs.books.writing import Author
from clubs.models import Book, LogEntry, Role
from scoring import recording
from scoring.models import Call, Deal, Game, Photo, Table
from tests.builders import a_user, an_author
from tests.scoring.support.every_verb import VERBS, PreparedGame
from tests.scoring.support.played import Evening, a_game, an_evening

pytestmark = pytest.mark.django_db
SIGNED_FOR = ["sign_as_absent", "sign_as_director", "reopen_game"]
# Of the jury as well, which records nothing.
RULED = ["give_ruling", "cancel_ruling", "warn_player", "cancel_warning"]
AT_THE_DESK = [
    *("open_game", "create_tables", "adjust", "cancel_adjustment", "void_deal", "substitute", "end_game"),
    *("resume_game", "restore_deal"),
    *("charge_infringement", *RULED),
    *SIGNED_FOR,
]
DIRECTED = [*AT_THE_DESK[1:], "record_result"]


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    return an_evening()


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def outsiders(evening: Evening) -> dict[str, Author]:
    """Everybody who has no part in the game, each for a reason of his own."""
    club = evening.table.club
    other_book = Book.objects.create(kind=Book.Kind.GAME, club=club)
    return {
        "nobody": an_author(),
        "without a role": an_author(a_user()),
        "admin of another club": an_author(a_user(Role.Kind.ADMIN)),
        "director of another game": an_author(a_user(Role.Kind.DIRECTOR, book=other_book)),
        "closed account": an_author(a_user(Role.Kind.DIRECTOR, club=club, is_active=False)),
    }


@pytest.mark.parametrize("name", VERBS)
def test_who_has_no_part_in_the_game_writes_nothing(name: str, evening: Evening) -> None:
    verb = VERBS[name]
    ids = verb.prepare(evening)
    entries = LogEntry.objects.count()
    for by in outsiders(evening).values():
        with pytest.raises(PermissionDenied):
            verb.act(PreparedGame(Impostor(evening, by), uuid4(), ids))
    assert LogEntry.objects.count() == entries


@pytest.mark.parametrize("name", sorted(VERBS.keys() - {"answer_call", "mark_warnings_seen", *RULED}))
def test_the_jury_comes_to_the_table_and_records_nothing(name: str, evening: Evening) -> None:
    verb = VERBS[name]
    ids = verb.prepare(evening)
    jury = an_author(a_user(Role.Kind.JURY, club=evening.table.club))
    with pytest.raises(PermissionDenied):
        verb.act(PreparedGame(Impostor(evening, jury), uuid4(), ids))


class Impostor(Evening):
    """The same evening, in which everything is tried by somebody else."""

    def __init__(self, evening: Evening, by: Author) -> None:
        super().__init__(evening.game, evening.table, by, by)

    def device(self, *_whose: object, **_said: object) -> recording.AtTable:
        # Whoever it is, the verbs take an author.
        return cast(recording.AtTable, self.scorer)


@pytest.mark.parametrize("name", AT_THE_DESK)
def test_what_is_done_at_the_desk_is_not_done_by_a_device(name: str, evening: Evening) -> None:
    verb = VERBS[name]
    ids = verb.prepare(evening)
    with pytest.raises(PermissionDenied):
        verb.act(PreparedGame(Impostor(evening, evening.device(0)), uuid4(), ids))


@pytest.mark.parametrize("name", DIRECTED)
def test_what_the_director_decides_is_not_done_by_a_scorer(name: str, evening: Evening) -> None:
    verb = VERBS[name]
    ids = verb.prepare(evening)
    with pytest.raises(PermissionDenied):
        verb.act(PreparedGame(Impostor(evening, evening.scorer), uuid4(), ids))


# At the table.


def test_a_device_writes_with_the_secret_of_the_table_at_which_the_game_is_played(evening: Evening) -> None:
    version = evening.record(1, by=evening.device(1))
    assert (version.side, version.player, version.device, version.author) == (
        1,
        evening.player(1),
        "phone1",
        None,
    )


def test_another_table_s_secret_opens_nothing_here(evening: Evening) -> None:
    (other,) = recording.create_tables(evening.director, evening.table.club, ["2"], uuid4())
    recording.assign_table(evening.scorer, other, a_game(evening.table.club, evening.scorer))
    pretending = Table(pk=evening.table.pk, club=other.club, secret=other.secret)
    for table in (other, pretending, Table(pk=evening.table.pk, secret="")):
        with pytest.raises(PermissionDenied):
            evening.record(1, by=evening.device(0, table=table))
    assert not Deal.objects.exists()


def test_a_device_writes_nothing_in_a_game_that_has_left_its_table(evening: Evening) -> None:
    device = evening.device(0)
    recording.assign_table(evening.scorer, evening.table, None)
    with pytest.raises(PermissionDenied):
        evening.record(1, by=device)


# Calls, photographs, tables.


def test_a_table_calls_once_and_the_director_comes(evening: Evening) -> None:
    words = recording.CallRequest(reason=Call.Reason.DISPUTE, text="is this a samba?", key=uuid4())
    call = recording.call_director(evening.device(1), evening.game, words)
    assert (call.reason, call.side, call.device) == (Call.Reason.DISPUTE, 1, "phone1")
    again = recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    with pytest.raises(ValidationError):
        recording.call_director(evening.device(0), evening.game, again)
    answered = recording.answer_call(evening.director, call, uuid4())
    assert answered.answered_by == evening.director.user
    assert recording.answer_call(evening.director, call, uuid4()).answered_at == answered.answered_at
    assert recording.call_director(evening.device(0), evening.game, again).answered_at is None


def test_a_table_does_not_say_itself_that_the_director_came(evening: Evening) -> None:
    call = recording.call_director(
        evening.device(1), evening.game, recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    )
    for by in (evening.device(0), evening.scorer):
        with pytest.raises(PermissionDenied):
            recording.answer_call(by, call, uuid4())


def test_a_photograph_is_kept_once(evening: Evening) -> None:
    first = recording.keep_photo(evening.device(0), evening.game, ContentFile(b"paper", "paper.jpg"))
    again = recording.keep_photo(evening.scorer, evening.game, ContentFile(b"paper", "other.jpg"))
    assert (first, Photo.objects.count()) == (again, 1)
    with pytest.raises(PermissionDenied):
        recording.keep_photo(an_author(), evening.game, ContentFile(b"other", "paper.jpg"))


def test_tables_have_a_label_a_secret_and_eight_digits_each(evening: Evening) -> None:
    made = recording.create_tables(evening.director, evening.table.club, ["1", "2", "3"], uuid4())
    assert [table.label for table in made] == ["1", "2", "3"]
    assert made[0] == evening.table
    assert len({table.pin for table in made}) == len({table.secret for table in made}) == 3
    assert all(len(table.pin) == 8 and table.pin.isdigit() for table in made)


def test_a_game_is_played_at_one_table_and_a_table_has_one_game(evening: Evening) -> None:
    (second,) = recording.create_tables(evening.director, evening.table.club, ["2"], uuid4())
    recording.assign_table(evening.scorer, second, evening.game)
    evening.table.refresh_from_db()
    assert (evening.table.game, second.game) == (None, evening.game)
    other = a_game(evening.table.club, evening.scorer)
    for _sent in range(2):
        recording.assign_table(evening.scorer, second, other)
    assert Table.objects.get(pk=second.pk).game == other
    recording.assign_table(evening.scorer, second, None)
    assert Table.objects.get(pk=second.pk).game is None
    recording.assign_table(evening.scorer, second, None)
    assert LogEntry.objects.filter(act="table.set").count() == 4


def test_a_game_is_not_set_to_a_table_of_another_club() -> None:
    evening, elsewhere = an_evening(), an_evening()
    with pytest.raises(PermissionDenied):
        recording.assign_table(evening.scorer, elsewhere.table, evening.game)
    with pytest.raises(PermissionDenied):
        recording.assign_table(evening.scorer, elsewhere.table, None)
    assert Game.objects.get(table=elsewhere.table) == elsewhere.game


def test_new_pins_shut_out_who_knew_the_old_ones(evening: Evening) -> None:
    recording.renew_cards(evening.director, evening.table.club, uuid4())
    assert not Table.objects.filter(pin=evening.table.pin).exists()
    with pytest.raises(PermissionDenied):
        recording.renew_cards(evening.scorer, evening.table.club, uuid4())
