"""Announced events, and those who sign up for them without an account.

announcing   the announcement: written, announced, taken down; postponed and cancelled
signing_up   signed up, changed and cancelled by a code
places       the places of an event, and the waiting list
deciding     approved, declined, joined by the director
entering     sign-ups become entries
letters      mail to those who gave an address
old          what is deleted some time after the event
"""

from tournaments.signup.announcing import (
    AnnouncementPlan,
    EventStatus,
    announce,
    change_announcement,
    plan_from,
    plan_of,
    put_status_back,
    say_status,
    take_down,
)
from tournaments.signup.deciding import approve, decline, join, take_back
from tournaments.signup.entering import EnteredSignup, enter_signups, find_entered, take_out
from tournaments.signup.old import remove_old_signups
from tournaments.signup.people import TypedPlayer
from tournaments.signup.signing_up import SignupForm, cancel_signup, change_signup, sign_up

__all__ = [
    "AnnouncementPlan",
    "EnteredSignup",
    "EventStatus",
    "SignupForm",
    "TypedPlayer",
    "announce",
    "announcing",
    "approve",
    "cancel_signup",
    "change_announcement",
    "change_signup",
    "codes",
    "deciding",
    "decline",
    "director_views",
    "enter_signups",
    "entering",
    "find_entered",
    "forms",
    "join",
    "letters",
    "old",
    "openness",
    "own_page",
    "people",
    "places",
    "plan_from",
    "plan_of",
    "put_status_back",
    "remove_old_signups",
    "say_status",
    "sign_up",
    "take_back",
    "take_down",
    "take_out",
    "views",
]
