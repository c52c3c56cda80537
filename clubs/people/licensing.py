"""Who gives licence numbers to the players of a club."""

from __future__ import annotations

from clubs.models import Club


def licensing_club(club: Club) -> Club:
    """Return the giver of licence numbers to players of a club: its federation, or the club itself."""
    return club.federation or club
