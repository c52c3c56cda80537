"""The ways back of acts on leagues, their teams and their matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from clubs.books.writing import Author
from tournaments import leagues
from tournaments.core.leagues.match import TeamSide
from tournaments.models import Division, League, Team, TeamCharge, TeamMatch
from tournaments.registration.ways_back.past_events import CHANGED


def _league(act: PastAct) -> League:
    return League.objects.select_related("club", "book").get(pk=act.row)


def _team(act: PastAct) -> Team:
    return Team.objects.select_related("league__book", "division").get(pk=act.row)


def _match(act: PastAct) -> TeamMatch:
    found = TeamMatch.objects.select_related("league__book", "division", "home", "away")
    match = found.filter(pk=act.row).first()
    if match is None:
        raise NotNow(_lazy("This match has been taken off the fixtures meanwhile."))
    return match


def _undo(verb: Callable[[Author], object], *, asks_reason: bool = False) -> Undo:
    return Undo(lambda by, _reason, _key: verb(by), asks_reason=asks_reason)


# Leagues.


def _made(act: PastAct) -> Undo:
    found = _league(act)
    _refuse_removed(found)
    if act.book.pk == found.book_id and leagues.plan_of(found) != leagues.plan_from(act.after):
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.remove_league(by, found))


def _refuse_removed(league: League) -> None:
    if league.removed_at is not None:
        raise NotNow(_lazy("The league has been removed."))


def _changed(act: PastAct) -> Undo:
    found = _league(act)
    _refuse_removed(found)
    if leagues.plan_of(found) != leagues.plan_from(act.after):
        raise NotNow(CHANGED)
    if found.is_closed:
        raise NotNow(_lazy("The league is closed. Open it again first."))
    before, version = leagues.plan_from(act.before), found.version
    return _undo(lambda by: leagues.change_league(by, found, before, version))


def _closed(act: PastAct) -> Undo:
    found = _league(act)
    _refuse_removed(found)
    if not found.is_closed:
        raise NotNow(_lazy("The league is not closed."))
    return _undo(lambda by: leagues.reopen_league(by, found))


def _reopened(act: PastAct) -> Undo:
    found = _league(act)
    _refuse_removed(found)
    if found.is_closed:
        raise NotNow(_lazy("The league is closed already."))
    return _undo(lambda by: leagues.close_league(by, found))


def _removed(act: PastAct) -> Undo:
    found = _league(act)
    if found.removed_at is None:
        raise NotNow(_lazy("The league is in the list."))
    return _undo(lambda by: leagues.bring_league_back(by, found))


def _brought_back(act: PastAct) -> Undo:
    found = _league(act)
    _refuse_removed(found)
    return _undo(lambda by: leagues.remove_league(by, found))


# Teams.


def _added(act: PastAct) -> Undo:
    found = _present(act)
    return _undo(lambda by: leagues.remove_team(by, found))


def _present(act: PastAct) -> Team:
    found = _team(act)
    if found.removed_at is not None:
        raise NotNow(_lazy("The team has been taken out."))
    return found


def _team_changed(act: PastAct) -> Undo:
    found = _present(act)
    email = found.captain_email
    if leagues.team_plan_of(found) != leagues.team_plan_from(act.after, email):
        raise NotNow(CHANGED)
    before, version = leagues.team_plan_from(act.before, email), found.version
    return _undo(lambda by: leagues.change_team(by, found, before, version))


def _team_removed(act: PastAct) -> Undo:
    found = _team(act)
    if found.removed_at is None:
        raise NotNow(_lazy("The team is in the league."))
    return _undo(lambda by: leagues.bring_team_back(by, found))


def _withdrawn(act: PastAct) -> Undo:
    found = _present(act)
    if not found.is_withdrawn:
        raise NotNow(_lazy("The team has not withdrawn."))
    return _undo(lambda by: leagues.return_team(by, found))


def _returned(act: PastAct) -> Undo:
    found = _present(act)
    if found.is_withdrawn:
        raise NotNow(_lazy("The team has withdrawn already."))
    return Undo(lambda by, reason, _key: leagues.withdraw_team(by, found, reason))


def _charge(act: PastAct, *, cancelled: bool) -> TeamCharge:
    found = TeamCharge.objects.select_related("team__league__book").get(pk=act.row)
    if (found.cancelled_at is not None) != cancelled:
        raise NotNow(CHANGED)
    return found


def _charged(act: PastAct) -> Undo:
    found = _charge(act, cancelled=False)
    return Undo(lambda by, reason, _key: leagues.cancel_charge(by, found, reason))


def _charge_cancelled(act: PastAct) -> Undo:
    found = _charge(act, cancelled=True)
    return _undo(lambda by: leagues.restore_charge(by, found))


# Fixtures.


def _division(act: PastAct) -> Division:
    found = Division.objects.select_related("league__book").filter(pk=act.row).first()
    if found is None:
        raise NotNow(CHANGED)
    return found


def _fixtures(act: PastAct) -> Undo:
    """Publish again what was there before, or take the matches off where nothing was."""
    found, before = _division(act), leagues.fixtures_from(act.before["fixtures"])
    if leagues.published_fixtures(found) != _with_places(found, act.after["fixtures"]):
        raise NotNow(CHANGED)
    if not before:
        return _undo(lambda by: leagues.withdraw_fixtures(by, found))
    return Undo(lambda by, _reason, key: leagues.publish_fixtures(by, found, before, key), asks_reason=False)


def _with_places(division: Division, stored: list[dict[str, object]]) -> list[object]:
    """Return the fixtures of the log; a match without a place is played where the home team plays."""
    places = dict(division.teams.values_list("number", "place"))
    named = [{**one, "place": one["place"] or places.get(int(str(one["home"])), "")} for one in stored]
    return [*leagues.fixtures_from(named)]


def _added_matches(act: PastAct) -> Undo:
    found, numbers = _division(act), act.after["match_numbers"]
    if leagues.fixtures_numbered(found, numbers) != leagues.fixtures_from(act.after["fixtures"]):
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.remove_matches(by, found, numbers))


def _removed_matches(act: PastAct) -> Undo:
    found, numbers = _division(act), act.before["match_numbers"]
    fixtures = leagues.fixtures_from(act.before["fixtures"])
    if leagues.fixtures_numbered(found, numbers):
        raise NotNow(CHANGED)
    return Undo(
        lambda by, _reason, key: leagues.add_matches(by, found, fixtures, key, numbers), asks_reason=False
    )


# Matches.


def _put_back(act: PastAct) -> Undo:
    found = _match(act)
    now = leagues.MatchState.of(found)
    if now.with_facts(act.after) != now:
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.put_match_back(by, found, act.before, act.after))


def _side(act: PastAct) -> TeamSide:
    return TeamSide(act.after["line_up_side"])


def _sealed(act: PastAct) -> Undo:
    found, side = _match(act), _side(act)
    if found.sealed_at(side) is None or found.shows_line_ups:
        raise NotNow(CHANGED)
    return Undo(lambda by, reason, _key: leagues.break_seal(by, found, side, reason))


def _seal_broken(act: PastAct) -> Undo:
    found, side = _match(act), _side(act)
    if found.sealed_at(side) is not None:
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.seal_again(by, found, side))


def _line_up_changed(act: PastAct) -> Undo:
    found, side = _match(act), _side(act)
    before, after = (
        tuple(tuple(pair) for pair in facts["line_up_pairs"]) for facts in (act.before, act.after)
    )
    if leagues.line_up_of(found, side) != after:
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.seal_line_up(by, found, side, before))


def _opened(act: PastAct) -> Undo:
    found = _match(act)
    if not found.shows_line_ups:
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.close_line_ups(by, found))


def _hidden(act: PastAct) -> Undo:
    found = _match(act)
    if found.shows_line_ups:
        raise NotNow(CHANGED)
    return Undo(lambda by, reason, _key: leagues.open_line_ups(by, found, reason))


def _logged_game(act: PastAct) -> leagues.LoggedGame:
    return leagues.LoggedGame(*(act.after[name] for name in leagues.LoggedGame._fields))


def _game_opened(act: PastAct) -> Undo:
    found, facts = _match(act), _logged_game(act)
    _refuse_unless_as_after(found, act)
    return Undo(
        lambda by, reason, _key: leagues.leave_table_game(
            by, found, facts.match_table, reason, back=act.before
        )
    )


def _game_left(act: PastAct) -> Undo:
    found, facts = _match(act), _logged_game(act)
    _refuse_unless_as_after(found, act)
    table = leagues.table_in(act.before, facts.match_table)
    if table is None:
        raise NotNow(CHANGED)
    return _undo(lambda by: leagues.take_table_game_again(by, found, facts, act.before, table))


def _refuse_unless_as_after(match: TeamMatch, act: PastAct) -> None:
    """Refuse where the table of an act is played otherwise by now, or the match has another result."""
    number = act.after["match_table"]
    now, after = leagues.MatchState.of(match), leagues.table_in(act.after, number)
    table = next((one for one in now.tables if one.number == number), None)
    same = (table and table.game) == (after and after.game)
    if not same or now.state == TeamMatch.State.ACCEPTED:
        raise NotNow(CHANGED)
    if after is None and table is not None:
        raise NotNow(CHANGED)


_AS_BEFORE: Final = _lazy("Puts the match back as it was before.")
_MATCH_ACTS: Final = (
    *("match.moved", "match.postponed", "match.entered", "match.cleared", "match.confirmed"),
    *("match.disputed", "match.accepted", "match.reopened", "match.ruled", "match.put_back"),
    *("match.answer_withdrawn", "match.sides_exchanged"),
)

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "league.made": WayBack(_lazy("Takes the league off the list."), _made, ("league.removed",)),
    "league.changed": WayBack(_lazy("Brings back what was agreed on before."), _changed),
    "league.closed": WayBack(_lazy("Opens the league again."), _closed, ("league.reopened",)),
    "league.reopened": WayBack(_lazy("Closes the league again."), _reopened, ("league.closed",)),
    "league.removed": WayBack(
        _lazy("Brings the league back into the list."), _removed, ("league.brought_back",)
    ),
    "league.brought_back": WayBack(
        _lazy("Takes the league off the list."), _brought_back, ("league.removed",)
    ),
    "league.rescored": NoWayBack(_lazy("It follows from what is recorded."), is_listed=False),
    "team.added": WayBack(_lazy("Takes the team out again."), _added, ("team.removed",)),
    "team.changed": WayBack(_lazy("Brings back what was agreed on before."), _team_changed),
    "team.removed": WayBack(
        _lazy("Brings the team back into the league."), _team_removed, ("team.brought_back",)
    ),
    "team.brought_back": WayBack(_lazy("Takes the team out again."), _added, ("team.removed",)),
    "team.withdrawn": WayBack(_lazy("Lets the team play on."), _withdrawn, ("team.returned",)),
    "team.returned": WayBack(_lazy("Lets the team withdraw again."), _returned, ("team.withdrawn",)),
    "team.charged": WayBack(_lazy("Cancels the change of its points."), _charged, ("team.charge_cancelled",)),
    "team.charge_cancelled": WayBack(
        _lazy("Brings the change of its points back."), _charge_cancelled, ("team.charge_restored",)
    ),
    "team.charge_restored": WayBack(
        _lazy("Cancels the change of its points."), _charged, ("team.charge_cancelled",)
    ),
    "fixtures.published": WayBack(_lazy("Brings back the fixtures of before."), _fixtures),
    "fixtures.withdrawn": WayBack(_lazy("Brings back the fixtures of before."), _fixtures),
    "fixtures.added": WayBack(
        _lazy("Takes these matches off again."), _added_matches, ("fixtures.removed",), "match_numbers"
    ),
    "fixtures.removed": WayBack(
        _lazy("Brings these matches back."), _removed_matches, ("fixtures.added",), "match_numbers"
    ),
    **{act: WayBack(_AS_BEFORE, _put_back) for act in _MATCH_ACTS},
    "match.game_opened": WayBack(
        _lazy("Sets the game aside, so that points can be entered again."),
        _game_opened,
        ("match.game_left",),
    ),
    "match.game_left": WayBack(_lazy("Lets the game count again."), _game_left, ("match.game_opened",)),
    "match.sealed": WayBack(
        _lazy("Breaks the seal, so that the line-up can be changed."),
        _sealed,
        ("match.seal_broken",),
        "line_up_side",
    ),
    "match.lined_up": NoWayBack(
        _lazy("Both line-ups have been seen. The league manager can put a line-up right.")
    ),
    "match.line_up_changed": WayBack(_lazy("Brings back the line-up of before."), _line_up_changed),
    "match.seal_broken": WayBack(_lazy("Seals the line-up again, as it was."), _seal_broken),
    "match.opened": WayBack(_lazy("Hides the line-ups again."), _opened, ("match.hidden",)),
    "match.hidden": WayBack(_lazy("Opens the line-ups again."), _hidden, ("match.opened",)),
}
