"""What the page of a table shows: the columns, the deals, who deals and leads, and the one next step.

Knows how a game at a table goes on; must not query, write or add a point, and knows no request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.reports.numbers import written
from scoring.core.rulesets.base import CANASTA, Opening
from scoring.game.signatures import Collecting, collecting
from scoring.models import Confirmation, Deal, DealVersion, Game, OwnProtocol, Side
from scoring.store import seating, sheets
from scoring.store.approvals import last_words
from scoring.store.queries import GameNow, side_name
from scoring.store.signers import is_signed
from scoring.wording.labels import ENDS, line_reason, number_of_deals, signed


class Kind(StrEnum):
    """What a table does next."""

    SEATS = "seats"
    START = "start"
    ENTER = "enter"
    HAND_IN = "hand_in"
    COMPARE = "compare"
    APPROVE = "approve"
    WAIT = "wait"
    PUT_RIGHT = "put_right"
    DISPUTED = "disputed"
    SIGN = "sign"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Step:
    """The one next step: of which deal, and of which sides it waits."""

    kind: Kind
    number: int = 0
    sides: Sequence[Side] = ()
    # What was said when a deal was sent back or disputed.
    reason: str = ""
    # How far the signatures have come, when the game is over and nothing of it is open.
    signatures: Collecting | None = None

    @property
    def names(self) -> str:
        return called(self.sides)

    @property
    def may_deal_on(self) -> bool:
        """Whether the next deal may be dealt although this step is not done yet."""
        return self.kind in (Kind.APPROVE, Kind.WAIT, Kind.PUT_RIGHT)

    @property
    def may_sign(self) -> bool:
        """Whether a game that is over may be signed: what is not approved yet is approved by that."""
        return self.kind in (Kind.SIGN, Kind.APPROVE, Kind.WAIT)


@dataclass(frozen=True, slots=True)
class Column:
    """A side as the head of the page shows it."""

    name: str
    short: str
    total: int
    # With penalties and awards of the game: what counts when it is over.
    result: int
    in_pencil: bool
    opening: Opening | None

    @property
    def plays(self) -> bool:
        return self.opening is not None

    @property
    def opens_with_canasta(self) -> bool:
        return self.opening == CANASTA


@dataclass(frozen=True, slots=True)
class Row:
    """A deal as the columns show it. A deal that counts nothing has dashes, and no running totals."""

    number: int
    note: str
    in_pencil: bool
    totals: tuple[int | str, ...]
    running: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class People:
    """Who does what in a deal; a name is empty where nobody has said who drew highest."""

    dealer: str
    leader: str
    out: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything the page of a table shows of its game."""

    game: Game
    sides: Sequence[Side]
    number: int
    # Whether that deal has been dealt.
    is_on: bool
    # The number of the deal that may be dealt next.
    next_number: int
    # The number that the last deal will have; None where the target ends the game.
    last_number: int | None
    columns: Sequence[Column]
    people: People
    keeper: str
    # Totals taken over from paper, before the first deal.
    carried: Sequence[int]
    rows: Sequence[Row]
    step: Step
    end: str
    settlement: Sequence[tuple[str, str]]
    adjusted: bool
    # A deal is disputed: nothing is dealt or signed until it is decided.
    under_protest: bool


def page_of(now: GameNow, own: Side | None) -> TablePage:
    """The page of a game; `own` is the side whose own phone asks."""
    step = _next_step(now, own)
    return TablePage(
        game=now.game,
        sides=now.sides,
        number=current_number(now),
        is_on=_deal_on(now) is not None,
        next_number=len(now.deals) + 1,
        last_number=_last_number(now),
        columns=columns_of(now),
        people=people_of(now),
        keeper=keeper_of(now),
        carried=now.game.carried,
        rows=_rows_of(now),
        step=step,
        end=_end_of(now),
        settlement=_settlement_of(now),
        adjusted=any(side.adjustment for side in now.sides),
        under_protest=_disputed_in(now) is not None,
    )


def called(sides: Iterable[Side]) -> str:
    """Sides as they are called at their own table, where everybody sees who sits there."""
    return " / ".join(side_name(side, full_name) for side in sides)


def called_shortly(side: Side) -> str:
    """By given names, as the head of a narrow column."""
    return side_name(side, lambda player: player.given_name)


# The deal that is on.


def _last_of(now: GameNow) -> Deal | None:
    return now.deals[-1] if now.deals else None


def _deal_on(now: GameNow) -> Deal | None:
    """The deal that is being played and not written down yet."""
    last = _last_of(now)
    return last if last is not None and last.state == Deal.State.DRAFT else None


def current_number(now: GameNow) -> int:
    """The number of the deal that is on, or of the next one."""
    return len(now.deals) + (0 if _deal_on(now) else 1)


def _last_number(now: GameNow) -> int | None:
    """The number of the last deal of those agreed on."""
    return sheets.last_number(now.game.deals_agreed, len(_void_deals(now)))


def _void_deals(now: GameNow) -> list[Deal]:
    return [deal for deal in now.deals if deal.state == Deal.State.VOID]


# The next step.


def _next_step(now: GameNow, own: Side | None) -> Step:
    last = _last_of(now)
    if last is None and not now.game.over:
        return Step(Kind.SEATS if now.game.first_side is None else Kind.START, 1)
    if last is None or last.state == Deal.State.VOID:
        return _to_go_on(now)
    if last.state == Deal.State.DRAFT:
        return _to_write(now, last.number)
    return _to_settle(now, last, own)


def _to_go_on(now: GameNow) -> Step:
    if now.game.over or is_signed(now.game):
        return _to_end(now)
    disputed = _disputed_in(now)
    return Step(Kind.START, len(now.deals) + 1) if disputed is None else Step(Kind.DISPUTED, disputed)


def _disputed_in(now: GameNow) -> int | None:
    """The deal that keeps the game under protest, were it dealt before the last one."""
    return next((deal.number for deal in now.deals if deal.state == Deal.State.DISPUTED), None)


def _to_end(now: GameNow) -> Step:
    """When a game is over: what is still open of it, then the signatures."""
    signatures = collecting(now.game, now.rows, now.signings, full_name)
    if is_signed(now.game):
        return Step(Kind.OVER, signatures=signatures)
    return next(_still_open(now), None) or Step(Kind.SIGN, signatures=signatures)


def _to_sign_on(now: GameNow) -> Step | None:
    """Once somebody has signed the others do: that approves the last deal too."""
    if not now.game.over:
        return None
    signatures = collecting(now.game, now.rows, now.signings, full_name)
    return Step(Kind.SIGN, signatures=signatures) if signatures.signing is not None else None


def _still_open(now: GameNow) -> Iterator[Step]:
    """Deals that nobody signs: disputed ones, and those that were sent back."""
    for row in now.rows:
        step = None if row.version is None else _step_of_open(row.deal, row.version, now.sides)
        if step is not None:
            yield step


def _to_write(now: GameNow, number: int) -> Step:
    if now.game.protocols == Game.Protocols.ONE:
        return Step(Kind.ENTER, number)
    given = {protocol.side for protocol in now.protocols}
    missing = [side for side in now.sides if side.number not in given]
    return Step(Kind.HAND_IN if missing else Kind.COMPARE, number, missing)


def _to_settle(now: GameNow, deal: Deal, own: Side | None) -> Step:
    """What a deal that has been written down waits for."""
    version = now.version
    if version is None or deal.state == Deal.State.CONFIRMED or is_signed(now.game):
        return _to_go_on(now)
    step = _step_of_open(deal, version, now.sides) or next(_still_open(now), None) or _to_sign_on(now)
    if step is not None:
        return step
    waiting = _waiting_for(version, now.sides)
    return Step(Kind.APPROVE if _can_answer(now.game, waiting, own) else Kind.WAIT, deal.number, waiting)


def _step_of_open(deal: Deal, version: DealVersion, sides: Sequence[Side]) -> Step | None:
    """What a deal waits for that was disputed or sent back."""
    if deal.state == Deal.State.DISPUTED:
        return Step(Kind.DISPUTED, deal.number, reason=_reason_of(version, Confirmation.Kind.DISPUTED))
    if deal.state != Deal.State.ENTERED:
        return None
    if Confirmation.Kind.SENT_BACK in last_words(version.confirmations.all()).values():
        reason = _reason_of(version, Confirmation.Kind.SENT_BACK)
        return Step(Kind.PUT_RIGHT, deal.number, _waiting_for(version, sides), reason)
    return None


def _can_answer(game: Game, waiting: Sequence[Side], own: Side | None) -> bool:
    """Whether this device may speak for a side that is waited for."""
    return game.approval != Game.Approval.OWN_PHONE or own in waiting


def _waiting_for(version: DealVersion, sides: Iterable[Side]) -> list[Side]:
    """The sides whose approval is still missing."""
    said = last_words(version.confirmations.all())
    return [
        side
        for side in sides
        if side.number != version.side and said.get(side.number) != Confirmation.Kind.APPROVED
    ]


def _reason_of(version: DealVersion, kind: Confirmation.Kind) -> str:
    reasons = [word.reason for word in version.confirmations.all() if word.kind == kind]
    return reasons[-1] if reasons else ""


# The columns.


def columns_of(now: GameNow) -> list[Column]:
    openings = _openings_of(now)
    pencil = any(deal.state == Deal.State.ENTERED for deal in now.deals)
    return [
        Column(called([side]), called_shortly(side), side.total, side.result, pencil, opening)
        for side, opening in zip(now.sides, openings, strict=True)
    ]


def _openings_of(now: GameNow) -> Sequence[Opening | None]:
    """What each side needs in the deal that is on, or in the next one."""
    on = _deal_on(now)
    if on is not None:
        openings: list[Opening | None] = on.openings
        return openings
    return sheets.standing_of(now.game, [side.total for side in now.sides]).openings


def _rows_of(now: GameNow) -> list[Row]:
    blank = tuple("–" for _side in now.sides)
    return [_row_of(deal, blank) for deal in now.deals if deal.state != Deal.State.DRAFT]


def _row_of(deal: Deal, blank: tuple[str, ...]) -> Row:
    hands = deal.hands.all()
    return Row(
        number=deal.number,
        note=_note_of(deal),
        in_pencil=deal.state == Deal.State.ENTERED,
        totals=tuple(hand.total for hand in hands) or blank,
        running=tuple(hand.after for hand in hands),
    )


def _note_of(deal: Deal) -> str:
    if deal.state == Deal.State.ENTERED:
        return _("not approved yet")
    if deal.state == Deal.State.DISPUTED:
        return _("disputed, counts nothing until the director has decided")
    return _("void, counts nothing") if deal.state == Deal.State.VOID else ""


# Who does what.


def people_of(now: GameNow) -> People:
    on = _deal_on(now)
    if on is None:
        return _people_of_next(now)
    return People(
        dealer=_name_at(now.sides, on.dealer),
        leader=_name_at(now.sides, on.leader),
        out=", ".join(_name_at(now.sides, place) for place in on.sits_out),
    )


def _people_of_next(now: GameNow) -> People:
    people = [len(side.seats.all()) for side in now.sides]
    seats = seating.seating_of(now.game, current_number(now), people)
    if seats is None:
        return People("", "", "")
    return People(
        dealer=_name_at(now.sides, seats.seats[seats.dealer]),
        leader=_name_at(now.sides, seats.seats[seats.leader]),
        out=", ".join(_name_at(now.sides, person) for person in seats.out),
    )


def _name_at(sides: Sequence[Side], place: Sequence[int] | None) -> str:
    """Who sits in a place of a side; nobody where seats were not taken."""
    if place is None:
        return ""
    side, number = place
    return full_name(sides[side].seats.all()[number].player)


def keeper_of(now: GameNow) -> str:
    """Who keeps the protocol, when it is one of those who sit at the table."""
    players = (seat.player for side in now.sides for seat in side.seats.all())
    return next((full_name(player) for player in players if player.pk == now.game.keeper_id), "")


# How near the end is.


def _end_of(now: GameNow) -> str:
    """What ends the game and how near it is, or how it has ended."""
    game, sides = now.game, now.sides
    if game.over:
        return _over_sentence(game, sides)
    if game.extra_deal:
        names = called(sides[side] for side in game.extra_deal)
        return _("The top is shared: an extra deal is played between %(sides)s.") % {"sides": names}
    target = sheets.target_of(game)
    return _to_the_last_deal(now) if target is None else _to_the_target(target, sides)


def _over_sentence(game: Game, sides: Sequence[Side]) -> str:
    said = _("The game is over: a draw.")
    if game.winner is not None:
        said = _("The game is over: %(side)s won.") % {"side": called([sides[game.winner]])}
    if game.end:
        early = (
            _("It ended before its target: %(why)s.")
            if game.deals_agreed is None
            else _("It ended before its last deal: %(why)s.")
        )
        return f"{said} {early % {'why': ENDS[game.end]}}"
    return said


def _to_the_last_deal(now: GameNow) -> str:
    said = [_("The game is played over %(deals)s.") % {"deals": number_of_deals(now.game.deals_agreed or 0)}]
    void = _void_deals(now)
    if void:
        said.append(_("Deal %(number)s is void and is dealt again.") % {"number": void[-1].number})
    first, second = sorted((side.total for side in now.sides), reverse=True)[:2]
    if first > second:
        leading = called(side for side in now.sides if side.total == first)
        said.append(_("%(side)s lead by %(points)s.") % {"side": leading, "points": _figure(first - second)})
    return " ".join(said)


def _to_the_target(target: int, sides: Sequence[Side]) -> str:
    top = max(side.total for side in sides)
    leading = [side for side in sides if side.total == top]
    if len(leading) > 1:
        return _("The game is played to %(target)s.") % {"target": _figure(target)}
    facts = {
        "target": _figure(target),
        "side": called(leading),
        "missing": _figure(max(0, target - top)),
    }
    return _("The game is played to %(target)s. %(side)s lead and still need %(missing)s.") % facts


def _figure(points: int) -> str:
    return written(points, get_language() or "en")


def _settlement_of(now: GameNow) -> list[tuple[str, str]]:
    """What each of three sides wins from the others when the game is over."""
    if not now.game.over:
        return []
    settled = sheets.settlement_of(now.game, [side.result for side in now.sides]) or ()
    return [(called([side]), signed(points)) for side, points in zip(now.sides, settled, strict=False)]


# A deal as the other side looks at it.


@dataclass(frozen=True, slots=True)
class ShownSide:
    """One side of a deal: its lines, what they make, and the totals before and after."""

    name: str
    # What each line says, and its points.
    lines: Sequence[tuple[str, int]]
    total: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A deal as it is written down now, and what has been said of it."""

    deal: Deal
    version: DealVersion
    writer: str
    sides: Sequence[ShownSide]
    words: Sequence[Confirmation]
    waiting: Sequence[Side]

    @property
    def waiting_names(self) -> str:
        return called(self.waiting)


def shown_deal(now: GameNow, deal: Deal, version: DealVersion) -> ShownDeal:
    writing = [side for side in now.sides if side.number == version.side]
    return ShownDeal(
        deal=deal,
        version=version,
        writer=called(writing),
        sides=_shown_sides(now, deal, version),
        words=list(version.confirmations.all()),
        waiting=_waiting_for(version, now.sides) if deal.state == Deal.State.ENTERED else (),
    )


def _shown_sides(now: GameNow, deal: Deal, version: DealVersion) -> list[ShownSide]:
    before = _totals_before(now, deal)
    after = [hand.after for hand in deal.hands.all()] or before
    scored = sheets.sides_of(version.result)
    return [
        ShownSide(called([side]), _reasons_of(now.game, one), one.total, *totals)
        for side, one, totals in zip(now.sides, scored, zip(before, after, strict=True), strict=True)
    ]


def _reasons_of(game: Game, side: sheets.StoredSide) -> list[tuple[str, int]]:
    return [(line_reason(game.ruleset, line), line.points) for line in side.lines]


def _totals_before(now: GameNow, deal: Deal) -> list[int]:
    """What the deals before this one make: after the last of them that counts."""
    for earlier in reversed(now.deals[: deal.number - 1]):
        hands = earlier.hands.all()
        if hands:
            return [hand.after for hand in hands]
    return list(now.game.carried) or [0] * len(now.sides)


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A side and the protocol that it has handed in, if it has."""

    side: Side
    name: str
    protocol: OwnProtocol | None


def handed_in(now: GameNow) -> list[HandedIn]:
    given = {protocol.side: protocol for protocol in now.protocols}
    return [HandedIn(side, called([side]), given.get(side.number)) for side in now.sides]
