"""The pages and commands: a file is made, looked at, brought in once, and taken back."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any, Final
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.files import incoming
from clubs.files.areas import area
from clubs.jobs.worker import run_next_job
from clubs.models import Club, LogEntry, Player, Role, User
from tests.builders import a_player, a_user, an_author, own_places
from tests.tournaments.archive.full_event import make_full_event
from tests.tournaments.transfer.travelling import Home, empty_house, forget, parts_of
from tournaments import running
from tournaments.archive import content_hash
from tournaments.archive.origin import load_origin
from tournaments.models import EventAdjustment, Tournament
from tournaments.transfer import (
    AlreadyHere,
    ExportChoices,
    FileRefused,
    match_people,
    read_event_file,
)

pytestmark = pytest.mark.django_db
NO_PHOTOGRAPHS: Final = ExportChoices(photographs=False)


@pytest.fixture(autouse=True)
def files_of_this_test(settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path)


@pytest.fixture
def home() -> Home:
    make_full_event()
    club = Club.objects.get(name="Canasta Åbo")
    return Home(club, a_user(Role.Kind.DIRECTOR, club=club))


@pytest.fixture
def event(home: Home) -> Tournament:
    return Tournament.objects.select_related("book").get()


def left(home: Home, event: Tournament) -> bytes:
    """The file of an event that is no longer in this installation."""
    event.book.trial = True
    event.book.save(update_fields=["trial"])
    data = home.send(event, NO_PHOTOGRAPHS)
    forget(home, event)
    return data


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def bring_page(home: Home) -> str:
    return reverse("tournaments:event_bring_in", args=[home.club.pk])


def looked_at(client: Client, home: Home, data: bytes) -> HttpResponse:
    sent = SimpleUploadedFile("event.zip", data, "application/zip")
    page = client.post(bring_page(home), {"file": sent})
    assert isinstance(page, HttpResponse)
    assert page.status_code == 200
    return page


def token_in(page: HttpResponse) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page.content.decode())
    assert found is not None
    return found[1]


def text_of(page: Any) -> str:
    return str(page.content.decode())


# Out.


@pytest.mark.django_db(transaction=True)
def test_the_page_of_papers_leads_to_the_file(home: Home, event: Tournament) -> None:
    client = signed_in(home.director)
    papers = client.get(reverse("tournaments:papers", args=[event.pk]))
    address = reverse("tournaments:event_export", args=[event.pk])
    assert f'href="{address}"' in text_of(papers)
    page = client.get(address)
    key = re.search(r'name="key" value="([^"]+)"', text_of(page))
    assert key is not None
    job = client.post(address, {"signatures": "on", "key": key[1]})
    run_next_job(Event())
    made = b"".join(client.get(f"{job['Location']}file/").streaming_content)  # type: ignore[attr-defined]
    file = read_event_file(io.BytesIO(made))
    assert file.content_digest == content_hash(event)
    logged = event.book.log.get(act="event.exported")
    assert logged.author == home.director
    assert logged.facts["content"] == file.content_digest
    assert logged.facts["photographs"] is False


def test_signatures_and_photographs_are_a_choice(home: Home, event: Tournament) -> None:
    bare = home.send(event, ExportChoices(photographs=False, signatures=False))
    drawn = home.send(event, NO_PHOTOGRAPHS)
    records = [parts_of(data)["record.json"].decode() for data in (bare, drawn)]
    assert ['"strokes":[[1,2]]' in record for record in records] == [False, True]
    # The content says who has signed, and what was photographed, in both.
    assert parts_of(bare)["content.json"] == parts_of(drawn)["content.json"]


def test_neither_codes_nor_accounts_leave(home: Home, event: Tournament) -> None:
    whole = b"".join(parts_of(home.send(event, NO_PHOTOGRAPHS)).values()).decode()
    side = event.book.games.get().sides.first()
    assert side is not None
    assert side.secret not in whole
    assert home.director.email not in whole
    assert "192.0.2.1" not in whole


def test_a_photograph_travels_and_one_that_is_gone_is_named(home: Home, event: Tournament) -> None:
    with pytest.raises(NotNow, match="photograph is missing"):
        home.send(event)


# In.


def test_a_file_is_looked_at_and_brought_in(home: Home, event: Tournament) -> None:
    before = content_hash(event)
    data = left(home, event)
    client = signed_in(home.director)
    page = looked_at(client, home, data)
    assert "players are known here" in text_of(page)
    assert not Tournament.objects.exists()
    # Ceci Dahl, of another club, is no member here.
    assert "added to the club as a guest" in text_of(page)
    done = client.post(bring_page(home), {"token": token_in(page)})
    assert done.status_code == 302
    brought = Tournament.objects.select_related("book").get()
    assert done["Location"] == reverse("tournaments:desk", args=[brought.pk])
    first = brought.book.log.get(number=1)
    assert (first.act, first.facts["head"]) == (
        "event.brought_in",
        read_event_file(io.BytesIO(data)).log.head,
    )
    assert first.facts["content"] == before
    kept = client.get(reverse("tournaments:event_origin", args=[brought.pk]))
    assert b"".join(kept.streaming_content) == data  # type: ignore[attr-defined]
    assert [file.name for file in area("default").files(deep=True) if file.name.startswith("incoming")] == []
    assert verify_log().broken == []


def test_a_second_time_changes_nothing(home: Home, event: Tournament) -> None:
    data = left(home, event)
    brought = home.receive(data)
    entries = LogEntry.objects.count()
    with pytest.raises(AlreadyHere) as refused:
        home.receive(data)
    assert refused.value.event == brought
    assert LogEntry.objects.count() == entries
    page = looked_at(signed_in(home.director), home, data)
    assert reverse("tournaments:event", args=[brought.pk]) in text_of(page)
    assert 'name="token"' not in text_of(page)


def test_the_house_that_made_the_file_has_the_event(home: Home, event: Tournament) -> None:
    with pytest.raises(AlreadyHere) as refused:
        home.receive(home.send(event, NO_PHOTOGRAPHS))
    assert refused.value.event == event


def test_an_event_that_came_in_leaves_again_as_the_same_event(home: Home, event: Tournament) -> None:
    data = left(home, event)
    second = home.send(home.receive(data), NO_PHOTOGRAPHS)
    origins = {read_event_file(io.BytesIO(each)).log.origin for each in (data, second)}
    assert len(origins) == 1
    with pytest.raises(AlreadyHere):
        home.receive(second)


def test_one_doubtful_person_is_asked_about(home: Home, event: Tournament) -> None:
    data = left(home, event)
    home = empty_house(home)
    alike = a_player("Anna Bergh", club=home.club)
    client = signed_in(home.director)
    page = looked_at(client, home, data)
    text = text_of(page)
    assert re.findall(r'name="(player-\d+)"', text) == ["player-1", "player-1"]
    assert "is Anna Bergh" in text
    undecided = client.post(bring_page(home), {"token": token_in(page)})
    assert undecided.status_code == 200
    assert not Tournament.objects.exists()
    stranger = a_player("Stina Stranger")
    for wrong in (stranger.pk, "0", ""):
        answer = client.post(bring_page(home), {"token": token_in(page), "player-1": wrong})
        assert answer.status_code == 200
    done = client.post(bring_page(home), {"token": token_in(page), "player-1": alike.pk})
    assert done.status_code == 302
    brought = Tournament.objects.get()
    assert alike in brought.entries.get(number=1).players.all()
    assert not Player.objects.filter(home_club=home.club, family_name="Berg").exists()


def test_nobody_is_two_players_of_a_file(home: Home, event: Tournament) -> None:
    data = left(home, event)
    home = empty_house(home)
    alike = a_player("Anna Bergh", club=home.club)
    a_player("Dag Ek", club=home.club)
    with pytest.raises(FileRefused, match="Choose who Anna Berg is"):
        home.receive(data, {1: Player.objects.get(given_name="Dag", home_club=home.club)})
    brought = home.receive(data, {1: alike})
    assert brought.entries.get(number=1).places.filter(player=alike).exists()


def test_a_namesake_of_another_club_is_asked_about(home: Home, event: Tournament) -> None:
    data = left(home, event)
    home = empty_house(home)
    a_player("Ceci Dahl", club=home.club)
    (doubtful,) = [
        one for one in match_people(home.club, read_event_file(io.BytesIO(data))) if one.is_doubtful
    ]
    assert (doubtful.name, doubtful.club) == ("Ceci Dahl", "Canasta Åbo B")


def test_an_event_that_came_in_is_deleted_while_nothing_was_done_in_it(home: Home, event: Tournament) -> None:
    data = left(home, event)
    brought = home.receive(data)
    origin = load_origin(brought)
    assert origin is not None
    assert not brought.is_trial
    assert running.may_be_deleted(brought)
    forget(home, brought)
    assert not Tournament.objects.exists()
    assert verify_log().broken == []
    brought = home.receive(data)
    charge = running.EventCharge(
        entry=2, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="late", key=uuid4()
    )
    running.adjust_event(an_author(home.director), brought, charge)
    assert not running.may_be_deleted(brought)


def test_another_event_of_the_name_on_the_day_is_no_other_name_for_it(home: Home, event: Tournament) -> None:
    data = left(home, event)
    other = make_full_event("Elsewhere")
    Tournament.objects.filter(pk=other.pk).update(club=home.club)
    page = looked_at(signed_in(home.director), home, data)
    assert "already has an event with this name on this day" in text_of(page)


@pytest.mark.parametrize("sent", [{}, {"token": "x"}, {"token": ""}, {"file": "words"}])
def test_a_form_without_a_file_brings_nothing(home: Home, sent: dict[str, str]) -> None:
    page = signed_in(home.director).post(bring_page(home), sent)
    assert page.status_code in (200, 302)
    assert Tournament.objects.count() == 1


def test_the_file_that_somebody_sent_is_that_persons_alone(home: Home, event: Tournament) -> None:
    data = left(home, event)
    token = token_in(looked_at(signed_in(home.director), home, data))
    other = a_user(Role.Kind.DIRECTOR, club=home.club)
    answer = signed_in(other).post(bring_page(home), {"token": token}, follow=True)
    assert "no longer here" in text_of(answer)
    assert not Tournament.objects.exists()


def test_files_that_nobody_brought_in_are_removed_after_a_day(home: Home, event: Tournament) -> None:
    data = left(home, event)
    looked_at(signed_in(home.director), home, data)
    waiting = [file.name for file in area("default").files(deep=True) if file.name.startswith("incoming/")]
    assert len(waiting) == 1
    incoming.remove_old_files(timezone.now() + timedelta(days=2))
    assert not area("default").exists(waiting[0])


@pytest.mark.parametrize("kind", [Role.Kind.JURY, Role.Kind.SCORER])
def test_only_who_sets_up_events_brings_one_in(home: Home, event: Tournament, kind: Role.Kind) -> None:
    data = left(home, event)
    home.director = a_user(kind, club=home.club)
    assert signed_in(home.director).get(bring_page(home)).status_code == 403
    with pytest.raises(PermissionDenied):
        home.receive(data)


# The commands.


def test_the_commands_take_an_event_from_house_to_house(
    home: Home, event: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = content_hash(event)
    file = tmp_path / "event.zip"
    call_command("export_event", event.pk, file, "--no-photographs")
    with pytest.raises(CommandError, match="is there already"):
        call_command("export_event", event.pk, file)
    with pytest.raises(CommandError, match="is here already"):
        call_command("import_event", home.club.pk, file)
    event.book.trial = True
    event.book.save(update_fields=["trial"])
    forget(home, event)
    home = empty_house(home)
    alike = a_player("Anna Bergh", club=home.club)
    with pytest.raises(CommandError, match=f"{alike.pk} Anna Bergh"):
        call_command("import_event", home.club.pk, file)
    call_command("import_event", home.club.pk, file, "--who", "1=new", "--trial")
    assert "is here now" in capsys.readouterr().out
    brought = Tournament.objects.select_related("book").get()
    assert brought.is_trial
    assert load_origin(brought).content == before  # type: ignore[union-attr]


def test_the_commands_name_what_is_not_there(home: Home, event: Tournament, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no event"):
        call_command("export_event", 987654321, tmp_path / "x.zip")
    with pytest.raises(CommandError, match="photograph is missing"):
        call_command("export_event", event.pk, tmp_path / "x.zip")
    assert not (tmp_path / "x.zip").exists()
    with pytest.raises(CommandError, match="no club"):
        call_command("import_event", 987654321, tmp_path / "x.zip")
    with pytest.raises(CommandError, match=r"x\.zip"):
        call_command("import_event", home.club.pk, tmp_path / "x.zip")
    (tmp_path / "y.zip").write_bytes(b"no file of ours")
    with pytest.raises(CommandError, match="not the file of an event"):
        call_command("import_event", home.club.pk, tmp_path / "y.zip")
