"""One table in one round: seats, deals, approvals, what goes wrong, and the signatures under the protocol.

The cards are played by the core before anybody sits down; here they are written down as people would, deal by
deal, each act through its verb. What people do comes as seconds until the next act, so that many tables can
play at once. Knows a game and the people at it; must not know the event around it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from clubs.books.writing import Value
from clubs.models import Player
from scoring import recording
from scoring.core import sheet_io, simulate
from scoring.models import Call, Deal, Game, Ruling, Side, Table
from scoring.store import queries, sheets, signers
from scoring.store.signed_content import protocol_of
from tournaments.simulating import messages
from tournaments.simulating.scenarios import Course
from tournaments.simulating.stage import Acts, Stage

MINUTE: Final = 60
# How long a game takes, from the first deal to the last.
_MINUTES: Final = range(60, 80)
_BRISK_MINUTES: Final = 30
# To sit down, to look at what was written, to say a word about it, to wait for the director.
_SIT_DOWN, _LOOK, _SIGN, _WAIT = 2 * MINUTE, 40, 15, 9 * MINUTE
# Of ten deals so many are written down as a tally, the others by their cards.
_TALLIED, _OF_TEN = 8, 10
# What is written wrong, and what it costs to be late.
_SLIP, _LATE = 100, -200

Body = dict[str, Any]


@dataclass(slots=True)
class Sitting:
    """A game at its table."""

    stage: Stage
    table: Table
    game: Game
    course: Course
    dice: Random
    sides: list[Side] = field(init=False)
    people: list[list[Player]] = field(init=False)
    deals: list[simulate.Simulated] = field(init=False)

    def __post_init__(self) -> None:
        self.sides = list(queries.with_sides().get(pk=self.game.pk).sides.all())
        self.people = [[seat.player for seat in side.seats.all()] for side in self.sides]
        rules = sheets.rules_of(self.game.ruleset, self.game.edition)
        self.deals = simulate.play_game(
            rules,
            self.dice,
            players=tuple(self.game.players),
            options=sheets.options_of(self.game),
            agreed=self.game.deals_agreed,
        )

    @property
    def troubled(self) -> int:
        """The deal at which something happens, if anything does."""
        return max(1, len(self.deals) // 2)

    @property
    def pace(self) -> int:
        """Seconds that a deal takes."""
        minutes = _BRISK_MINUTES if self.course is Course.BRISK else self.dice.choice(_MINUTES)
        return minutes * MINUTE // len(self.deals)

    # Who acts.

    def phone(self, side: int) -> recording.AtTable:
        return self.stage.device(self.table, side, self.people[side][0])

    @property
    def writer(self) -> recording.AtTable:
        """Side 0 keeps the protocol."""
        return self.phone(0)

    def proof(self, side: int, player: Player) -> dict[str, Any]:
        """What shows that somebody is of a side, in every way that a game may ask for."""
        of_side = self.sides[side]
        return {"side": side, "player": player.pk, "code": of_side.code, "secret": of_side.secret}

    def word(self, side: int, number: int, version: int, reason: str = "") -> recording.Approval:
        shown = self.proof(side, self.people[side][0])
        return recording.Approval(
            number=number, version=version, key=self.stage.key(), reason=reason, **shown
        )

    # The game.

    def play(self) -> Acts:
        """From sitting down to the last signature; the seconds until each act."""
        yield _SIT_DOWN
        highest = self.dice.choice(self.people[0])
        recording.take_seats(
            self.writer, self.game, recording.Seats(highest=highest.pk, key=self.stage.key())
        )
        pace = self.pace
        for number, dealt in enumerate(self.deals, start=1):
            if number == self.troubled and self.course is Course.SUBSTITUTED:
                self.substitute()
            recording.start_deal(self.writer, self.game, number, self.stage.key())
            yield pace - 2 * _LOOK
            waits = yield from self.write_down(number, self.body_of(dealt))
            if waits:
                return
        yield from self.sign()

    def body_of(self, dealt: simulate.Simulated) -> Body:
        """A deal as it is written down at the table: mostly as a tally, sometimes card by card."""
        tallied = self.dice.randrange(_OF_TEN) < _TALLIED
        written = simulate.tally_of(dealt.sheet) if tallied else dealt.sheet
        data: Body = {**sheet_io.as_data(written)}
        return sheets.body_of(data)

    def write_down(self, number: int, body: Body) -> Any:
        """A deal is written and approved, with what goes wrong about it; True where play stops with it."""
        course = self.course if number == self.troubled else Course.CALM
        wrong = self.slipped(number, body) if course in _SLIPS else None
        if self.game.protocols == Game.Protocols.BOTH:
            return (yield from self.keep_two(number, course, body, wrong))
        self.record(number, wrong or body)
        yield _LOOK
        if course in _DISPUTES:
            yield from self.dispute(number)
            if course is Course.DISPUTED:
                return True
            yield from self.decide(number, body, wrong)
            return False
        if course in _CALLS:
            yield from self.have_looked_at()
        if course in (Course.CALLING, Course.UNAPPROVED):
            return True
        if wrong is not None:
            yield from self.write_anew(number, body)
        self.approve(number, version=1 if wrong is None else 2)
        yield _LOOK
        if course is Course.CHARGED:
            self.charge()
        return False

    def keep_two(self, number: int, course: Course, body: Body, wrong: Body | None) -> Any:
        """Every side keeps a protocol of its own; True where play stops: one is missing, or they differ."""
        self.hand_in(0, number, wrong or body)
        yield _LOOK
        if course in _CALLS:
            yield from self.have_looked_at()
        if course in (Course.CALLING, Course.UNAPPROVED):
            return True
        for side in range(1, len(self.people)):
            self.hand_in(side, number, body)
        yield _LOOK
        if course is Course.DISPUTED and wrong is not None:
            return True
        yield from self.agree_on(number, body, wrong)
        if course is Course.CHARGED:
            self.charge()
        return False

    def agree_on(self, number: int, body: Body, wrong: Body | None) -> Acts:
        """Where they differ, who made the slip finds it and writes the deal as the others have it."""
        if wrong is not None:
            self.hand_in(0, number, body)
            yield _LOOK
        if self.game.approval != Game.Approval.SHARED:
            self.approve(number, version=1, writer=len(self.people) - 1 if wrong is None else 0)
            yield _LOOK

    def hand_in(self, side: int, number: int, body: Body) -> None:
        written = recording.WrittenDeal(number=number, body=body, key=self.stage.key())
        recording.hand_in_protocol(self.phone(side), self.game, written)

    def record(self, number: int, body: Body) -> None:
        written = recording.WrittenDeal(number=number, body=body, key=self.stage.key())
        recording.record_deal(self.writer, self.game, written)

    def approve(self, number: int, version: int, writer: int = 0) -> None:
        """Every side that has not written it says that it is right."""
        for side in range(len(self.people)):
            if side != writer:
                recording.confirm_deal(self.phone(side), self.game, self.word(side, number, version))

    # What goes wrong.

    def slipped(self, number: int, body: Body) -> Body | None:
        """The same deal with a slip of the pen that nothing at the table would notice; None if there is none.

        A deal that was written card by card is added up by the program: nobody makes a slip there.
        """
        deal = Deal.objects.get(game=self.game, number=number)
        totals = queries.totals_before(self.game, number, len(self.sides))
        standing = sheets.standing_before(self.game, deal, totals)
        for side, hand in enumerate(body["hands"]):
            if hand is None or "tally" not in hand:
                continue
            wrong = _with_hand(body, side, hand)
            if sheets.read_deal(standing, wrong).score is not None:
                return wrong
        return None

    def write_anew(self, number: int, body: Body) -> Acts:
        """The other side sends the deal back, and who keeps the protocol writes it as it was."""
        back = self.word(1, number, 1, messages.cards_forgotten())
        recording.send_back_deal(self.phone(1), self.game, back)
        yield _LOOK
        recording.amend_deal(self.writer, self.game, self.amendment(number, body))
        yield _LOOK

    def amendment(self, number: int, body: Mapping[str, Value], **more: Any) -> recording.Amendment:
        return recording.Amendment(
            number=number, version=1, body=body, key=self.stage.key(), reason=messages.written_right(), **more
        )

    def dispute(self, number: int) -> Acts:
        recording.dispute_deal(self.phone(1), self.game, self.word(1, number, 1, messages.not_agreed()))
        yield _LOOK
        self.call(Call.Why.DISPUTE, messages.not_agreed())

    def decide(self, number: int, body: Body, wrong: Body | None) -> Acts:
        """The director comes and decides: what was written wrong is written anew, the rest stands."""
        yield from self.be_visited()
        outcome = Ruling.Outcome.STANDS if wrong is None else Ruling.Outcome.ANEW
        text = messages.stands() if wrong is None else messages.written_anew()
        decision = recording.Decision(text=text, deal=number, outcome=outcome, key=self.stage.key())
        ruling = recording.give_ruling(self.stage.by, self.game, decision)
        if wrong is not None:
            yield _LOOK
            anew = self.amendment(number, body, ruling=ruling.pk)
            recording.amend_deal(self.stage.by, self.game, anew)

    def have_looked_at(self) -> Acts:
        """The director is asked to look at an opening, and comes unless the round is shown before that."""
        self.call(Call.Why.INSPECTION, messages.look_at_opening())
        if self.course is not Course.CALLING:
            yield from self.be_visited()

    def call(self, why: Call.Why, text: str) -> None:
        said_so = recording.CallWords(why=why.value, text=text, key=self.stage.key())
        recording.call_director(self.writer, self.game, said_so)

    def be_visited(self) -> Acts:
        yield _WAIT
        for waiting in self.game.calls.filter(answered_at=None).select_related("game__book"):
            recording.answer_call(self.stage.by, waiting, self.stage.key())

    def charge(self) -> None:
        charge = recording.Charge(
            side=1, points=_LATE, reason=messages.late_to_the_table(), key=self.stage.key()
        )
        recording.adjust(self.stage.by, self.game, charge)

    def substitute(self) -> None:
        """Somebody takes the seat of the last player of side 1, if there is anybody to ask."""
        if not self.stage.spare:
            return
        coming, leaving = self.stage.spare.pop(), self.people[1][-1]
        recording.substitute(self.stage.by, self.game, 1, leaving, coming, self.stage.key())
        self.people[1][-1] = coming

    # Signatures.

    def sign(self) -> Acts:
        """Everybody who is to sign does; for who has gone home the director signs, and he signs last."""
        stands = queries.with_sides().get(pk=self.game.pk)
        digest = protocol_of(stands).digest
        gone = self.people[-1][-1].pk if self.course is Course.GONE_HOME else None
        for missing in signers.missing(stands, None):
            yield _SIGN
            if missing.side is None:
                signed = recording.Signed(digest=digest, typed=self.stage.director.name, key=self.stage.key())
                recording.sign_as_director(self.stage.by, self.game, signed)
            else:
                self.sign_for(missing.side.number, missing.seats[-1].player, digest, gone)

    def sign_for(self, side: int, player: Player, digest: str, gone: int | None) -> None:
        shown = {"digest": digest, "key": self.stage.key(), **self.proof(side, player)}
        if player.pk == gone:
            signed = recording.Signed(reason=messages.has_gone_home(), **shown)
            recording.sign_as_absent(self.stage.by, self.game, signed)
        else:
            signed = recording.Signed(typed=player.name, **shown)
            recording.sign_game(self.stage.device(self.table, side, player), self.game, signed)


# Courses in which a deal is written down wrong first, is disputed, or the director is called.
_SLIPS: Final = (Course.CORRECTED, Course.REWRITTEN, Course.DISPUTED)
_DISPUTES: Final = (Course.UPHELD, Course.REWRITTEN, Course.DISPUTED)
_CALLS: Final = (Course.CALLED, Course.CALLING)


def _with_hand(body: Body, side: int, hand: Mapping[str, Any]) -> Body:
    """A deal with more cards in the hand of a side than it had."""
    tally = {**hand["tally"], "hand_points": hand["tally"]["hand_points"] + _SLIP}
    hands: Sequence[Any] = body["hands"]
    return {**body, "hands": [*hands[:side], {**hand, "tally": tally}, *hands[side + 1 :]]}
