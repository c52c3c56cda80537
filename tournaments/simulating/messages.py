"""What the simulated people write, in the language of their club."""

from __future__ import annotations

from django.utils.translation import gettext as _


def cards_forgotten() -> str:
    return _("The cards in hand were recorded a hundred points out.")


def written_right() -> str:
    return _("Counted again together.")


def not_agreed() -> str:
    return _("We make the cards in hand a different total.")


def ruling_stands() -> str:
    return _("The cards were counted at the table: the deal remains as written.")


def ruling_rewritten() -> str:
    return _("The cards were recounted at the table: the deal is to be entered again.")


def look_at_opening() -> str:
    return _("Is this enough to open with?")


def late_to_the_table() -> str:
    return _("Late back from the break.")


def phone_rang() -> str:
    return _("A phone rang during play.")


def phone_was_another() -> str:
    return _("It was a phone in the next room.")


def did_not_come() -> str:
    return _("Has not come within the time.")


def has_to_leave() -> str:
    return _("Was taken ill and had to leave.")


def has_gone_home() -> str:
    return _("Has gone home.")
