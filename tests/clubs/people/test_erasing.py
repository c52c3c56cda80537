"""Erasing a person: nothing in the database leads back to the name, results stay, and copies follow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format

from clubs import people
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.models import Erasure, LogWords, Player, PlayerName, Role, User
from clubs.people import erasing, erasures
from clubs.people.named_words import free_texts, without_names
from config.serving.restoring import bring_erasures
from scoring import recording
from scoring.models import Photo, Signature
from scoring.store.signed_content import protocol_of
from tests.builders import a_player, a_user, an_author, own_places
from tests.clubs.support.desk import Desk
from tests.pages.world import a_picture
from tests.scoring.support.played import Evening
from tests.scoring.support.signed import A_CROSS, all_sign, finished_evening, sign

pytestmark = pytest.mark.django_db
NAME = "Qvintus Zetterqvist"


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    own_places(settings, tmp_path)


def where_it_stands(word: str) -> Iterator[str]:
    """Every column of every table in which a word stands."""
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            for column, value in row.items():
                if word.casefold() in str(value).casefold():
                    yield f"{model._meta.label}.{column}"


def named_evening() -> tuple[Evening, Player]:
    """A signed game of somebody whose name stands wherever a name can be written."""
    evening = finished_evening()
    player, club = evening.player(0), evening.game.book.club
    by = an_author(a_user(Role.Kind.ADMIN, club=club))
    given, family = NAME.split()
    details = people.PlayerDetails(given_name=given, family_name=family, licence="Z-4711", may_publish=True)
    people.edit_player(by, player, details, player.version)
    sign(evening, strokes=A_CROSS)
    all_sign(evening, ((0, 1), (1, 0), (1, 1)))
    recording.keep_photo(evening.director, evening.game, a_picture())
    warned = recording.WarningNotice(player=player.pk, text=f"{NAME} was rude", key=uuid4())
    recording.warn_player(evening.director, evening.game, warned)
    decision = recording.Decision(text="Zetterqvist's side led", key=uuid4())
    recording.give_ruling(evening.director, evening.game, decision)
    recording.reopen_game(evening.director, evening.game, f"{NAME} asked for it", uuid4())
    person = a_user(Role.Kind.SCORER, club=club, player=player, email="zetterqvist@example.org", name=NAME)
    people.change_consent(an_author(a_user(Role.Kind.ADMIN, club=club)), club, withdrawn=[player.pk])
    assert person.player_id == player.pk
    return evening, Player.objects.get(pk=player.pk)


def test_nothing_in_the_database_leads_to_the_name_and_the_results_stay(settings: Any) -> None:
    evening, player = named_evening()
    club, before = evening.game.book.club, evening.totals
    assert Photo.objects.filter(game=evening.game).exists()
    digest = protocol_of(evening.game).digest
    by = an_author(a_user(Role.Kind.ADMIN, club=club))
    assert len({*where_it_stands("Zetterqvist")}) > 8
    shown = erasing.preview(player, by)
    assert {"Drawn signatures", "Photographs of signed sheets", "Memberships"} <= {*dict(shown.goes)}
    assert any("was rude" in text for text in shown.texts)

    erasing.erase_player(by, player, NAME)
    for word in ("Zetterqvist", "Qvintus", "Z-4711", "zetterqvist@example.org"):
        assert set(where_it_stands(word)) == set(), word
    erased = Player.objects.get(pk=player.pk)
    assert erased.given_name == "N.N."
    assert str(player.pk) not in erased.family_name
    assert not erased.may_publish
    # Nothing but the row itself, the log and the list of erasures has the letters.
    stands = {"clubs.Player.family_name", "clubs.Player.search_text", "clubs.Player.order"}
    assert set(where_it_stands(erased.family_name)) <= stands | {"clubs.PlayerName.family_name"}
    assert (evening.totals, protocol_of(evening.game).digest) == (before, digest)
    assert not Signature.objects.filter(player=player).exclude(strokes=[]).exists()
    assert verify_log().broken == []
    assert people.queries.search_players(club, former=True).filter(pk=player.pk).count() == 0
    assert _files_with("Zetterqvist", settings.DATA_DIR) == []
    with pytest.raises(NotNow):
        erasing.erase_player(by, erased, erased.name)


def _files_with(word: str, folder: Path) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if word.encode() in path.read_bytes()]


def test_words_of_others_are_kept_and_origins_of_the_own_phone_go() -> None:
    evening, player = named_evening()
    by = an_author(a_user(Role.Kind.ADMIN, club=evening.game.book.club))
    erasing.erase_player(by, player, NAME)
    kept = LogWords.objects.filter(entry__author=evening.director.user).exclude(origin="")
    assert kept.exists()
    signed = LogWords.objects.filter(
        entry__act="game.signed_by", entry__author=None, entry__text__contains=f":{player.pk}"
    )
    assert not signed.exclude(origin="").exists()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Anna Berg led", "N.N. X led"),
        ("berg, anna led, Bergs turn", "N.N. X led, … turn"),
        ("Bergman, Bergstrand and Annabella stay", "Bergman, Bergstrand and Annabella stay"),
        ("It was Anna's", "It was …'s"),
    ],
)
def test_a_whole_name_becomes_the_pseudonym_and_a_part_dots(text: str, left: str) -> None:
    assert without_names(text, [("Anna", "Berg")], "N.N. X") == left


def test_a_copy_from_before_and_only_that_is_erased_again() -> None:
    desk = Desk()
    by = an_author(desk.people["admin"])
    erasing.erase_player(by, desk.player, desk.player.name)
    listed = list(erasures.read_lists())
    assert "Bergström" not in json.dumps([one.digests for one in listed])
    # The copy: the row as it was, and a database that knows of no erasure.
    Erasure.objects.all().delete()
    row = Player.objects.get(pk=desk.player.pk)
    row.given_name, row.family_name, row.erased_at = "Åsa", "Bergström", None
    row.save()
    namesake = a_player("Åsa Bergström", club=desk.club)
    assert erasing.erase_again(an_author(), erasures.read_lists()) == 1
    again = Player.objects.get(pk=row.pk)
    assert again.family_name == listed[0].pseudonym
    assert Player.objects.get(pk=namesake.pk).family_name == "Bergström"
    assert erasing.erase_again(an_author(), erasures.read_lists()) == 0


def test_only_an_admin_erases_and_writes_the_name_first() -> None:
    desk = Desk()
    with pytest.raises(PermissionDenied):
        erasing.erase_player(an_author(desk.people["director"]), desk.player, desk.player.name)
    with pytest.raises(ValidationError):
        erasing.erase_player(an_author(desk.people["admin"]), desk.player, "Åsa")
    User.objects.filter(pk=desk.people["admin"].pk).update(player=desk.player)
    browser, address = desk.as_("admin"), desk.pages()["player_erase"]
    assert "only admin" in browser.get(address).content.decode()
    User.objects.filter(pk=desk.people["admin"].pk).update(player=None)
    assert "cannot be undone" in browser.get(address).content.decode()
    wrong = browser.post(address, {"name": "Somebody"})
    assert "Somebody" in wrong.content.decode()
    done = browser.post(address, {"name": "Åsa Bergström"}, follow=True)
    assert not PlayerName.objects.filter(family_name="Bergström").exists()
    # It says what can be answered to the person, and until when backups have the name.
    assert done.redirect_chain == [(address, 302)]
    said, today = done.content.decode(), timezone.localdate()
    last = today + timedelta(days=settings.BACKUP_DAYS)
    assert f"was erased on {date_format(today)}" in said
    assert f"until {date_format(last)}" in said
    assert "Bergström" not in said
    erased = Player.objects.get(pk=desk.player.pk)
    shown = browser.get(desk.pages()["player"]).content.decode()
    assert "This person is erased already." in shown
    assert address in shown
    assert desk.pages()["player_edit"] not in shown
    # Nobody gives the row a name again.
    details = {"given_name": "Åsa", "family_name": "Bergström", "version": str(erased.version)}
    refused = browser.post(desk.pages()["player_edit"], details).content.decode()
    assert "This person is erased already." in refused
    assert not PlayerName.objects.filter(family_name="Bergström").exists()
    Player.objects.filter(pk=desk.player.pk).update(erased_at=F("erased_at") - timedelta(days=100))
    assert "do not have it any more either" in browser.get(address).content.decode()


def test_every_column_of_free_text_is_searched() -> None:
    """A new text goes into FREE_TEXTS of its app, or here with the reason why nobody writes in it."""
    no_names = {
        "clubs.logentry.text",  # the chain: words stand apart
        "clubs.logwords.origin",
        "clubs.logwords.reason",  # forgotten as a whole
        "clubs.passkey.public_key",  # goes with the account
        # Ids and figures.
        *("tournaments.keptofevent.value", "tournaments.keptseries.first", "tournaments.keptseries.lines"),
        "tournaments.outgoingletter.sealed",  # goes once it is sent, or with the sign-up
    }
    texts = {
        f"{model._meta.label_lower}.{column.name}"
        for model in apps.get_models()
        if model._meta.app_label in ("clubs", "scoring", "tournaments")
        for column in model._meta.concrete_fields
        if isinstance(column, models.TextField)
    }
    assert texts - no_names <= {*free_texts}


def test_a_restored_folder_gets_the_list_that_lies_beside_the_backup(tmp_path: Path) -> None:
    (tmp_path / "stick").mkdir()
    (tmp_path / "draft").mkdir()
    (tmp_path / "stick" / erasures.list_name()).write_text("[]")
    bring_erasures(tmp_path / "stick" / "talon.zip", tmp_path / "draft")
    assert (tmp_path / "draft" / erasures.list_name()).read_text() == "[]"
