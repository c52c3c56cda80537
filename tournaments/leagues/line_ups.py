"""The verbs of line-ups: sealed by each side before either is seen, opened, and put right by the manager.

A seal is in the log without a name before both line-ups may be seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, retried
from clubs.models import Player, Role
from tournaments.core.leagues.eligibility import (
    Appearance,
    LineUp,
    LineUpFault,
    LineUpProblem,
    TeamMember,
    find_problems,
)
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues.session import OpenLeague, open_league
from tournaments.models import LineUpPlace, MatchTable, Team, TeamMatch, TeamPlayer

# The players of each pair; None where a seat is empty.
Pairs = tuple[tuple[int | None, ...], ...]

# What stands in the way of a seal; the rest is shown, and the league manager rules on it.
_REFUSED = frozenset({LineUpProblem.TWICE})


@retried
def seal_line_up(
    by: Author,
    match: TeamMatch,
    side: TeamSide,
    pairs: Pairs,
    *,
    version: int | None = None,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> list[LineUpFault]:
    """Seal the line-up of a side; when both are sealed, both may be seen. Returns what is wrong with it.

    A player who is not eligible does not stand in the way: the captains see it, and the league manager rules.
    """
    with open_league(match.league, by, needs=needs) as opened:
        stored = opened.get_match(match)
        _check_shape(opened.rules, pairs)
        if stored.sealed_at(side) is not None and line_up_of(stored, side) == pairs:
            opened.writing.mark_repeat()
            return problems_of(opened.rules, stored, side, pairs)
        if version is not None and stored.version != version:
            raise NotNow(_("Somebody else has changed the match meanwhile. Open its page again."))
        _refuse_sealed(stored, side, needs)
        problems = problems_of(opened.rules, stored, side, pairs)
        _refuse_impossible(pairs, problems)
        before, seen = line_up_of(stored, side), stored.shows_line_ups
        _refuse_at_games(stored, side, before, pairs)
        _store(opened, stored, side, pairs)
        _log_seal(opened, stored, side, before, seen=seen)
        return problems


def _check_shape(rules: LeagueRules, pairs: Pairs) -> None:
    if len(pairs) != rules.tables or any(len(pair) != rules.pair_size for pair in pairs):
        raise validation_error(None, _("A line-up has a place for each player of each pair."))
    if all(player is None for pair in pairs for player in pair):
        raise validation_error(None, _("Nobody is named in the line-up."))


def _refuse_sealed(match: TeamMatch, side: TeamSide, needs: Collection[Role.Kind] | None) -> None:
    if match.sealed_at(side) is None:
        return
    if needs is None or match.opened_at is None:
        raise NotNow(_("This line-up is sealed. The league manager can break the seal."))
    if match.state == TeamMatch.State.ACCEPTED:
        raise NotNow(_("The result is accepted. Take the acceptance back first."))


def _refuse_impossible(pairs: Pairs, problems: Iterable[LineUpFault]) -> None:
    """Whether a player is in the line-up of the other team is not asked: that would tell who is in it."""
    players = [player for pair in pairs for player in pair if player is not None]
    for fault in problems:
        if fault.code in _REFUSED:
            raise validation_error(field_of(fault.pair, fault.seat), _("A player is named twice."))
    if Player.objects.filter(pk__in=players).count() < len(players):
        raise validation_error(None, _("One of the players is no longer there."))


def _refuse_at_games(match: TeamMatch, side: TeamSide, before: Pairs, after: Pairs) -> None:
    """Who sits at a game is changed in the game, where it is known from which deal on."""
    column = "home_pair" if side is TeamSide.HOME else "away_pair"
    tables = MatchTable.objects.filter(match=match, game__isnull=False).order_by("number")
    for number, pair in tables.values_list("number", column):
        if before[pair - 1] != after[pair - 1]:
            raise NotNow(
                _("A game of this pair is open at table %(number)s: substitute the player there.")
                % {"number": number}
            )


def field_of(pair: int, seat: int) -> str:
    """Return the name of the field of a place in forms."""
    return f"pair{pair}_{seat}"


def _store(opened: OpenLeague, match: TeamMatch, side: TeamSide, pairs: Pairs) -> None:
    LineUpPlace.objects.filter(match=match, side=side).delete()
    LineUpPlace.objects.bulk_create(
        LineUpPlace(match=match, side=side, pair=pair, seat=seat, player_id=player)
        for pair, players in enumerate(pairs, 1)
        for seat, player in enumerate(players, 1)
        if player is not None
    )
    _set_sealed(opened, match, side, sealed=True)


def _set_sealed(opened: OpenLeague, match: TeamMatch, side: TeamSide, *, sealed: bool) -> None:
    at = opened.writing.by.at
    name = "home_sealed_at" if side is TeamSide.HOME else "away_sealed_at"
    setattr(match, name, at if sealed else None)
    if match.home_sealed_at is not None and match.away_sealed_at is not None and match.opened_at is None:
        match.opened_at = at
    match.version += 1
    match.save(update_fields=[name, "opened_at", "version"])


def _log_seal(opened: OpenLeague, match: TeamMatch, side: TeamSide, before: Pairs, *, seen: bool) -> None:
    """Log a seal; who plays is in the log as soon as both line-ups may be seen."""
    facts: dict[str, JsonValue] = {"match": match.pk, "line_up_side": int(side)}
    if not match.shows_line_ups:
        opened.writing.log("match.sealed", match, after=facts)
    elif not seen:
        opened.writing.log("match.lined_up", match, after={**facts, **_named(match)})
    else:
        _log_correction(opened, match, facts, (before, line_up_of(match, side)))


def _log_correction(
    opened: OpenLeague, match: TeamMatch, facts: dict[str, JsonValue], line_ups: tuple[Pairs, Pairs]
) -> None:
    old, new = (_line_up_facts(pairs) for pairs in line_ups)
    opened.writing.log("match.line_up_changed", match, before={**facts, **old}, after={**facts, **new})


def _line_up_facts(pairs: Pairs) -> dict[str, JsonValue]:
    return {"line_up": _players(pairs), "line_up_pairs": [list(pair) for pair in pairs]}


def _named(match: TeamMatch) -> dict[str, JsonValue]:
    return {
        "line_up_home": _players(line_up_of(match, TeamSide.HOME)),
        "line_up_away": _players(line_up_of(match, TeamSide.AWAY)),
    }


def _players(pairs: Pairs) -> list[JsonValue]:
    return [player for pair in pairs for player in pair if player is not None]


# Seals.


@retried
def break_seal(
    by: Author,
    match: TeamMatch,
    side: TeamSide,
    reason: str,
    *,
    needs: Collection[Role.Kind] | None = DIRECTORS,
) -> None:
    """Let the captain of a side change a line-up that is sealed, before both may be seen."""
    with open_league(match.league, by, needs=needs) as opened:
        stored = opened.get_match(match)
        if stored.sealed_at(side) is None:
            raise NotNow(_("This line-up is not sealed."))
        if stored.shows_line_ups:
            raise NotNow(_("Both line-ups have been seen: the league manager puts them right."))
        _set_sealed(opened, stored, side, sealed=False)
        facts: dict[str, JsonValue] = {"match": stored.pk, "line_up_side": int(side)}
        opened.writing.log("match.seal_broken", stored, after=facts, reason=reason)


@retried
def seal_again(by: Author, match: TeamMatch, side: TeamSide) -> None:
    """Seal a line-up again whose seal was broken, as it was."""
    with open_league(match.league, by) as opened:
        stored = opened.get_match(match)
        if (
            stored.sealed_at(side) is not None
            or not LineUpPlace.objects.filter(match=stored, side=side).exists()
        ):
            raise NotNow(_("Something has changed since."))
        _set_sealed(opened, stored, side, sealed=True)
        _log_seal(opened, stored, side, (), seen=False)


@retried
def open_line_ups(by: Author, match: TeamMatch, reason: str) -> None:
    """Let everybody see the line-ups although not both are sealed."""
    with open_league(match.league, by) as opened:
        stored = opened.get_match(match)
        if stored.shows_line_ups:
            raise NotNow(_("The line-ups are open already."))
        stored.opened_at = by.at
        _save_opened(stored)
        facts: dict[str, JsonValue] = {"match": stored.pk, **_named(stored)}
        opened.writing.log("match.opened", stored, after=facts, reason=reason)


@retried
def close_line_ups(by: Author, match: TeamMatch) -> None:
    """Hide line-ups again that the league manager has opened, where not both are sealed."""
    with open_league(match.league, by) as opened:
        stored = opened.get_match(match)
        if not stored.shows_line_ups:
            raise NotNow(_("The line-ups are not open."))
        if stored.home_sealed_at is not None and stored.away_sealed_at is not None:
            raise NotNow(_("Both line-ups are sealed: they stay open."))
        stored.opened_at = None
        _save_opened(stored)
        opened.writing.log("match.hidden", stored, after={"match": stored.pk})


def _save_opened(match: TeamMatch) -> None:
    match.version += 1
    match.save(update_fields=["opened_at", "version"])


# Reading.


def line_up_of(match: TeamMatch, side: TeamSide) -> Pairs:
    """Return who plays for a side, sealed or not."""
    rules = match.league.agreed
    places = {
        (one.pair, one.seat): one.player_id for one in LineUpPlace.objects.filter(match=match, side=side)
    }
    return tuple(
        tuple(places.get((pair, seat)) for seat in range(1, rules.pair_size + 1))
        for pair in range(1, rules.tables + 1)
    )


def problems_of(rules: LeagueRules, match: TeamMatch, side: TeamSide, pairs: Pairs) -> list[LineUpFault]:
    """Return what is wrong with a line-up, beside all that was played in the league before."""
    team = match.team_at(side)
    line_up = LineUp(
        team=team.pk,
        club=team.club_id,
        level=match.division.position,
        round=match.round,
        pairs=pairs,
    )
    return find_problems(rules, line_up, _members(match), _appearances(match))


def _members(match: TeamMatch) -> Sequence[TeamMember]:
    rows = TeamPlayer.objects.filter(team__league=match.league_id, team__removed_at=None).order_by("pk")
    values = rows.values_list("player", "team", "team__club", "team__division__position", "is_reserve")
    return [TeamMember(*row) for row in values]


def _appearances(match: TeamMatch) -> Sequence[Appearance]:
    """Return who has played in the other matches: those whose line-ups may be seen."""
    places = LineUpPlace.objects.filter(match__league=match.league_id, match__opened_at__isnull=False)
    rows = places.exclude(match=match).select_related("match").order_by("pk")
    return [
        Appearance(
            one.player_id,
            one.match.home_id if one.side == TeamSide.HOME else one.match.away_id,
            one.match.round,
        )
        for one in rows
    ]


def names_team(match: TeamMatch, team: Team) -> TeamSide | None:
    """Return the side of a team in a match; None where it does not play."""
    if match.home_id == team.pk:
        return TeamSide.HOME
    return TeamSide.AWAY if match.away_id == team.pk else None
