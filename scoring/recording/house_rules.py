"""Games that were set up wrong: each deal is scored again by the right game, house rules and number of deals.

What was written down stays: each deal gets a version with the same sheet, scored by the other rules. Opening
requirements stay as they were when the deals were dealt (35b, 41A); those of another game follow from its
rules, by which the deals were really played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow
from clubs.books.writing import Facts, JsonValue, Writing
from scoring.core.game_state import openings_asked, openings_for
from scoring.core.problem import OVERRIDABLE, Problem
from scoring.core.vocabulary import Opening
from scoring.models import Confirmation, Deal, DealVersion, Game
from scoring.recording.deals import log_version, store_version
from scoring.recording.errors import InvalidDeal
from scoring.recording.session import OpenGame, open_game_in_act
from scoring.recording.totals import recompute_game
from scoring.store import seating, sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class RightRules:
    """What should have been agreed on for games, and why it was not."""

    ruleset: str
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
    """Count games of an open book by other rules; return the deals that these would refuse.

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
    is_other_game = game.ruleset != right.ruleset
    rescores = (
        is_other_game
        or game.options != dict(right.options)
        or (game.deals_agreed is None) != (right.deals is None)
    )
    if not rescores and game.deals_agreed == right.deals:
        return
    asked_before = openings_asked(sheets.rules_of_game(game))
    if is_other_game:
        _let_be_of_game(opened, right.ruleset)
    game.options, game.deals_agreed = dict(right.options), right.deals
    game.save(update_fields=[*_RULES_OF_GAME, "options", "deals_agreed"])
    if rescores:
        asks_otherwise = is_other_game and openings_asked(sheets.rules_of_game(game)) != asked_before
        yield from _rescore_deals(opened, right.reason, finds_openings=asks_otherwise)
    recompute_game(opened, notifies=False)
    opened.log("game.rules_put_right", game, before=before, after=_facts_of(opened), reason=right.reason)


# What follows from the game that is played.
_RULES_OF_GAME: Final = ("ruleset", "edition", "players_per_side")


def _let_be_of_game(opened: OpenGame, ruleset: str) -> None:
    """Let what was played be a game of these rules, at the same table. Nothing is saved."""
    game = opened.game
    half_written = (
        game.deals.filter(state=Deal.State.DRAFT, protocols__current=True).order_by("number").first()
    )
    if half_written is not None:
        raise NotNow(
            _("Table %(table)s: deal %(number)s has the score sheet of one side only. Settle that first.")
            % {"table": game.label or game.pk, "number": half_written.number}
        )
    game.ruleset, game.edition = ruleset, sheets.newest_edition(ruleset)
    game.players_per_side = list(seating.players_per_side(ruleset, seating.people_of(game)))


def _facts_of(opened: OpenGame) -> Facts:
    return {
        "ruleset": opened.game.ruleset,
        "options": dict(opened.game.options),
        "deals": opened.game.deals_agreed,
        "points": [side.result for side in opened.sides],
    }


def _rescore_deals(
    opened: OpenGame, reason: str, *, finds_openings: bool
) -> Iterator[tuple[DealAgainstRules, bool]]:
    """Score the deals again; `finds_openings` says whether their requirements follow from other rules."""
    totals = [side.carried for side in opened.sides]
    for deal in opened.game.deals.exclude(state=Deal.State.VOID).order_by("number"):
        if finds_openings:
            deal.openings = _openings_by_rules(opened.game, deal, totals)
            deal.save(update_fields=["openings"])
        if deal.state == Deal.State.DRAFT:
            continue
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


def _openings_by_rules(game: Game, deal: Deal, totals: Sequence[int]) -> list[Opening | None]:
    """Return what the rules of the game asked of each side with these totals; nothing of who did not play."""
    needed = openings_for(sheets.rules_of_game(game), totals)
    return [
        None if stored is None else opening for stored, opening in zip(deal.openings, needed, strict=True)
    ]


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
