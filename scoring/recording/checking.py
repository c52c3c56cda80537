"""The desk's checks of a game: read-backs of the protocol, result slips, warnings. None changes a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import IN_CHARGE, RECORDERS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Submission, retried
from scoring.models import Deal, DealVersion, Game, ReadBack, Slip
from scoring.recording.errors import AlreadyChanged
from scoring.recording.session import OpenGame, open_game_for
from scoring.store import signed_content
from scoring.store.deal_queries import DealRow, deal_rows
from scoring.store.game_queries import games_with_sides

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@retried
def read_back(by: Author, game: Game, digest: str, key: UUID) -> ReadBack:
    """Record that a second person has compared the protocol with the paper."""
    submission = Submission(key=key, content={"read_back": digest})
    with open_game_for(game, by, needs=RECORDERS, submission=submission) as opened:
        if opened.earlier is not None:
            return ReadBack.objects.get(pk=opened.earlier.facts["reading"])
        game = games_with_sides().get(pk=opened.game.pk)
        rows = deal_rows(game)
        if signed_content.protocol_from(game, rows).digest != digest:
            raise AlreadyChanged
        _refuse_unwritten(rows)
        _refuse_own_typing(
            opened,
            rows,
            _lazy(
                "The score sheet must be read back by a second person: you recorded one of its "
                "deals yourself."
            ),
        )
        reading = ReadBack.objects.create(
            game=opened.game, digest=digest, author=opened.director, at=opened.by.at
        )
        opened.log("game.read_back", opened.game, after={"reading": reading.pk, "digest": digest})
        return reading


def _refuse_unwritten(rows: Sequence[DealRow]) -> None:
    if not any(row.version is not None and row.deal.state != Deal.State.VOID for row in rows):
        raise NotNow(_lazy("No deal has been recorded yet."))


def _refuse_own_typing(opened: OpenGame, rows: Sequence[DealRow], why: _StrPromise) -> None:
    """Refuse a second person who has written a deal of the protocol."""
    if opened.director.pk in signed_content.author_ids(rows):
        raise NotNow(why)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipTotals:
    """The totals of the sides on a result slip."""

    totals: Sequence[int]
    key: UUID

    @property
    def submission(self) -> Submission:
        return Submission(key=self.key, content={"slip": list(self.totals)})


@retried
def take_slip(by: Author, game: Game, slip: SlipTotals) -> Slip:
    """Store the totals of a result slip for comparison with the computed ones. The latest slip counts.

    Where it was agreed on, they are the second entry of the result: another person makes it than the first.
    """
    with open_game_for(game, by, needs=RECORDERS, submission=slip.submission) as opened:
        if opened.earlier is not None:
            return Slip.objects.get(pk=opened.earlier.facts["slip"])
        if len(slip.totals) != len(opened.sides) or any(total % 5 for total in slip.totals):
            raise validation_error("totals", _lazy("Enter a total for each side, divisible by five."))
        if opened.game.second_entry:
            _refuse_own_typing(
                opened,
                deal_rows(games_with_sides().get(pk=opened.game.pk)),
                _lazy("A second person enters the result: you have written a deal of it yourself."),
            )
        former = opened.game.slips.filter(current=True).first()
        opened.game.slips.filter(current=True).update(current=False)
        taken = Slip.objects.create(
            game=opened.game, totals=list(slip.totals), author=opened.director, at=opened.by.at
        )
        opened.log(
            "game.slip_taken",
            opened.game,
            before={"points": None if former is None else former.totals},
            after={"slip": taken.pk, "points": list(slip.totals)},
        )
        return taken


@retried
def mark_warnings_seen(by: Author, game: Game, number: int, version: int, key: UUID) -> DealVersion:
    """Mark the warnings of a deal as seen, so that the desk no longer lists them."""
    submission = Submission(key=key, content={"look_at": number, "version": version})
    with open_game_for(game, by, needs=IN_CHARGE, submission=submission) as opened:
        deal = Deal.objects.get(game=opened.game, number=number)
        if opened.earlier is not None:
            return deal.versions.get(number=version)
        warned = deal.versions.filter(number=version, current=True, seen_at=None).first()
        if warned is None:
            raise AlreadyChanged(deal)
        if not warned.warnings:
            raise NotNow(_lazy("Nothing unlikely was recorded for this deal."))
        warned.seen_at, warned.seen_by = opened.by.at, opened.director
        warned.save(update_fields=["seen_at", "seen_by"])
        opened.log("deal.looked_at", deal, after={"number": number, "version": version})
        return warned
