"""The screens of the hall: what each shows."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, retried
from tournaments.models import Tournament
from tournaments.play.screens import (
    FIRST_SCREEN,
    MAX_SCREENS,
    MAX_SECONDS,
    MIN_SECONDS,
    HallScreen,
    as_stored,
    find_screen,
    screens_of,
)
from tournaments.running.session import OpenEvent, open_event


@retried
def set_screen(by: Author, event: Tournament, screen: HallScreen) -> None:
    """Say what a screen shows; one of a new number is added. It is taken back by saying it again."""
    _check(screen)
    with open_event(event, by) as opened:
        before = find_screen(opened.event, screen.number)
        if before == screen:
            opened.writing.mark_repeat()
            return
        _save(opened, [*(each for each in screens_of(opened.event) if each.number != screen.number), screen])
        opened.writing.log(
            "screen.set",
            opened.event,
            before={"screen": screen.number, "shows": None if before is None else before.data},
            after={"screen": screen.number, "shows": screen.data},
        )


def _check(screen: HallScreen) -> None:
    if not 1 <= screen.number <= MAX_SCREENS:
        raise NotNow(_("There are at most %(count)s screens.") % {"count": MAX_SCREENS})
    if not screen.kinds or len(screen.kinds) != len(screen.pages):
        raise validation_error("pages", _("Choose at least one page."))
    if not all(MIN_SECONDS <= seconds <= MAX_SECONDS for seconds in screen.pages.values()):
        raise validation_error("pages", _("A page stands between 3 and 600 seconds."))


@retried
def remove_screen(by: Author, event: Tournament, number: int) -> None:
    """Remove a screen; the first one shows everything again."""
    with open_event(event, by) as opened:
        before = find_screen(opened.event, number)
        kept = [each for each in screens_of(opened.event) if each.number != number]
        if before is None or before == HallScreen.usual(FIRST_SCREEN):
            opened.writing.mark_repeat()
            return
        _save(opened, kept)
        opened.writing.log(
            "screen.removed",
            opened.event,
            before={"screen": number, "shows": before.data},
            after={"screen": number},
        )


def _save(opened: OpenEvent, screens: list[HallScreen]) -> None:
    opened.event.screens = as_stored(screens)
    opened.event.save(update_fields=["screens"])
