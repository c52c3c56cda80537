"""Whoever does whatever in whatever order: what the book forbids never succeeds, what it allows always does.

`book_of_rules` says of every step beforehand what it lacks. What lacks nothing is done and stored as the book
says; everything else is refused for one of the reasons that the book gives, and leaves every row as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models, transaction
from django.utils import timezone
from hypothesis import note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from clubs.books.verification import verify_log
from clubs.books.words import payload_of
from clubs.books.writing import Author, JsonValue
from clubs.models import Book, LogEntry, Player, Role
from scoring import recording, rulesets
from scoring.core import house_rules, simulate
from scoring.core.pipeline import evaluate_sheet
from scoring.core.problem import OVERRIDABLE, Problem, errors_of
from scoring.core.sheet_io import read_sheet, sheet_as_data
from scoring.models import (
    Adjustment,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    Hand,
    OwnProtocol,
    ReadBack,
    Ruling,
    Seat,
    Side,
    Signature,
    Signing,
    Slip,
)
from scoring.recording import EarlyEnd, GameEnd, recheck
from scoring.store import sheets, signed_content
from tests.builders import a_club, a_player, a_user, an_author
from tests.conftest import LONG
from tests.scoring.support import planted_changes
from tests.scoring.support.book_of_rules import (
    DIRECTORS,
    RIGHTS,
    Change,
    Correction,
    DealKept,
    GameKept,
    Named,
    Need,
    Needs,
    State,
    Stored,
    Who,
    corrected,
    needs,
)
from tests.scoring.support.planted_changes import Body
from tests.scoring.support.played import Evening, a_game, an_evening
from tests.scoring.support.simulated import game as rules_called

pytestmark = pytest.mark.django_db
Done = TypeVar("Done")
REFUSED_AS: Mapping[Need, tuple[type[Exception], ...]] = {
    Need.RIGHT: (PermissionDenied,),
    Need.FORM: (ValidationError,),
    Need.MOMENT: (recording.NotNow, recording.AlreadyChanged),
    Need.SENSE: (recording.InvalidDeal,),
    Need.RULES: (recording.CorrectionNotAllowed,),
}
# Everything that a refused act might have touched.
KEPT: Sequence[type[models.Model]] = (
    *(Book, LogEntry, Game, Side, Seat, Deal, DealVersion, Hand, Confirmation, OwnProtocol),
    *(Adjustment, Ruling, Signing, Signature, ReadBack, Slip),
)
chances = st.integers(min_value=0, max_value=2**64).map(Random)


class Counted(NamedTuple):
    """What a written deal scores; without points nobody can count it."""

    points: Sequence[int] | None
    lines: JsonValue
    errors: Sequence[Problem]


class Charged(NamedTuple):
    """An entry of the ledger, and where it stands."""

    made: int
    deal: int | None
    side: int
    points: int


class Tried(NamedTuple):
    """A correction as somebody tries it: the deal, what is written, and by whom."""

    deal: DealKept
    body: Body
    who: Who
    said: Correction
    ruling: int | None = None
    is_stale: bool = False


class Corrections(RuleBasedStateMachine):
    """One game, its book of rules, and everybody who might do something in it.

    Hypothesis chooses the acts and their order. Who acts, on which deal and how, is drawn by chance within an
    act, so that each way is tried as often as the others.
    """

    evening: Evening
    game: GameKept

    ruleset: str

    def __init__(self) -> None:
        super().__init__()
        self.world = transaction.atomic()
        self.world.__enter__()
        self.clock = timezone.now()
        # As long as everybody does what is right and is in the right place.
        self.goes_well = False
        # What was written of each deal, by the number of the deal: now, and as it was played.
        self.bodies: dict[int, Body] = {}
        self.forms: dict[int, tuple[Body, Body]] = {}
        self.errors: dict[int, Sequence[Problem]] = {}
        self.protocols: dict[int, dict[int, Body]] = {}
        self.ledger: list[Charged] = []
        self.cancelled: set[int] = set()
        # Rulings that a deal is to be written anew, and not used yet, with the deal's number.
        self.rulings: dict[int, int] = {}
        self.versions: dict[int, Any] = {}
        self.openings: dict[int, Any] = {}
        self.signed: dict[int, Any] = {}

    @initialize(chance=chances)
    def open(self, chance: Random) -> None:
        """A game by any agreements, some deals old, and perhaps signed already."""
        rules = rules_called(self.ruleset)
        players = chance.choice(rules.player_counts)
        options = {
            option.name: chance.choice(option.choices).value
            for option in rules.options
            if chance.randrange(2)
        }
        begins = chance.choice((0, rules.target - 2000, rules.target - 800))
        carried = [begins - 100 * side if begins else 0 for side in range(len(players))]
        agreed: dict[str, Any] = {
            "corrections": chance.choice(list(Game.Corrections)),
            "approval": chance.choice(list(Game.Approval)),
            "protocols": chance.choice(list(Game.Protocols)),
            "signers": chance.choice(list(Game.Signers)),
            "director_signs": not chance.randrange(4),
        }
        plan = {"ruleset": rules.slug, "players_per_side": players, "options": options, "carried": carried}
        self.evening = an_evening(players, **plan, **agreed)
        self.agreed_rules = house_rules.with_options(rules, tuple(sorted(options.items())))
        self.agreed = agreed
        self.game = GameKept(
            target=self.agreed_rules.target,
            carried=carried,
            seats=[[seat.player_id for seat in self.seats_of(side)] for side in range(len(players))],
            every_player_signs=agreed["signers"] == Game.Signers.ALL,
            director_signs=agreed["director_signs"],
            plays_off=bool(self.agreed_rules.extra_deal),
        )
        self.people = self.everybody()
        self.spare = [a_player(club=self.evening.table.club) for _ in range(3)]
        if chance.randrange(2):
            self.take_seats(len(players) - 1)
        self.go_well(chance)

    def go_well(self, chance: Random) -> None:
        """The first deals as they should be: written, some approved; and the next one dealt, or the end."""
        self.goes_well = True
        for _deal in range(chance.choice((0, 1, 2, 2, 3))):
            if self.game.is_over:
                break
            chance.choice((self.record, self.record, self.hand_in))(chance)
            if self.game.in_play:
                self.record(chance)
            if self.game.deals and chance.randrange(2):
                self.approve_all_round(chance)
        if self.game.deals and not chance.randrange(4):
            self.end(chance)
        elif self.game.deals and not self.game.is_over and chance.randrange(2):
            self.start(chance)
        self.goes_well = False

    def end(self, chance: Random) -> None:
        if not self.game.is_over:
            self.finish(chance)
        self.sign_all_round()

    def everybody(self) -> dict[Who, Author]:
        club = self.evening.table.club
        (other,) = recording.create_tables(self.evening.director, club, ["2"], uuid4())
        recording.assign_table(self.evening.scorer, other, a_game(club, self.evening.scorer))
        return {
            Who.OTHER_TABLE: self.evening.device(0, table=other),
            Who.SCORER: self.evening.scorer,
            Who.DIRECTOR: self.evening.director,
            Who.ADMIN: an_author(a_user(Role.Kind.ADMIN, club=club)),
            Who.JURY: an_author(a_user(Role.Kind.JURY, club=club)),
            Who.STRANGER: an_author(a_user()),
            Who.ELSEWHERE: an_author(a_user(Role.Kind.DIRECTOR, club=a_club())),
        }

    def take_seats(self, side: int) -> None:
        """Whoever drew highest keeps the protocol, and has the first seat of the side."""
        highest = self.game.seats[side][-1]
        seats = recording.Seats(highest=highest, key=uuid4())
        recording.take_seats(self.evening.scorer, self.evening.game, seats)
        self.game.seats[side].sort(key=lambda player: player != highest)
        self.game.keeper = highest

    # Chance.

    def wrong(self, chance: Random, once_in: int = 8) -> bool:
        """Now and then something is not as it should be."""
        return not self.goes_well and not chance.randrange(once_in)

    def somebody(self, chance: Random, act: str) -> Who:
        """Mostly one who may."""
        if self.wrong(chance, 4):
            return chance.choice(list(Who))
        return chance.choice(sorted(RIGHTS[act]))

    def side(self, chance: Random) -> int:
        return chance.choice(self.game.sides)

    def number(self, chance: Random) -> int:
        """The deal that is due, mostly."""
        playing = self.game.in_play
        due = len(self.game.deals) + 1 if playing is None else playing.number
        return max(1, due + chance.choice((-1, 1))) if self.wrong(chance) else due

    def some_deal(self, chance: Random) -> DealKept | None:
        return chance.choice(self.game.deals) if self.game.deals and chance.randrange(2) else None

    # What somebody does next.

    @rule(chance=chances)
    def play_on(self, chance: Random) -> None:
        self.one_of(chance, (self.record, self.record, self.start, self.hand_in))

    @precondition(lambda self: self.game.deals)
    @rule(chance=chances)
    def speak_of_a_deal(self, chance: Random) -> None:
        self.one_of(chance, (self.answer, self.answer, self.approve_all_round))

    @rule(chance=chances)
    def decide_something(self, chance: Random) -> None:
        ledger = (self.adjust, self.adjust, self.charge_act, self.cancel)
        game = (self.declare_void, self.substitute, self.finish, self.reopen)
        self.one_of(chance, (*ledger, *game, *[self.decide] * 4))

    @rule(chance=chances)
    def work_at_the_desk(self, chance: Random) -> None:
        self.one_of(chance, (self.read_back, self.take_slip, self.look_at))

    def one_of(self, chance: Random, acts: Sequence[Callable[[Random], None]]) -> None:
        act = chance.choice(acts)
        note(act.__name__)
        act(chance)

    # Deals.

    def record(self, chance: Random) -> None:
        number, who = self.number(chance), self.somebody(chance, "record")
        forms = self.played(number, chance)
        body = chance.choice((forms[0], *forms))
        if self.wrong(chance):
            body = chance.choice((planted_changes.senseless, planted_changes.against_the_deck))(body)
        counted = self.counted(body)
        override, reason = self.wrong(chance, 4), not self.wrong(chance)
        written = recording.WrittenDeal(
            number=number, body=body, key=uuid4(), override=override, reason="why" if reason else " "
        )
        lacking = needs(
            right=who not in RIGHTS["record"] or (override and who not in DIRECTORS),
            form=override and not reason,
            sense=counted.points is None or bool(counted.errors and not override),
        )
        lacking |= self.game.to_record(number)
        by = self.by(who, self.side(chance))
        version = self.attempt(lacking, lambda: recording.record_deal(by, self.evening.game, written))
        if version is not None:
            assert (version.kind, version.overridden_rule) == ("recorded", "")
            assert version.reason == ("why" if counted.errors else "")
            self.keep(number, body, forms, counted, version, by)

    def start(self, chance: Random) -> None:
        number, who = self.number(chance), self.somebody(chance, "start")
        lacking = needs(right=who not in RIGHTS["start"]) | self.game.to_start(number)
        by = self.by(who, self.side(chance))
        deal = self.attempt(lacking, lambda: recording.start_deal(by, self.evening.game, number, uuid4()))
        if deal is not None:
            self.dealt(deal)

    def hand_in(self, chance: Random) -> None:
        """Every side hands in its own protocol; perhaps the last side has written something else."""
        if self.game.is_over:
            return
        number = self.number(chance)
        who = self.somebody(chance, "hand in") if self.wrong(chance, 4) else Who.TABLE
        forms = self.played(number, chance)
        change = chance.choice(list(Change))
        other = self.planted(forms[0], change, chance)
        for side in self.game.sides:
            body = other if side == max(self.game.sides) else forms[0]
            self.hand_in_one(who, side, number, body, forms)

    def hand_in_one(self, who: Who, side: int, number: int, body: Body, forms: tuple[Body, Body]) -> None:
        counted = self.counted(body)
        written = recording.WrittenDeal(number=number, body=body, key=uuid4())
        lacking = needs(
            right=who not in RIGHTS["hand in"],
            form=who is not Who.TABLE,
            sense=counted.points is None or bool(counted.errors),
        )
        lacking |= self.game.to_record(number)
        by = self.by(who, side)
        code = self.evening.sides[side].code
        deal = self.attempt(lacking, lambda: recording.hand_in_protocol(by, self.evening.game, written, code))
        if deal is None:
            return
        self.dealt(deal)
        kept = self.protocols.setdefault(number, {})
        kept[side] = body
        if len(kept) == len(self.game.sides) and all(
            planted_changes.is_same(body, one) for one in kept.values()
        ):
            self.keep(number, body, forms, counted, self.evening.current(number), by)
            if self.agreed["approval"] != Game.Approval.OWN_PHONE:
                self.game.deal(number).state = State.CONFIRMED
                self.game.deal(number).words = dict.fromkeys(self.game.sides, "approved")

    def answer(self, chance: Random) -> None:
        said = chance.choice(("approved", "approved", "sent_back", "disputed"))
        deal, who = chance.choice(self.game.deals), self.somebody(chance, "answer")
        self.answer_one(who, deal, self.side(chance), said, chance)

    def approve_all_round(self, chance: Random) -> None:
        """Every side that is waited for approves."""
        deal = self.game.deals[-1] if self.goes_well else chance.choice(self.game.deals)
        for side in deal.waits_for(self.game.sides) if deal.state is State.ENTERED else ():
            self.answer_one(Who.TABLE, deal, side, "approved", chance)

    def answer_one(self, who: Who, deal: DealKept, side: int, said: str, chance: Random) -> None:
        proved, reason = not self.wrong(chance), not self.wrong(chance)
        is_stale, at_table = self.wrong(chance), side if who is Who.TABLE else None
        word = recording.Approval(
            number=deal.number,
            version=deal.version - is_stale,
            key=uuid4(),
            side=at_table,
            reason="because" if reason else "",
            **self.proof(side, proved),
        )
        lacking = needs(
            right=who not in RIGHTS["answer"],
            form=(who is Who.TABLE and not proved) or (said != "approved" and not reason),
            moment=is_stale,
        )
        lacking |= self.game.to_answer(deal, said, who, at_table)
        by, verb = self.by(who, side), ANSWERS[said]
        if self.attempt(lacking, lambda: verb(by, self.evening.game, word)) is not None:
            self.game.answered(deal, said, at_table)

    # Corrections.

    @precondition(lambda self: self.bodies)
    @rule(chance=chances)
    def amend(self, chance: Random) -> None:
        """Any deal, by anybody, in any way."""
        self.correct(self.a_correction(chance))

    @precondition(lambda self: self.bodies)
    @rule(chance=chances)
    def amend_as_the_book_allows(self, chance: Random) -> None:
        """Of several tries one that the book allows, so that what is allowed is done as often."""
        tried = [self.a_correction(chance) for _ in range(12)]
        allowed = [one for one in tried if not self.lacking(one)]
        self.correct(chance.choice(allowed or tried))

    @precondition(lambda self: self.disputed_protocols)
    @rule(chance=chances)
    def take_the_other_protocol(self, chance: Random) -> None:
        """The deal was recorded by one of two protocols that differ, and the other was right."""
        number, change, other = chance.choice(self.disputed_protocols)
        self.correct(self.a_try(self.game.deal(number), change, other, chance))

    def a_correction(self, chance: Random) -> Tried:
        written_down = sorted(self.bodies)
        deal = self.game.deal(chance.choice((written_down[0], *written_down)))
        written = self.bodies[deal.number]
        if self.wrong(chance, 12):
            spoilt = chance.choice((planted_changes.senseless, planted_changes.against_the_deck))(written)
            change = Change.ARITHMETIC if planted_changes.is_tallied(written) else Change.FORGOTTEN
            return self.a_try(deal, change, spoilt, chance)
        if self.wrong(chance, 12):
            tallied, by_cards = self.forms[deal.number]
            other = by_cards if planted_changes.is_tallied(written) else tallied
            return self.a_try(deal, Change.TRANSCRIPTION, other, chance)
        change = chance.choice(list(Change))
        return self.a_try(deal, change, self.planted(written, change, chance), chance)

    def a_try(self, deal: DealKept, change: Change, body: Body, chance: Random) -> Tried:
        """Somebody who tries a correction, with whatever else is said of it."""
        ruling, named = self.ruling_named(deal, chance)
        written = self.bodies[deal.number]
        said = Correction(
            ruleset=self.agreed_rules.slug,
            change=Change.NOTHING if planted_changes.is_same(body, written) else change,
            by_consent=self.agreed["corrections"] == Game.Corrections.BY_CONSENT,
            moves_points=self.counted(written).lines != self.counted(body).lines,
            as_a_protocol_says=self.as_a_protocol_says(deal.number, body),
            next_dealt=deal.number < len(self.game.deals),
            approved=deal.state is State.CONFIRMED,
            disputed=deal.state is State.DISPUTED,
            signed=self.game.is_signed,
            consent=not chance.randrange(3),
            override=not chance.randrange(4),
            named=named,
            reason=not self.wrong(chance, 5),
        )
        return Tried(deal, body, self.somebody(chance, "amend"), said, ruling, self.wrong(chance, 12))

    def ruling_named(self, deal: DealKept, chance: Random) -> tuple[int | None, Named]:
        """The ruling that says that this deal is to be written anew, or now and then another one."""
        good = [ruling for ruling, number in self.rulings.items() if number == deal.number]
        if good and chance.randrange(2):
            return good[0], Named.GOOD
        if self.wrong(chance, 12):
            others = [ruling for ruling, number in self.rulings.items() if number != deal.number]
            return (others or [10**9])[0], Named.BAD
        return None, Named.NONE

    def as_a_protocol_says(self, number: int, body: Body) -> bool:
        kept = list(self.protocols.get(number, {}).values())
        differ = any(not planted_changes.is_same(kept[0], one) for one in kept)
        return differ and any(planted_changes.is_same(body, one) for one in kept)

    @property
    def disputed_protocols(self) -> list[tuple[int, Change, Body]]:
        """Deals that stand as one of two protocols says that differ, how they do, and the other one."""
        found = []
        for number, written in self.bodies.items():
            kept = list(self.protocols.get(number, {}).values())
            others = [one for one in kept if not planted_changes.is_same(one, written)]
            if others and len(others) < len(kept):
                found.append(
                    (number, planted_changes.change_between(written, others[0], self.agreed_rules), others[0])
                )
        return found

    def lacking(self, tried: Tried) -> Needs:
        """What the book says that a correction lacks; besides, what the cards say."""
        counted, stood = self.counted(tried.body), self.errors[tried.deal.number]
        new = [error for error in counted.errors if error not in stood]
        return corrected(tried.said, tried.who)[0] | needs(
            moment=tried.is_stale or tried.deal.state is State.VOID,
            sense=counted.points is None or bool(new and not tried.said.override),
        )

    def correct(self, tried: Tried) -> None:
        """Write a deal anew, and hold what comes of it against the book."""
        deal, body, who, said = tried[:4]
        amendment = recording.Amendment(
            number=deal.number,
            version=deal.version - tried.is_stale,
            body=body,
            key=uuid4(),
            reason="looked again" if said.reason else "",
            consent=said.consent,
            override=said.override,
            ruling=tried.ruling,
        )
        by = self.by(who, deal.number)
        version = self.attempt(
            self.lacking(tried), lambda: recording.amend_deal(by, self.evening.game, amendment)
        )
        if version is not None:
            assert Stored(version.kind, version.rule, version.overridden_rule) == corrected(said, who)[1]
            assert version.ruling_id == tried.ruling
            self.rulings.pop(tried.ruling or 0, None)
            self.keep(deal.number, body, self.forms[deal.number], self.counted(body), version, by)
            if who in DIRECTORS:
                deal.state = State.CONFIRMED

    # Signatures.

    @rule(chance=chances)
    def sign(self, chance: Random) -> None:
        kind = chance.choice(("signed", "signed", "signed", "refused", "absent", "director"))
        side, who = self.side(chance), self.somebody(chance, SIGNING[kind][0])
        self.sign_one(who, kind, side, chance.choice(self.game.seats[side]), chance)

    @precondition(lambda self: self.game.is_over)
    @rule()
    def sign_all_round(self) -> None:
        """All who are missing sign, as far as they may; where it is asked for, the director last."""
        for side, players in enumerate(self.game.seats):
            for player in players:
                if player in self.game.players_missing(self.game.under(self.digest)):
                    self.sign_one(Who.TABLE, "signed", side, player)
        given = self.game.under(self.digest)
        if self.game.director_is_due(given) and not given.director:
            self.sign_one(Who.DIRECTOR, "director", 0, 0)

    def sign_one(self, who: Who, kind: str, side: int, player: int, chance: Random | None = None) -> None:
        """One who signs, refuses or is signed for; by chance with something wrong about it."""
        proved, whole, stands = (chance is None or not self.wrong(chance) for _ in range(3))
        given, digest = self.game.under(self.digest), self.digest
        right, verb = SIGNING[kind]
        says_why = kind in ("refused", "absent")
        # Where a side proves itself otherwise than by the player's name, that is what is wrong.
        misnamed = not proved and self.agreed["approval"] == Game.Approval.SHARED
        signed = recording.SignatureInput(
            digest=digest if stands else "0" * 64,
            key=uuid4(),
            typed="" if says_why or not whole else "A name",
            reason="why" if says_why and whole else "",
            side=side,
            **{"player": player, **self.proof(side, proved), **({} if misnamed else {"player": player})},
        )
        unproved = kind != "director" and (misnamed or (who is Who.TABLE and not proved))
        lacking = needs(right=who not in RIGHTS[right], form=not whole or unproved, moment=not stands)
        lacking |= self.game.waits_for_signatures | self.game.to_sign(kind, player, given)
        by = self.by(who, side)
        if self.attempt(lacking, lambda: verb(by, self.evening.game, signed)) is not None:
            self.game.sign(kind, player, given)

    @property
    def digest(self) -> str:
        return signed_content.protocol_of(self.evening.game).digest

    def reopen(self, chance: Random) -> None:
        who, reason = self.somebody(chance, "reopen"), not self.wrong(chance)
        lacking = needs(right=who not in RIGHTS["reopen"], moment=not self.game.is_signed, form=not reason)
        by, why = self.by(who), "wrong" if reason else " "
        if self.attempt(lacking, lambda: recording.reopen_game(by, self.evening.game, why, uuid4())):
            self.game.is_signed, self.game.signatures = False, None

    # What the director and the jury decide.

    def adjust(self, chance: Random) -> None:
        who, side, deal = self.somebody(chance, "adjust"), self.side(chance), self.some_deal(chance)
        points = chance.choice((3, 0)) if self.wrong(chance) else chance.choice((-500, -5, 5, 3000))
        reason = not self.wrong(chance)
        charge = self.evening.charge(
            side, points, deal=None if deal is None else deal.number, reason="late" if reason else ""
        )
        lacking = needs(right=who not in RIGHTS["adjust"], form=points in (3, 0) or not reason)
        lacking |= self.may_charge(deal, side)
        by = self.by(who)
        made = self.attempt(lacking, lambda: recording.adjust(by, self.evening.game, charge))
        if made is not None:
            self.charged([made], deal, by)

    def charge_act(self, chance: Random) -> None:
        """Faults of one act: in Royal the dearest counts, elsewhere each of them."""
        if not self.agreed_rules.penalties:
            return
        who, side, deal = self.somebody(chance, "adjust"), self.side(chance), self.some_deal(chance)
        penalties = {chance.choice(self.agreed_rules.penalties) for _ in range(2)}
        reason = not self.wrong(chance)
        act = recording.Infringement(
            side=side,
            reasons={penalty.code: "seen by all" if reason else " " for penalty in penalties},
            deal=None if deal is None else deal.number,
            key=uuid4(),
        )
        costs = sorted(-penalty.points for penalty in penalties)
        lacking = needs(right=who not in RIGHTS["adjust"], form=not reason) | self.may_charge(deal, side)
        by = self.by(who)
        made = self.attempt(lacking, lambda: recording.charge_infringement(by, self.evening.game, act))
        if made is not None:
            asked = costs[:1] if self.agreed_rules.slug == "royal" else costs
            assert sorted(entry.points for entry in made) == asked
            self.charged(made, deal, by)

    def may_charge(self, deal: DealKept | None, side: int) -> Needs:
        return needs() if deal is None else self.game.to_charge(deal, side)

    def charged(self, made: Iterable[Adjustment], deal: DealKept | None, by: Author) -> None:
        number = None if deal is None else deal.number
        for entry in made:
            self.ledger.append(Charged(entry.pk, number, entry.side, entry.points))
            self.game.charge(deal, entry.side, entry.points, account_of(by) or 0)

    def cancel(self, chance: Random) -> None:
        if not self.ledger:
            return
        who, entry, reason = (
            self.somebody(chance, "cancel"),
            chance.choice(self.ledger),
            not self.wrong(chance),
        )
        deal = None if entry.deal is None else self.game.deal(entry.deal)
        waits = deal is not None and deal.state is State.DISPUTED
        lacking = needs(
            right=who not in RIGHTS["cancel"], form=not reason, moment=waits or entry.made in self.cancelled
        )
        by, why = self.by(who), "a mistake" if reason else ""
        made = Adjustment.objects.select_related("game__book").get(pk=entry.made)
        if self.attempt(lacking, lambda: recording.cancel_adjustment(by, made, why, uuid4())):
            self.cancelled.add(entry.made)
            self.game.charge(deal, entry.side, -entry.points, account_of(by) or 0)

    def decide(self, chance: Random) -> None:
        """A ruling, with points perhaps."""
        who, side, deal = self.somebody(chance, "rule"), self.side(chance), self.some_deal(chance)
        outcomes = [Ruling.Outcome.NONE] if deal is None and not self.wrong(chance) else list(Ruling.Outcome)
        outcome = chance.choice(outcomes)
        sat = chance.choice((Who.STRANGER, None)) if self.wrong(chance) else Who.JURY
        text, points = not self.wrong(chance), chance.choice((None, None, -100))
        of_deal = points is not None and bool(chance.randrange(2))
        decision = recording.Decision(
            text="It was seen." if text else " ",
            key=uuid4(),
            deal=None if deal is None else deal.number,
            outcome=outcome,
            jurors=() if sat is None else (account_of(self.people[sat]) or 0,),
            points=() if points is None else (recording.RulingPoints(side=side, points=points),),
            of_deal=of_deal,
        )
        lacking = needs(
            right=who not in RIGHTS["rule"],
            form=not text or sat is Who.STRANGER or (sat is None and who not in DIRECTORS),
        )
        lacking |= self.game.to_rule(deal, outcome.value)
        lacking |= self.game.to_charge_by_ruling(deal, side, outcome.value) if of_deal else needs()
        by = self.by(who)
        ruling = self.attempt(lacking, lambda: recording.give_ruling(by, self.evening.game, decision))
        if ruling is not None:
            self.carry_out(ruling, deal)
            self.charged(ruling.charges.all(), deal if of_deal else None, by)

    def carry_out(self, ruling: Ruling, deal: DealKept | None) -> None:
        if deal is None:
            return
        if ruling.outcome == "stands":
            self.game.answered(deal, "approved", None)
        elif ruling.outcome == "void":
            deal.state = State.VOID
        elif ruling.outcome == "anew":
            self.rulings[ruling.pk] = deal.number

    def declare_void(self, chance: Random) -> None:
        if not self.game.deals:
            return
        deal, reason = chance.choice(self.game.deals), not self.wrong(chance)
        who = self.somebody(chance, "void") if chance.randrange(2) else Who.SCORER
        lacking = needs(right=who not in RIGHTS["void"], form=not reason, moment=deal.state is State.VOID)
        by, why, game = self.by(who), "dealt wrongly" if reason else " ", self.evening.game
        if self.attempt(lacking, lambda: recording.void_deal(by, game, deal.number, why, uuid4())):
            deal.state = State.VOID

    def substitute(self, chance: Random) -> None:
        """Somebody comes in for somebody: one who does not sit at the table yet, for one of that side."""
        who, side = self.somebody(chance, "substitute"), self.side(chance)
        other = (side + 1) % len(self.game.sides)
        seats = self.game.seats[other if self.wrong(chance) else side]
        leaving = chance.choice(seats)
        coming = self.game.seats[other][0] if self.wrong(chance) else chance.choice(self.spare).pk
        seated = any(coming in players for players in self.game.seats)
        lacking = needs(
            right=who not in RIGHTS["substitute"],
            form=seated or seats is not self.game.seats[side],
            moment=self.game.is_signed,
        )
        by, game = self.by(who), self.evening.game
        gone, new = Player.objects.get(pk=leaving), Player.objects.get(pk=coming)
        if self.attempt(lacking, lambda: recording.substitute(by, game, side, gone, new, uuid4())):
            seats[seats.index(leaving)] = coming

    def finish(self, chance: Random) -> None:
        kind = chance.choice(list(GameEnd))
        who = self.somebody(chance, "finish") if self.goes_well or not chance.randrange(3) else Who.SCORER
        end = EarlyEnd(kind, None if kind is GameEnd.TIME else 0)
        lacking = needs(right=who not in RIGHTS["finish"]) | self.game.to_finish()
        by = self.by(who)
        if self.attempt(lacking, lambda: recording.end_game(by, self.evening.game, end, "late", uuid4())):
            self.game.is_ended = True

    # The desk.

    def read_back(self, chance: Random) -> None:
        who, stands = self.somebody(chance, "read back"), not self.wrong(chance)
        by, digest = self.by(who), self.digest if stands else "0" * 64
        written = [deal for deal in self.game.deals if deal.version and deal.state is not State.VOID]
        own = any(deal.account == account_of(by) for deal in written)
        lacking = needs(right=who not in RIGHTS["read back"], moment=not stands or not written or own)
        self.attempt(lacking, lambda: recording.read_back(by, self.evening.game, digest, uuid4()))

    def take_slip(self, chance: Random) -> None:
        who, total = self.somebody(chance, "take slip"), 7 if self.wrong(chance) else 1205
        slip = recording.SlipTotals(totals=[total for _side in self.game.sides], key=uuid4())
        lacking = needs(right=who not in RIGHTS["take slip"], form=bool(total % 5))
        by = self.by(who)
        self.attempt(lacking, lambda: recording.take_slip(by, self.evening.game, slip))

    def look_at(self, chance: Random) -> None:
        who, deal, is_stale = self.somebody(chance, "look at"), self.some_deal(chance), self.wrong(chance)
        if deal is None:
            return
        late = is_stale or deal.is_looked_at or not deal.is_unlikely or not deal.version
        lacking = needs(right=who not in RIGHTS["look at"], moment=late)
        by, version, game = self.by(who), deal.version - is_stale, self.evening.game
        if self.attempt(
            lacking, lambda: recording.mark_warnings_seen(by, game, deal.number, version, uuid4())
        ):
            deal.is_looked_at = True

    # What holds at all times.

    @invariant()
    def the_game_stands_as_the_book_says(self) -> None:
        game = self.evening.fresh()
        deals = game.deals.order_by("number").values_list("number", "state", "version")
        assert list(deals) == [(deal.number, deal.state, deal.version) for deal in self.game.deals]
        sides = game.sides.order_by("number").values_list("total", "adjustment")
        assert list(sides) == list(zip(self.game.totals, self.game.charged, strict=True))
        stands = "signed" if self.game.is_signed else "finished" if self.game.is_over else "open"
        assert (game.over, game.state) == (self.game.is_over, stands)

    @invariant()
    def what_is_stored_is_what_the_sheets_make(self) -> None:
        assert list(recheck.all_differences()) == []

    @invariant()
    def the_log_holds_together(self) -> None:
        assert verify_log().broken == []

    @invariant()
    def nothing_that_was_written_is_ever_changed(self) -> None:
        """Versions with what they overrode, openings of deals that were dealt, and what was signed."""
        moving = ("current", "confirmed", "seen_by_id", "seen_at")
        keep(self.versions, DealVersion.objects.values(), moving)
        keep(self.openings, Deal.objects.values("id", "number", "openings", "started_at"))
        keep(self.signed, Signing.objects.values("id", "number", "content", "digest", "at"))

    @invariant()
    def every_override_names_its_paragraph_and_its_reason(self) -> None:
        for version in DealVersion.objects.exclude(overridden_rule=""):
            assert version.reason.strip()
            logged = LogEntry.objects.filter(words__facts__has_key="after.overrides").select_related("words")
            assert version.deal_id in {
                entry.facts["deal"]
                for entry in logged
                if payload_of(entry)["after"]["overrides"] == version.overridden_rule
            }
        passed_over = DealVersion.objects.exclude(overridden_errors=[]).order_by("deal", "-number")
        for version in {version.deal_id: version for version in passed_over}.values():
            assert version.reason.strip()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)

    # How a step is taken.

    def attempt(self, lacking: Needs, act: Callable[[], Done]) -> Done | None:
        """What lacks nothing is done; what lacks something is refused for that, and changes nothing."""
        self.clock += timedelta(minutes=2)
        if not lacking:
            before = LogEntry.objects.count()
            done = act()
            assert LogEntry.objects.count() > before
            return done
        rows = everything()
        with pytest.raises(tuple(kind for need in lacking for kind in REFUSED_AS[need])):
            act()
        assert everything() == rows
        return None

    def by(self, who: Who, side: int = 0) -> Author:
        if who is Who.TABLE:
            return self.evening.device(side % len(self.game.sides), at=self.clock)
        return replace(self.people[who], at=self.clock)

    def proof(self, side: int, proved: bool) -> dict[str, Any]:
        """By what a side shows that it is that side, or what another one would show."""
        sides = self.evening.sides
        shown = sides[side if proved else (side + 1) % len(sides)]
        if self.agreed["approval"] == Game.Approval.OWN_CODE:
            return {"code": shown.code if proved else f"{(int(sides[side].code) + 1) % 10**4:04}"}
        if self.agreed["approval"] == Game.Approval.OWN_PHONE:
            return {"secret": shown.secret}
        return {"player": self.game.seats[shown.number][0]}

    def seats_of(self, side: int) -> models.QuerySet[Seat]:
        return self.evening.sides[side].seats.filter(until_deal=None).order_by("position")

    def played(self, number: int, chance: Random) -> tuple[Body, Body]:
        """A deal as those who are due play it: as a tally, and by its cards."""
        game = self.evening.fresh()
        extra = sheets.sides_in_extra_deal(self.evening.sides)
        if number <= len(self.game.deals):
            playing = tuple(self.game.deal(number).sides)
            extra = playing if len(playing) < len(self.game.sides) else ()
        sheet = simulate.play_deal(
            rules_called(game.ruleset),
            chance,
            players=tuple(game.players_per_side),
            before=self.game.totals,
            options=sheets.options_of(game),
            playing=extra,
        ).sheet
        tallied, by_cards = (
            sheets.deal_data(json.loads(json.dumps(sheet_as_data(one))))
            for one in (simulate.tally_sheet(sheet), sheet)
        )
        return tallied, by_cards

    def planted(self, body: Body, change: Change, chance: Random) -> Body:
        """A change of that kind; mostly one that can have happened."""
        found = planted_changes.planted_in(body, self.agreed_rules, change)
        chance.shuffle(found)
        if not self.wrong(chance):
            likely = (one for one in found[:20] if not self.counted(one).errors)
            return next(likely, found[0] if found else planted_changes.copy(body))
        return found[0] if found else planted_changes.copy(body)

    def counted(self, body: Body) -> Counted:
        """What a written deal scores, by its lines; without the director's numbers."""
        game = self.evening.game
        told = {"ruleset": game.ruleset, "options": game.options, "players": game.players_per_side}
        sheet, problems = read_sheet({**body, **told}, rulesets.find)
        if sheet is None:
            return Counted(None, None, problems)
        found = evaluate_sheet(sheet, OVERRIDABLE)
        if found.score is None:
            return Counted(None, None, errors_of(found.problems))
        lines: JsonValue = [[[line.code, line.points] for line in side.lines] for side in found.score.sides]
        points = [sum(line.points for line in side.lines) for side in found.score.sides]
        return Counted(points, lines, errors_of(found.problems))

    def dealt(self, deal: Deal) -> None:
        """The sides that play a deal are those that have to open in it."""
        if len(self.game.deals) < deal.number:
            playing = [side for side, opening in enumerate(deal.openings) if opening is not None]
            self.game.deals.append(DealKept(deal.number, playing))

    def keep(
        self,
        number: int,
        body: Body,
        forms: tuple[Body, Body],
        counted: Counted,
        version: DealVersion,
        by: Author,
    ) -> None:
        """A new version of a deal: what was written, and by whom."""
        self.dealt(version.deal)
        side = by.side if isinstance(by, recording.AtTable) else None
        deal = self.game.deal(number)
        deal.written(counted.points or [], side, account_of(by))
        deal.is_unlikely = bool(version.warnings)
        self.bodies[number], self.forms[number], self.errors[number] = body, forms, counted.errors
        assert version.overridden_errors == sorted({error.code.value for error in counted.errors})


ANSWERS: Mapping[str, Callable[[Author, Game, recording.Approval], Deal]] = {
    "approved": recording.confirm_deal,
    "sent_back": recording.send_back_deal,
    "disputed": recording.dispute_deal,
}
SIGNING: Mapping[str, tuple[str, Callable[[Author, Game, recording.SignatureInput], Signature]]] = {
    "signed": ("sign", recording.sign_game),
    "refused": ("sign", recording.refuse_to_sign),
    "absent": ("sign as director", recording.sign_as_absent),
    "director": ("sign as director", recording.sign_as_director),
}


def account_of(by: Author) -> int | None:
    return None if by.user is None else by.user.pk


def everything() -> list[list[dict[str, Any]]]:
    return [list(model._default_manager.order_by("pk").values()) for model in KEPT]


def keep(kept: dict[int, Any], rows: models.QuerySet[Any, Any], moving: Sequence[str] = ()) -> None:
    """Rows that are there stay as they were when they were first seen."""
    found = {row["id"]: {name: row[name] for name in row if name not in moving} for row in rows}
    for pk, row in found.items():
        assert kept.setdefault(pk, row) == row
    assert found.keys() == kept.keys()


@pytest.mark.parametrize("ruleset", [rules.slug for rules in rulesets.newest_editions()])
def test_what_the_book_forbids_never_succeeds_and_what_it_allows_always_does(ruleset: str) -> None:
    run_state_machine_as_test(
        type("CorrectionsIn" + ruleset.title(), (Corrections,), {"ruleset": ruleset}),
        settings=settings(max_examples=50 if LONG else 2, stateful_step_count=30 if LONG else 12),
    )
