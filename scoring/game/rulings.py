"""Descriptions of rulings: who decided what on which deal, by which paragraph, with which points.

In public a member of the jury has the public name of a player, or none; the desk shows the account's name.
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
from scoring.wording.citations import Citation, citation_for

# Returns the name of a member of the jury; empty if it may not be shown.
NameOfUser = Callable[[User], str]


def public_user_name(person: User) -> str:
    return "" if person.player is None else public_name(person.player)


def desk_user_name(person: User) -> str:
    return person.name


@dataclass(frozen=True, slots=True)
class RecusalDescription:
    """A member of the jury who was recused, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class RulingCharge:
    """Points charged or credited by a ruling; those of a deal count in the running total."""

    side: str
    points: int
    is_of_deal: bool
    is_cancelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDescription:
    """A ruling as pages and documents show it."""

    pk: int
    number: int
    at: datetime
    deal: int | None
    # The outcome for the deal; empty if the ruling does not change it.
    outcome: str
    text: str
    citation: Citation | None
    decided_by: str
    recusals: tuple[RecusalDescription, ...]
    charges: tuple[RulingCharge, ...]
    # The deal is still to be rewritten.
    is_pending: bool
    cancelled_at: datetime | None
    cancelled_because: str


def describe_rulings(
    game: Game, names: Sequence[str], rulings: Iterable[Ruling], name_of: NameOfUser = public_user_name
) -> list[RulingDescription]:
    """Describe rulings that `rulings_of` has loaded."""
    return [_describe_ruling(game, names, ruling, name_of) for ruling in rulings]


def _describe_ruling(
    game: Game, names: Sequence[str], ruling: Ruling, name_of: NameOfUser = public_user_name
) -> RulingDescription:
    leaves_deal = ruling.outcome == Ruling.Outcome.NONE
    return RulingDescription(
        pk=ruling.pk,
        number=ruling.number,
        at=ruling.at,
        deal=None if ruling.deal is None else ruling.deal.number,
        outcome="" if leaves_deal else ruling.get_outcome_display(),
        text=ruling.text,
        citation=citation_for(game.ruleset, ruling.rule),
        decided_by=decided_by(ruling, name_of),
        recusals=tuple(_recusals(ruling, name_of)),
        charges=tuple(
            RulingCharge(
                side=names[charge.side],
                points=charge.points,
                is_of_deal=charge.deal is not None,
                is_cancelled=charge.cancelled_at is not None,
            )
            for charge in ruling.charges.all()
        ),
        is_pending=bool(getattr(ruling, "waits", False)),
        cancelled_at=ruling.cancelled_at,
        cancelled_because=ruling.cancelled_because,
    )


def decided_by(ruling: Ruling, name_of: NameOfUser = public_user_name) -> str:
    """Return the jury by name, as far as its names may be shown; without a jury the director."""
    members = [name_of(juror.user) for juror in ruling.jurors.all() if not juror.is_recused]
    if not members:
        return _("the director")
    names = [name for name in members if name]
    unnamed = len(members) - len(names)
    if unnamed:
        others = ngettext("a member of the jury", "%(count)s members of the jury", unnamed)
        names.append(others % {"count": unnamed})
    return _("the jury: %(names)s") % {"names": ", ".join(names)}


def _recusals(ruling: Ruling, name_of: NameOfUser = public_user_name) -> Iterable[RecusalDescription]:
    for juror in ruling.jurors.all():
        if juror.is_recused:
            name = name_of(juror.user) or _("a member of the jury")
            yield RecusalDescription(name, str(Juror.Status(juror.recused_because).label))
