"""The results of a player in all events.

The number of queries is fixed, however long the history is. Events that hide their standings are left out
until they are over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from clubs.models import Player
from scoring.models import Seat
from tournaments.core.results import ResultKind
from tournaments.leagues.queries import shown_leagues
from tournaments.models import (
    EntryPlayer,
    LineUpPlace,
    PairingEntry,
    Round,
    Standing,
    TeamPlayer,
    Tournament,
)
from tournaments.play import queries
from tournaments.play.standings_sources import load_final_places
from tournaments.public.entry_state import stage_label
from tournaments.public.event_view import FINISHED_EVENT_STATES, hides_standings, load_event_view
from tournaments.public.games_of_entries import kinds_of
from tournaments.series import state_for_player
from tournaments.wording.labels import after_round_label

# So many events that are being played are counted as they are now: a player is rarely in more than one.
_MOST_CURRENT: Final = 2


def revision_of_player(pk: int) -> str | None:
    """The state of a player's results, games and series; None where the player may not be named.

    The sum of the revisions alone would fall when an event is deleted, and come to an earlier sum again. With
    the number of places and the sum of their ids it does not: a new place has a greater id than those gone.
    """
    seats = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player")
    named = Player.objects.filter(pk=pk, may_publish=True).annotate(
        number=Count("places"),
        ids=Coalesce(Sum("places__pk"), 0),
        revisions=Coalesce(Sum("places__tournament__book__revision"), 0),
        seats_number=Subquery(seats.annotate(number=Count("pk")).values("number")),
        seats_ids=Subquery(seats.annotate(ids=Sum("pk")).values("ids")),
        seats_revisions=Subquery(seats.annotate(sum=Sum("side__game__book__revision")).values("sum")),
        series=state_for_player(pk),
        **_league_states(),
    )
    # The name itself is on the page, also where no event shows it.
    state = named.values_list(
        *("version", "number", "ids", "revisions"),
        *("seats_number", "seats_ids", "seats_revisions"),
        *("series", *_league_states()),
    ).first()
    return None if state is None else "-".join(str(part or 0) for part in state)


def _league_states() -> dict[str, Subquery]:
    """Return what changes with the teams and line-ups that a player is in, and with their leagues."""
    teams = TeamPlayer.objects.filter(player=OuterRef("pk"))
    return {**_states_of(teams, "teams", "team__league__book__revision"), **states_of_line_ups()}


def states_of_line_ups() -> dict[str, Subquery]:
    """Return what changes with the line-ups that a player is in, and with their leagues."""
    line_ups = LineUpPlace.objects.filter(player=OuterRef("pk"))
    return _states_of(line_ups, "line_ups", "match__league__book__revision")


def _states_of(rows: QuerySet[Any], name: str, book: str) -> dict[str, Subquery]:
    of_player = rows.order_by().values("player")
    return {
        name: Subquery(of_player.annotate(number=Count("pk")).values("number")),
        f"{name}_ids": Subquery(of_player.annotate(ids=Sum("pk")).values("ids")),
        f"{name}_revisions": Subquery(of_player.annotate(revisions=Sum(book)).values("revisions")),
    }


def plays_in_leagues(player: Player) -> bool:
    """Whether somebody is or was in a team of a public league, or in a line-up: the matches have a page."""
    shown = shown_leagues().order_by().values("pk")
    in_team = TeamPlayer.objects.filter(player=OuterRef("pk"), team__league__in=shown)
    in_line_up = LineUpPlace.objects.filter(player=OuterRef("pk"), match__league__in=shown)
    return Player.objects.filter(Exists(in_team) | Exists(in_line_up), pk=player.pk).exists()


@dataclass(frozen=True, slots=True)
class PlayerPlace:
    """The place of an entry, in a field of how many."""

    # After the last closed round; of the latest events, while a round is played, as it is now.
    standing: Standing
    of: int
    # How many rounds of each kind: what is neither won nor lost explains the points.
    kinds: Mapping[ResultKind, int]
    # After or during which round; empty once the event is over.
    stage: str
    # Whether it is known how many games were won, drawn and lost.
    knows_games: bool = True


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's place in an event, with partners."""

    event: Tournament
    partners: tuple[Player, ...]
    place: PlayerPlace

    @property
    def standing(self) -> Standing:
        return self.place.standing

    @property
    def of(self) -> int:
        return self.place.of


def results_of_player(player: Player) -> list[PlayerResult]:
    """The events of a player, the newest first."""
    entered = (
        EntryPlayer.objects.filter(player=player, tournament__book__trial=False)
        .select_related("tournament__book", "tournament__club", "tournament__whole", "entry")
        .order_by("-tournament__date", "-tournament__pk")
    )
    # Who came back to an entry has two places in it.
    first = {place.entry_id: place for place in entered}
    shown = [
        place
        for place in first.values()
        if not hides_standings(place.tournament) and not _is_told_by_whole(place.tournament)
    ]
    entries = [place.entry_id for place in shown]
    partners = _partners_by_entry(entries, player)
    places = {**_stored_places([place.tournament for place in shown], entries), **_current_places(shown)}
    return [
        PlayerResult(place.tournament, partners.get(place.entry_id, ()), places[place.entry_id])
        for place in shown
        if place.entry_id in places
    ]


def _is_told_by_whole(event: Tournament) -> bool:
    """Whether it is a section or final of an event whose result is recorded: that one tells of it."""
    whole = event.whole if event.counted_in_whole else None
    return whole is not None and whole.state in FINISHED_EVENT_STATES


def _stored_places(events: Sequence[Tournament], entries: Sequence[int]) -> dict[int, PlayerPlace]:
    """The places after the last closed round of each event, or in its list."""
    kinds = _kinds_of_rounds(entries)
    return {
        place.standing.entry_id: PlayerPlace(
            place.standing,
            place.of,
            kinds.get(place.standing.entry_id, Counter()),
            _stage_after(place.after),
            knows_games=place.knows_games,
        )
        for place in load_final_places(events, Q(entry__in=entries))
    }


def _stage_after(last: Round | None) -> str:
    if last is None or last.tournament.state in FINISHED_EVENT_STATES:
        return ""
    return after_round_label(last.number)


def _kinds_of_rounds(entries: Sequence[int]) -> dict[int, Counter[ResultKind]]:
    """How many pairings of each kind the entries have had in closed rounds."""
    seats = PairingEntry.objects.filter(entry__in=entries, round__state=Round.State.CLOSED).order_by()
    kinds: dict[int, Counter[ResultKind]] = {}
    for entry, kind, number in seats.values_list("entry", "pairing__kind").annotate(Count("pk")):
        kinds.setdefault(entry, Counter())[ResultKind(kind)] += number
    return kinds


def _current_places(shown: Sequence[EntryPlayer]) -> dict[int, PlayerPlace]:
    """The places in the latest events with a round that is played, as their standings have them now."""
    entries = [place.entry_id for place in shown if place.tournament.state not in FINISHED_EVENT_STATES]
    open_rounds = PairingEntry.objects.filter(entry__in=entries, round__state=Round.State.PUBLISHED)
    played = set(open_rounds.values_list("entry", flat=True)) if entries else set()
    latest = [place for place in shown if place.entry_id in played][:_MOST_CURRENT]
    return {place.entry_id: now for place in latest if (now := _place_now(place)) is not None}


def _place_now(place: EntryPlayer) -> PlayerPlace | None:
    """The place of an entry in the current standings; None where they have none of it."""
    view = load_event_view(place.tournament, games_of=())
    number = place.entry.number
    placing = next((placing for placing in view.placings if placing.totals.entry == number), None)
    if placing is None or not view.counts:
        return None
    totals = placing.totals
    standing = Standing(
        place=placing.place,
        shared=placing.shared,
        points=totals.points,
        wins=totals.wins,
        draws=totals.draws,
        losses=totals.losses,
    )
    return PlayerPlace(standing, len(view.placings), kinds_of(totals), stage_label(view))


def _partners_by_entry(entries: Sequence[int], player: Player) -> dict[int, tuple[Player, ...]]:
    partners: dict[int, tuple[Player, ...]] = {}
    others = queries.current_places().filter(entry__in=entries).exclude(player=player)
    for place in others.select_related("player").order_by("entry", "position"):
        partners[place.entry_id] = (*partners.get(place.entry_id, ()), place.player)
    return partners
