"""Every verb of recording that takes a key, with a game in which it may be used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Model

from clubs.models import Player
from scoring import recording
from scoring.core.vocabulary import Contract, Strain
from scoring.models import Adjustment, Call, Game, Ruling, WrittenWarning
from scoring.recording import EarlyEnd, GameEnd
from scoring.store.bidding import DealBidding
from scoring.store.sheets import newest_edition
from scoring.store.signed_content import protocol_of
from tests.builders import a_player
from tests.scoring.support import signed
from tests.scoring.support.played import FEW_CARDS, Evening, a_body, a_deal

Ids = dict[str, int]


@dataclass(frozen=True)
class PreparedGame:
    """A game in which a verb may be used, a key, and the ids of its objects."""

    evening: Evening
    key: UUID
    ids: Ids


def unprepared(_evening: Evening) -> Ids:
    return {}


@dataclass(frozen=True)
class Verb:
    """`prepare` brings a game to a state where `act` may be used, and returns the ids of its objects."""

    act: Callable[[PreparedGame], Model]
    # The same key with other content.
    other: Callable[[PreparedGame], object]
    prepare: Callable[[Evening], Ids] = unprepared


def recorded(evening: Evening) -> Ids:
    evening.record(1, by=evening.device(0))
    return {}


def voided(evening: Evening) -> Ids:
    evening.record(1, by=evening.device(0))
    recording.void_deal(evening.director, evening.game, 1, "no", uuid4())
    return {}


def charged(evening: Evening) -> Ids:
    return {"entry": recording.adjust(evening.director, evening.game, evening.charge()).pk}


def started(evening: Evening) -> Ids:
    evening.start()
    return {}


def called(evening: Evening) -> Ids:
    request = recording.CallRequest(reason=Call.Reason.TIME, key=uuid4())
    return {"call": recording.call_director(evening.device(0), evening.game, request).pk}


def amend(evening: Evening, key: UUID, meld_points: int) -> Model:
    amendment = recording.Amendment(number=1, version=1, body=a_body(meld_points=meld_points), key=key)
    return recording.amend_deal(evening.device(0), evening.game, amendment)


def approval(evening: Evening, key: UUID, reason: str = "") -> recording.Approval:
    return evening.approval(1, version=1, key=key, reason=reason)


def substitute(evening: Evening, key: UUID, side: int, ids: Ids) -> Model:
    leaving, coming = Player.objects.get(pk=ids["leaving"]), Player.objects.get(pk=ids["coming"])
    return recording.substitute(evening.director, evening.game, side, leaving, coming, key)


def end_game(evening: Evening, key: UUID, reason: str) -> Model:
    return recording.end_game(evening.director, evening.game, EarlyEnd(GameEnd.TIME), reason, key)


def ended_early(evening: Evening) -> Ids:
    end_game(evening, uuid4(), "10 pm")
    return {}


def enter_result(evening: Evening, key: UUID, total: int) -> Model:
    result = recording.FinalResult(totals=[total, 0], reason="lost", key=key)
    return recording.record_result(evening.director, evening.game, result)


def entered_as_totals(evening: Evening) -> Ids:
    enter_result(evening, uuid4(), 10500)
    return {}


def open_game(evening: Evening, key: UUID, ids: Ids, **agreed: Any) -> Model:
    sides = [[Player.objects.get(pk=ids["leaving"])], [Player.objects.get(pk=ids["coming"])]]
    plan = recording.GamePlan(ruleset="samba", sides=sides, **agreed)
    return recording.open_game(evening.scorer, evening.table.club, plan, key)


def call(evening: Evening, key: UUID, text: str) -> Model:
    request = recording.CallRequest(reason=Call.Reason.TIME, text=text, key=key)
    return recording.call_director(evening.device(0), evening.game, request)


def a_made_table(evening: Evening, key: UUID, label: str) -> Model:
    return recording.create_tables(evening.director, evening.table.club, [label], key)[0]


def take_seats(evening: Evening, key: UUID, ids: Ids, name: str) -> Model:
    return recording.take_seats(
        evening.device(None), evening.game, recording.Seats(highest=ids[name], key=key)
    )


def cancel(evening: Evening, key: UUID, ids: Ids, reason: str) -> Model:
    entry = Adjustment.objects.select_related("game__book").get(pk=ids["entry"])
    return recording.cancel_adjustment(evening.director, entry, reason, key)


def answer(evening: Evening, key: UUID, ids: Ids) -> Model:
    return recording.answer_call(
        evening.director, Call.objects.select_related("game__book").get(pk=ids["call"]), key
    )


def recorded_with_warnings(evening: Evening) -> Ids:
    """Record two deals with warnings."""
    for number in (1, 2):
        evening.record(number, FEW_CARDS, by=evening.device(0))
    return {}


def recorded_to_be_read(evening: Evening) -> Ids:
    """Record a deal, and remember what there was to read: another deal may be written beside it."""
    evening.record(1, by=evening.device(0))
    evening.read_digest = protocol_of(evening.game).digest
    return {}


def read_back(evening: Evening, key: UUID, digest: str = "") -> Model:
    digest = digest or evening.read_digest or protocol_of(evening.game).digest
    return recording.read_back(evening.director, evening.game, digest, key)


def take_slip(evening: Evening, key: UUID, total: int) -> Model:
    slip = recording.SlipTotals(totals=[total, 0], key=key)
    return recording.take_slip(evening.scorer, evening.game, slip)


def two_players(evening: Evening) -> Ids:
    return {"leaving": evening.player(0).pk, "coming": a_player().pk}


def two_at_the_table(evening: Evening) -> Ids:
    return {"one": evening.player(0).pk, "two": evening.player(1).pk}


def ended(evening: Evening) -> Ids:
    end_game(evening, uuid4(), "10 pm")
    return {}


def refused(evening: Evening) -> Ids:
    """Bring a game to where only the director's signature is missing."""
    ended(evening)
    signed.refuse(evening)
    signed.all_sign(evening, signed.EVERYBODY[1:])
    return {}


def closed(evening: Evening) -> Ids:
    ended(evening)
    signed.all_sign(evening)
    return {}


def reopen(evening: Evening, key: UUID, reason: str) -> Model:
    return recording.reopen_game(evening.director, evening.game, reason, key)


def ruled(evening: Evening) -> Ids:
    evening.record(1, by=evening.device(0))
    return {"ruling": rule(evening, uuid4()).pk}


def warned(evening: Evening) -> Ids:
    return {"warning": warn(evening, uuid4()).pk}


def rule(evening: Evening, key: UUID, text: str = "It stands") -> Model:
    decision = recording.Decision(text=text, deal=1, outcome=Ruling.Outcome.STANDS, key=key)
    return recording.give_ruling(evening.director, evening.game, decision)


def cancel_ruling(evening: Evening, key: UUID, ids: Ids, reason: str) -> Model:
    ruling = Ruling.objects.select_related("game__book").get(pk=ids["ruling"])
    return recording.cancel_ruling(evening.director, ruling, reason, key)


def warn(evening: Evening, key: UUID, text: str = "Talk") -> Model:
    notice = recording.WarningNotice(player=evening.player(0).pk, text=text, key=key)
    return recording.warn_player(evening.director, evening.game, notice)


def cancel_warning(evening: Evening, key: UUID, ids: Ids, reason: str) -> Model:
    warning = WrittenWarning.objects.select_related("game__book").get(pk=ids["warning"])
    return recording.cancel_warning(evening.director, warning, reason, key)


def charge_infringement(evening: Evening, key: UUID, *codes: str) -> Model:
    infringement = recording.Infringement(side=0, reasons={code: code for code in codes}, key=key)
    return recording.charge_infringement(evening.director, evening.game, infringement)[0]


def bid(evening: Evening, key: UUID, level: int) -> Model:
    bidding = DealBidding(Contract(0, level, Strain.SPADES, doubled=False))
    entered = recording.EnteredBidding(number=1, version=0, bidding=bidding, key=key)
    return recording.enter_bidding(evening.device(0), evening.game, entered)


def dealt_with_contracts(evening: Evening) -> Ids:
    """Start a deal of a game that has contracts."""
    edition = newest_edition("sitoumussamba")
    Game.objects.filter(pk=evening.game.pk).update(ruleset="sitoumussamba", edition=edition)
    evening.start()
    return {}


SMALLER = a_body(meld_points=840)
VERBS = {
    "open_game": Verb(
        lambda due: open_game(due.evening, due.key, due.ids),
        lambda due: open_game(due.evening, due.key, due.ids, approval=Game.Approval.OWN_CODE),
        two_players,
    ),
    "take_seats": Verb(
        lambda due: take_seats(due.evening, due.key, due.ids, "one"),
        lambda due: take_seats(due.evening, due.key, due.ids, "two"),
        two_at_the_table,
    ),
    "start_deal": Verb(
        lambda due: recording.start_deal(due.evening.device(0), due.evening.game, 1, due.key),
        lambda due: recording.start_deal(due.evening.device(0), due.evening.game, 2, due.key),
    ),
    "take_start_back": Verb(
        lambda due: recording.take_start_back(due.evening.device(0), due.evening.game, 1, due.key),
        lambda due: recording.take_start_back(due.evening.device(0), due.evening.game, 2, due.key),
        started,
    ),
    "enter_bidding": Verb(
        lambda due: bid(due.evening, due.key, 3),
        lambda due: bid(due.evening, due.key, 4),
        dealt_with_contracts,
    ),
    "record_deal": Verb(
        lambda due: recording.record_deal(due.evening.device(0), due.evening.game, a_deal(key=due.key)),
        lambda due: recording.record_deal(
            due.evening.device(0), due.evening.game, a_deal(key=due.key, body=SMALLER)
        ),
    ),
    "hand_in_protocol": Verb(
        lambda due: recording.hand_in_protocol(due.evening.device(0), due.evening.game, a_deal(key=due.key)),
        lambda due: recording.hand_in_protocol(
            due.evening.device(0), due.evening.game, a_deal(key=due.key, body=SMALLER)
        ),
    ),
    "confirm_deal": Verb(
        lambda due: recording.confirm_deal(
            due.evening.device(1), due.evening.game, approval(due.evening, due.key)
        ),
        lambda due: recording.dispute_deal(
            due.evening.device(1), due.evening.game, approval(due.evening, due.key, "no")
        ),
        recorded,
    ),
    "send_back_deal": Verb(
        lambda due: recording.send_back_deal(
            due.evening.device(1), due.evening.game, approval(due.evening, due.key, "no")
        ),
        lambda due: recording.send_back_deal(
            due.evening.device(1), due.evening.game, approval(due.evening, due.key, "never")
        ),
        recorded,
    ),
    "dispute_deal": Verb(
        lambda due: recording.dispute_deal(
            due.evening.device(1), due.evening.game, approval(due.evening, due.key, "no")
        ),
        lambda due: recording.confirm_deal(
            due.evening.device(1), due.evening.game, approval(due.evening, due.key, "no")
        ),
        recorded,
    ),
    "amend_deal": Verb(
        lambda due: amend(due.evening, due.key, 840),
        lambda due: amend(due.evening, due.key, 835),
        recorded,
    ),
    "void_deal": Verb(
        lambda due: recording.void_deal(due.evening.director, due.evening.game, 1, "no", due.key),
        lambda due: recording.void_deal(due.evening.director, due.evening.game, 1, "never", due.key),
        recorded,
    ),
    "restore_deal": Verb(
        lambda due: recording.restore_deal(due.evening.director, due.evening.game, 1, "it counts", due.key),
        lambda due: recording.restore_deal(due.evening.director, due.evening.game, 1, "the other", due.key),
        voided,
    ),
    "adjust": Verb(
        lambda due: recording.adjust(
            due.evening.director, due.evening.game, due.evening.charge(key=due.key, deal=1)
        ),
        lambda due: recording.adjust(due.evening.director, due.evening.game, due.evening.charge(key=due.key)),
        recorded,
    ),
    "cancel_adjustment": Verb(
        lambda due: cancel(due.evening, due.key, due.ids, "a mistake"),
        lambda due: cancel(due.evening, due.key, due.ids, "another"),
        charged,
    ),
    "substitute": Verb(
        lambda due: substitute(due.evening, due.key, 0, due.ids),
        lambda due: substitute(due.evening, due.key, 1, due.ids),
        two_players,
    ),
    "end_game": Verb(
        lambda due: end_game(due.evening, due.key, "10 pm"),
        lambda due: end_game(due.evening, due.key, "11 pm"),
    ),
    "resume_game": Verb(
        lambda due: recording.resume_game(due.evening.director, due.evening.game, "not 10 yet", due.key),
        lambda due: recording.resume_game(due.evening.director, due.evening.game, "not that", due.key),
        ended_early,
    ),
    "record_result": Verb(
        lambda due: enter_result(due.evening, due.key, 10500),
        lambda due: enter_result(due.evening, due.key, 10505),
    ),
    "take_back_result": Verb(
        lambda due: recording.take_back_result(
            due.evening.director, due.evening.game, "typed twice", due.key
        ),
        lambda due: recording.take_back_result(due.evening.director, due.evening.game, "not that", due.key),
        entered_as_totals,
    ),
    "call_director": Verb(
        lambda due: call(due.evening, due.key, "please"),
        lambda due: call(due.evening, due.key, "at once"),
    ),
    "take_call_back": Verb(
        lambda due: recording.take_call_back(due.evening.device(0), due.evening.game, due.key),
        lambda due: recording.start_deal(due.evening.scorer, due.evening.game, 1, due.key),
        called,
    ),
    "answer_call": Verb(
        lambda due: answer(due.evening, due.key, due.ids),
        lambda due: recording.start_deal(due.evening.scorer, due.evening.game, 1, due.key),
        called,
    ),
    "read_back": Verb(
        lambda due: read_back(due.evening, due.key),
        lambda due: read_back(due.evening, due.key, "another"),
        recorded_to_be_read,
    ),
    "take_slip": Verb(
        lambda due: take_slip(due.evening, due.key, 2725),
        lambda due: take_slip(due.evening, due.key, 2720),
    ),
    "mark_warnings_seen": Verb(
        lambda due: recording.mark_warnings_seen(due.evening.director, due.evening.game, 1, 1, due.key),
        lambda due: recording.mark_warnings_seen(due.evening.director, due.evening.game, 2, 1, due.key),
        recorded_with_warnings,
    ),
    "give_ruling": Verb(
        lambda due: rule(due.evening, due.key),
        lambda due: rule(due.evening, due.key, "It stands after all"),
        recorded,
    ),
    "cancel_ruling": Verb(
        lambda due: cancel_ruling(due.evening, due.key, due.ids, "not heard"),
        lambda due: cancel_ruling(due.evening, due.key, due.ids, "heard"),
        ruled,
    ),
    "warn_player": Verb(
        lambda due: warn(due.evening, due.key),
        lambda due: warn(due.evening, due.key, "Talk again"),
    ),
    "cancel_warning": Verb(
        lambda due: cancel_warning(due.evening, due.key, due.ids, "another player"),
        lambda due: cancel_warning(due.evening, due.key, due.ids, "another table"),
        warned,
    ),
    "charge_infringement": Verb(
        lambda due: charge_infringement(due.evening, due.key, "drew_out_of_turn", "melded_out_of_turn"),
        lambda due: charge_infringement(due.evening, due.key, "drew_out_of_turn"),
    ),
    "create_tables": Verb(
        lambda due: a_made_table(due.evening, due.key, "41"),
        lambda due: a_made_table(due.evening, due.key, "42"),
    ),
    "sign_game": Verb(
        lambda due: signed.sign(due.evening, key=due.key),
        lambda due: signed.sign(due.evening, key=due.key, typed="Somebody else"),
        ended,
    ),
    "refuse_to_sign": Verb(
        lambda due: signed.refuse(due.evening, key=due.key),
        lambda due: signed.sign(due.evening, key=due.key),
        ended,
    ),
    "sign_as_absent": Verb(
        lambda due: signed.sign_for_absent(due.evening, key=due.key),
        lambda due: signed.sign_for_absent(due.evening, key=due.key, reason="is asleep"),
        ended,
    ),
    "sign_as_director": Verb(
        lambda due: signed.sign_as_director(due.evening, key=due.key),
        lambda due: signed.sign_as_director(due.evening, key=due.key, typed="Somebody else"),
        refused,
    ),
    "sign_on_paper": Verb(
        lambda due: signed.sign_on_paper(due.evening, key=due.key),
        lambda due: signed.sign_on_paper(due.evening, key=due.key, digest="0" * 64),
        ended,
    ),
    "reopen_game": Verb(
        lambda due: reopen(due.evening, due.key, "a mistake"),
        lambda due: reopen(due.evening, due.key, "another"),
        closed,
    ),
}
