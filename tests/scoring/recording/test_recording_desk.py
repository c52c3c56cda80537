"""What the desk does beside a game: protocols read back, result slips, and what is unlikely looked at."""

from __future__ import annotations

from copy import deepcopy
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from clubs.books.writing import Author
from clubs.models import Book, LogEntry, Role
from scoring import recording
from scoring.models import Deal, DealVersion, Game, ReadBack, Slip
from scoring.store.signed_content import protocol_of
from tests.builders import a_user, an_author
from tests.scoring.support.played import FEW_CARDS, Evening, a_body, an_evening

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def shared_evening(module_rows: None) -> Evening:
    """A game with one deal, which the scorer has typed."""
    evening = an_evening()
    evening.record(1)
    return evening


@pytest.fixture
def evening(shared_evening: Evening) -> Evening:
    return deepcopy(shared_evening)


def of_role(evening: Evening, kind: Role.Kind) -> Author:
    return an_author(a_user(kind, club=evening.table.club))


def digest_of(evening: Evening) -> str:
    return protocol_of(evening.fresh()).digest


def read_back(evening: Evening, by: Author | None = None, digest: str = "") -> ReadBack:
    return recording.read_back(by or evening.director, evening.game, digest or digest_of(evening), uuid4())


def take_slip(evening: Evening, *totals: int, by: Author | None = None) -> Slip:
    slip = recording.SlipTotals(totals=totals, key=uuid4())
    return recording.take_slip(by or evening.scorer, evening.game, slip)


# Read back.


def test_a_second_person_reads_the_protocol_back_as_it_stands(evening: Evening) -> None:
    reading = read_back(evening)
    assert (reading.digest, reading.author) == (digest_of(evening), evening.director.user)
    entry = LogEntry.objects.get(act="game.read_back")
    assert entry.facts == {"reading": reading.pk, "digest": reading.digest}


def test_nobody_reads_back_what_he_has_typed_himself(evening: Evening) -> None:
    with pytest.raises(recording.NotNow, match="second person"):
        read_back(evening, evening.scorer)
    assert not ReadBack.objects.exists()


def test_who_typed_a_version_that_does_not_stand_any_more_may_read_back(evening: Evening) -> None:
    evening.amend(1, a_body(meld_points=840), evening.director, reason="looked at the cards")
    assert read_back(evening, evening.scorer).author == evening.scorer.user
    with pytest.raises(recording.NotNow, match="second person"):
        read_back(evening, evening.director)


def test_who_typed_a_deal_that_is_void_may_read_back(evening: Evening) -> None:
    evening.record(2, by=evening.device(0))
    recording.void_deal(evening.director, evening.game, 1, "a card was missing", uuid4())
    assert read_back(evening, evening.scorer).author == evening.scorer.user


def test_what_the_players_wrote_at_the_table_anybody_of_the_desk_reads_back() -> None:
    evening = an_evening()
    evening.record(1, by=evening.device(0))
    assert read_back(evening, evening.scorer).author == evening.scorer.user


def test_a_protocol_that_has_changed_since_it_was_shown_is_not_read_back(evening: Evening) -> None:
    shown = digest_of(evening)
    evening.amend(1, a_body(meld_points=840))
    with pytest.raises(recording.AlreadyChanged):
        read_back(evening, digest=shown)


def test_without_a_deal_there_is_nothing_to_read_back() -> None:
    evening = an_evening()
    with pytest.raises(recording.NotNow, match="No deal"):
        read_back(evening)
    evening.start(1)
    with pytest.raises(recording.NotNow, match="No deal"):
        read_back(evening)


def test_an_approval_does_not_change_what_was_read_back_and_a_correction_does(evening: Evening) -> None:
    reading = read_back(evening)
    recording.confirm_deal(evening.device(1), evening.game, evening.approval())
    assert digest_of(evening) == reading.digest
    recording.adjust(evening.director, evening.game, evening.charge())
    assert digest_of(evening) != reading.digest


def test_neither_the_jury_nor_a_table_nor_a_stranger_reads_back(evening: Evening) -> None:
    for by in (of_role(evening, Role.Kind.JURY), evening.device(0), an_author(a_user(Role.Kind.DIRECTOR))):
        with pytest.raises(PermissionDenied):
            read_back(evening, by)
    assert not ReadBack.objects.exists()


# Result slips.


def test_a_slip_is_kept_as_it_was_handed_in_and_the_latest_one_counts(evening: Evening) -> None:
    first, second = take_slip(evening, 2700, -85), take_slip(evening, 2725, -85)
    first.refresh_from_db()
    assert (first.current, second.current) == (False, True)
    assert (second.totals, second.author) == ([2725, -85], evening.scorer.user)
    assert LogEntry.objects.filter(act="game.slip_taken").count() == 2


def test_a_slip_changes_no_total(evening: Evening) -> None:
    take_slip(evening, 5000, 0)
    assert evening.totals == [2725, -85]


@pytest.mark.parametrize("totals", [(2725,), (2725, -85, 0), (2727, -85), ()])
def test_a_slip_has_a_total_in_fives_for_each_side(evening: Evening, totals: tuple[int, ...]) -> None:
    with pytest.raises(ValidationError, match="divisible by five"):
        take_slip(evening, *totals)
    assert not Slip.objects.exists()


def test_neither_the_jury_nor_a_table_takes_a_slip(evening: Evening) -> None:
    take_slip(evening, 2725, -85)
    for by in (of_role(evening, Role.Kind.JURY), evening.device(0)):
        with pytest.raises(PermissionDenied):
            take_slip(evening, 0, 0, by=by)
    assert Slip.objects.get().current


# What is unlikely.


@pytest.fixture
def odd() -> Evening:
    """A game in which the players have recorded something unlikely."""
    evening = an_evening()
    evening.record(1, FEW_CARDS, by=evening.device(0))
    return evening


def look(evening: Evening, by: Author | None = None, number: int = 1, version: int = 1) -> DealVersion:
    return recording.mark_warnings_seen(by or evening.director, evening.game, number, version, uuid4())


@pytest.mark.parametrize("kind", [Role.Kind.DIRECTOR, Role.Kind.JURY, Role.Kind.ADMIN])
def test_somebody_in_charge_looks_at_what_is_unlikely(odd: Evening, kind: Role.Kind) -> None:
    by = of_role(odd, kind)
    seen = look(odd, by)
    assert (seen.seen_by, seen.seen_at) == (by.user, by.at)
    assert odd.current().warnings != []
    assert LogEntry.objects.get(act="deal.looked_at").facts == {"number": 1, "version": 1}


def test_a_scorer_and_a_table_do_not(odd: Evening) -> None:
    for by in (odd.scorer, odd.device(0)):
        with pytest.raises(PermissionDenied):
            look(odd, by)
    assert odd.current().seen_at is None


def test_a_version_is_looked_at_once_and_as_it_stands(odd: Evening) -> None:
    look(odd)
    with pytest.raises(recording.AlreadyChanged):
        look(odd)
    odd.amend(1, a_body(), odd.device(0))
    with pytest.raises(recording.AlreadyChanged):
        look(odd, version=1)


def test_there_has_to_be_something_unlikely(evening: Evening) -> None:
    with pytest.raises(recording.NotNow, match="Nothing unlikely"):
        look(evening)


def test_of_a_deal_that_is_not_written_down_nothing_is_looked_at(evening: Evening) -> None:
    evening.start(2)
    with pytest.raises(recording.AlreadyChanged):
        look(evening, number=2, version=0)


def test_a_look_changes_neither_the_deal_nor_the_protocol(odd: Evening) -> None:
    before, revision = digest_of(odd), Book.objects.get(pk=odd.game.book_id).revision
    look(odd)
    assert digest_of(odd) == before
    assert odd.deal().state == Deal.State.ENTERED
    assert Game.objects.get(pk=odd.game.pk).book.revision == revision + 1
