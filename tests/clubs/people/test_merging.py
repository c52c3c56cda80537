"""Two players who are one person: what goes over, what keeps them apart, and the way back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import people
from clubs.books.refusals import Conflict, NotNow
from clubs.books.verification import verify_log
from clubs.books.ways_back import offer_undo
from clubs.books.writing import Author, club_book
from clubs.models import LogEntry, Membership, Player, PlayerMerge, PlayerName, Role
from clubs.people import erasing
from clubs.people.names import full_name
from clubs.people.references import references, referring_fields, rows_of
from scoring import recording
from scoring.models import ReadBack, Seat, Signing
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import EventLineReader
from scoring.store.printing_queries import load_game_papers
from scoring.store.signed_content import protocol_of
from tests.builders import a_club, a_player, a_user, an_author
from tests.clubs.support.desk import Desk
from tests.scoring.support.played import Evening
from tests.scoring.support.signed import all_sign, reopen, signed_evening, signing_states
from tests.tournaments.support.events import Played
from tournaments.models import Entry, EntryPlayer
from tournaments.running.recheck import differences_in

pytestmark = pytest.mark.django_db


def chosen(kept: Player, other: Player, **fields: object) -> people.MergeChoice:
    versions = (kept.version, other.version)
    defaults = {"name_of": kept.pk, "licence_of": kept.pk, "may_publish": False, "versions": versions}
    return people.MergeChoice(**defaults | fields)  # type: ignore[arg-type]


def all_references() -> dict[str, list[tuple[object, object]]]:
    """Every row that refers to a player, by its field."""
    return {
        field: list(rows.order_by("pk").values_list("pk", name))
        for field in referring_fields()
        # A membership that was joined to another one is written again.
        if field not in ("clubs.playermerge.absorbed", "clubs.membership.player")
        for rows, name in [rows_of(field)]
    }


def refers_to(player: Player) -> set[str]:
    return {
        field for field, rows in all_references().items() if any(player.pk == found for _pk, found in rows)
    }


def test_every_field_that_refers_to_a_player_is_thought_of() -> None:
    """A new one goes into the REFERENCES of its app, and into the file and the erasure of a person."""
    assert sorted(references) == referring_fields()


def test_all_of_a_player_goes_over_and_comes_back_and_what_was_signed_stays_signed() -> None:
    evening = signed_evening()
    other, club = evening.player(0), evening.game.book.club
    kept = a_player(other.name, club=club)
    recording.read_back(evening.director, evening.game, protocol_of(evening.game).digest, uuid4())
    by = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    before, signed = all_references(), Signing.objects.get(game=evening.game)

    people.merge_players(by, kept, other, chosen(kept, other))
    assert refers_to(other) == set()
    assert {"scoring.seat.player", "scoring.signature.player"} <= refers_to(kept)
    (still,) = Signing.objects.filter(game=evening.game)
    assert (still.content, still.digest) == (signed.content, signed.digest)
    assert protocol_of(evening.game).digest == signed.digest
    assert [row.digest for row in ReadBack.objects.filter(game=evening.game)] == [signed.digest]
    assert other not in people.queries.search_players(club, former=True)

    offered = offer_undo(LogEntry.objects.get(book=club_book(club), act="player.merged"))
    assert offered.undo is not None
    offered.undo.run(by, "", uuid4())
    assert all_references() == before
    assert Signing.objects.get(game=evening.game).digest == signed.digest == protocol_of(evening.game).digest
    assert verify_log().broken == []


def test_after_two_merges_and_the_way_back_of_one_the_first_number_is_the_signed_one() -> None:
    evening = signed_evening()
    first, club = evening.player(0), evening.game.book.club
    second, third = a_player(first.name, club=club), a_player(first.name, club=club)
    by = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    digest = protocol_of(evening.game).digest
    people.merge_players(by, second, first, chosen(second, first))
    second.refresh_from_db()
    people.merge_players(by, third, second, chosen(third, second))
    assert (Seat.objects.filter(player=third).count(), protocol_of(evening.game).digest) == (1, digest)
    people.part_players(by, third, Player.objects.get(pk=second.pk))
    assert (Seat.objects.filter(player=second).count(), protocol_of(evening.game).digest) == (1, digest)


def test_the_page_of_what_was_signed_names_the_player_who_stays() -> None:
    evening = signed_evening()
    other, club = evening.player(0), evening.game.book.club
    kept = a_player("Qvintus Zetterqvist", club=club)
    by = an_author(a_user(Role.Kind.DIRECTOR, club=club))
    people.merge_players(by, kept, other, chosen(kept, other, may_publish=True))
    page = Client().get(reverse("scoring:signed", args=[evening.game.pk, 1])).content.decode()
    assert page.count("Qvintus Zetterqvist") >= len(["as signed", "as it is now"])
    # Who signs again signs the same sheet.
    reopen(evening)
    all_sign(evening)
    assert signing_states(evening) == ["reopened", "signed"]
    assert len(set(Signing.objects.filter(game=evening.game).values_list("digest", flat=True))) == 1


def printed(evening: Evening) -> tuple[str, str]:
    """The score sheet of a game as text, and the code of the log on it."""
    (paper,) = load_game_papers([evening.game.pk])
    events = EventLineReader()
    events.load([paper.game])
    report = protocol_report(["en"], paper, events, full_name, "")
    assert report.words is not None
    return repr(report), report.words.log_code


def test_a_paper_proves_genuine_after_a_merge_its_way_back_and_an_erasure() -> None:
    """The same name: then the sheet that is printed again says the same, digest and all."""
    evening = signed_evening()
    other, club = evening.player(0), evening.game.book.club
    kept = a_player(other.name, club=club)
    by = an_author(a_user(Role.Kind.ADMIN, club=club))
    before, code = printed(evening)
    digest = Signing.objects.get(game=evening.game).digest
    assert digest[:8] in before

    def is_genuine() -> bool:
        page = Client().get(reverse("clubs:genuine"), {"code": code}).content.decode()
        return "still holds" in page

    assert is_genuine()
    people.merge_players(by, kept, other, chosen(kept, other))
    assert digest[:8] in printed(evening)[0]
    assert is_genuine()
    people.part_players(by, kept, Player.objects.get(pk=other.pk))
    assert digest[:8] in printed(evening)[0]
    kept.refresh_from_db()
    other.refresh_from_db()
    people.merge_players(by, kept, other, chosen(kept, other))
    erasing.erase_player(by, Player.objects.get(pk=kept.pk), kept.name)
    assert protocol_of(evening.game).digest == digest
    again = printed(evening)[0]
    assert digest[:8] in again
    assert kept.name not in again
    assert is_genuine()
    assert verify_log().broken == []


def test_an_event_is_ranked_and_checked_as_before() -> None:
    played = Played()
    entries = played.enter(4)
    drawn = played.round()
    kept_places, other = played.kept(drawn), entries[0].players.first()
    assert other is not None
    kept = a_player(other.name, club=played.club)
    people.merge_players(played.by, kept, other, chosen(kept, other))
    assert played.kept(drawn) == kept_places == played.counted()
    assert differences_in(played.fresh) == []
    assert kept in entries[0].players.all()


def test_who_has_met_or_entered_the_same_event_is_not_one_person() -> None:
    evening = signed_evening()
    first, second = evening.player(0), evening.player(1)
    by = evening.director
    with pytest.raises(NotNow, match="sat at one table"):
        people.merge_players(by, first, second, chosen(first, second))
    played = Played()
    one, two = (place.player for place in _places(played.enter(2)))
    with pytest.raises(NotNow, match="Spring"):
        people.merge_players(played.by, one, two, chosen(one, two))
    for user in (a_user(player=first), a_user(player=second)):
        assert user.player is not None
    assert "account" in " ".join(people.what_keeps_apart(first, second))


def _places(entries: list[Entry]) -> list[EntryPlayer]:
    return [entry.places.select_related("player__home_club").order_by("position")[0] for entry in entries]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def by(desk: Desk) -> Author:
    return an_author(desk.people["director"])


@pytest.fixture
def other(desk: Desk) -> Player:
    return a_player("Åsa Bergstrom", club=desk.club, may_publish=False)


def test_the_earlier_membership_stays_and_the_licence_number_is_nobody_elses(
    desk: Desk, by: Author, other: Player
) -> None:
    Membership.objects.filter(player=other).update(since="2020-01-01")
    numbered = desk.player
    people.merge_players(by, other, numbered, chosen(other, numbered, licence_of=numbered.pk))
    stays = Player.objects.get(pk=other.pk)
    assert (stays.licence, stays.federation, stays.may_publish) == ("77", desk.federation, False)
    (membership,) = Membership.objects.filter(player=stays)
    assert membership.since.isoformat() == "2020-01-01"
    assert set(PlayerName.objects.filter(player=stays).values_list("family_name", flat=True)) == {
        "Bergström",
        "Bergstrom",
    }
    people.part_players(by, stays, Player.objects.get(pk=numbered.pk))
    assert Player.objects.get(pk=numbered.pk).licence == "77"
    assert Membership.objects.filter(player=numbered, until=None).count() == 1


def test_nothing_goes_back_after_a_month_or_when_something_rests_on_it(
    desk: Desk, by: Author, other: Player
) -> None:
    kept = people.merge_players(by, desk.player, other, chosen(desk.player, other))
    late = replace(by, at=timezone.now() + timedelta(days=31))
    with pytest.raises(NotNow, match="30 days"):
        people.part_players(late, kept, other)
    details = people.PlayerDetails(given_name="Åsa", family_name="Berg", licence="77")
    people.edit_player(by, kept, details, kept.version)
    with pytest.raises(NotNow, match="changed since"):
        people.part_players(by, kept, other)
    assert PlayerMerge.objects.filter(absorbed=other).exists()


def why_not(entry: LogEntry) -> str:
    return offer_undo(LogEntry.objects.get(pk=entry.pk)).why_not


@pytest.mark.parametrize("is_chain", [False, True], ids=["two into one", "one into the next"])
def test_of_two_merges_the_later_goes_back_first_and_then_the_earlier(
    desk: Desk, by: Author, other: Player, is_chain: bool
) -> None:
    third = a_player("Asa Bergström", club=desk.club)
    everybody = [desk.player.pk, other.pk, third.pk]
    before = (
        all_references(),
        list(Player.objects.filter(pk__in=everybody).values("pk", "family_name", "licence")),
    )
    memberships = list(Membership.objects.order_by("pk").values_list("pk", "player", "since", "until"))
    first = (desk.player, other)
    people.merge_players(by, *first, chosen(*first, name_of=other.pk))
    kept = Player.objects.get(pk=desk.player.pk)
    second = (third, kept) if is_chain else (kept, third)
    people.merge_players(replace(by, at=timezone.now()), *second, chosen(*second, licence_of=third.pk))
    earlier, later = LogEntry.objects.filter(act="player.merged").order_by("number")
    gone, stays = Player.objects.get(pk=second[1].pk), Player.objects.get(pk=second[0].pk)
    assert why_not(earlier) == f"{gone.name} was merged with {stays.name} after this: undo that first."
    for entry in (later, earlier):
        offered = offer_undo(LogEntry.objects.get(pk=entry.pk))
        assert offered.undo is not None, offered.why_not
        offered.undo.run(by, "", uuid4())
    assert before == (
        all_references(),
        list(Player.objects.filter(pk__in=everybody).values("pk", "family_name", "licence")),
    )
    assert memberships == list(
        Membership.objects.order_by("pk").values_list("pk", "player", "since", "until")
    )
    assert not PlayerMerge.objects.exists()


def test_who_was_changed_between_two_merges_stays_merged_with_the_first(
    desk: Desk, by: Author, other: Player
) -> None:
    kept = people.merge_players(by, desk.player, other, chosen(desk.player, other))
    kept = people.edit_player(
        by, kept, people.PlayerDetails(given_name="Åsa", family_name="Berg"), kept.version
    )
    third = a_player("Åsa Berg", club=desk.club)
    people.merge_players(replace(by, at=timezone.now()), kept, third, chosen(kept, third))
    people.part_players(by, kept, Player.objects.get(pk=third.pk))
    (earlier, _later) = LogEntry.objects.filter(act="player.merged").order_by("number")
    assert why_not(earlier) == "The player has been changed since."


def test_only_who_works_in_both_clubs_merges_and_a_changed_player_is_looked_at_again(
    desk: Desk, by: Author, other: Player
) -> None:
    stranger = a_player("Åsa Bergström", club=a_club())
    with pytest.raises(PermissionDenied):
        people.merge_players(by, desk.player, stranger, chosen(desk.player, stranger))
    with pytest.raises(Conflict):
        people.merge_players(by, desk.player, other, chosen(desk.player, other, versions=(9, 1)))
    assert not PlayerMerge.objects.exists()
    assert not Seat.objects.exists()


def test_the_page_of_players_proposes_who_may_be_one_and_merges_them(desk: Desk, other: Player) -> None:
    # A licence number of another person of the federation.
    a_player("Åsa Bergström", club=desk.club, licence="78", federation=desk.federation)
    browser, pages = desk.as_("director"), desk.pages()
    assert pages["players_duplicates"] in browser.get(pages["club_players"]).content.decode()
    found = people.find_duplicates(desk.club)
    assert {(pair.kept.pk, pair.other.pk) for pair in found} >= {(desk.player.pk, other.pk)}
    assert not any({"77", "78"} == {pair.kept.licence, pair.other.licence} for pair in found)
    address = f"/players/{desk.player.pk}/merge/{other.pk}/"
    assert "Memberships" in browser.get(address).content.decode()
    sent = {"kept_version": 1, "other_version": 1, "name_of": other.pk, "consent": "no"}
    answer = browser.post(address, sent, follow=True)
    assert "Undo" in answer.content.decode()
    merged = Player.objects.get(pk=desk.player.pk)
    assert (merged.name, merged.may_publish, merged.licence) == ("Åsa Bergstrom", False, "77")
    assert browser.get(f"/players/{other.pk}/", follow=True).redirect_chain[-1][0].endswith(f"/{merged.pk}/")
