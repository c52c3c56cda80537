"""The history of a deal and the ledger of a game: each event with its author, time, changes and paragraph.

People have their public names, unless the page names them otherwise; whoever works at the desk is the desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.names import NameOf, public_name
from scoring.game import differences
from scoring.game.rulings import decided_by
from scoring.game.typed_reasons import public_reason
from scoring.models import Adjustment, Confirmation, Deal, DealVersion, Game, OwnProtocol, Ruling
from scoring.store import sheets as stored_sheets
from scoring.store.deal_queries import DealHistory, VoidRecord
from scoring.wording.citations import Citation, citation_for

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


ReasonOf = Callable[[Confirmation | DealVersion], str]


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row of the protocol that differs in a newer version."""

    label: str
    side: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEvent:
    """An event in the history of a deal."""

    at: datetime
    author: str
    label: str
    reason: str = ""
    citation: Citation | None = None
    changes: tuple[ChangedRow, ...] = ()
    # Each side's total in this version.
    totals: tuple[int, ...] = ()
    # The number of the ruling that caused the event at the same moment.
    ruling: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """An entry of the ledger: a penalty or an award."""

    at: datetime
    side: str
    points: int
    reason: str
    citation: Citation | None
    deal: int | None
    cancelled_at: datetime | None
    cancelled_because: str


_VERSION_LABELS: Final[Mapping[str, _StrPromise]] = {
    DealVersion.Kind.RECORDED: _lazy("Recorded"),
    DealVersion.Kind.ARITHMETIC: _lazy("Corrected: addition error"),
    DealVersion.Kind.WRONG_SIDE: _lazy("Corrected: entered for the wrong side"),
    DealVersion.Kind.TRANSCRIPTION: _lazy("Corrected: it was copied wrongly"),
    DealVersion.Kind.FORGOTTEN: _lazy("Corrected in time: something was missing"),
    DealVersion.Kind.DETAIL: _lazy("Written out in more detail"),
    DealVersion.Kind.RULING: _lazy("Ruling"),
    DealVersion.Kind.HOUSE_RULES: _lazy("Counted again: the event was set up wrong"),
}
_CONFIRMATION_LABELS: Final[Mapping[str, _StrPromise]] = {
    Confirmation.Kind.APPROVED: _lazy("Approved"),
    Confirmation.Kind.SENT_BACK: _lazy("Sent back"),
    Confirmation.Kind.DISPUTED: _lazy("Disputed"),
}


def deal_events(
    game: Game,
    names: Sequence[str],
    history: DealHistory,
    name_of: NameOf = public_name,
    reason_of: ReasonOf = public_reason,
) -> list[DealEvent]:
    """Return the events of a deal: the sides' protocols, the versions with confirmations, the rulings."""
    events = [
        *_protocol_events(names, history.protocols, name_of),
        *_version_events(game, names, history, (name_of, reason_of)),
    ]
    if history.voided is not None:
        events.append(_void_event(history.voided))
    for event in _ruling_events(game, history.rulings):
        events.insert(_insertion_index(event, events), event)
    return events


def _insertion_index(ruling: DealEvent, events: Sequence[DealEvent]) -> int:
    """Place a ruling after all earlier events, and before those that it caused at the same moment."""
    later = (
        index for index, event in enumerate(events) if event.at > ruling.at or _is_caused_by(event, ruling)
    )
    return next(later, len(events))


def _is_caused_by(event: DealEvent, ruling: DealEvent) -> bool:
    return event.ruling is not None and event.ruling == ruling.ruling


def _version_events(
    game: Game, names: Sequence[str], history: DealHistory, told: tuple[NameOf, ReasonOf]
) -> Iterator[DealEvent]:
    """Yield each version, followed by its confirmations."""
    name_of, reason_of = told
    before: DealVersion | None = None
    ruling_times = {event.at for event in _ruling_events(game, history.rulings)}
    for version in history.versions:
        yield DealEvent(
            at=version.at,
            author=author_name(version, names, name_of),
            label=_version_label(version),
            reason="" if _comes_from_charge(version) else reason_of(version),
            ruling=version.ruling.number
            if version.ruling is not None and _comes_from_charge(version)
            else None,
            citation=citation_for(game.ruleset, version.overridden_rule or version.rule),
            changes=()
            if before is None
            else tuple(_changed_rows(game, names, history.deal, (before, version))),
            totals=tuple(side.total for side in stored_sheets.sides_of(version.result)),
        )
        for confirmation in version.confirmations.all():
            if confirmation.side is None and confirmation.at in ruling_times:
                # The confirmation belongs to a ruling, which is an event of its own.
                continue
            if confirmation.at < version.at:
                # It was given to the version before: a charge has carried it over.
                continue
            yield DealEvent(
                at=confirmation.at,
                author=_confirmation_author(confirmation, names, name_of),
                label=str(_CONFIRMATION_LABELS[confirmation.kind]),
                reason=reason_of(confirmation),
            )
        before = version


def _version_label(version: DealVersion) -> str:
    """Return the label of a version: it names the ruling that led to it; an override is no ruling."""
    if version.ruling is None:
        return (
            _("Decided against the rules") if version.overridden_rule else str(_VERSION_LABELS[version.kind])
        )
    number = {"number": version.ruling.number}
    if _comes_from_charge(version):
        return _("Penalty or award by ruling %(number)s") % number
    return _("Entered again by ruling %(number)s") % number


def _comes_from_charge(version: DealVersion) -> bool:
    """Return whether the points of a ruling made this version, rather than a rewritten deal."""
    return version.ruling is not None and version.at == version.ruling.at


def _ruling_events(game: Game, rulings: Iterable[Ruling]) -> Iterator[DealEvent]:
    """Yield each ruling on the deal, and its cancellation."""
    for ruling in rulings:
        number = {"number": ruling.number, "outcome": ruling.get_outcome_display()}
        yield DealEvent(
            at=ruling.at,
            author=decided_by(ruling),
            label=_("Ruling %(number)s: %(outcome)s") % number,
            reason=ruling.text,
            citation=citation_for(game.ruleset, ruling.rule),
            ruling=ruling.number,
        )
        if ruling.cancelled_at is not None:
            yield DealEvent(
                at=ruling.cancelled_at,
                author=_("the desk"),
                label=_("Ruling %(number)s revoked") % number,
                reason=ruling.cancelled_because,
            )


def _changed_rows(
    game: Game, names: Sequence[str], deal: Deal, versions: tuple[DealVersion, DealVersion]
) -> Iterator[ChangedRow]:
    """Return the rows that differ between two versions."""
    sheets = [stored_sheets.stored_sheet(game, version.sheet, deal.openings) for version in versions]
    for row in differences.compare_protocols(sheets):
        before, after = row.values
        yield ChangedRow(row.label, "" if row.side is None else names[row.side], before, after)


def changes_since_last_version(
    game: Game, names: Sequence[str], deal: Deal, version: DealVersion
) -> list[ChangedRow]:
    """Return what a correction has changed of the version before it; nothing for a first version."""
    if version.number == 1:
        return []
    before = DealVersion.objects.get(deal=deal, number=version.number - 1)
    return list(_changed_rows(game, names, deal, (before, version)))


def _protocol_events(
    names: Sequence[str], protocols: Iterable[OwnProtocol], name_of: NameOf
) -> Iterator[DealEvent]:
    for protocol in protocols:
        author = _player_or_side(protocol.player, protocol.side, names, name_of)
        yield DealEvent(at=protocol.at, author=author, label=_("Handed in their own score sheet"))


def _void_event(void: VoidRecord) -> DealEvent:
    return DealEvent(at=void.at, author=_("the director"), label=_("Declared void"), reason=void.reason)


# Authors.


def author_name(version: DealVersion, names: Sequence[str], name_of: NameOf = public_name) -> str:
    """Return who wrote a version: the director, a player, a side, the table or the desk."""
    if version.kind in (DealVersion.Kind.RULING, DealVersion.Kind.HOUSE_RULES):
        return _("the director")
    return _player_or_side(version.player, version.side, names, name_of) or _device_label(version.device)


def _confirmation_author(confirmation: Confirmation, names: Sequence[str], name_of: NameOf) -> str:
    return _player_or_side(confirmation.player, confirmation.side, names, name_of) or _device_label(
        confirmation.device
    )


def _device_label(device: str) -> str:
    return _("the table") if device else _("the desk")


def _player_or_side(player: Player | None, side: int | None, names: Sequence[str], name_of: NameOf) -> str:
    """Return the player's name, or else the side's name; empty without either."""
    if player is not None:
        return name_of(player)
    return "" if side is None else names[side]


# The ledger.


def ledger_entries(game: Game, names: Sequence[str], entries: Iterable[Adjustment]) -> list[LedgerEntry]:
    """Return penalties and awards as they were given; cancelled ones stay, marked."""
    return [
        LedgerEntry(
            at=entry.at,
            side=names[entry.side],
            points=entry.points,
            reason=_ledger_reason(entry),
            citation=citation_for(game.ruleset, entry.rule),
            deal=entry.deal.number if entry.deal else None,
            cancelled_at=entry.cancelled_at,
            cancelled_because=entry.cancelled_because,
        )
        for entry in entries
    ]


def _ledger_reason(entry: Adjustment) -> str:
    """Return why it was charged; a ruling is named by its number, since its text is shown elsewhere."""
    if entry.ruling is None:
        return entry.reason
    return _("Ruling %(number)s") % {"number": entry.ruling.number}
