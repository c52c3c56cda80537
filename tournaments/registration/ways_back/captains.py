"""The ways back of acts on the codes of teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from tournaments import captains
from tournaments.captains import making
from tournaments.models import League, Team
from tournaments.registration.ways_back.past_events import CHANGED


def _made(act: PastAct) -> Undo:
    league = League.objects.select_related("club", "book").get(pk=act.row)
    before = making.sets_from(act.before[making.CODE_SETS])
    made = making.sets_from(act.after[making.CODE_SETS])
    now = dict(Team.objects.filter(league=league, pk__in=made).values_list("pk", "code_set"))
    if any(now.get(team) != code_set for team, code_set in made.items()):
        raise NotNow(CHANGED)
    return Undo(
        lambda by, _reason, _key: captains.put_team_codes_back(by, league, before, made), asks_reason=False
    )


WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    making.MADE: WayBack(
        _lazy("Lets the codes before be valid again, or none."), _made, (making.PUT_BACK,), making.CODE_SETS
    ),
    making.PUT_BACK: NoWayBack(_lazy("Make new codes.")),
}
