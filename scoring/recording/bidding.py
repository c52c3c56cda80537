"""The bidding of a deal that is being played: entered call by call or as its outcome, and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, Submission, retried
from scoring.models import Deal, Game
from scoring.recording.errors import AlreadyChanged, BiddingChanged
from scoring.recording.session import OpenGame, open_game_for, refuse_other_result
from scoring.store import sheets
from scoring.store.bidding import DealBidding, read_bidding


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredBidding:
    """The whole bidding of a deal as it now is; the device makes the `key`."""

    number: int
    # The `bidding_version` that the author has seen, so that two phones overwrite nothing.
    version: int
    # None takes back what was entered.
    bidding: DealBidding | None
    key: UUID

    @property
    def data(self) -> dict[str, JsonValue] | None:
        return None if self.bidding is None else self.bidding.as_data

    @property
    def submission(self) -> Submission:
        content = {"number": self.number, "seen": self.version, "bidding": self.data}
        return Submission(key=self.key, content=content)


@retried
def enter_bidding(by: Author, game: Game, entered: EnteredBidding) -> Deal:
    """Store the bidding of the deal in play. Once the deal is recorded its sheet has the contract."""
    with open_game_for(game, by, submission=entered.submission) as opened:
        deal = Deal.objects.filter(game=opened.game, number=entered.number).first()
        if deal is None:
            raise NotNow(_lazy("This deal has not been dealt yet."))
        if opened.earlier is not None:
            return deal
        _refuse_unless_played(opened, deal)
        if deal.bidding_version != entered.version:
            raise BiddingChanged
        _refuse_impossible(opened, entered)
        before = deal.bidding
        deal.bidding, deal.bidding_version = entered.data, deal.bidding_version + 1
        deal.save(update_fields=["bidding", "bidding_version"])
        opened.log(
            "contract.entered",
            deal,
            before={"bidding": before},
            after={"number": deal.number, "bidding": entered.data},
        )
        return deal


def _refuse_unless_played(opened: OpenGame, deal: Deal) -> None:
    refuse_other_result(opened.game)
    if sheets.rules_of_game(opened.game).contract is None:
        raise NotNow(_lazy("This game is played without contracts."))
    if deal.state != Deal.State.DRAFT:
        raise AlreadyChanged(deal)


def _refuse_impossible(opened: OpenGame, entered: EnteredBidding) -> None:
    """Refuse calls that cannot follow each other, and a contract that they do not lead to."""
    rules = sheets.rules_of_game(opened.game).contract
    if entered.data is not None and read_bidding(rules, entered.data) != entered.bidding:
        raise validation_error(None, _lazy("These calls cannot follow each other."))
