"""Whatever verbs come in whatever order: what is stored is always what the sheets make.

Deals are played card by card by simulated players; hypothesis chooses the game, its form and the order of the
verbs. A verb that is refused changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from clubs.books.verification import verify_log
from clubs.books.writing import JsonValue
from clubs.models import LogEntry
from scoring import recording
from scoring.core import simulate
from scoring.core.sheet_io import sheet_as_data
from scoring.models import Adjustment, Deal, DealVersion, Game, Hand, Ruling
from scoring.recording import EarlyEnd, GameEnd, recheck
from scoring.store import sheets
from scoring.store.ruling_queries import pending_rewrites
from tests.conftest import LONG
from tests.scoring.support.played import Evening, an_evening
from tests.scoring.support.simulated import game as rules_called
from tests.scoring.support.simulated import games, options_of, rng_of, seeds

pytestmark = pytest.mark.django_db
REFUSALS = (
    recording.NotNow,
    recording.CorrectionNotAllowed,
    recording.AlreadyChanged,
    recording.InvalidDeal,
    ValidationError,
)
picks = st.integers(min_value=0, max_value=99)


class Recording(RuleBasedStateMachine):
    """One game, from its opening to wherever it comes."""

    evening: Evening

    def __init__(self) -> None:
        super().__init__()
        # Each game finds an empty club, and leaves nothing behind.
        self.world = transaction.atomic()
        self.world.__enter__()

    @initialize(
        rules=games, data=st.data(), begins_late=st.booleans(), policy=st.sampled_from(Game.Corrections)
    )
    def open(self, rules: Any, data: st.DataObject, begins_late: bool, policy: Game.Corrections) -> None:
        players = data.draw(st.sampled_from(rules.player_counts))
        carried = [rules.target - 1500 - 100 * side for side in range(len(players))] if begins_late else []
        options = dict(data.draw(options_of(rules)))
        deals = data.draw(st.none() | st.integers(1, 3))
        plan = {"ruleset": rules.slug, "players_per_side": players, "options": options, "deals": deals}
        self.evening = an_evening(players, carried=carried, corrections=policy, **plan)
        if data.draw(st.booleans()):
            highest = self.evening.player(len(players) - 1).pk
            recording.take_seats(
                self.evening.scorer, self.evening.game, recording.Seats(highest=highest, key=uuid4())
            )

    # What is written.

    @precondition(lambda self: self.goes_on)
    @rule(seed=seeds, tallied=st.booleans(), at_desk=st.booleans())
    def record(self, seed: int, tallied: bool, at_desk: bool) -> None:
        number = self.next
        by, body = self.evening.scorer if at_desk else self.device(0), self.played(number, seed, tallied)
        self.attempt(lambda: self.evening.record(number, body, by=by))

    @precondition(lambda self: self.goes_on and not self.in_play)
    @rule(seed=seeds, tallied=st.booleans(), wait=st.booleans())
    def start(self, seed: int, tallied: bool, wait: bool) -> None:
        """Perhaps much happens before the deal is written down."""
        self.attempt(lambda: self.evening.start(self.next))
        if self.in_play and not wait:
            self.record(seed, tallied, at_desk=False)

    @precondition(lambda self: self.written)
    @rule(at=picks, seed=seeds, by_director=st.booleans(), consent=st.booleans())
    def write_anew(self, at: int, seed: int, by_director: bool, consent: bool) -> None:
        deal = self.pick(self.written, at)
        by = self.evening.director if by_director else self.device(0)
        body = self.played(deal.number, seed, tallied=True)
        self.attempt(
            lambda: self.evening.amend(deal.number, body, by, consent=consent, reason="looked again")
        )

    @precondition(lambda self: self.written)
    @rule(at=picks, side=picks, points=st.sampled_from((-100, -5, 5, 250)))
    def add_up_again(self, at: int, side: int, points: int) -> None:
        deal = self.pick(self.written, at)
        body = json.loads(json.dumps(sheets.deal_data(self.evening.current(deal.number).sheet)))
        hand = self.pick(body["hands"], side)
        if hand and "tally" in hand:
            hand["tally"]["hand_points"] = max(0, hand["tally"]["hand_points"] + points)
            self.attempt(lambda: self.evening.amend(deal.number, body, self.device(0)))

    # What the other side says of it.

    @precondition(lambda self: self.written)
    @rule(at=picks, side=picks, say=st.sampled_from(("confirm_deal", "send_back_deal", "dispute_deal")))
    def answer(self, at: int, side: int, say: str) -> None:
        deal, number = self.pick(self.written, at), side % len(self.evening.sides)
        word = self.evening.approval(number, deal.number, reason="because")
        self.attempt(lambda: getattr(recording, say)(self.device(number), self.evening.game, word))

    @precondition(lambda self: self.written)
    @rule(at=picks)
    def settle(self, at: int) -> None:
        word = self.evening.approval(None, self.pick(self.written, at).number)
        self.attempt(lambda: recording.confirm_deal(self.evening.director, self.evening.game, word))

    # What the director decides.

    @rule(at=picks, side=picks, points=st.sampled_from((-500, -5, 5, 3000)), of_deal=st.booleans())
    def charge(self, at: int, side: int, points: int, of_deal: bool) -> None:
        number = self.pick(self.written, at).number if of_deal and self.written else None
        charge = self.evening.charge(side % len(self.evening.sides), points, deal=number)
        self.attempt(lambda: recording.adjust(self.evening.director, self.evening.game, charge))

    @rule(at=picks)
    def take_back(self, at: int) -> None:
        made = list(Adjustment.objects.filter(game=self.evening.game).order_by("pk"))
        if made and at % 2:
            one = self.pick(made, at)
            self.attempt(lambda: recording.cancel_adjustment(self.evening.director, one, "no", uuid4()))

    @rule(at=picks)
    def declare_void(self, at: int) -> None:
        deals = list(self.evening.game.deals.order_by("number"))
        if deals and at % 3 == 0:
            number = self.pick(deals, at).number
            by, game = self.evening.director, self.evening.game
            self.attempt(lambda: recording.void_deal(by, game, number, "dealt wrongly", uuid4()))

    @rule(
        at=picks,
        outcome=st.sampled_from(Ruling.Outcome),
        points=st.sampled_from((0, -500, 5)),
        of_deal=st.booleans(),
    )
    def decide(self, at: int, outcome: Ruling.Outcome, points: int, of_deal: bool) -> None:
        deals = list(self.evening.game.deals.order_by("number"))
        if not deals:
            return
        side = at % len(self.evening.sides)
        decision = recording.Decision(
            text="heard both sides",
            key=uuid4(),
            deal=self.pick(deals, at).number,
            outcome=outcome,
            points=[recording.RulingPoints(side=side, points=points)] if points else [],
            of_deal=of_deal,
        )
        self.attempt(lambda: recording.give_ruling(self.evening.director, self.evening.game, decision))

    @rule(at=picks)
    def carry_out(self, at: int) -> None:
        waiting = list(pending_rewrites().select_related("deal").order_by("pk"))
        if waiting:
            one = self.pick(waiting, at)
            assert one.deal is not None
            number, body = one.deal.number, self.played(one.deal.number, at, tallied=True)
            director = self.evening.director
            self.attempt(lambda: self.evening.amend(number, body, director, ruling=one.pk, reason="as ruled"))

    @rule(at=picks)
    def take_ruling_back(self, at: int) -> None:
        given = list(Ruling.objects.filter(game=self.evening.game).order_by("pk"))
        if given and at % 2:
            one = self.pick(given, at)
            self.attempt(lambda: recording.cancel_ruling(self.evening.director, one, "no", uuid4()))

    @rule(at=picks, kind=st.sampled_from(GameEnd))
    def end(self, at: int, kind: GameEnd) -> None:
        if at % 10 == 0:
            end = EarlyEnd(kind, None if kind is GameEnd.TIME else 0)
            by, game = self.evening.director, self.evening.game
            self.attempt(lambda: recording.end_game(by, game, end, "late", uuid4()))

    @rule(at=picks)
    def enter_result(self, at: int) -> None:
        if at % 10 == 0:
            totals = [50 * at + 5 * side for side in range(len(self.evening.sides))]
            result = recording.FinalResult(totals=totals, reason="lost", key=uuid4())
            self.attempt(lambda: recording.record_result(self.evening.director, self.evening.game, result))

    # What holds at all times.

    @invariant()
    def what_is_stored_is_what_the_sheets_make(self) -> None:
        assert list(recheck.all_differences()) == []

    @invariant()
    def sums_hold(self) -> None:
        for hand in Hand.objects.all():
            assert hand.base + hand.cards == hand.total
        for version in DealVersion.objects.all():
            for side in version.result["sides"]:
                assert sum(line["points"] for line in side["lines"]) == side["total"]
                assert side["base"] + side["cards"] == side["total"]

    @invariant()
    def openings_stay_as_they_were_dealt(self) -> None:
        for entry in LogEntry.objects.filter(act="deal.started"):
            openings = Deal.objects.get(game=self.evening.game, number=entry.facts["number"]).openings
            assert openings == entry.facts["openings"]

    @invariant()
    def as_many_deals_as_were_agreed_on_end_the_game_and_nothing_else(self) -> None:
        game = self.evening.fresh()
        if game.deals_agreed is not None and not game.ended_by and game.entered_result is None:
            played = game.deals.filter(state__in=Deal.COUNTED).count()
            assert game.over == (played >= game.deals_agreed)

    def teardown(self) -> None:
        try:
            assert verify_log().broken == []
        finally:
            transaction.set_rollback(True)
            self.world.__exit__(None, None, None)

    # How a step is taken.

    @property
    def written(self) -> list[Deal]:
        return list(self.evening.game.deals.filter(version__gt=0).order_by("number"))

    @property
    def goes_on(self) -> bool:
        return not self.evening.fresh().over

    @property
    def in_play(self) -> bool:
        return self.evening.game.deals.filter(state=Deal.State.DRAFT).exists()

    @property
    def next(self) -> int:
        """The deal that is due: the one in play, or the one after the last."""
        last = self.evening.game.deals.order_by("-number").first()
        if last is None:
            return 1
        return last.number if last.state == Deal.State.DRAFT else last.number + 1

    def device(self, side: int) -> recording.AtTable:
        return self.evening.device(side)

    def pick(self, among: Any, at: int) -> Any:
        return among[at % len(among)]

    def played(self, number: int, seed: int, tallied: bool) -> dict[str, JsonValue]:
        """A deal of this game, played by those sides that play it."""
        game = self.evening.fresh()
        rules = rules_called(game.ruleset)
        deal = game.deals.filter(number=number).first()
        extra = sheets.sides_in_extra_deal(self.evening.sides) if deal is None else playing_in(deal)
        sheet = simulate.play_deal(
            rules,
            rng_of(seed),
            players=tuple(game.players_per_side),
            before=self.evening.totals,
            options=sheets.options_of(game),
            playing=extra,
        ).sheet
        data = json.loads(json.dumps(sheet_as_data(simulate.tally_sheet(sheet) if tallied else sheet)))
        return sheets.deal_data(data)

    def attempt(self, act: Callable[[], object]) -> None:
        """An act that is refused leaves everything as it was."""
        before = LogEntry.objects.count(), self.evening.fresh().book.revision
        try:
            act()
        except REFUSALS:
            assert (LogEntry.objects.count(), self.evening.fresh().book.revision) == before


def playing_in(deal: Deal) -> tuple[int, ...]:
    """The sides of an extra deal; nothing when all play."""
    playing = tuple(side for side, opening in enumerate(deal.openings) if opening is not None)
    return playing if len(playing) < len(deal.openings) else ()


TestRecording = Recording.TestCase
TestRecording.settings = settings(max_examples=200 if LONG else 12, stateful_step_count=20 if LONG else 12)
