"""Rulings and written warnings told: who decided what of which deal, by which paragraph, with which points.

Knows what is stored of a ruling and how people are called where everybody can read it; must not know who is
looking, nor query anything. Who is in the jury is named as a player is, or not at all; the desk gives the
name of the account.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from clubs.people.names import public_name
from scoring.models import Game, Juror, Ruling
from scoring.wording.citations import Cited, cited

# How one of the jury is called; empty where the name is not for everybody.
Called = Callable[[User], str]


def in_public(person: User) -> str:
    return "" if person.player is None else public_name(person.player)


def at_the_desk(person: User) -> str:
    return person.name


@dataclass(frozen=True, slots=True)
class PassedOver:
    """One of the jury who did not sit, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class PointsTold:
    """What a side is charged or credited; at a deal it counts in the running total."""

    side: str
    points: int
    of_deal: bool
    is_cancelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingTold:
    """A ruling as pages and documents show it."""

    pk: int
    number: int
    at: datetime
    deal: int | None
    # What becomes of the deal; empty where it is not touched.
    outcome: str
    text: str
    cited: Cited | None
    by: str
    passed_over: tuple[PassedOver, ...]
    points: tuple[PointsTold, ...]
    # The deal is still to be written anew.
    waits: bool
    cancelled_at: datetime | None
    cancelled_because: str


def rulings_told(
    game: Game, names: Sequence[str], rulings: Iterable[Ruling], called: Called = in_public
) -> list[RulingTold]:
    """Rulings that came by `queries.rulings_of`."""
    return [_ruling_told(game, names, ruling, called) for ruling in rulings]


def _ruling_told(game: Game, names: Sequence[str], ruling: Ruling, called: Called = in_public) -> RulingTold:
    untouched = ruling.outcome == Ruling.Outcome.NONE
    return RulingTold(
        pk=ruling.pk,
        number=ruling.number,
        at=ruling.at,
        deal=None if ruling.deal is None else ruling.deal.number,
        outcome="" if untouched else ruling.get_outcome_display(),
        text=ruling.text,
        cited=cited(game.ruleset, ruling.rule),
        by=decided_by(ruling, called),
        passed_over=tuple(_passed_over(ruling, called)),
        points=tuple(
            PointsTold(
                side=names[made.side.number],
                points=made.points,
                of_deal=made.deal is not None,
                is_cancelled=made.cancelled_at is not None,
            )
            for made in ruling.charges.all()
        ),
        waits=bool(getattr(ruling, "waits", False)),
        cancelled_at=ruling.cancelled_at,
        cancelled_because=ruling.cancelled_because,
    )


def decided_by(ruling: Ruling, called: Called = in_public) -> str:
    """The jury by name, as far as its names are for everybody; without one the director alone."""
    sat = [called(juror.user) for juror in ruling.jurors.all() if not juror.passed_over]
    if not sat:
        return _("the director")
    named = [name for name in sat if name]
    unnamed = len(sat) - len(named)
    if unnamed:
        more = ngettext("a member of the jury", "%(count)s members of the jury", unnamed)
        named.append(more % {"count": unnamed})
    return _("the jury: %(names)s") % {"names": ", ".join(named)}


def _passed_over(ruling: Ruling, called: Called = in_public) -> Iterable[PassedOver]:
    for juror in ruling.jurors.all():
        if juror.passed_over:
            name = called(juror.user) or _("a member of the jury")
            yield PassedOver(name, str(Juror.Passed(juror.passed_over).label))
