"""What the desk of a game shows: what needs a person, and every deal with what was said of it.

Knows stored deals, words and calls; must not know a form, an address or who is looking. Adds no point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from scoring.core.pipeline import scored_sheet
from scoring.core.problem import Problems, warnings_of
from scoring.models import Call, Confirmation, Deal, DealVersion, Game, Ruling
from scoring.store import sheets
from scoring.store.queries import DealRow
from scoring.wording.problems import problem_sentence

# How each state of a deal looks (`components/badge.html`).
_BADGES = {
    Deal.State.DRAFT: "pencil",
    Deal.State.ENTERED: "pencil",
    Deal.State.CONFIRMED: "ink",
    Deal.State.DISPUTED: "red",
    Deal.State.VOID: "pencil",
}


@dataclass(frozen=True, slots=True)
class Points:
    """A side's part of a deal: what it scored, and its running total where the deal counts."""

    side: str
    total: int
    after: int | None


@dataclass(frozen=True, slots=True)
class DealOnDesk:
    """A deal as the desk looks at it."""

    deal: Deal
    version: DealVersion | None
    points: Sequence[Points]
    # The last word on what is written down now, where it asks for a person.
    word: Confirmation | None
    # What was unlikely and was recorded all the same, in sentences.
    remarks: Sequence[str]
    # Each side has handed in a protocol of its own, and they differ.
    differs: bool = False
    # The ruling by which the deal is still to be written anew.
    anew: Ruling | None = None

    @property
    def badge(self) -> str:
        return _BADGES[Deal.State(self.deal.state)]

    @property
    def is_void(self) -> bool:
        return self.deal.state == Deal.State.VOID

    @property
    def is_disputed(self) -> bool:
        return self.deal.state == Deal.State.DISPUTED

    @property
    def may_be_confirmed(self) -> bool:
        return self.deal.state in (Deal.State.ENTERED, Deal.State.DISPUTED)

    @property
    def waits_for_a_look(self) -> bool:
        """Something unlikely was recorded, it counts, and nobody in charge has looked at it."""
        is_seen = self.version is None or self.version.seen_at is not None
        return bool(self.remarks) and not is_seen and self.deal.state in Deal.COUNTED

    @property
    def need(self) -> str:
        """Why the deal waits for a person; empty when it does not."""
        number = {"number": self.deal.number}
        if self.anew is not None:
            ruled = {**number, "ruling": self.anew.number}
            return _("Ruling %(ruling)s: deal %(number)s is to be written anew") % ruled
        if self.is_disputed:
            return _("Deal %(number)s is disputed") % number
        if self.differs:
            return _("Deal %(number)s: the two protocols differ") % number
        if self.deal.state != Deal.State.ENTERED:
            return ""
        if self.word is not None:
            return _("Deal %(number)s was sent back") % number
        return _("Deal %(number)s is not approved yet") % number

    @property
    def is_pressing(self) -> bool:
        """Somebody waits for an answer, not only for the other side's word."""
        return self.is_disputed or self.differs or self.anew is not None or self.word is not None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the desk of a game says."""

    game: Game
    names: Sequence[str]
    deals: Sequence[DealOnDesk]
    call: Call | None

    @property
    def pressing(self) -> list[DealOnDesk]:
        """The deals that wait for the director, the latest first."""
        return [deal for deal in reversed(self.deals) if deal.is_pressing]

    @property
    def call_is_dispute(self) -> bool:
        """The table calls because it does not agree: a ruling answers it."""
        return self.call is not None and self.call.why == Call.Why.DISPUTE

    @property
    def under_protest(self) -> bool:
        """Nothing is dealt or signed until every dispute is decided."""
        return any(deal.is_disputed for deal in self.deals)

    @property
    def disputed(self) -> int | None:
        """The latest deal that is disputed and waits for a ruling."""
        found = (deal for deal in self.pressing if deal.is_disputed and deal.anew is None)
        return next((deal.deal.number for deal in found), None)

    @property
    def waiting(self) -> list[DealOnDesk]:
        """The deals that wait for the other side alone."""
        return [deal for deal in self.deals if deal.need and not deal.is_pressing]

    @property
    def remarked(self) -> list[DealOnDesk]:
        """Deals in which something unlikely was recorded, that count, and that nobody has looked at."""
        return [deal for deal in self.deals if deal.waits_for_a_look]

    @property
    def next_number(self) -> int:
        """The deal to be entered next: the one that is being played, or the one after the last."""
        last = self.deals[-1].deal if self.deals else None
        if last is not None and last.state == Deal.State.DRAFT:
            return last.number
        return last.number + 1 if last else 1


def desk_of(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], call: Call | None, anew: Mapping[int, Ruling]
) -> Desk:
    """The desk of a game; `anew` are the rulings that are still to be carried out, by their deals."""
    deals = [_deal_on_desk(game, names, row, anew.get(row.deal.pk)) for row in rows]
    return Desk(game, names, deals, call)


def _deal_on_desk(game: Game, names: Sequence[str], row: DealRow, anew: Ruling | None = None) -> DealOnDesk:
    deal, version = row.deal, row.version
    if version is None:
        differs = len(deal.protocols.all()) == len(names)
        return DealOnDesk(deal, None, (), None, (), differs)
    word, remarks = _pressing_word(version), _remarks_of(game, row)
    return DealOnDesk(deal, version, points_of(names, row), word, remarks, anew=anew)


def points_of(names: Sequence[str], row: DealRow) -> list[Points]:
    """What each side scored; the running total stands with the hands, which only deals that count have."""
    if row.version is None:
        return []
    sides = sheets.sides_of(row.version.result)
    after: list[int | None] = [hand.after for hand in row.hands] or [None for _side in sides]
    return [
        Points(name, side.total, running) for name, side, running in zip(names, sides, after, strict=True)
    ]


def _pressing_word(version: DealVersion) -> Confirmation | None:
    """The dispute or the sending back that nobody has answered yet."""
    words = sorted(version.confirmations.all(), key=lambda word: (word.at, word.pk))
    last = words[-1] if words else None
    return None if last is None or last.kind == Confirmation.Kind.APPROVED else last


def _remarks_of(game: Game, row: DealRow) -> list[str]:
    """The warnings that somebody passed over, in sentences."""
    return [problem_sentence(problem) for problem in unlikely_in(game, row)]


def unlikely_in(game: Game, row: DealRow) -> Problems:
    """The warnings that somebody passed over, read again from the sheet with all that they name."""
    if row.version is None or not row.version.warnings:
        return ()
    sheet = sheets.stored_sheet(game, row.version.sheet, row.deal.openings)
    return warnings_of(scored_sheet(sheet).problems)


def speaker_of(word: Confirmation, names: Sequence[str]) -> str:
    """Who said it: a player by name, else the side, else the person at the desk."""
    if word.player is not None:
        return full_name(word.player)
    if word.side is not None:
        return names[word.side]
    return str(word.author) if word.author else ""
