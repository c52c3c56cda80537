"""The captain's way into a league without an account: by the code of the team."""

from tournaments.captains.making import make_team_codes, put_team_codes_back

__all__ = [
    "codes",
    "make_team_codes",
    "making",
    "manager_views",
    "page",
    "paper_views",
    "papers",
    "put_team_codes_back",
    "reminders",
    "views",
]
