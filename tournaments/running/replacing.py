"""An entry that has left is replaced: others take over its number, its place and its results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.books.refusals import unique, validation_error
from clubs.books.writing import Author, Facts, JsonValue, retried
from clubs.models import Player
from scoring.recording import NotNow
from tournaments.models import Entry, EntryPlayer, Round
from tournaments.models import Tournament as Event
from tournaments.play.entry_queries import entry_numbers_of, next_round_number
from tournaments.running.entries import check_free_places, check_round_left
from tournaments.running.entry_changes import entry_facts
from tournaments.running.entry_removal import free_table
from tournaments.running.events import refuse_shown
from tournaments.running.kept_places import recompute_standings
from tournaments.running.licences import refuse_without_licence
from tournaments.running.session import OpenEvent, open_event


def why_not_replaceable(entry: Entry) -> str | None:
    """Return why nobody can take over an entry; None where others can."""
    event = entry.tournament
    if entry.state != Entry.State.WITHDRAWN:
        return _("This entry takes part. Withdraw it first.")
    if (entry.until_round or 0) < entry.from_round:
        return _("This entry has played in no round: there is nothing to take over.")
    if event.rounds.filter(state=Round.State.DRAWN).exists():
        return _("A round has been drawn but not published: publish it first, or remove the draw.")
    if 2 * event.rounds.filter(state=Round.State.CLOSED).count() >= event.agreement.rounds:
        return _("Half of the rounds are played: nobody takes over an entry any more.")
    return None


@retried
def replace_entry(by: Author, entry: Entry, players: Sequence[Player]) -> Entry:
    """Let others take over an entry that has left, from the next round on.

    Its number, its place and its results are theirs; the rounds since it left it has missed. They are no
    substitutes. `take_back_replacement` takes it back.
    """
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        entry.tournament = opened.event
        refuse_shown(opened.event)
        if (reason := why_not_replaceable(entry)) is not None:
            raise NotNow(reason)
        number = next_round_number(opened.event)
        check_round_left(opened, number)
        check_free_places(opened, number, 1)
        _check_newcomers(opened, players)
        before = _facts(entry)
        last = entry.until_round or 0
        _hand_places_over(opened, entry, players, number)
        entry.missed = sorted({*entry.missed, *range(last + 1, number)})
        entry.state, entry.until_round, entry.rounds_agreed = Entry.State.ENTERED, None, None
        entry.fixed_table = free_table(opened, entry)
        entry.save(update_fields=["state", "until_round", "rounds_agreed", "missed", "fixed_table"])
        recompute_standings(opened.event, since=last)
        after: Facts = {**_facts(entry), "from_round": number}
        opened.writing.log("entry.replaced", entry, before=before, after=after)
        return entry


def _facts(entry: Entry) -> Facts:
    missed: list[JsonValue] = [*entry.missed]
    return {
        **entry_facts(entry),
        "entry_state": entry.state,
        "until_round": entry.until_round,
        "rounds_agreed": entry.rounds_agreed,
        "missed": missed,
        "table": entry.fixed_table,
    }


def _check_newcomers(opened: OpenEvent, players: Sequence[Player]) -> None:
    if len(players) not in opened.agreement.entry_sizes:
        raise validation_error(
            "players",
            _("Each entry in this event must have %(count)s players.") % {"count": opened.agreement.players},
        )
    if len({player.pk for player in players}) < len(players):
        raise validation_error("players", _("A player is there twice."))
    refuse_without_licence(opened, players)
    entered = entry_numbers_of(opened.event, players)
    for player in players:
        if player.pk in entered:
            raise validation_error(
                "players",
                _("%(name)s is already entered as number %(entry)s.")
                % {"name": player.name, "entry": entered[player.pk]},
            )


def _hand_places_over(opened: OpenEvent, entry: Entry, players: Sequence[Player], number: int) -> None:
    """Who leaves keeps the rounds played; who was in the entry and stays has the same place on."""
    places = {place.player_id: place for place in EntryPlayer.objects.filter(entry=entry, until_round=None)}
    wanted = {player.pk for player in players}
    leaving = [place for player, place in places.items() if player not in wanted]
    coming = [player for player in players if player.pk not in places]
    if not coming:
        raise validation_error("players", _("These are the players who have left: bring the entry back."))
    # Of a pair with a third who takes turns perhaps two come, or three for two.
    free = [*(place.position for place in leaving), max(place.position for place in places.values()) + 1]
    for place in leaving:
        place.until_round = entry.until_round
        place.save(update_fields=["until_round"])
    with unique("players", _("One of these is already entered.")):
        EntryPlayer.objects.filter(entry=entry, until_round=None).update(active=True)
        EntryPlayer.objects.bulk_create(
            EntryPlayer(
                tournament=opened.event,
                entry=entry,
                player=player,
                position=position,
                from_round=number,
            )
            for position, player in zip(free, coming, strict=False)
        )


# Taken back.


def find_replacement(event: Event, entry: int) -> dict[str, Any]:
    """Return what the log says of the last replacement of an entry, before and after it."""
    subject = f"{Entry._meta.label_lower}:{entry}"
    for logged in event.book.log.filter(act="entry.replaced").order_by("-number"):
        payload: dict[str, Any] = json.loads(logged.text)
        if payload["subject"] == subject:
            return payload
    raise NotNow(_("This entry was not replaced."))


def why_not_taken_back(entry: Entry, after: Facts) -> str | None:
    """Return why a replacement stands: a round was drawn since, or somebody has changed the entry."""
    event = entry.tournament
    if (
        event.rounds.filter(state=Round.State.DRAWN).exists()
        or next_round_number(event) != after["from_round"]
    ):
        return _("A round has been drawn since: withdraw the entry instead.")
    # Whether they are here is no change.
    ignored = {"entry_state", "from_round"}
    now = {name: value for name, value in _facts(entry).items() if name not in ignored}
    if entry.state == Entry.State.WITHDRAWN or now != {
        name: value for name, value in after.items() if name not in ignored
    }:
        return _("It has been changed since.")
    return None


@retried
def take_back_replacement(by: Author, entry: Entry) -> Entry:
    """Let an entry be as it was when it had left; to take it back, replace it again."""
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        entry.tournament = opened.event
        refuse_shown(opened.event)
        payload = find_replacement(opened.event, entry.pk)
        if (reason := why_not_taken_back(entry, payload["after"])) is not None:
            raise NotNow(reason)
        former, before = payload["before"], _facts(entry)
        _give_places_back(entry, former["players"])
        entry.state, entry.until_round = Entry.State(former["entry_state"]), former["until_round"]
        entry.rounds_agreed, entry.missed = former["rounds_agreed"], former["missed"]
        entry.fixed_table = former["table"]
        entry.save(update_fields=["state", "until_round", "rounds_agreed", "missed", "fixed_table"])
        recompute_standings(opened.event, since=former["until_round"])
        opened.writing.log("entry.replacement_taken_back", entry, before=before, after=_facts(entry))
        return entry


def _give_places_back(entry: Entry, former: Sequence[int]) -> None:
    current = EntryPlayer.objects.filter(entry=entry, until_round=None)
    current.exclude(player__in=former).delete()
    current.update(active=False)
    for player in former:
        places = EntryPlayer.objects.filter(entry=entry, player=player).order_by("from_round", "pk")
        last = places.last()
        if last is not None and last.until_round is not None:
            last.until_round = None
            last.save(update_fields=["until_round"])
