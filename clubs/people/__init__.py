"""Clubs and players: verbs, forms, queries and pasted lists."""

from clubs.people.club_removal import delete_club, what_is_on_club
from clubs.people.club_verbs import (
    create_club,
    create_club_unchecked,
    edit_club,
    join_federation,
    leave_federation,
)
from clubs.people.details import ClubDetails, PlayerDetails
from clubs.people.removal import delete_player, held_by, holding_fields, what_is_on
from clubs.people.verbs import (
    LineRefused,
    add_guest_in,
    add_member,
    add_player,
    edit_act_code,
    edit_player,
    end_membership,
    move_home_club,
    paste_players,
    today,
)

__all__ = [
    "ClubDetails",
    "LineRefused",
    "PlayerDetails",
    "add_guest_in",
    "add_member",
    "add_player",
    "club_removal",
    "club_verbs",
    "create_club",
    "create_club_unchecked",
    "delete_club",
    "delete_player",
    "details",
    "edit_act_code",
    "edit_club",
    "edit_player",
    "end_membership",
    "fields",
    "forms",
    "held_by",
    "holding_fields",
    "join_federation",
    "leave_federation",
    "matching",
    "move_home_club",
    "names",
    "page_access",
    "paste",
    "paste_decisions",
    "paste_players",
    "queries",
    "removal",
    "today",
    "verbs",
    "what_is_on",
    "what_is_on_club",
]
