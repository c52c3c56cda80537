"""The way back of each act on clubs, players and roles: the verb that takes it back, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy

from clubs import accounts, people
from clubs.books.archiving import archive, bring_back
from clubs.books.permissions import ADMINS
from clubs.books.refusals import NotNow
from clubs.books.ways_back import NoWayBack, PastAct, Undo, WayBack
from clubs.models import Book, Club, Invitation, Membership, Player, PlayerMerge, PlayerName, Role, User
from clubs.people import register
from clubs.people.two_people import pairs_told_apart

_CHANGED: Final = _lazy("It has been changed since.")


# Clubs.


def _club_edited(act: PastAct) -> Undo:
    club = Club.objects.get(pk=act.row)
    fields = ("name", "short_name", "place", "language")
    if any(getattr(club, name) != act.after[name] for name in fields):
        raise NotNow(_CHANGED)
    before, version = people.ClubDetails(**{name: act.before[name] for name in fields}), club.version
    return Undo(lambda by, _reason, _key: people.edit_club(by, club, before, version), asks_reason=False)


def _club_joined(act: PastAct) -> Undo:
    club = Club.objects.get(pk=act.row)
    if club.federation_id != act.after["federation"]:
        raise NotNow(_CHANGED)
    if act.book.club_id != club.pk:
        raise NotNow(_lazy("The club itself leaves its federation."))
    return Undo(lambda by, _reason, _key: people.leave_federation(by, club), asks_reason=False)


# Players and members.


def _player_of(act: PastAct) -> Player:
    player = Player.objects.select_related("home_club").filter(pk=act.row).first()
    if player is None:
        raise NotNow(_lazy("The player has been deleted."))
    return player


def _player_added(act: PastAct) -> Undo:
    player = _player_of(act)
    if player.home_club_id != act.book.club_id:
        raise NotNow(_lazy("The player already has another home club."))
    if found := people.what_is_on(player):
        raise NotNow(_lazy("The player stays: %(what)s.") % {"what": ", ".join(found)})
    return Undo(lambda by, _reason, _key: people.delete_player(by, player), asks_reason=False)


def _player_edited(act: PastAct) -> Undo:
    player = _player_of(act)
    names = PlayerName.objects.in_bulk([act.before["player_name"], act.after["player_name"]])
    if (
        _details(act.after, names, player) != _details_now(player)
        or player.home_club_id != act.after["home_club"]
    ):
        raise NotNow(_CHANGED)
    before, version = _details(act.before, names, player), player.version
    return Undo(lambda by, _reason, _key: people.edit_player(by, player, before, version), asks_reason=False)


def _details(
    facts: Mapping[str, object], names: Mapping[int, PlayerName], player: Player
) -> people.PlayerDetails:
    """Return what the log says of a player; the name is in a row of its own, which may be erased.

    Entries of the time before licences had an end say nothing of it: it stays as it is.
    """
    pk = facts["player_name"]
    name = names.get(pk) if isinstance(pk, int) else None
    if name is None:
        raise NotNow(_lazy("The name of that time has been erased."))
    return people.PlayerDetails(
        given_name=name.given_name,
        family_name=name.family_name,
        licence=name.licence,
        licence_until=_day(facts["licence_until"]) if "licence_until" in facts else player.licence_until,
        language=str(facts["language"]),
        may_publish=bool(facts["may_publish"]),
    )


def _day(stored: object) -> date | None:
    return date.fromisoformat(str(stored)) if stored else None


def _details_now(player: Player) -> people.PlayerDetails:
    return people.PlayerDetails(
        given_name=player.given_name,
        family_name=player.family_name,
        licence=player.licence,
        licence_until=player.licence_until,
        language=player.language,
        may_publish=player.may_publish,
    )


def _merged(act: PastAct) -> Undo:
    merges = PlayerMerge.objects.select_related("absorbed__home_club", "absorbed__merged_into__home_club")
    merge = merges.filter(absorbed=act.after["merged"], absorbed__merged_into=act.row).first()
    if merge is None:
        # The one who was kept may have been merged into somebody else: that goes back first.
        later = merges.filter(absorbed=act.row).first()
        raise NotNow(_CHANGED) if later is None else people.rests_on(later)
    people.refuse_to_part(merge, timezone.now())
    kept, other = _player_of(act), merge.absorbed
    return Undo(lambda by, _reason, _key: people.part_players(by, kept, other), asks_reason=False)


def _told_apart(act: PastAct) -> Undo:
    club, (first, second) = Club.objects.get(pk=act.row), _both(act.after)
    if frozenset((first.pk, second.pk)) not in pairs_told_apart(club):
        raise NotNow(_CHANGED)
    return Undo(lambda by, _reason, _key: people.ask_again(by, club, first, second), asks_reason=False)


def _asked_again(act: PastAct) -> Undo:
    club, (first, second) = Club.objects.get(pk=act.row), _both(act.before)
    if frozenset((first.pk, second.pk)) in pairs_told_apart(club):
        raise NotNow(_CHANGED)
    return Undo(lambda by, _reason, _key: people.tell_apart(by, club, first, second), asks_reason=False)


def _both(facts: Mapping[str, Any]) -> list[Player]:
    players = list(Player.objects.filter(pk__in=facts["players"]).order_by("pk"))
    if len(players) != len(facts["players"]):
        raise NotNow(_CHANGED)
    return players


def _consent_changed(act: PastAct) -> Undo:
    club = Club.objects.get(pk=act.row)
    given, withdrawn = act.after["named"], act.before["named"]
    players = Player.objects.filter(home_club=club)
    unchanged = (
        players.filter(pk__in=given, may_publish=True).count(),
        players.filter(pk__in=withdrawn, may_publish=False).count(),
    )
    if unchanged != (len(given), len(withdrawn)):
        raise NotNow(_CHANGED)
    return Undo(
        lambda by, _reason, _key: people.change_consent(by, club, agreed=withdrawn, withdrawn=given),
        asks_reason=False,
    )


def _rating_consent_changed(act: PastAct) -> Undo:
    player, agreed = _player_of(act), bool(act.before["rating_shown"])
    if (player.rating_consent_at is not None) == agreed or player.home_club_id != act.book.club_id:
        raise NotNow(_CHANGED)
    return Undo(
        lambda by, _reason, _key: people.change_rating_consent(by, player, agreed=agreed), asks_reason=False
    )


def _register_taken_in(act: PastAct) -> Undo:
    club = Club.objects.get(pk=act.row)
    if register.find_trace(club, act.before, act.after).is_gone:
        raise NotNow(_CHANGED)
    return Undo(
        lambda by, _reason, _key: register.take_back_members(by, club, act.before, act.after),
        asks_reason=False,
    )


def _home_moved(act: PastAct) -> Undo:
    player = _player_of(act)
    if player.home_club_id != act.after["home_club"]:
        raise NotNow(_CHANGED)
    if act.book.club_id != player.home_club_id:
        raise NotNow(_lazy("The new home club moves the player back."))
    former = Club.objects.get(pk=act.before["home_club"])
    if not player.memberships.filter(club=former, until=None).exists():
        raise NotNow(_lazy("The player is no longer a member of the former home club."))
    return Undo(lambda by, _reason, _key: people.move_home_club(by, player, former), asks_reason=False)


def _member_added(act: PastAct) -> Undo:
    player = _player_of(act)
    memberships = Membership.objects.select_related("club", "player")
    membership = memberships.filter(club=act.after["club"], player=player, until=None).first()
    if membership is None:
        raise NotNow(_lazy("The membership has ended."))
    if player.home_club_id == membership.club_id:
        raise NotNow(_lazy("This is the player's home club by now."))
    return Undo(lambda by, _reason, _key: people.end_membership(by, membership), asks_reason=False)


def _member_ended(act: PastAct) -> Undo:
    player, club = _player_of(act), Club.objects.get(pk=act.after["club"])
    if player.memberships.filter(club=club, until=None).exists():
        raise NotNow(_lazy("The player is a member again."))
    return Undo(lambda by, _reason, _key: people.add_member(by, club, player), asks_reason=False)


# Invitations, roles, people.


def _invited(act: PastAct) -> Undo:
    invitation = Invitation.objects.select_related("book").get(pk=act.row)
    if invitation.used_at is not None:
        raise NotNow(_lazy("It has been accepted. Remove the role instead."))
    if invitation.withdrawn_at is not None:
        raise NotNow(_lazy("It has been withdrawn, or has expired."))
    return Undo(lambda by, _reason, _key: accounts.withdraw_invitation(by, invitation), asks_reason=False)


def _role_given(act: PastAct) -> Undo:
    roles = Role.objects.select_related("book", "user")
    role = roles.filter(book=act.book, user=act.row, kind=act.after["role"]).first()
    if role is None:
        raise NotNow(_lazy("The role has been taken away."))
    if accounts.is_last_admin(role):
        raise NotNow(_lazy("This is the last admin of the club. Make somebody else an admin first."))
    return Undo(lambda by, _reason, _key: accounts.revoke_role(by, role), asks_reason=False)


def _role_taken(act: PastAct) -> Undo:
    user, kind = User.objects.get(pk=act.row), Role.Kind(act.before["role"])
    held = set(Role.objects.filter(book=act.book, user=user).values_list("kind", flat=True))
    if kind in held:
        raise NotNow(_lazy("The role has been given again."))
    if not held:
        raise NotNow(_lazy("The person has no other role here: send a new invitation."))
    return Undo(lambda by, _reason, _key: accounts.give_role(by, act.book, user, kind), asks_reason=False)


def _said_who_it_is(act: PastAct) -> Undo:
    user, before = User.objects.get(pk=act.row), act.before["player"]
    if user.player_id != act.after["player"]:
        raise NotNow(_CHANGED)
    player = None if before is None else Player.objects.filter(pk=before).first()
    if before is not None and player is None:
        raise NotNow(_lazy("The player has been deleted."))
    club = act.book.club
    return Undo(lambda by, _reason, _key: accounts.link_player(by, club, user, player), asks_reason=False)


# The archive.


def _archived(act: PastAct) -> Undo:
    book = Book.objects.get(pk=act.book.pk)
    if book.archived_at is None:
        raise NotNow(_CHANGED)
    return Undo(lambda by, _reason, _key: bring_back(by, book), asks_reason=False)


def _brought_back(act: PastAct) -> Undo:
    book = Book.objects.get(pk=act.book.pk)
    if book.archived_at is not None:
        raise NotNow(_CHANGED)
    return Undo(lambda by, _reason, _key: archive(by, book), asks_reason=False)


_OWN_ACCOUNT: Final = NoWayBack(_lazy("Everybody changes the own account, on its own page."), is_listed=False)

WAYS_BACK: Final[Mapping[str, WayBack | NoWayBack]] = {
    "log.sealed": NoWayBack(_lazy("A seal says what the log was on that day."), is_listed=False),
    "book.archived": WayBack(
        _lazy("Brings it back into the lists of the club."), _archived, ("book.brought_back",)
    ),
    "book.brought_back": WayBack(
        _lazy("Takes it out of the lists of the club again."), _brought_back, ("book.archived",)
    ),
    "club.deleted": NoWayBack(_lazy("It is deleted for good.")),
    "club.created": NoWayBack(_lazy("A club stays; its name and place can be changed.")),
    "club.edited": WayBack(_lazy("Writes down what was there before."), _club_edited, needs=ADMINS),
    "club.codes_sent": NoWayBack(_lazy("Write the address again: the log does not have it.")),
    "club.joined": WayBack(
        _lazy("Takes the club out of the federation."), _club_joined, ("club.left",), needs=ADMINS
    ),
    "club.left": NoWayBack(_lazy("Somebody who is an admin of both lets the club join again.")),
    "player.added": WayBack(
        _lazy("Deletes the player."), _player_added, ("player.deleted",), one_by_one=True
    ),
    "player.edited": WayBack(_lazy("Writes down what was there before."), _player_edited),
    "player.renamed": WayBack(_lazy("Gives the player the former name again."), _player_edited),
    "player.home_moved": WayBack(_lazy("Moves the home back."), _home_moved, needs=ADMINS),
    "players.consent": WayBack(_lazy("Notes again who agreed to be named before."), _consent_changed),
    "player.rating_consent": WayBack(_lazy("Notes again what was noted before."), _rating_consent_changed),
    register.TAKEN_IN: WayBack(
        _lazy("Writes down what was there before, and deletes the new players who are in nothing yet."),
        _register_taken_in,
        (register.TAKEN_BACK,),
        about="done_at",
    ),
    register.RENEWED: WayBack(
        _lazy("Writes down until when the licences were valid before."),
        _register_taken_in,
        (register.TAKEN_BACK,),
        about="done_at",
    ),
    register.TAKEN_BACK: NoWayBack(_lazy("Send the list again, or renew the licences again.")),
    "player.merged": WayBack(
        _lazy("Tells the two players apart again; what was recorded since stays with the one."),
        _merged,
        ("player.parted",),
        about="merged",
    ),
    "player.parted": NoWayBack(_lazy("Merge the two again, on the page of possible duplicates.")),
    "players.told_apart": WayBack(
        _lazy("Proposes the two as possible duplicates again."),
        _told_apart,
        ("players.asked_again",),
        about="players",
    ),
    "players.asked_again": WayBack(
        _lazy("Notes again that they are two people."), _asked_again, ("players.told_apart",), about="players"
    ),
    "player.erased": NoWayBack(_lazy("Nobody knows the name any more.")),
    "player.deleted": NoWayBack(_lazy("Add the player again: nothing was recorded on this one.")),
    "member.added": WayBack(
        _lazy("Ends the membership."), _member_added, ("member.ended",), one_by_one=True, needs=ADMINS
    ),
    "member.ended": WayBack(
        _lazy("Makes the player a member again, from today on."), _member_ended, ("member.added",)
    ),
    "invitation.made": WayBack(
        _lazy("Withdraws the invitation: its link opens nothing any more."),
        _invited,
        ("invitation.withdrawn",),
        needs=ADMINS,
    ),
    "invitation.withdrawn": NoWayBack(_lazy("Send a new invitation: it has a link of its own.")),
    "invitation.accepted": WayBack(
        _lazy("Takes the role away."), _role_given, ("role.taken",), about="role", needs=ADMINS
    ),
    "role.given": WayBack(
        _lazy("Takes the role away."), _role_given, ("role.taken",), about="role", needs=ADMINS
    ),
    "role.taken": WayBack(
        _lazy("Gives the role again."), _role_taken, ("role.given",), about="role", needs=ADMINS
    ),
    "person.is_player": WayBack(_lazy("Says what was said before."), _said_who_it_is, needs=ADMINS),
    "reset_link.made": NoWayBack(_lazy("The link ends after a day, or with the next sign-in.")),
    "password.reset": _OWN_ACCOUNT,
    "password.changed": _OWN_ACCOUNT,
    "account.closed": NoWayBack(
        _lazy("Its name and address are gone. A new invitation makes a new account.")
    ),
    "session.ended": _OWN_ACCOUNT,
    "email.asked": _OWN_ACCOUNT,
    "email.changed": _OWN_ACCOUNT,
    "second_step.set_up": _OWN_ACCOUNT,
    "second_step.removed": NoWayBack(_lazy("Its owner sets it up again, on the page of the own account.")),
    "code_app.removed": _OWN_ACCOUNT,
    "passkey.added": _OWN_ACCOUNT,
    "passkey.removed": _OWN_ACCOUNT,
    "passkey.refused": _OWN_ACCOUNT,
    "recovery_codes.made": _OWN_ACCOUNT,
    "recovery_code.used": _OWN_ACCOUNT,
    "account.edited": _OWN_ACCOUNT,
}
