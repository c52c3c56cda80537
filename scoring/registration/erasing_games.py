"""What games have of a person who is erased: signatures, photographs, devices, and free words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.writing import Author
from clubs.people.erasing import ErasedPerson, Wipe
from clubs.people.names import NO_NAME
from scoring.models import Confirmation, DealVersion, Game, OwnProtocol, Photo, ScannedSheet, Signature

FREE_TEXTS: Final[Mapping[str, str]] = {
    "scoring.dealversion.reason": "deal__game__book",
    "scoring.confirmation.reason": "version__deal__game__book",
    "scoring.adjustment.reason": "game__book",
    "scoring.adjustment.cancelled_because": "game__book",
    "scoring.ruling.text": "game__book",
    "scoring.ruling.cancelled_because": "game__book",
    "scoring.writtenwarning.text": "game__book",
    "scoring.writtenwarning.cancelled_because": "game__book",
    "scoring.game.set_aside_because": "book",
    "scoring.signing.reopened_because": "game__book",
    "scoring.signature.reason": "signing__game__book",
    "scoring.signature.typed": "signing__game__book",
    "scoring.call.text": "game__book",
    "scoring.scannedsheet.source": "book",
}


def wipes_of_person(person: ErasedPerson, _by: Author) -> Iterator[Wipe]:
    games = Game.objects.filter(sides__seats__player__in=person.ids).order_by().values("pk")
    photos = Photo.objects.filter(game__in=games)
    yield Wipe(
        _lazy("Photographs of signed sheets"), photos, files=list(photos.values_list("image", flat=True))
    )
    scans = ScannedSheet.objects.filter(proposed__in=games)
    yield Wipe(_lazy("Scans that wait"), scans, files=list(scans.values_list("image", flat=True)))
    signed = Signature.objects.filter(player__in=person.ids)
    yield Wipe(_lazy("Drawn signatures"), signed.exclude(strokes=[]), {"strokes": [], "typed": NO_NAME})
    yield Wipe(_lazy("Typed signatures"), signed.exclude(typed=""), {"typed": NO_NAME})
    for model in (DealVersion, Confirmation, OwnProtocol, Signature):
        rows = model._base_manager.filter(player__in=person.ids).exclude(device="")
        yield Wipe(_lazy("Marks of the own phone"), rows, {"device": ""})
