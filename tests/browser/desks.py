"""Desks of games in the browser's world: one with everything that can stand on it, and its slips."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO

from django.core.files.base import ContentFile
from PIL import Image

from clubs import people
from clubs.books.writing import Author
from clubs.models import Club, Player
from scoring import recording
from scoring.models import Game
from tests.browser.tables import Made, device, set_up, write


def desks_of(by: Author, club: Club, players: Sequence[Player]) -> Made:
    busy, phones = recording.create_tables(by, club, ["31", "Fönsterbordet i stora salen"], uuid.uuid4())
    pairs = players[4:6], players[6:8]
    game = set_up(by, club, busy, pairs, approval=Game.Approval.OWN_CODE)
    own_phones = set_up(by, club, phones, pairs, approval=Game.Approval.OWN_PHONE)
    write(by, busy, game)
    kept, back = (recording.adjust(by, game, charge(points)) for points in (-100, 300))
    recording.cancel_adjustment(by, back, "Det gällde bord 32", uuid.uuid4())
    photo = recording.keep_photo(by, game, paper())
    speaker = device(by, busy, 1)
    code = game.sides.get(number=1).code
    word = recording.Approval(
        number=1, version=1, key=uuid.uuid4(), side=1, player=speaker.player, code=code, reason="Sju kort"
    )
    said = recording.CallRequest(reason="inspection", text="Räcker öppningen?", key=uuid.uuid4())
    call = recording.call_director(device(by, busy), game, said)
    recording.dispute_deal(speaker, game, word)
    return {
        "desk_game": game.pk,
        "desk_book": game.book_id,
        **opened_by_players(by, club),
        "phones_game": own_phones.pk,
        "desk_table": busy.pk,
        "adjustment": kept.pk,
        "call": call.pk,
        "photo": photo.pk,
    }


def opened_by_players(by: Author, club: Club) -> Made:
    """A table of a club whose players open games, and a club without anything."""
    details = people.ClubDetails(name="Korpo Canasta", place="Korpo")
    open_club, empty = (
        people.create_club(by, replace(details, name=name), club.federation)
        for name in ("Korpo Canasta", "Houtskär Canasta")
    )
    recording.let_players_open_games(by, open_club, allowed=True)
    (table,) = recording.create_tables(by, open_club, ["1"], uuid.uuid4())
    return {"open_table": table.secret, "empty_club": empty.pk}


def charge(points: int) -> recording.Charge:
    reason = "Kom en kvart för sent till bordet efter pausen"
    return recording.Charge(side=0, points=points, reason=reason, rule="33C", key=uuid.uuid4())


def paper() -> ContentFile[bytes]:
    drawn = BytesIO()
    Image.new("RGB", (60, 80), "white").save(drawn, "PNG")
    return ContentFile(drawn.getvalue(), name="paper.png")
