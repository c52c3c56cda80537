"""Deals for the games of a big event, many at once: copies of deals that a simulated event has played."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from itertools import cycle, islice
from typing import Final

from big_event import RULESET, BigEvent
from django.core.management import call_command
from django.db import transaction

from clubs import accounts
from scoring.models import Deal, DealVersion, Game, Hand
from tournaments.models import Tournament

# Entries and rounds of the event that is simulated, whose deals are copied.
SIMULATED: Final = (8, 2)
ROUNDS: Final = 7
BATCH: Final = 500


def deals_played() -> list[DealVersion]:
    """The deals of a whole event, as its verbs have left them."""
    accounts.create_keeper("keeper@example.org", "Keeper", "eleven red canastas")
    entries, rounds = SIMULATED
    call_command("simulate_event", ruleset=RULESET, entries=entries, rounds=rounds, stderr=StringIO())
    played = DealVersion.objects.filter(current=True).select_related("deal")
    return list(played.prefetch_related("deal__hands").order_by("pk"))


def lines_in(version: DealVersion) -> int:
    return sum(len(side["lines"]) for side in version.result["sides"])


def event_of_lines(lines: int, pairs: int) -> Tournament:
    """An event whose deals have at least so many lines."""
    played = deals_played()
    a_deal = sum(lines_in(one) for one in played) / len(played)
    big = BigEvent(pairs, rounds=ROUNDS)
    with transaction.atomic():
        big.play(ROUNDS)
    games = list(Game.objects.filter(pairing__round__tournament=big.event).order_by("pk"))
    a_game = max(1, round(lines / a_deal / len(games)))
    with transaction.atomic():
        give_deals(games, played, a_game)
    return big.fresh


def give_deals(games: Sequence[Game], played: Sequence[DealVersion], a_game: int) -> None:
    source = cycle(played)
    for game in games:
        copies = list(islice(source, a_game))
        deals = Deal.objects.bulk_create(
            Deal(game=game, number=number, state=Deal.State.CONFIRMED, version=1)
            for number in range(1, a_game + 1)
        )
        DealVersion.objects.bulk_create(
            DealVersion(deal=deal, number=1, sheet=one.sheet, result=one.result, at=one.at)
            for deal, one in zip(deals, copies, strict=True)
        )
        Hand.objects.bulk_create(
            Hand(
                deal=deal,
                side=hand.side,
                base=hand.base,
                cards=hand.cards,
                total=hand.total,
                after=hand.after,
                combinations=hand.combinations,
            )
            for deal, one in zip(deals, copies, strict=True)
            for hand in one.deal.hands.all()
        )
