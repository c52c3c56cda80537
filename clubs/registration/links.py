"""The pages of a club's workspace, and the settings of a club, that this app has itself."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.models import Book
from clubs.web.extensions import FOR_ALL, ClubSetting, ClubTab, TabName


def players_tab(book: Book) -> ClubTab:
    return ClubTab(TabName.PLAYERS, _lazy("Players"), _address("club_players", book), FOR_ALL)


def people_tab(book: Book) -> ClubTab:
    label = _lazy("People and roles")
    return ClubTab(TabName.PEOPLE, label, _address("club_people", book), permissions.ADMINS)


def log_tab(book: Book) -> ClubTab:
    address = reverse("clubs:log", args=[book.pk])
    return ClubTab(TabName.LOG, _lazy("Log"), address, permissions.IN_CHARGE)


def settings_tab(book: Book) -> ClubTab:
    address = _address("club_settings", book)
    return ClubTab(TabName.SETTINGS, _lazy("Settings"), address, permissions.DIRECTORS)


def name_setting(book: Book) -> ClubSetting:
    now = ", ".join(filter(None, (book.club.name, book.club.place)))
    return ClubSetting(_("Name and place"), now, _address("club_edit", book), permissions.ADMINS)


def federation_setting(book: Book) -> ClubSetting:
    federation = book.club.federation
    now = _("The club does not belong to a federation.") if federation is None else federation.name
    return ClubSetting(_("Federation"), now, _address("federation", book), permissions.ADMINS)


def codes_setting(book: Book) -> ClubSetting:
    """Whether the codes of the log leave the house; the address is for its own page."""
    now = _("sent when an event is official") if book.club.codes_to else _("not sent")
    return ClubSetting(_("Codes of the log by mail"), now, _address("codes_mail", book), permissions.ADMINS)


def archive_setting(book: Book) -> ClubSetting:
    now = _("Events and games that are out of the lists of the club.")
    return ClubSetting(_("Archive"), now, _address("archived", book), permissions.DIRECTORS)


def _address(name: str, book: Book) -> str:
    return reverse(f"clubs:{name}", args=[book.club_id])
