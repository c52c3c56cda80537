"""An event read from the database as its content. The number of queries does not grow with the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC
from typing import Any

from clubs.books.writing import JsonValue
from scoring.models import Game
from tournaments.agreement.agreement import EventAgreement, as_json
from tournaments.archive.content import (
    DeciderContent,
    EntryContent,
    EntryPlayerContent,
    EventChargeContent,
    EventContent,
    GivenPrizeContent,
    JsonObject,
    ListedResultContent,
    PairingContent,
    RoundContent,
)
from tournaments.archive.games import game_content, games_with_everything
from tournaments.archive.numbering import Directory
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round, Tournament


def load_content(event: Tournament, people: Directory | None = None) -> EventContent:
    """Load the content of an event, as it is stored now. `people` gets the numbers of all whom it names."""
    event = Tournament.objects.get(pk=event.pk)
    people = people or Directory()
    club = people.clubs.of(event.club_id)
    entries = tuple(_load_entries(event, people))
    rounds = tuple(_load_rounds(event, people))
    players = tuple(people.load_players())
    return EventContent(
        name=event.name,
        club=club,
        date=event.date.isoformat(),
        starts_at=None if event.starts_at is None else event.starts_at.astimezone(UTC).isoformat(),
        ruleset=event.ruleset,
        options=event.options,
        agreement=_agreement(event.agreement),
        secret_digest=event.secret_digest,
        state=event.state,
        standings_from=event.standings_from,
        clubs=tuple(people.load_clubs()),
        players=players,
        officials=tuple(people.load_officials()),
        entries=entries,
        charges=_load_charges(event),
        rounds=rounds,
        listed=_load_listed(event),
        prizes=event.prizes,
        deciders=_load_deciders(event),
        prizes_given=_given_prizes(event),
    )


def _agreement(agreement: EventAgreement) -> JsonObject:
    """Return every setting, whether or not it is stored because it is the usual one."""
    return {setting.name: as_json(getattr(agreement, setting.name)) for setting in fields(agreement)}


def _load_entries(event: Tournament, people: Directory) -> Iterable[EntryContent]:
    in_order = ("entry__number", "position", "from_round", "pk")
    players: dict[int, list[EntryPlayerContent]] = {}
    for place in EntryPlayer.objects.filter(tournament=event).order_by(*in_order):
        players.setdefault(place.entry_id, []).append(_entry_player(place, people))
    return (
        EntryContent(
            number=entry.number,
            players=tuple(players.get(entry.pk, ())),
            state=entry.state,
            from_round=entry.from_round,
            until_round=entry.until_round,
            rounds_agreed=entry.rounds_agreed,
            missed=tuple(sorted(entry.missed)),
            lot=entry.lot,
            fixed_table=entry.fixed_table,
            outside=entry.outside,
            handicap_rating=entry.handicap_rating,
            categories=tuple(filter(None, entry.categories.split(","))),
        )
        for entry in Entry.objects.filter(tournament=event).order_by("number")
    )


def _entry_player(place: EntryPlayer, people: Directory) -> EntryPlayerContent:
    return EntryPlayerContent(
        player=people.players.of(place.player_id),
        position=place.position,
        from_round=place.from_round,
        until_round=place.until_round,
        is_substitute=place.is_substitute,
        rests=tuple(sorted(place.rests)),
    )


def _load_charges(event: Tournament) -> tuple[EventChargeContent, ...]:
    """Load the charges ordered by what they say: one that was taken back and made again is the same."""
    rows = event.adjustments.filter(cancelled_at=None)
    values = sorted(rows.values_list("entry__number", "kind", "unit", "amount", "rule", "reason"))
    return tuple(
        EventChargeContent(entry=entry, kind=kind, unit=unit, amount=amount, rule=rule, reason=reason)
        for entry, kind, unit, amount, rule, reason in values
    )


def _load_listed(event: Tournament) -> tuple[ListedResultContent, ...]:
    rows = event.listed_results.order_by("entry__number")
    return tuple(
        ListedResultContent(entry=entry, place=place, shared=shared, points=points, wins=wins, note=note)
        for entry, place, shared, points, wins, note in rows.values_list(
            "entry__number", "place", "shared", "points", "wins", "note"
        )
    )


def _load_deciders(event: Tournament) -> tuple[DeciderContent, ...]:
    """Load what decided shared places, and lots for prizes, as they were recorded; not what was withdrawn."""
    rows = event.deciders.filter(withdrawn=False).order_by("number")
    return tuple(
        DeciderContent(
            kind=row.kind,
            category=row.category,
            order=tuple(row.order),
            after_round=row.after_round,
            words=row.words,
            seed=row.seed,
        )
        for row in rows
    )


def _given_prizes(event: Tournament) -> tuple[GivenPrizeContent, ...]:
    """Return what was handed out, by category and entry."""
    given = [
        GivenPrizeContent(
            category=one["code"],
            entry=one["entry"],
            place=one["place"],
            shared=one["shared"],
            amount=one["amount"],
            thing=one["thing"],
            currency=one["currency"],
        )
        for one in event.prizes_given
        if not one["withdrawn"]
    ]
    return tuple(sorted(given, key=lambda one: (one.category, one.entry)))


# Rounds.


def _load_rounds(event: Tournament, people: Directory) -> Iterable[RoundContent]:
    """Load the rounds that were not removed, in order."""
    rounds = list(event.rounds.exclude(state=Round.State.REMOVED).order_by("number"))
    games = {
        game.pk: game
        for game in games_with_everything().filter(pairing__round__in=[drawn.pk for drawn in rounds])
    }
    pairings = _load_pairings(rounds)
    return (
        RoundContent(
            number=drawn.number,
            state=drawn.state,
            movement=drawn.movement,
            seed=drawn.seed,
            attempt=drawn.attempt,
            again=drawn.again,
            exact=drawn.exact,
            draw_input=_with_numbered_clubs(drawn.draw_input, people),
            proposal=tuple(drawn.proposal),
            places=tuple(drawn.places),
            turn=drawn.turn,
            handicap_ratings=drawn.handicap_ratings,
            pairings=tuple(
                _pairing(pairing, sides, games, people) for pairing, sides in pairings.get(drawn.pk, ())
            ),
        )
        for drawn in rounds
    )


def _with_numbered_clubs(draw_input: Mapping[str, Any], people: Directory) -> JsonObject:
    """Return the input of a draw with the content's numbers of clubs; entries have numbers already."""
    present: list[JsonValue] = [
        {**entry, "club": people.clubs.of_optional(entry["club"])} if "club" in entry else entry
        for entry in draw_input.get("present", ())
    ]
    return {**draw_input, "present": present} if draw_input else {}


_Sides = tuple[tuple[int, ...], ...]


def _load_pairings(rounds: Sequence[Round]) -> dict[int, list[tuple[Pairing, _Sides]]]:
    """Load pairings by round: by table, then those without one by the number of the first entry."""
    seats: dict[int, dict[int, list[int]]] = {}
    rows = PairingEntry.objects.filter(round__in=rounds).order_by("side", "position")
    for pairing_id, side, entry in rows.values_list("pairing", "side", "entry__number"):
        seats.setdefault(pairing_id, {}).setdefault(side, []).append(entry)
    by_round: dict[int, list[tuple[Pairing, _Sides]]] = {}
    for pairing in Pairing.objects.filter(round__in=rounds):
        sides = tuple(tuple(entries) for entries in seats.get(pairing.pk, {}).values())
        by_round.setdefault(pairing.round_id, []).append((pairing, sides))
    for pairings in by_round.values():
        pairings.sort(key=lambda each: (each[0].table is None, each[0].table or 0, each[1]))
    return by_round


def _pairing(pairing: Pairing, sides: _Sides, games: Mapping[int, Game], people: Directory) -> PairingContent:
    return PairingContent(
        table=pairing.table,
        sides=sides,
        kind=pairing.kind,
        at_fault=pairing.at_fault,
        ruled_points=tuple(pairing.ruled_points),
        reason=pairing.reason,
        reasons=tuple(pairing.reasons),
        by_hand=pairing.by_hand,
        locked=pairing.locked,
        game=None if pairing.game_id is None else game_content(games[pairing.game_id], people),
    )
