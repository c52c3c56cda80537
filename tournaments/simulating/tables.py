"""One table in one round: seats, deals, approvals, troubles, and the signatures under the protocol.

The core simulates the cards of the whole game first; here they are recorded as people would, deal by deal,
each act by its verb. Acts are an iterator of the seconds until the next act, so that many tables can play at
once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from clubs.books.writing import JsonValue
from clubs.models import Player
from scoring import recording
from scoring.core import sheet_io, simulate
from scoring.models import Call, Deal, Game, Ruling, Side, Table
from scoring.store import sheets, signers
from scoring.store.deal_queries import totals_before
from scoring.store.game_queries import games_with_sides
from scoring.store.signed_content import protocol_of
from tournaments.simulating import messages
from tournaments.simulating.scenarios import TableScenario
from tournaments.simulating.stage import Stage, TimedActs

MINUTE: Final = 60
# The minutes of a game, from the first deal to the last.
_MINUTES: Final = range(60, 80)
_BRISK_MINUTES: Final = 30
# The seconds to sit down, to check what was recorded, to sign, to wait for the director.
_SIT_DOWN, _LOOK, _SIGN, _WAIT = 2 * MINUTE, 40, 15, 9 * MINUTE
# Of ten deals so many are recorded as a tally, the others by their cards.
_TALLIED, _OF_TEN = 8, 10
# The points of a slip of the pen, and the penalty for being late.
_SLIP, _LATE = 100, -200

DealBody = dict[str, Any]


@dataclass(slots=True)
class TableSimulation:
    """A game at its table."""

    stage: Stage
    table: Table
    game: Game
    scenario: TableScenario
    dice: Random
    sides: list[Side] = field(init=False)
    people: list[list[Player]] = field(init=False)
    deals: list[simulate.SimulatedDeal] = field(init=False)

    def __post_init__(self) -> None:
        self.sides = list(games_with_sides().get(pk=self.game.pk).sides.all())
        self.people = [[seat.player for seat in side.seats.all()] for side in self.sides]
        rules = sheets.load_ruleset(self.game.ruleset, self.game.edition)
        self.deals = simulate.play_game(
            rules,
            self.dice,
            players=tuple(self.game.players_per_side),
            options=sheets.options_of(self.game),
            deal_limit=self.game.deals_agreed,
        )

    @property
    def trouble_at(self) -> int:
        """The number of the deal with a trouble, if the table has any."""
        return max(1, len(self.deals) // 2)

    @property
    def pace(self) -> int:
        """Seconds that a deal takes."""
        minutes = _BRISK_MINUTES if self.scenario is TableScenario.BRISK else self.dice.choice(_MINUTES)
        return minutes * MINUTE // len(self.deals)

    # The people.

    def phone(self, side: int) -> recording.AtTable:
        return self.stage.device(self.table, side, self.people[side][0])

    @property
    def writer(self) -> recording.AtTable:
        """Side 0 keeps the protocol."""
        return self.phone(0)

    def proof(self, side: int, player: Player) -> dict[str, Any]:
        """Return all that can prove that a player is of a side."""
        own_side = self.sides[side]
        return {"side": side, "player": player.pk, "code": own_side.code, "secret": own_side.secret}

    def approval(self, side: int, number: int, version: int, reason: str = "") -> recording.Approval:
        proof = self.proof(side, self.people[side][0])
        return recording.Approval(
            number=number, version=version, key=self.stage.key(), reason=reason, **proof
        )

    # The game.

    def play(self) -> TimedActs:
        """Play from sitting down to the last signature; yields the seconds until each act."""
        yield _SIT_DOWN
        highest = self.dice.choice(self.people[0])
        recording.take_seats(
            self.writer, self.game, recording.Seats(highest=highest.pk, key=self.stage.key())
        )
        pace = self.pace
        for number, dealt in enumerate(self.deals, start=1):
            if number == self.trouble_at and self.scenario is TableScenario.SUBSTITUTED:
                self.substitute()
            recording.start_deal(self.writer, self.game, number, self.stage.key())
            yield pace - 2 * _LOOK
            stops = yield from self.record_and_approve(number, self.deal_data(dealt))
            if stops:
                return
        yield from self.sign()

    def deal_data(self, dealt: simulate.SimulatedDeal) -> DealBody:
        """Return a deal as it is recorded at the table: mostly as a tally, sometimes card by card."""
        tallied = self.dice.randrange(_OF_TEN) < _TALLIED
        written = simulate.tally_sheet(dealt.sheet) if tallied else dealt.sheet
        data: DealBody = {**sheet_io.sheet_as_data(written)}
        return sheets.deal_data(data)

    def record_and_approve(self, number: int, body: DealBody) -> Any:
        """Record and approve a deal, with its trouble; returns True where play stops with it."""
        scenario = self.scenario if number == self.trouble_at else TableScenario.CALM
        wrong = self.with_slip(number, body) if scenario in _SLIPS else None
        if self.game.protocols == Game.Protocols.BOTH:
            return (yield from self.keep_two_protocols(number, scenario, body, wrong))
        self.record(number, wrong or body)
        yield _LOOK
        if scenario in _DISPUTES:
            yield from self.dispute(number)
            if scenario is TableScenario.DISPUTED:
                return True
            yield from self.decide(number, body, wrong)
            return False
        if scenario in _CALLS:
            yield from self.request_inspection()
        if scenario in (TableScenario.CALLING, TableScenario.UNAPPROVED):
            return True
        if wrong is not None:
            yield from self.correct(number, body)
        self.approve(number, version=1 if wrong is None else 2)
        yield _LOOK
        if scenario is TableScenario.CHARGED:
            self.charge()
        return False

    def keep_two_protocols(
        self, number: int, scenario: TableScenario, body: DealBody, wrong: DealBody | None
    ) -> Any:
        """Let each side keep a protocol; returns True where play stops: one is missing, or they differ."""
        self.hand_in(0, number, wrong or body)
        yield _LOOK
        if scenario in _CALLS:
            yield from self.request_inspection()
        if scenario in (TableScenario.CALLING, TableScenario.UNAPPROVED):
            return True
        for side in range(1, len(self.people)):
            self.hand_in(side, number, body)
        yield _LOOK
        if scenario is TableScenario.DISPUTED and wrong is not None:
            return True
        yield from self.agree_on_protocols(number, body, wrong)
        if scenario is TableScenario.CHARGED:
            self.charge()
        return False

    def agree_on_protocols(self, number: int, body: DealBody, wrong: DealBody | None) -> TimedActs:
        """Correct the slip where the protocols differ, and approve the deal."""
        if wrong is not None:
            self.hand_in(0, number, body)
            yield _LOOK
        if self.game.approval == Game.Approval.OWN_PHONE:
            self.approve(number, version=1, writer=len(self.people) - 1 if wrong is None else 0)
            yield _LOOK

    def hand_in(self, side: int, number: int, body: DealBody) -> None:
        written = recording.WrittenDeal(number=number, body=body, key=self.stage.key())
        code = self.proof(side, self.people[side][0]).get("code", "")
        recording.hand_in_protocol(self.phone(side), self.game, written, code)

    def record(self, number: int, body: DealBody) -> None:
        written = recording.WrittenDeal(number=number, body=body, key=self.stage.key())
        recording.record_deal(self.writer, self.game, written)

    def approve(self, number: int, version: int, writer: int = 0) -> None:
        """Approve a deal for every side that has not recorded it."""
        for side in range(len(self.people)):
            if side != writer:
                recording.confirm_deal(self.phone(side), self.game, self.approval(side, number, version))

    # Troubles.

    def with_slip(self, number: int, body: DealBody) -> DealBody | None:
        """Return the deal with a slip of the pen that no check would notice; None if there is none.

        A deal that is recorded card by card is added up by the program and has no slip.
        """
        deal = Deal.objects.get(game=self.game, number=number)
        totals = totals_before(self.game, number, self.sides)
        standing = sheets.game_before_deal(self.game, deal, totals)
        for side, hand in enumerate(body["hands"]):
            if hand is None or "tally" not in hand:
                continue
            wrong = _with_hand(body, side, hand)
            if sheets.read_deal(standing, wrong).score is not None:
                return wrong
        return None

    def correct(self, number: int, body: DealBody) -> TimedActs:
        """Send the deal back for the other side, and amend it for the side that keeps the protocol."""
        objection = self.approval(1, number, 1, messages.cards_forgotten())
        recording.send_back_deal(self.phone(1), self.game, objection)
        yield _LOOK
        recording.amend_deal(self.writer, self.game, self.amendment(number, body))
        yield _LOOK

    def amendment(self, number: int, body: Mapping[str, JsonValue], **fields: Any) -> recording.Amendment:
        return recording.Amendment(
            number=number,
            version=1,
            body=body,
            key=self.stage.key(),
            reason=messages.written_right(),
            **fields,
        )

    def dispute(self, number: int) -> TimedActs:
        """Dispute a deal, which calls the director."""
        recording.dispute_deal(self.phone(1), self.game, self.approval(1, number, 1, messages.not_agreed()))
        yield _LOOK

    def decide(self, number: int, body: DealBody, wrong: DealBody | None) -> TimedActs:
        """Let the director decide: a deal with a slip is rewritten, any other is upheld."""
        yield from self.wait_for_director()
        outcome = Ruling.Outcome.STANDS if wrong is None else Ruling.Outcome.REWRITE
        text = messages.ruling_stands() if wrong is None else messages.ruling_rewritten()
        decision = recording.Decision(text=text, deal=number, outcome=outcome, key=self.stage.key())
        ruling = recording.give_ruling(self.stage.by, self.game, decision)
        if wrong is not None:
            yield _LOOK
            rewritten = self.amendment(number, body, ruling=ruling.pk)
            recording.amend_deal(self.stage.by, self.game, rewritten)

    def request_inspection(self) -> TimedActs:
        """Call the director to look at an opening; he comes unless the round stops before that."""
        self.call(Call.Reason.INSPECTION, messages.look_at_opening())
        if self.scenario is not TableScenario.CALLING:
            yield from self.wait_for_director()

    def call(self, why: Call.Reason, text: str) -> None:
        said_so = recording.CallRequest(reason=why.value, text=text, key=self.stage.key())
        recording.call_director(self.writer, self.game, said_so)

    def wait_for_director(self) -> TimedActs:
        yield _WAIT
        for waiting in self.game.calls.filter(answered_at=None).select_related("game__book"):
            recording.answer_call(self.stage.by, waiting, self.stage.key())

    def charge(self) -> None:
        charge = recording.Charge(
            side=1, points=_LATE, reason=messages.late_to_the_table(), key=self.stage.key()
        )
        recording.adjust(self.stage.by, self.game, charge)

    def substitute(self) -> None:
        """Substitute the last player of side 1, if there are players in reserve."""
        if not self.stage.spare:
            return
        coming, leaving = self.stage.spare.pop(), self.people[1][-1]
        recording.substitute(self.stage.by, self.game, 1, leaving, coming, self.stage.key())
        self.people[1][-1] = coming

    # Signatures.

    def sign(self) -> TimedActs:
        """Sign for all who are to sign; the director signs last, and for a player who has gone home."""
        game = games_with_sides().get(pk=self.game.pk)
        digest = protocol_of(game).digest
        gone = self.people[-1][-1].pk if self.scenario is TableScenario.GONE_HOME else None
        for missing in signers.missing_signatures(game, None):
            yield _SIGN
            if missing.side is None:
                signed = recording.SignatureInput(
                    digest=digest, typed=self.stage.director.name, key=self.stage.key()
                )
                recording.sign_as_director(self.stage.by, self.game, signed)
            else:
                self.sign_for(missing.side.number, missing.seats[-1].player, digest, gone)

    def sign_for(self, side: int, player: Player, digest: str, gone: int | None) -> None:
        fields = {"digest": digest, "key": self.stage.key(), **self.proof(side, player)}
        if player.pk == gone:
            signed = recording.SignatureInput(reason=messages.has_gone_home(), **fields)
            recording.sign_as_absent(self.stage.by, self.game, signed)
        else:
            signed = recording.SignatureInput(typed=player.name, **fields)
            recording.sign_game(self.stage.device(self.table, side, player), self.game, signed)


# Scenarios in which a deal is recorded wrong first, is disputed, or the director is called.
_SLIPS: Final = (TableScenario.CORRECTED, TableScenario.REWRITTEN, TableScenario.DISPUTED)
_DISPUTES: Final = (TableScenario.UPHELD, TableScenario.REWRITTEN, TableScenario.DISPUTED)
_CALLS: Final = (TableScenario.CALLED, TableScenario.CALLING)


def _with_hand(body: DealBody, side: int, hand: Mapping[str, Any]) -> DealBody:
    """Return the deal with more points in the hand of a side than it had."""
    tally = {**hand["tally"], "hand_points": hand["tally"]["hand_points"] + _SLIP}
    hands: Sequence[Any] = body["hands"]
    return {**body, "hands": [*hands[:side], {**hand, "tally": tally}, *hands[side + 1 :]]}
