"""The life of a deal, told: who wrote what and when, what the other side said, what was changed and by which
paragraph; and the ledger of a game.

Knows what was stored of a deal and how people are called where everybody can read it; must not know who may
change anything. Who works at the desk is named by the desk, not by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.names import public_name
from scoring.game import differences
from scoring.game.rulings import decided_by
from scoring.models import Adjustment, Confirmation, Deal, DealVersion, Game, OwnProtocol, Ruling
from scoring.store import sheets as stored_sheets
from scoring.store.queries import DealTold, Voided
from scoring.wording.citations import Cited, cited

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Changed:
    """A row of the protocol that a new version has otherwise."""

    label: str
    side: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened to a deal."""

    at: datetime
    who: str
    what: str
    reason: str = ""
    cited: Cited | None = None
    changes: tuple[Changed, ...] = ()
    # What each side had by this version.
    totals: tuple[int, ...] = ()
    # The number of the ruling that did it in the same moment.
    ruling: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged:
    """An entry of the ledger."""

    at: datetime
    side: str
    points: int
    reason: str
    cited: Cited | None
    deal: int | None
    cancelled_at: datetime | None
    cancelled_because: str


_WRITTEN: Final[Mapping[str, _StrPromise]] = {
    DealVersion.Kind.RECORDED: _lazy("Written down"),
    DealVersion.Kind.ARITHMETIC: _lazy("Corrected: the points were added up wrongly"),
    DealVersion.Kind.WRONG_SIDE: _lazy("Corrected: it stood with the wrong side"),
    DealVersion.Kind.TRANSCRIPTION: _lazy("Corrected: it was copied wrongly"),
    DealVersion.Kind.FORGOTTEN: _lazy("Corrected in time: something was missing"),
    DealVersion.Kind.DETAIL: _lazy("Written out in more detail"),
    DealVersion.Kind.RULING: _lazy("Ruling"),
}
_SAID: Final[Mapping[str, _StrPromise]] = {
    Confirmation.Kind.APPROVED: _lazy("Approved"),
    Confirmation.Kind.SENT_BACK: _lazy("Sent back"),
    Confirmation.Kind.DISPUTED: _lazy("Disputed"),
}


def history(game: Game, names: Sequence[str], told: DealTold) -> list[Event]:
    """Everything that happened to a deal: protocols of the sides, versions in their order, and its end."""
    events = [*_handed_in(names, told.protocols), *_written(game, names, told)]
    if told.voided is not None:
        events.append(_declared_void(told.voided))
    for event in _ruled(game, told.rulings):
        events.insert(_place_of(event, events), event)
    return events


def _place_of(decided: Event, events: Sequence[Event]) -> int:
    """A ruling stands after what was before it, and before what it has done in the same moment."""
    after = (at for at, one in enumerate(events) if one.at > decided.at or _is_done_by(one, decided))
    return next(after, len(events))


def _is_done_by(event: Event, decided: Event) -> bool:
    return event.ruling is not None and event.ruling == decided.ruling


def _written(game: Game, names: Sequence[str], told: DealTold) -> Iterator[Event]:
    """Each version, and after it what was said of it."""
    before: DealVersion | None = None
    decided = {event.at for event in _ruled(game, told.rulings)}
    for version in told.versions:
        yield Event(
            at=version.at,
            who=writer(version, names),
            what=_what_was_written(version),
            reason="" if _is_charged(version) else version.reason,
            ruling=version.ruling.number if version.ruling is not None and _is_charged(version) else None,
            cited=cited(game.ruleset, version.overrides or version.rule),
            changes=() if before is None else tuple(_changes(game, names, told.deal, (before, version))),
            totals=tuple(side.total for side in stored_sheets.sides_of(version.result)),
        )
        for said in version.confirmations.all():
            if said.side is None and said.at in decided:
                # A ruling's word on the version, which the ruling itself tells.
                continue
            yield Event(at=said.at, who=_speaker(said, names), what=str(_SAID[said.kind]), reason=said.reason)
        before = version


def _what_was_written(version: DealVersion) -> str:
    """What a version is called; one that a ruling has led to names it, and an override is no ruling."""
    if version.ruling is None:
        return _("Decided against the rules") if version.overrides else str(_WRITTEN[version.kind])
    number = {"number": version.ruling.number}
    if _is_charged(version):
        return _("Charged by ruling %(number)s") % number
    return _("Written anew by ruling %(number)s") % number


def _is_charged(version: DealVersion) -> bool:
    """Whether a version has come about by the points of a ruling, not by being written anew."""
    return version.ruling is not None and version.at == version.ruling.at


def _ruled(game: Game, rulings: Iterable[Ruling]) -> Iterator[Event]:
    """What was decided of the deal, and what of it was taken back."""
    for ruling in rulings:
        number = {"number": ruling.number, "outcome": ruling.get_outcome_display()}
        yield Event(
            at=ruling.at,
            who=decided_by(ruling),
            what=_("Ruling %(number)s: %(outcome)s") % number,
            reason=ruling.text,
            cited=cited(game.ruleset, ruling.rule),
            ruling=ruling.number,
        )
        if ruling.cancelled_at is not None:
            yield Event(
                at=ruling.cancelled_at,
                who=_("the desk"),
                what=_("Ruling %(number)s taken back") % number,
                reason=ruling.cancelled_because,
            )


def _changes(
    game: Game, names: Sequence[str], deal: Deal, versions: tuple[DealVersion, DealVersion]
) -> Iterator[Changed]:
    """What stands otherwise in the newer of two versions."""
    sheets = [stored_sheets.stored_sheet(game, version.sheet, deal.openings) for version in versions]
    for found in differences.differences(sheets):
        before, after = found.values
        yield Changed(found.label, "" if found.side is None else names[found.side], before, after)


def _handed_in(names: Sequence[str], protocols: Iterable[OwnProtocol]) -> Iterator[Event]:
    for protocol in protocols:
        who = _somebody(protocol.player, protocol.side, names)
        yield Event(at=protocol.at, who=who, what=_("Handed in a protocol of their own"))


def _declared_void(void: Voided) -> Event:
    return Event(at=void.at, who=_("the director"), what=_("Declared void"), reason=void.reason)


# Who it was.


def writer(version: DealVersion, names: Sequence[str]) -> str:
    if version.kind == DealVersion.Kind.RULING:
        return _("the director")
    return _somebody(version.player, version.side, names) or _by_whom(version.device)


def _speaker(said: Confirmation, names: Sequence[str]) -> str:
    return _somebody(said.player, said.side, names) or _by_whom(said.device)


def _by_whom(device: str) -> str:
    return _("the table") if device else _("the desk")


def _somebody(player: Player | None, side: int | None, names: Sequence[str]) -> str:
    """A player as everybody may read it, or else the side."""
    if player is not None:
        return public_name(player)
    return "" if side is None else names[side]


# The ledger.


def ledger(game: Game, names: Sequence[str], entries: Iterable[Adjustment]) -> list[Charged]:
    """Penalties and awards as they were given; those taken back stay, marked."""
    return [
        Charged(
            at=entry.at,
            side=names[entry.side.number],
            points=entry.points,
            reason=_reason_of(entry),
            cited=cited(game.ruleset, entry.rule),
            deal=entry.deal.number if entry.deal else None,
            cancelled_at=entry.cancelled_at,
            cancelled_because=entry.cancelled_because,
        )
        for entry in entries
    ]


def _reason_of(entry: Adjustment) -> str:
    """Why it was charged; what a ruling has charged is said by its number, and its words stand with it."""
    if entry.ruling is None:
        return entry.reason
    return _("Ruling %(number)s") % {"number": entry.ruling.number}
