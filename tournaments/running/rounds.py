"""Rounds: drawn from a seed that was shown, changed by hand, published, removed, closed.

Knows how a round is stored and what may be done to it when; must not know how any movement pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.books import Author, Value
from clubs.models import Player
from clubs.refusals import refused
from scoring import recording
from scoring.models import Deal, Game
from tournaments import counting, drawing
from tournaments.core.movements.matching import TooHeavy
from tournaments.drawing import Table
from tournaments.models import Entry, Pairing, PairingEntry, Round, Tournament
from tournaments.running.acting import Led, leading
from tournaments.running.events import refuse_official
from tournaments.running.refusing import NotNow
from tournaments.running.standings import keep_standings

FEWEST = 2


# Drawn.


def draw_round(by: Author, event: Tournament, seed: str) -> Round:
    """Draw the next round from a seed that was shown beforehand, by the movement that was agreed on."""
    with leading(event, by) as led:
        refuse_to_draw(led.event)
        story = counting.story_of(led.event)
        number = len(story.rounds) + 1
        phase, _turn = led.agreed.phase_of(number)
        field = counting.field_of(story, number, seed)
        if len(field.present) < FEWEST:
            raise NotNow(_("There must be at least two pairs."))
        try:
            proposal = drawing.draw(phase.movement, field)
        except TooHeavy as reason:
            raise NotNow(
                _("The points are too far apart to be matched exactly. Draw this round by hand.")
            ) from reason
        drawn = Round.objects.create(
            tournament=led.event,
            number=number,
            seed=seed,
            movement=phase.movement.value,
            exact=proposal.exact,
            basis=field.data(),
            proposal=[table.data() for table in proposal.tables],
        )
        seat(drawn, proposal.tables, story.entries)
        led.act.log(
            "round.drawn", drawn, after={"number": number, "seed": seed, "movement": phase.movement.value}
        )
        return drawn


def refuse_to_draw(event: Tournament) -> None:
    """One round at a time."""
    refuse_official(event)
    if event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).exists():
        raise NotNow(_("A round is still being played."))


def seat(drawn: Round, tables: Sequence[Table], entries: Mapping[int, Entry]) -> None:
    """Pairings for the tables in their order; who sits out has none."""
    numbers = iter(range(1, len(tables) + 1))
    pairings = [
        Pairing(
            round=drawn,
            table=None if table.sits_out else next(numbers),
            kind=Pairing.Kind.SIT_OUT if table.sits_out else Pairing.Kind.PLAYED,
            reasons=drawing.reasons_data(table.reasons),
        )
        for table in tables
    ]
    Pairing.objects.bulk_create(pairings)
    PairingEntry.objects.bulk_create(
        PairingEntry(round=drawn, pairing=pairing, entry=entries[number], side=side, position=position)
        for pairing, table in zip(pairings, tables, strict=True)
        for side, numbers_of_side in enumerate(table.sides)
        for position, number in enumerate(numbers_of_side)
    )


# Changed by hand.


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """A round as the director would have it: at each table the numbers of the entries, side by side."""

    tables: Sequence[tuple[tuple[int, ...], ...]]
    out: Sequence[int] = ()

    @property
    def entries(self) -> list[int]:
        return [entry for sides in self.tables for side in sides for entry in side] + [*self.out]


def set_by_hand(by: Author, drawn: Round, wanted: ByHand) -> Round:
    """Seat a drawn round otherwise than proposed. The program's proposal stays beside it."""
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.DRAWN)
        story = counting.story_of(led.event)
        refuse_unless_whole(story, drawn, wanted)
        proposed = {frozenset(pairing_entries(pairing)): pairing.reasons for pairing in drawn.pairings.all()}
        drawn.pairings.all().delete()
        tables = [Table(sides) for sides in wanted.tables] + [Table(((entry,),)) for entry in wanted.out]
        seat(drawn, tables, story.entries)
        mark_by_hand(drawn, proposed)
        seats: list[Value] = [[[*side] for side in sides] for sides in wanted.tables]
        led.act.log(
            "round.set_by_hand",
            drawn,
            after={"number": drawn.number, "pairings": seats, "out": [*wanted.out]},
        )
        return drawn


def pairing_entries(pairing: Pairing) -> list[int]:
    return list(pairing.entered.order_by("side", "position").values_list("entry__number", flat=True))


def refuse_unless_whole(story: counting.Story, drawn: Round, wanted: ByHand) -> None:
    """Everybody who takes part stands in the round once, at tables of two sides or three."""
    there = sorted(
        entry.number for entry in story.entries.values() if counting.takes_part(entry, drawn.number)
    )
    if sorted(wanted.entries) != there:
        raise refused("tables", _("Everybody who takes part sits at one table or sits out once."))
    if any(not 2 <= len(sides) <= story.agreed.sides for sides in wanted.tables):
        raise refused("tables", _("A table has as many sides as the event has agreed on."))


def mark_by_hand(drawn: Round, proposed: Mapping[frozenset[int], Sequence[Value]]) -> None:
    """Pairings that the program did not propose are the director's; the others keep their reasons."""
    for pairing in drawn.pairings.all():
        entries = frozenset(pairing_entries(pairing))
        pairing.by_hand, pairing.reasons = entries not in proposed, list(proposed.get(entries, ()))
        pairing.save(update_fields=["by_hand", "reasons"])


def refuse_unless(drawn: Round, state: Round.State) -> None:
    if drawn.state != state:
        raise NotNow(
            _("The round is published already.")
            if drawn.state == Round.State.PUBLISHED
            else _("The round is %(state)s.") % {"state": drawn.get_state_display()}
        )


# Published.


def publish_round(by: Author, drawn: Round) -> Round:
    """Make the draw known: each pairing gets its game, and nothing redraws it any more.

    Where the club has a table of that number, its code and its PIN open the game from now on.
    """
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.DRAWN)
        pairings = drawn.pairings.filter(kind=Pairing.Kind.PLAYED).order_by("table")
        if not pairings.exists():
            raise NotNow(_("Nobody meets anybody in this round yet."))
        tables = {table.label: table for table in led.event.club.tables.all()}
        for pairing in pairings:
            game = open_game_of(led, pairing)
            if game.label in tables:
                recording.set_table_in(led.act, tables[game.label], game)
        drawn.state, drawn.published_at = Round.State.PUBLISHED, led.act.by.at
        drawn.save(update_fields=["state", "published_at"])
        led.event.state = Tournament.State.RUNNING
        led.event.save(update_fields=["state"])
        led.act.log("round.published", drawn, after={"number": drawn.number})
        return drawn


def open_game_of(led: Led, pairing: Pairing) -> Game:
    """Open the game that is played at a table, as the event has agreed."""
    agreed = led.agreed
    plan = recording.GamePlan(
        ruleset=led.event.ruleset,
        options=led.event.options,
        label=str(pairing.table),
        sides=sides_of(pairing),
        approval=Game.Approval(agreed.approval),
        corrections=Game.Corrections(agreed.corrections),
        protocols=Game.Protocols(agreed.protocols),
        signers=Game.Signers(agreed.signers),
        director_signs=agreed.director_signs,
    )
    pairing.game = game = recording.open_game_in(led.act, plan)
    pairing.save(update_fields=["game"])
    return game


def sides_of(pairing: Pairing) -> list[list[Player]]:
    """The players of each side: those of its entry, or of the entries that were drawn together."""
    sides: dict[int, list[Player]] = {}
    entered = pairing.entered.order_by("side", "position").prefetch_related("entry__places__player")
    for one in entered:
        places = sorted(one.entry.places.all(), key=lambda place: place.position)
        sides.setdefault(one.side, []).extend(place.player for place in places)
    return [sides[side] for side in sorted(sides)]


# Removed.


def remove_round(by: Author, drawn: Round, reason: str = "") -> Round:
    """Take the last round back. Once a deal of it has been dealt that needs a reason; its games stay."""
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_official(led.event)
        last = led.event.rounds.exclude(state=Round.State.REMOVED).order_by("-number").first()
        if last is None or last.pk != drawn.pk:
            raise NotNow(_("Only the last round can be removed."))
        if Deal.objects.filter(game__pairing__round=drawn).exists() and not reason.strip():
            raise refused("reason", _("Deals have been dealt in it: say why it is removed."))
        before = drawn.state
        drawn.state, drawn.removed_because = Round.State.REMOVED, reason
        drawn.save(update_fields=["state", "removed_because"])
        free_tables(drawn)
        led.act.log(
            "round.removed",
            drawn,
            before={"round_state": before},
            after={"number": drawn.number},
            reason=reason,
        )
        return drawn


def free_tables(drawn: Round) -> None:
    """The tables at which its games stood are free for the next draw."""
    for game in Game.objects.filter(pairing__round=drawn, table__isnull=False).select_related("table"):
        game.table.game = None
        game.table.save(update_fields=["game"])


# Closed.


def close_round(by: Author, drawn: Round) -> Round:
    """All results are there: the places after this round are kept."""
    with leading(drawn.tournament, by) as led:
        drawn = led.round_of(drawn)
        refuse_unless(drawn, Round.State.PUBLISHED)
        missing = drawn.pairings.filter(kind=Pairing.Kind.PLAYED, game__over=False).order_by("table")
        if missing.exists():
            tables = ", ".join(str(table) for table in missing.values_list("table", flat=True))
            raise NotNow(_("Results are missing at table %(tables)s.") % {"tables": tables})
        drawn.state, drawn.closed_at = Round.State.CLOSED, led.act.by.at
        drawn.save(update_fields=["state", "closed_at"])
        keep_standings(led.event, drawn)
        led.act.log("round.closed", drawn, after={"number": drawn.number})
        return drawn
