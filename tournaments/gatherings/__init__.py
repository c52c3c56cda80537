"""Several events of a club that go together: one programme, one sign-up, one jury.

making       made, changed, dissolved
page         what everybody sees of it
signing_up   one form for several events, each with a sign-up of its own
jury         a role in each of its events by one act
"""

from tournaments.gatherings.jury import give_role_in_all, revoke_role_in_all
from tournaments.gatherings.making import (
    GatheringPlan,
    change_gathering,
    dissolve_gathering,
    make_gathering,
    put_gathering_back,
    restore_gathering,
)
from tournaments.gatherings.signing_up import sign_up_for_several

__all__ = [
    "GatheringPlan",
    "change_gathering",
    "club_views",
    "dissolve_gathering",
    "give_role_in_all",
    "make_gathering",
    "making",
    "put_gathering_back",
    "restore_gathering",
    "revoke_role_in_all",
    "sign_up_for_several",
    "views",
]
