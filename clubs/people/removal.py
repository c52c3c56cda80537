"""Deleting a player on whom nothing is recorded.

What refers to a player in such a way that the database keeps both (`PROTECT`) is named in `held_by`, by the
app that has it, so that a refusal says what is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.db import models
from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, LoggedAct, Writing, bump_books_showing, club_book, retried, writing
from clubs.models import Membership, Player, User
from clubs.plugins.hooks import HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

# What holds a player or a club, by the field that refers to it, such as "scoring.seat.player".
held_by: HookTable[_StrOrPromise] = HookTable()


def holding_fields(model: type[models.Model]) -> set[str]:
    """Return the fields that hold a row of a model: as long as they refer to it, it stays."""
    return {
        f"{relation.field.model._meta.label_lower}.{relation.field.name}"
        for relation in model._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel) and relation.on_delete is models.PROTECT
    }


def what_is_on(player: Player) -> list[str]:
    """Return what is recorded on a player, in the reader's language; it is deleted only without any."""
    held = (str(held_by[field]) for field in sorted(holding_fields(Player)) if _refers(field, player))
    found = list(dict.fromkeys(held))
    if player.memberships.exclude(club=player.home_club_id).exists():
        found.append(_("a membership in another club"))
    if User.objects.filter(player=player).exists():
        found.append(_("the account of a person"))
    return found


def _refers(field: str, player: Player) -> bool:
    model, _dot, name = field.rpartition(".")
    rows: models.QuerySet[models.Model] = apps.get_model(model)._base_manager.filter(**{name: player})
    return rows.exists()


@retried
def delete_player(by: Author, player: Player) -> None:
    """Delete a player on whom nothing is recorded, with the names and the membership."""
    with writing(club_book(player.home_club), by, needs=DIRECTORS) as act:
        here = Player.objects.filter(pk=player.pk, home_club=player.home_club_id)
        now = here.select_for_update(of=("self",)).first()
        if now is None:
            raise NotNow(_("The player has been deleted, or has another home club by now."))
        found = what_is_on(now)
        if found:
            raise NotNow(_("The player stays: %(what)s.") % {"what": ", ".join(found)})
        bump_books_showing(now)
        act.log("player.deleted", now, before={"home_club": now.home_club_id})
        now.delete()


def delete_free_players_in(act: Writing, players: models.QuerySet[Player]) -> None:
    """Delete those of these players on whom nothing is recorded, in the open book of their home club."""
    held: set[int] = set()
    for field in holding_fields(Player):
        model, _dot, name = field.rpartition(".")
        rows: models.QuerySet[models.Model] = apps.get_model(model)._base_manager.filter(
            **{f"{name}__in": players}
        )
        held.update(rows.order_by().values_list(name, flat=True).distinct())
    elsewhere = Membership.objects.filter(player__in=players).exclude(club=models.F("player__home_club"))
    held.update(elsewhere.values_list("player", flat=True))
    held.update(User.objects.filter(player__in=players).values_list("player", flat=True))
    free = [player for player in players.order_by("pk") if player.pk not in held]
    gone = Player.objects.filter(pk__in=[player.pk for player in free])
    bump_books_showing(gone)
    act.log_all(
        LoggedAct("player.deleted", player, before={"home_club": player.home_club_id}) for player in free
    )
    gone.delete()
