"""What the desk over a list of games shows: what needs a person, the pressing first, and every game in a row.

Knows stored games, deals and words, as `desk_queries` reads them; must not know an address or who is looking,
and adds no point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import full_name
from clubs.reports.numbers import written
from scoring.core.problem import Problem
from scoring.core.reconciliation import slip_findings
from scoring.desk.game_page import speaker_of, unlikely_in
from scoring.desk.overview_queries import DealOnList, GameOnList
from scoring.models import Confirmation, Deal, Game, Ruling
from scoring.store import queries, sheets, signed_content
from scoring.wording.discrepancies import cause_sentence
from scoring.wording.problems import problem_sentence

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Kind(StrEnum):
    """Why a game needs a person."""

    CALL = "call"
    DISPUTE = "dispute"
    DIFFER = "differ"
    RULING = "ruling"
    SENT_BACK = "sent_back"
    UNLIKELY = "unlikely"
    SLIP = "slip"
    CHANGED = "changed"
    UNSIGNED = "unsigned"
    APPROVAL = "approval"


# People at the table cannot go on, or wait for an answer.
_PRESSING: Final = frozenset({Kind.CALL, Kind.DISPUTE, Kind.DIFFER, Kind.RULING, Kind.SENT_BACK})

# What stands beside a game in the list of all games.
_MARKS: Final[Mapping[Kind, _StrPromise]] = {
    Kind.CALL: _lazy("calls the director"),
    Kind.DISPUTE: _lazy("disputed"),
    Kind.DIFFER: _lazy("protocols differ"),
    Kind.RULING: _lazy("to be written anew"),
    Kind.SENT_BACK: _lazy("sent back"),
}


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that needs a person: what it is, since when, and what somebody said about it."""

    kind: Kind
    game: Game
    at: datetime
    said: str
    # What somebody said, and who; or what the rules find unlikely.
    quote: str = ""
    speaker: str = ""
    remarks: Sequence[str] = ()
    deal: Deal | None = None
    ruling: Ruling | None = None

    @property
    def is_pressing(self) -> bool:
        return self.kind in _PRESSING

    @property
    def ident(self) -> str:
        """The same from one showing to the next."""
        about = self.ruling or self.deal
        return f"{self.kind}-{self.game.pk}-{about.pk if about else 0}"


@dataclass(frozen=True, slots=True)
class Row:
    """A game in the list of all games."""

    listed: GameOnList
    place: str
    sides: Sequence[str]
    needs: Sequence[Need]

    @property
    def game(self) -> Game:
        return self.listed.game

    @property
    def results(self) -> Sequence[int]:
        return self.listed.results

    @property
    def marks(self) -> list[_StrPromise]:
        return [_MARKS[need.kind] for need in self.needs if need.kind in _MARKS]

    @property
    def last(self) -> int | None:
        """The number of the deal that was dealt last."""
        return self.listed.deals[-1].deal.number if self.listed.deals else None

    @property
    def last_agreed(self) -> int | None:
        """The number of the last deal of those agreed on, where a number of them ends the game."""
        void = sum(each.deal.state == Deal.State.VOID for each in self.listed.deals)
        return sheets.last_number(self.game.deals_agreed, void)

    @property
    def is_over(self) -> bool:
        return self.game.over or self.game.state != Game.State.OPEN

    @property
    def may_be_typed(self) -> bool:
        """It goes on; while a deal is disputed nothing is dealt."""
        disputed = any(each.deal.state == Deal.State.DISPUTED for each in self.listed.deals)
        return not self.is_over and not disputed

    @property
    def may_be_checked(self) -> bool:
        return self.game.state == Game.State.FINISHED


@dataclass(frozen=True, slots=True)
class Waiting:
    """A need and the row of its game."""

    row: Row
    need: Need


@dataclass(frozen=True, slots=True)
class DeskList:
    """Everything that the desk over a list of games says."""

    rows: Sequence[Row]
    # What needs a person, the pressing first and of that the oldest.
    needs: Sequence[Waiting]
    # What waits for the other side alone.
    approvals: Sequence[Waiting]

    @property
    def pressing(self) -> int:
        return sum(waiting.need.is_pressing for waiting in self.needs)

    @property
    def over(self) -> int:
        return sum(row.game.over or row.game.is_set_aside for row in self.rows)


def desk_list(games: Sequence[GameOnList]) -> DeskList:
    """The desk over these games, in their order."""
    rows = [row_of(listed) for listed in games]
    found = [Waiting(row, need) for row in rows for need in row.needs]
    in_turn = sorted(found, key=lambda waiting: (not waiting.need.is_pressing, waiting.need.at))
    return DeskList(
        rows,
        [waiting for waiting in in_turn if waiting.need.kind is not Kind.APPROVAL],
        [waiting for waiting in in_turn if waiting.need.kind is Kind.APPROVAL],
    )


def row_of(listed: GameOnList) -> Row:
    names = queries.side_names(listed.game, full_name)
    return Row(listed, _place_of(listed), names, list(_needs_of(listed, names)))


def _place_of(listed: GameOnList) -> str:
    """What a game is called at the desk: by its table, else by its number."""
    return listed.label or f"#{listed.game.pk}"


# What needs a person.


def _needs_of(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    """Nothing where the game is set aside: nobody waits for it any more."""
    if listed.game.is_set_aside:
        return
    for found in _FINDERS:
        yield from found(listed, names)


def _called(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    call = listed.call
    if call is not None:
        speaker = "" if call.side is None else names[call.side]
        why = _("The table calls: %(why)s") % {"why": call.get_why_display()}
        yield Need(Kind.CALL, listed.game, call.at, why, call.text, speaker)


def _disputed(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    """Disputes that nobody has ruled on: what is to be written anew has been decided."""
    ruled = {ruling.deal_id for ruling in listed.rulings}
    for each in listed.deals:
        if each.deal.state == Deal.State.DISPUTED and each.deal.pk not in ruled:
            yield _spoken(Kind.DISPUTE, listed, each, names, _("Deal %(number)s is disputed"))


def _differing(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    for each in listed.deals:
        if each.deal.state == Deal.State.DRAFT and each.protocols == len(names):
            said = _("Deal %(number)s: the two protocols differ") % {"number": each.deal.number}
            yield Need(Kind.DIFFER, listed.game, each.at, said, deal=each.deal)


def _ruled_anew(listed: GameOnList, _names: Sequence[str]) -> Iterator[Need]:
    """Rulings that a deal is written anew, and nobody has done it."""
    for ruling in listed.rulings:
        if ruling.deal is not None:
            about = {"ruling": ruling.number, "number": ruling.deal.number}
            said = _("Ruling %(ruling)s: deal %(number)s is to be written anew") % about
            need = Need(Kind.RULING, listed.game, ruling.at, said, ruling.text, deal=ruling.deal)
            yield replace(need, ruling=ruling)


def _sent_back(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    for each in listed.deals:
        if each.deal.state == Deal.State.ENTERED and each.word is not None:
            yield _spoken(Kind.SENT_BACK, listed, each, names, _("Deal %(number)s was sent back"))


def _spoken(kind: Kind, listed: GameOnList, each: DealOnList, names: Sequence[str], said: str) -> Need:
    """What a side has said of a deal, with its reason."""
    word: Confirmation | None = each.word
    quote, speaker = ("", "") if word is None else (word.reason, speaker_of(word, names))
    at = each.at if word is None else word.at
    return Need(kind, listed.game, at, said % {"number": each.deal.number}, quote, speaker, deal=each.deal)


def _unlikely(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    """What players have recorded although it is unlikely, in the sentences that they were shown."""
    for each in listed.deals:
        if each.waits_for_a_look:
            said = _("Deal %(number)s was recorded although it is unlikely") % {"number": each.deal.number}
            remarks = [_remark(problem, names) for problem in unlikely_in(listed.game, each.row)]
            yield Need(Kind.UNLIKELY, listed.game, each.at, said, remarks=remarks, deal=each.deal)


def _remark(problem: Problem, names: Sequence[str]) -> str:
    """What is unlikely, and at which side."""
    sentence = problem_sentence(problem)
    return sentence if problem.side is None else f"{names[problem.side]}: {sentence}"


def _slip_differs(listed: GameOnList, names: Sequence[str]) -> Iterator[Need]:
    if listed.slip is not None and listed.slip_differs:
        remarks = _slip_sentences(listed.game, names, listed.slip.totals, listed.rows)
        said = _("The result slip says something else")
        yield Need(Kind.SLIP, listed.game, listed.slip.at, said, remarks=remarks)


def _changed_since_read(listed: GameOnList, _names: Sequence[str]) -> Iterator[Need]:
    if (
        listed.was_read
        and signed_content.protocol_from(listed.game, listed.rows).digest != listed.read_digest
    ):
        said = _("The protocol has changed since it was read back")
        yield Need(Kind.CHANGED, listed.game, listed.last_at, said)


def _unsigned(listed: GameOnList, _names: Sequence[str]) -> Iterator[Need]:
    if listed.game.state == Game.State.FINISHED:
        said = _("The game is over and not signed")
        yield Need(Kind.UNSIGNED, listed.game, listed.last_at, said)


def _unapproved(listed: GameOnList, _names: Sequence[str]) -> Iterator[Need]:
    """Deals that the other side has not approved, of a game that goes on: who signs approves all of them."""
    waiting = [each for each in listed.deals if each.deal.state == Deal.State.ENTERED and each.word is None]
    if waiting and not listed.game.over:
        numbers = ", ".join(str(each.deal.number) for each in waiting)
        said = ngettext(
            "Deal %(numbers)s is not approved yet", "Deals %(numbers)s are not approved yet", len(waiting)
        )
        first = waiting[0]
        yield Need(Kind.APPROVAL, listed.game, first.at, said % {"numbers": numbers}, deal=first.deal)


_FINDERS: Final[Sequence[Callable[[GameOnList, Sequence[str]], Iterator[Need]]]] = (
    _called,
    _disputed,
    _differing,
    _ruled_anew,
    _sent_back,
    _unlikely,
    _slip_differs,
    _changed_since_read,
    _unsigned,
    _unapproved,
)


# A result slip beside the computed result.


@dataclass(frozen=True, slots=True)
class SlipSide:
    """What a slip says of a side, what the game says, and the likely cause where they differ."""

    side: str
    slip: int
    result: int
    cause: str = ""

    @property
    def off(self) -> int:
        return self.slip - self.result


def compared(
    game: Game, names: Sequence[str], totals: Sequence[int], rows: Iterable[queries.DealRow]
) -> list[SlipSide]:
    """Each side's total on the slip beside its result."""
    results = [side.result for side in game.sides.all()]
    deals = [[hand.total for hand in row.hands] for row in rows if row.hands]
    rules = sheets.rules_of_game(game)
    causes = {
        finding.side: cause_sentence(game.ruleset, finding)
        for finding in slip_findings(rules, results, totals, deals)
    }
    return [
        SlipSide(name, total, result, causes.get(side, ""))
        for side, (name, total, result) in enumerate(zip(names, totals, results, strict=True))
    ]


def _slip_sentences(
    game: Game, names: Sequence[str], totals: Sequence[int], rows: Iterable[queries.DealRow]
) -> list[str]:
    """Of each side whose total differs: both figures, and the likely cause."""
    language = get_language() or "en"
    return [
        _("%(side)s: %(slip)s on the slip, %(result)s in the protocol. %(cause)s")
        % {
            "side": each.side,
            "slip": written(each.slip, language),
            "result": written(each.result, language),
            "cause": each.cause,
        }
        for each in compared(game, names, totals, rows)
        if each.off
    ]
