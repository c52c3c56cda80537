"""Players of a club from a file of a club or a federation, and their licences year by year.

columns      which column is which
reading      the rows, and what is wrong at which cell
plan         what a list would change
details      details of many players changed together, and restored
taking       the verb that takes a list in
licences     the verb that renews licences
taking_back  the verb that takes one such act back
"""

from clubs.people.register.columns import RegisterColumn, RegisterSheet, find_columns, names_a_player
from clubs.people.register.licences import RENEWED, renew_licences
from clubs.people.register.plan import RegisterPlan, make_plan
from clubs.people.register.reading import MAX_LISTED, RegisterReading, own_name_in, read_members
from clubs.people.register.taking import (
    TAKEN_IN,
    MemberDecision,
    RegisterChoices,
    RegisterTaken,
    take_in_members,
)
from clubs.people.register.taking_back import TAKEN_BACK, find_trace, take_back_members

__all__ = [
    "MAX_LISTED",
    "RENEWED",
    "TAKEN_BACK",
    "TAKEN_IN",
    "MemberDecision",
    "RegisterChoices",
    "RegisterColumn",
    "RegisterPlan",
    "RegisterReading",
    "RegisterSheet",
    "RegisterTaken",
    "columns",
    "details",
    "find_columns",
    "find_trace",
    "forms",
    "licences",
    "make_plan",
    "names_a_player",
    "own_name_in",
    "plan",
    "read_members",
    "reading",
    "renew_licences",
    "take_back_members",
    "take_in_members",
    "taking",
    "taking_back",
]
