"""A game and its deals as the overview of games lists them: values, not models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring.core.auction import read_contract
from scoring.game.bidding import contract_sentence
from scoring.models import Call, Confirmation, Deal, Game, Ruling
from scoring.store import sheets

_STATE_LABELS: Final = dict(Game.State.choices)


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """A deal that is not settled, or that was recorded with warnings."""

    pk: int
    number: int
    state: str
    version: int
    # When it was last recorded; until then, when it was dealt.
    at: datetime
    # It counts, and was recorded with warnings that nobody in charge has reviewed.
    awaits_review: bool
    # The number of sides that have handed in a protocol of their own.
    protocols: int
    # The last answer, if it is a dispute or sends the deal back.
    objection: Confirmation | None
    # It was written on a phone.
    by_phone: bool
    # The auction or the contract as entered before play.
    bidding: Mapping[str, Any] | None

    @property
    def is_bid(self) -> bool:
        """Whether it is being played for a contract."""
        return self.state == Deal.State.DRAFT and self.bidding is not None and bool(self.bidding["contract"])

    def contract_sentence(self, names: Sequence[str]) -> str:
        contract = None if self.bidding is None else self.bidding["contract"]
        return contract_sentence(read_contract(contract), names, self.number) if contract else ""


@dataclass(frozen=True, slots=True)
class ListedSlip:
    """The totals of a result slip, and when it was taken."""

    totals: Sequence[int]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game with everything that the desk shows of it."""

    pk: int
    book_id: int
    # The number of its table, or what it was opened for.
    label: str
    # The number of its round, in an event.
    round: int | None
    state: str
    over: bool
    written_on: str
    # A phone has written one of its deals.
    by_phone: bool
    # What counts instead of what was played, in words, and whether the score counts all the same.
    other_result: str
    score_counts: bool
    deals_agreed: int | None
    # A second person enters its result from the paper, by agreement.
    second_entry: bool
    # The full names of the sides, and their results.
    names: Sequence[str]
    results: Sequence[int]
    # The number of the last deal that was dealt, and how many are void.
    last: int | None
    void: int
    # The time of the last event: a deal dealt, recorded or answered, or a call for the director.
    last_at: datetime
    # The deals that are not settled, or wait for a review.
    deals: Sequence[ListedDeal]
    call: Call | None
    # Rulings by which a deal is still to be rewritten.
    rulings: Sequence[Ruling]
    slip: ListedSlip | None
    # The digest of the protocol that was last read back.
    read_digest: str | None
    # Players opened it at a free table.
    by_players: bool = False

    @property
    def totals(self) -> Sequence[int]:
        """Its totals; none where another result counts than what they make."""
        return self.results if self.score_counts else ()

    @property
    def is_set_aside(self) -> bool:
        return self.state == Game.State.SET_ASIDE

    @property
    def is_on_paper(self) -> bool:
        """Whether its sheet is on paper: by agreement, or because no phone was used where both may be."""
        if self.written_on == Game.WrittenOn.BOTH:
            return self.last is not None and not self.by_phone
        return self.written_on == Game.WrittenOn.PAPER

    def awaits_approval(self, deal: ListedDeal) -> bool:
        """Whether the other side is still to approve a deal; the signatures approve one from paper."""
        is_from_paper = self.written_on == Game.WrittenOn.BOTH and not deal.by_phone
        is_entered = deal.state == Deal.State.ENTERED and deal.objection is None
        return is_entered and not is_from_paper and self.written_on != Game.WrittenOn.PAPER

    @property
    def has_begun(self) -> bool:
        return self.over or self.last is not None

    @property
    def state_label(self) -> str:
        """How far it has got, in the same words on every list of games."""
        if self.other_result:
            return self.other_result
        if self.state == Game.State.OPEN:
            return _("in progress") if self.has_begun else _("not begun")
        return str(_STATE_LABELS[self.state])

    @property
    def state_badge(self) -> str:
        """The kind of the badge with that label."""
        if self.is_set_aside:
            return "pencil"
        if self.other_result or self.state != Game.State.OPEN:
            return "ink"
        return "open" if self.has_begun else "pencil"

    @property
    def last_agreed(self) -> int | None:
        """The number of the last deal agreed on; None where a target ends the game."""
        return sheets.last_deal_number(self.deals_agreed, self.void)

    @property
    def slip_differs(self) -> bool:
        """Whether the game is over and differs from its slip."""
        return self.over and self.slip is not None and list(self.slip.totals) != list(self.results)

    @property
    def awaits_second_entry(self) -> bool:
        """Whether its result is still to be entered a second time; that is the slip it is compared with."""
        return self.second_entry and self.slip is None and self.state == Game.State.FINISHED

    @property
    def was_read(self) -> bool:
        """Whether the game is over and was read back, so that only a correction can change it."""
        return self.over and self.read_digest is not None

    @property
    def is_compared(self) -> bool:
        return self.was_read or self.slip_differs
