"""Games that were set up wrong: each deal is scored again by the right house rules and number of deals.

What was written down stays: each deal gets a version with the same sheet, scored by the other rules. Opening
requirements stay as they were when the deals were dealt (35b, 41A).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Facts, JsonValue, Writing
from scoring.core.problem import OVERRIDABLE, Problem
from scoring.models import Confirmation, Deal, DealVersion, Game
from scoring.recording.deals import log_version, store_version
from scoring.recording.errors import InvalidDeal
from scoring.recording.session import OpenGame, open_game_in_act
from scoring.recording.totals import recompute_game
from scoring.store import sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class RightRules:
    """What should have been agreed on for games, and why it was not."""

    options: Mapping[str, JsonValue]
    deals: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class DealAgainstRules:
    """A deal that the other rules would refuse, with what they say against it."""

    game: int
    number: int
    problems: Sequence[Problem]


class UncountableDeals(InvalidDeal):
    """Deals that cannot be counted by the other rules at all."""

    def __init__(self, deals: Sequence[DealAgainstRules]) -> None:
        super().__init__([problem for deal in deals for problem in deal.problems])
        self.deals = tuple(deals)


def put_rules_right_in(act: Writing, games: Iterable[Game], right: RightRules) -> list[DealAgainstRules]:
    """Count games of an open book by other house rules; return the deals that these would refuse.

    Such a deal counts as it was played, marked as overridden. The caller recomputes what follows from the
    games, and logs the act.
    """
    refused: list[DealAgainstRules] = []
    uncountable: list[DealAgainstRules] = []
    for game in games:
        opened = open_game_in_act(act, game)
        for deal, is_countable in _put_right(opened, right):
            (refused if is_countable else uncountable).append(deal)
    if uncountable:
        raise UncountableDeals(uncountable)
    return refused


def _put_right(opened: OpenGame, right: RightRules) -> Iterator[tuple[DealAgainstRules, bool]]:
    """Count a game by the right rules; yield each deal that they refuse, and whether it can be counted."""
    game, before = opened.game, _facts_of(opened)
    rescores = game.options != dict(right.options) or (game.deals_agreed is None) != (right.deals is None)
    if not rescores and game.deals_agreed == right.deals:
        return
    game.options, game.deals_agreed = dict(right.options), right.deals
    game.save(update_fields=["options", "deals_agreed"])
    if rescores:
        yield from _rescore_deals(opened, right.reason)
    recompute_game(opened, notifies=False)
    opened.log("game.rules_put_right", game, before=before, after=_facts_of(opened), reason=right.reason)


def _facts_of(opened: OpenGame) -> Facts:
    return {
        "options": dict(opened.game.options),
        **({} if opened.game.deals_agreed is None else {"deals": opened.game.deals_agreed}),
        "points": [side.result for side in opened.sides],
    }


def _rescore_deals(opened: OpenGame, reason: str) -> Iterator[tuple[DealAgainstRules, bool]]:
    totals = [side.carried for side in opened.sides]
    recorded = opened.game.deals.exclude(state__in=(Deal.State.DRAFT, Deal.State.VOID))
    for deal in recorded.order_by("number"):
        old = deal.versions.get(current=True)
        _refuse_open_answer(opened.game, deal, old)
        before = sheets.game_before_deal(opened.game, deal, totals)
        overridden, body = sheets.overridden_codes(old), sheets.deal_data(old.sheet)
        scored = sheets.read_deal(before, body, overridden)
        if scored.score is None:
            against = DealAgainstRules(opened.game.pk, deal.number, scored.errors)
            scored = sheets.read_deal(before, body, OVERRIDABLE)
            yield against, scored.score is not None
        if scored.score is None:
            continue
        _store_rescored(opened, (deal, old), scored, reason)
        totals = [side.after for side in scored.score.sides]


def _refuse_open_answer(game: Game, deal: Deal, version: DealVersion) -> None:
    """A side waits for an answer to this version of a deal: another one would hide what it said."""
    if (
        deal.state == Deal.State.DISPUTED
        or version.confirmations.filter(kind=Confirmation.Kind.SENT_BACK).exists()
    ):
        raise NotNow(
            _("Table %(table)s: deal %(number)s is disputed or was sent back. Settle that first.")
            % {"table": game.label or game.pk, "number": deal.number}
        )


def _store_rescored(
    opened: OpenGame, written: tuple[Deal, DealVersion], scored: sheets.ScoredDeal, reason: str
) -> None:
    """Store a version with the same sheet. Who has approved or looked at the deal has done so still."""
    deal, old = written
    state, is_confirmed = deal.state, old.confirmed
    old.current = old.confirmed = False
    old.save(update_fields=["current", "confirmed"])
    if scored.score is None:
        raise InvalidDeal(scored.problems)
    version = store_version(
        opened,
        deal,
        scored,
        scored.score,
        kind=DealVersion.Kind.HOUSE_RULES,
        reason=reason,
        paper=old.paper,
        confirmed=is_confirmed,
    )
    deal.state = state
    deal.save(update_fields=["state"])
    if version.warnings == old.warnings:
        version.seen_by, version.seen_at = old.seen_by, old.seen_at
        version.save(update_fields=["seen_by", "seen_at"])
    log_version(opened, "deal.amended", version, scored.score)
