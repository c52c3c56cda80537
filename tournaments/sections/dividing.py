"""An event is divided into sections: its entries are dealt to them, and each plays by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.parts import EventPart, PartKind, letter_of
from tournaments.core.drawing.seeds import seed_of_sections
from tournaments.core.sections import (
    DealtBy,
    bring_together,
    deal_in_turn,
    deal_to_and_fro,
    order_by_lot,
)
from tournaments.models import Entry, Round, Tournament
from tournaments.play.entry_queries import entries_with_clubs
from tournaments.play.parts import parts_of
from tournaments.play.queries import entry_players
from tournaments.running import EventPlan
from tournaments.running.events import refuse_shown
from tournaments.sections.making import (
    OpenWhole,
    check_entries,
    delete_parts,
    make_part,
    open_whole,
    rounds_of_part,
    submission_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionsPlan:
    """Who plays in which section, by the numbers of the entries, and how many rounds each has."""

    sections: Sequence[Sequence[int]]
    rounds: int
    # The word before the letter: “Section” in the language of the director.
    word: str

    @property
    def facts(self) -> Facts:
        sections: list[JsonValue] = [list(section) for section in self.sections]
        return {"sections": sections, "rounds": self.rounds, "part_word": self.word}


def coming_entries(event: Tournament) -> list[Entry]:
    """Return the entries that are dealt to sections: all that have not withdrawn."""
    return [entry for entry in entries_with_clubs(event) if entry.state != Entry.State.WITHDRAWN]


@dataclass(frozen=True, slots=True)
class DealWish:
    """Into how many sections entries are dealt, and how."""

    sections: int
    dealt_by: DealtBy
    clubs_apart: bool = False


def deal(event: Tournament, entries: Sequence[Entry], wish: DealWish) -> tuple[tuple[int, ...], ...]:
    """Propose who plays in which section. Nobody chooses a lot: it follows from the secret of the event."""
    numbers = [entry.number for entry in entries]
    order = _order(event, numbers, wish.dealt_by)
    if wish.clubs_apart:
        clubs = {entry.number: _club_of(entry) for entry in entries}
        return deal_in_turn(bring_together(order, clubs.__getitem__), wish.sections)
    if wish.dealt_by is DealtBy.LOT:
        return deal_in_turn(order, wish.sections)
    return deal_to_and_fro(order, wish.sections)


def _order(event: Tournament, numbers: Sequence[int], dealt_by: DealtBy) -> Sequence[int]:
    if dealt_by is DealtBy.LOT:
        return order_by_lot(numbers, seed_of_sections(event.secret))
    if dealt_by is DealtBy.STRENGTH:
        known = [number for number in event.agreement.strength if number in numbers]
        return [*known, *(number for number in numbers if number not in known)]
    return numbers


def _club_of(entry: Entry) -> int:
    """Return the club of the first player who has one."""
    players = entry_players(entry)
    return next((player.home_club_id for player in players if player.home_club_id is not None), 0)


@retried
def divide(by: Author, event: Tournament, plan: SectionsPlan, key: UUID) -> list[Tournament]:
    """Divide an event into sections, each an event of its own. Sent twice, it is divided once."""
    with open_whole(by, event, submission_of(event, plan.facts, key)) as whole:
        if whole is not None:
            _check(whole, plan)
            _divide(whole, plan)
    return parts_of(Tournament.objects.get(pk=event.pk), PartKind.SECTION)


def _check(whole: OpenWhole, plan: SectionsPlan) -> None:
    event = whole.event
    refuse_shown(event)
    if event.whole_id is not None:
        raise NotNow(_("This is a part of another event already."))
    if event.has_parts:
        raise NotNow(_("The event is divided already."))
    if event.rounds.exclude(state=Round.State.REMOVED).exists():
        raise NotNow(_("A round has been drawn: the event is no longer divided."))
    check_entries(plan.sections)
    coming = {entry.number for entry in coming_entries(event)}
    if {number for section in plan.sections for number in section} != coming:
        raise validation_error("parts", _("The entries have changed meanwhile. Look at it again."))


def _divide(whole: OpenWhole, plan: SectionsPlan) -> None:
    event = whole.event
    entries = {entry.number: entry for entry in coming_entries(event)}
    rows: list[JsonValue] = []
    movement, largest = event.agreement.phases[0].movement, max(map(len, plan.sections))
    for number, section in enumerate(plan.sections, 1):
        part = EventPart(kind=PartKind.SECTION, number=number)
        rounds = rounds_of_part(movement, plan.rounds, len(section), largest)
        agreement = event.agreement.with_rounds(rounds)
        part_plan = plan_of_part(event, name_of_part(event, plan.word, number), agreement, section)
        rows.append(make_part(whole, part, part_plan, [entries[one] for one in section]).pk)
    before = event.state
    event.has_parts, event.state = True, Tournament.State.RUNNING
    event.save(update_fields=["has_parts", "state"])
    whole.opened.writing.log(
        "sections.made",
        event,
        before={"event_state": before},
        after={**plan.facts, "part_events": rows, "event_state": event.state},
    )


def name_of_part(event: Tournament, word: str, number: int) -> str:
    """Return “Club championship, Section A”; a long name is cut."""
    ending = f", {word} {letter_of(number)}"
    longest: int = Tournament._meta.get_field("name").max_length or 0
    return event.name[: longest - len(ending)].rstrip() + ending


def plan_of_part(
    event: Tournament, name: str, agreement: EventAgreement, numbers: Sequence[int]
) -> EventPlan:
    """Return the plan of a part: as the event, with what is agreed on for single entries renumbered."""
    new = {number: at for at, number in enumerate(numbers, 1)}
    return EventPlan(
        name=name,
        date=event.date,
        ruleset=event.ruleset,
        starts_at=event.starts_at,
        options=event.options,
        agreement=replace(
            agreement,
            apart=_renumbered(agreement.apart, new),
            wished=_renumbered(agreement.wished, new),
            strength=tuple(new[number] for number in agreement.strength if number in new),
        ),
        trial=event.is_trial,
    )


def _renumbered(pairs: Sequence[tuple[int, int]], new: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple((new[one], new[other]) for one, other in pairs if one in new and other in new)


@retried
def take_back_sections(by: Author, event: Tournament) -> None:
    """Delete the sections in which nothing was drawn. The entries of the whole event stay as they are."""
    with open_whole(by, event) as whole:
        if whole is None:
            return
        if parts_of(whole.event, PartKind.FINAL):
            raise NotNow(_("The finals have been made: take these back first."))
        rows: list[JsonValue] = [*delete_parts(whole, PartKind.SECTION)]
        before = whole.event.state
        whole.event.state = Tournament.State.OPEN
        whole.event.save(update_fields=["state"])
        whole.opened.writing.log(
            "sections.taken_back",
            whole.event,
            before={"part_events": rows, "event_state": before},
            after={"event_state": whole.event.state},
        )
