"""Clubs and players: verbs, forms, queries and pasted lists."""

from clubs.people.verbs import (
    ClubCard,
    LineRefused,
    PlayerCard,
    add_member,
    add_player,
    edit_act,
    edit_club,
    edit_player,
    end_membership,
    found_club,
    founded,
    join_federation,
    leave_federation,
    move_home_club,
    paste_players,
    today,
)

__all__ = [
    "ClubCard",
    "LineRefused",
    "PlayerCard",
    "add_member",
    "add_player",
    "edit_act",
    "edit_club",
    "edit_player",
    "end_membership",
    "found_club",
    "founded",
    "join_federation",
    "leave_federation",
    "move_home_club",
    "paste_players",
    "today",
]
