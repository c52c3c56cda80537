"""Finals made from the places of the sections, or of an event that is over."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from tournaments.agreement.agreement import EventAgreement, Phase, PlacesBy
from tournaments.agreement.parts import EventPart, PartKind
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.drawing.movement import Movement
from tournaments.core.meeting_again import (
    MeetingsAgain,
    Pair,
    count_meetings_again,
    keeps_apart,
    let_meet_last,
)
from tournaments.core.sections import (
    THE_REST,
    CarryOver,
    choose_finalists,
    one_section_after_the_other,
    undecided_cuts,
)
from tournaments.core.standings import Placing
from tournaments.models import Entry, Tournament
from tournaments.play.entry_queries import entries_with_clubs
from tournaments.play.parts import are_over, parts_of, sources_of_finals
from tournaments.play.standings_sources import count_standings
from tournaments.running import EventPlan
from tournaments.running.events import refuse_official
from tournaments.running.session import open_event
from tournaments.sections.carrying import carry_over
from tournaments.sections.dividing import name_of_part, plan_of_part
from tournaments.sections.making import (
    OpenWhole,
    check_entries,
    delete_parts,
    make_part,
    open_whole,
    rounds_of_part,
    submission_of,
)

_TWO: Final = 2
# The settings that say something about a movement, and nothing about results.
_GO_WITH_MOVEMENT: Final = frozenset(
    {"clubs_apart", "apart", "wished", "large_tables", "places_by", "entries_until", "missed_walkover"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalsPlan:
    """Who plays in which final, in the order of their numbers there, by the rows of their entries."""

    finals: Sequence[Sequence[int]]
    carry: CarryOver
    percent: int
    word: str
    day: dt.date
    starts_at: datetime | None = None
    rounds: int
    # None: as the sections were played.
    movement: Movement | None = None

    @property
    def facts(self) -> Facts:
        finals: list[JsonValue] = [list(final) for final in self.finals]
        return {
            "finals": finals,
            "carry": self.carry.value,
            **percent_fact(self),
            "rounds": self.rounds,
            "movement": "" if self.movement is None else self.movement.code,
            "day": self.day.isoformat(),
            "part_word": self.word,
        }


def percent_fact(plan: FinalsPlan) -> Facts:
    """The share that is carried over, where a share is."""
    return {"carry_percent": plan.percent} if plan.carry is CarryOver.SHARE else {}


@dataclass(frozen=True, slots=True)
class Qualifying:
    """A section, or the event itself, with its places and its entries by their numbers."""

    event: Tournament
    placings: Sequence[Placing]
    entries: dict[int, Entry]

    @property
    def who_may_go_on(self) -> list[Entry]:
        """Its entries by their places, without those who have gone home or play outside the competition."""
        placed = (self.entries[placing.totals.entry] for placing in self.placings)
        return [entry for entry in placed if entry.state != Entry.State.WITHDRAWN]

    @property
    def place_of(self) -> dict[int, int]:
        return {placing.totals.entry: placing.place for placing in self.placings}

    def undecided(self, cuts: Iterable[int]) -> list[str]:
        """Return the numbers of those who share a place of which not all go on, in words."""
        return [", ".join(map(str, sorted(shared))) for shared in undecided_cuts(self.placings, cuts)]


def load_qualifying(event: Tournament) -> list[Qualifying]:
    """Load the sections with their places; of an event that was not divided itself."""
    return [
        Qualifying(
            source,
            count_standings(source).placings,
            {entry.number: entry for entry in entries_with_clubs(source)},
        )
        for source in sources_of_finals(event)
    ]


def numbered(
    qualifying: Sequence[Qualifying],
    chosen: Sequence[Sequence[int]],
    movement: Movement | None,
    carry: CarryOver = CarryOver.NONE,
) -> Sequence[int]:
    """Return the entries of a final in the order of their numbers: by their places in the sections.

    Where one line sits and the other moves, each of two sections is a line: they meet those whom they have
    not met. In a round robin to which the games among them are carried over, they do so last.
    """
    (final,) = choose_finalists(chosen, [THE_REST])
    played_by = qualifying[0].event.agreement.phases[0].movement if movement is None else movement
    if played_by.plays_in_lines and len(qualifying) == _TWO:
        section_of = {row: at for at, section in enumerate(chosen) for row in section}
        return one_section_after_the_other(final, section_of)
    if carry is CarryOver.AMONG:
        return let_meet_last(played_by, final, who_have_met(qualifying))
    return final


def who_have_met(qualifying: Sequence[Qualifying]) -> set[Pair]:
    """Return each two that have met in their section, by their rows."""
    return {
        frozenset((section.entries[placing.totals.entry].pk, section.entries[opponent].pk))
        for section in qualifying
        for placing in section.placings
        for score in placing.totals.rounds
        for opponent in score.opponents
        if opponent in section.entries
    }


def count_again(qualifying: Sequence[Qualifying], plan: FinalsPlan) -> list[MeetingsAgain | None]:
    """Count for each final the meetings that would count twice, since their games are carried over too."""
    if plan.carry is not CarryOver.AMONG:
        return [None for _final in plan.finals]
    event, met = qualifying[0].event, who_have_met(qualifying)
    return [_count_again(agreement_of_final(event, plan, len(final)), final, met) for final in plan.finals]


def _count_again(agreement: EventAgreement, final: Sequence[int], met: set[Pair]) -> MeetingsAgain | None:
    movement, by_number = agreement.phases[0].movement, agreement.places_by is PlacesBy.NUMBER
    return count_meetings_again(movement, final, agreement.rounds, met, by_number=by_number)


@retried
def make_finals(by: Author, event: Tournament, plan: FinalsPlan, key: UUID) -> list[Tournament]:
    """Make the finals of an event, each an event of its own. Sent twice, they are made once."""
    with open_whole(by, event, submission_of(event, plan.facts, key)) as whole:
        if whole is not None:
            entries = _check(whole, plan)
            _make(whole, plan, entries)
    return parts_of(Tournament.objects.get(pk=event.pk), PartKind.FINAL)


def _check(whole: OpenWhole, plan: FinalsPlan) -> dict[int, Entry]:
    """Refuse what cannot be played; return the entries that go on, by their rows."""
    event = whole.event
    sections = parts_of(event, PartKind.SECTION)
    if sections:
        refuse_official(event)
    if parts_of(event, PartKind.FINAL):
        raise NotNow(_("The finals have been made already."))
    if event.whole_id is not None:
        raise NotNow(_("This is a part of another event already."))
    if not are_over(sections or [event]):
        raise NotNow(_("Show the results first: the finals are made from the places."))
    check_entries(plan.finals)
    rows = {row for final in plan.finals for row in final}
    going_on = Entry.objects.filter(tournament__in=sections or [event], pk__in=rows)
    found = going_on.exclude(state=Entry.State.WITHDRAWN).select_related("tournament", "source")
    entries = {entry.pk: entry for entry in found}
    if rows != entries.keys():
        raise validation_error("parts", _("The entries have changed meanwhile. Look at it again."))
    return entries


def _make(whole: OpenWhole, plan: FinalsPlan, entries: dict[int, Entry]) -> None:
    event = whole.event
    rows: list[JsonValue] = []
    for number, final in enumerate(plan.finals, 1):
        part = EventPart(kind=PartKind.FINAL, number=number, carry=plan.carry, percent=plan.percent)
        sources = [entries[row] for row in final]
        made = make_part(whole, part, _plan_of_final(event, plan, number, sources), sources)
        with open_event(made, whole.in_club.by) as opened:
            opened.writing.log("final.made", made, after={"carry": plan.carry.value, **percent_fact(plan)})
            carry_over(opened, part, sources)
        rows.append(made.pk)
    event.has_parts = True
    event.save(update_fields=["has_parts"])
    whole.opened.writing.log("finals.made", event, after={**plan.facts, "part_events": rows})


def _plan_of_final(event: Tournament, plan: FinalsPlan, number: int, sources: Sequence[Entry]) -> EventPlan:
    whole_numbers = [_whole_number(event, source) for source in sources]
    agreement = agreement_of_final(event, plan, len(sources))
    as_section = plan_of_part(event, name_of_part(event, plan.word, number), agreement, whole_numbers)
    apart = _with_those_who_have_met(event, plan, as_section.agreement, sources)
    return replace(as_section, date=plan.day, starts_at=plan.starts_at, agreement=apart)


def _with_those_who_have_met(
    event: Tournament, plan: FinalsPlan, agreement: EventAgreement, sources: Sequence[Entry]
) -> EventAgreement:
    """Agree that those do not meet again whose game is carried over, where the movement can avoid it."""
    if plan.carry is not CarryOver.AMONG or not keeps_apart(agreement.phases[0].movement):
        return agreement
    new = {source.pk: at for at, source in enumerate(sources, 1)}
    met = {
        tuple(sorted(new[row] for row in pair))
        for pair in who_have_met(load_qualifying(event))
        if pair <= new.keys()
    }
    apart = {tuple(sorted(pair)) for pair in agreement.apart} | met
    return replace(agreement, apart=tuple((one, other) for one, other in sorted(apart)))


def _whole_number(event: Tournament, source: Entry) -> int:
    """Return the number of an entry in the whole event; 0 of one that came late to a section."""
    if source.tournament_id == event.pk:
        return source.number
    return 0 if source.source is None else source.source.number


def agreement_of_final(event: Tournament, plan: FinalsPlan, entries: int) -> EventAgreement:
    """Return what is agreed on for a final of so many: as in the sections, with its own movement and rounds.

    What does not go with that movement is as usual.
    """
    movement = event.agreement.phases[0].movement if plan.movement is None else plan.movement
    rounds = rounds_of_part(movement, plan.rounds, entries, max(map(len, plan.finals)))
    if plan.movement is None:
        return event.agreement.with_rounds(rounds)
    phases = (Phase(movement=plan.movement, rounds=rounds),)
    agreement = replace(event.agreement, phases=phases)
    problems = validate(DraftAgreement(event.ruleset, event.options, agreement))
    misfits = {problem.setting for problem in problems} & _GO_WITH_MOVEMENT
    return replace(agreement, **{name: getattr(EventAgreement(), name) for name in misfits})


@retried
def take_back_finals(by: Author, event: Tournament) -> None:
    """Delete the finals in which nothing was drawn. The sections stay as they are."""
    with open_whole(by, event) as whole:
        if whole is not None:
            rows: list[JsonValue] = [*delete_parts(whole, PartKind.FINAL)]
            whole.opened.writing.log("finals.taken_back", whole.event, before={"part_events": rows})
