"""What the desk does beside a game: reads protocols back, takes result slips, looks at what is unlikely.

Knows rows beside a game; adds no point and changes no deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE, RECORDERS
from clubs.books.refusals import NotNow, refused
from clubs.books.writing import Author, Sending, retried
from scoring.models import Deal, DealVersion, Game, ReadBack, Slip
from scoring.recording.errors import TakenAlready
from scoring.recording.session import Play, playing
from scoring.store import queries, signed_content
from scoring.store.queries import DealRow


@retried
def read_back(by: Author, game: Game, digest: str, key: UUID) -> ReadBack:
    """A second person has read the protocol back: what is stored is what stands on the paper."""
    sending = Sending(key=key, content={"read_back": digest})
    with playing(game, by, needs=RECORDERS, sending=sending) as play:
        if play.earlier is not None:
            return ReadBack.objects.get(pk=play.earlier.facts["reading"])
        stands = queries.with_sides().get(pk=play.game.pk)
        rows = queries.deals_of(stands)
        if signed_content.protocol_from(stands, rows).digest != digest:
            raise TakenAlready
        _refuse_own_typing(play, rows)
        reading = ReadBack.objects.create(game=play.game, digest=digest, author=play.director, at=play.by.at)
        play.log("game.read_back", play.game, after={"reading": reading.pk, "digest": digest})
        return reading


def _refuse_own_typing(play: Play, rows: Sequence[DealRow]) -> None:
    """Nobody reads back what he has typed himself."""
    if not any(row.version is not None and row.deal.state != Deal.State.VOID for row in rows):
        raise NotNow(_lazy("No deal has been recorded yet."))
    if play.director.pk in signed_content.writers_of(rows):
        raise NotNow(
            _lazy("A second person reads the protocol back: you have written a deal of it yourself.")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTotals:
    """What a result slip says: each side's total."""

    totals: Sequence[int]
    key: UUID

    @property
    def sending(self) -> Sending:
        return Sending(key=self.key, content={"slip": list(self.totals)})


@retried
def take_slip(by: Author, game: Game, slip: SlipTotals) -> Slip:
    """Keep what the result slip says, to be held against the computed totals. The latest one counts."""
    with playing(game, by, needs=RECORDERS, sending=slip.sending) as play:
        if play.earlier is not None:
            return Slip.objects.get(pk=play.earlier.facts["slip"])
        if len(slip.totals) != len(play.sides) or any(total % 5 for total in slip.totals):
            raise refused("totals", _lazy("A total for each side, divisible by five."))
        play.game.slips.filter(current=True).update(current=False)
        taken = Slip.objects.create(
            game=play.game, totals=list(slip.totals), author=play.director, at=play.by.at
        )
        play.log("game.slip_taken", play.game, after={"slip": taken.pk, "points": list(slip.totals)})
        return taken


@retried
def look_at(by: Author, game: Game, number: int, version: int, key: UUID) -> DealVersion:
    """Somebody in charge has looked at what is unlikely in a deal; it is not shown as waiting any more."""
    sending = Sending(key=key, content={"look_at": number, "version": version})
    with playing(game, by, needs=IN_CHARGE, sending=sending) as play:
        deal = Deal.objects.get(game=play.game, number=number)
        if play.earlier is not None:
            return deal.versions.get(number=version)
        written = deal.versions.filter(number=version, current=True, seen_at=None).first()
        if written is None:
            raise TakenAlready(deal)
        if not written.warnings:
            raise NotNow(_lazy("Nothing unlikely was recorded of this deal."))
        written.seen_at, written.seen_by = play.by.at, play.director
        written.save(update_fields=["seen_at", "seen_by"])
        play.log("deal.looked_at", deal, after={"number": number, "version": version})
        return written
