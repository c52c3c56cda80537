"""The log sentences of events, and the books of events that show a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs.books.log_wording import FactLabel
from clubs.models import Book, Player
from tournaments.models import Announcement, Entry, EventAdjustment, Pairing, Round, Signup, Tournament
from tournaments.past.adding import ADDED, LISTED, REMOVED
from tournaments.personal import making
from tournaments.play.screens import HallScreen
from tournaments.settings.logged_settings import deals_text, moment_text, pairings_text, settings_changed
from tournaments.signup import announcing, deciding, entering
from tournaments.wording.labels import MOVEMENT_LABELS

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    "event.created": _lazy("Event set up"),
    "entry.added": _lazy("Entry made"),
    "round.drawn": _lazy("Round drawn"),
    "round.published": _lazy("Round published"),
    "round.set_by_hand": _lazy("Round set by hand"),
    "round.places_exchanged": _lazy("Places of a published round exchanged"),
    "game.deals_moved": _lazy("Deals moved from or to another table"),
    "round.locked": _lazy("Table locked in the draw"),
    "round.unlocked": _lazy("Table unlocked in the draw"),
    "round.redrawn": _lazy("Unlocked tables redrawn"),
    "round.removed": _lazy("Round removed"),
    "round.put_back": _lazy("Removed round brought back as it was"),
    "round.closed": _lazy("Round closed"),
    "round.reopened": _lazy("Round opened again"),
    "round.signed_on_paper": _lazy("Sheets of the round signed on paper"),
    "event.changed": _lazy("Event changed"),
    "event.deleted": _lazy("Event deleted"),
    "event.exported": _lazy("Event taken along as a file"),
    "event.brought_in": _lazy("Event brought in from a file"),
    LISTED: _lazy("Event made from a list of past results"),
    ADDED: _lazy("Past results taken in from a list"),
    REMOVED: _lazy("Past results from a list removed"),
    "event.set_up_corrected": _lazy("Settings corrected: the event was set up wrong"),
    "event.lots_drawn": _lazy("Lots drawn by hand"),
    "event.adjusted": _lazy("Penalty or award in the standings"),
    "event.adjustment_cancelled": _lazy("Penalty or award in the standings revoked"),
    "event.rescored": _lazy("Standings computed again"),
    "event.results_shown": _lazy("Results shown"),
    "event.results_hidden": _lazy("Results no longer shown"),
    "event.official": _lazy("Results official"),
    "event.revised": _lazy("Official results opened again"),
    "entry.checked": _lazy("Entry checked in or out"),
    "entry.withdrawn": _lazy("Entry withdrawn"),
    "entry.corrected": _lazy("Entry corrected: it was typed wrong"),
    "entry.handed_over": _lazy("Players of an entry changed from a round on"),
    "entry.third_added": _lazy("Third player added to a pair"),
    "entry.third_removed": _lazy("One of three players of a pair taken out"),
    "entry.resting": _lazy("Said who of three rests in a round"),
    "entry.replaced": _lazy("Entry that had left taken over by others"),
    "entry.replacement_taken_back": _lazy("Replacement of an entry undone"),
    "entry.removed": _lazy("Entry removed"),
    "event.single_added": _lazy("Player who looks for a partner listed"),
    "event.single_removed": _lazy("Player who looked for a partner taken off the list"),
    "event.check_in": _lazy("Check-in by a list"),
    "event.presence": _lazy("Who misses a round"),
    "entry.brought_back": _lazy("Entry brought back"),
    "entry.put_back": _lazy("Removed entry brought back as it was"),
    "entry.places_moved": _lazy("First or last round of players moved with a removed round"),
    "entry.moved": _lazy("First or last round of an entry shifted because a round was removed"),
    "entry.outside": _lazy("Said whether an entry plays outside the competition"),
    "entry.table_kept": _lazy("Stationary table of an entry changed"),
    "round.clock_started": _lazy("Clock of the round started"),
    "round.clock_paused": _lazy("Clock of the round paused"),
    "round.clock_resumed": _lazy("Clock of the round going on"),
    "round.clock_changed": _lazy("Minutes of the round changed"),
    "round.clock_put_back": _lazy("Act on the clock undone"),
    "round.time_up": _lazy("Time ran out at tables of the round"),
    "round.time_goes_on": _lazy("Games go on that time had ended"),
    "pairing.minutes_given": _lazy("Minutes for a table decided"),
    "pairing.minutes_taken_back": _lazy("Minutes for a table withdrawn"),
    announcing.CHANGED: _lazy("Announcement written"),
    announcing.MADE: _lazy("Event announced"),
    announcing.TAKEN_DOWN: _lazy("Announcement taken down"),
    announcing.STATUS_SAID: _lazy("Said whether the event takes place"),
    "signup.made": _lazy("Signed up"),
    "signup.changed": _lazy("Sign-up changed"),
    "signup.cancelled": _lazy("Sign-up cancelled"),
    "signup.moved_up": _lazy("Moved up from the waiting list"),
    deciding.APPROVED: _lazy("Sign-ups approved"),
    deciding.DECLINED: _lazy("Sign-ups declined"),
    deciding.JOINED: _lazy("Two who look for a partner joined"),
    deciding.TAKEN_BACK: _lazy("Decision on sign-ups undone"),
    entering.ENTERED: _lazy("Entries made of sign-ups"),
    entering.TAKEN_OUT: _lazy("Entries turned into sign-ups again"),
    "signups.deleted": _lazy("Sign-ups deleted after the event"),
    "notice.announced": _lazy("Announcement to all phones and screens"),
    "notice.called": _lazy("Players called on the screens"),
    "notice.ended": _lazy("Announcement or call withdrawn"),
    "notice.brought_back": _lazy("Announcement or call shown again"),
    "screen.set": _lazy("Pages of a screen chosen"),
    "screen.removed": _lazy("Screen removed"),
    making.MADE: _lazy("Codes of the entries made"),
    making.PUT_BACK: _lazy("Earlier codes of the entries put back"),
    "pairing.judged": _lazy("Result other than the played one applied"),
}


def pages_text(shows: Mapping[str, Any] | None) -> str:
    """The pages of a screen, with the seconds of each."""
    if not shows:
        return ""
    screen = HallScreen.read(shows)
    return ", ".join(f"{kind.label} ({screen.pages[kind.value]} s)" for kind in screen.kinds)


FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "day": FactLabel(_lazy("Date")),
    "begins": FactLabel(_lazy("Begins"), text=moment_text),
    "trial": FactLabel(_lazy("Trial")),
    "entered": FactLabel(_lazy("Number of entries")),
    "rounds": FactLabel(_lazy("Number of rounds")),
    "games": FactLabel(_lazy("Number of games")),
    "against_settings": FactLabel(_lazy("Deals that the right rules would refuse"), text=deals_text),
    "former_reason": FactLabel(_lazy("Former reason")),
    "seed": FactLabel(_lazy("Seed of the draw")),
    "attempt": FactLabel(_lazy("Which draw of this round")),
    "places": FactLabel(_lazy("Places of the players"), is_shown=False),
    "origin": FactLabel(_lazy("First hash of the log in the file")),
    "content": FactLabel(_lazy("Digest of the content")),
    "record": FactLabel(_lazy("Digest of the record"), is_shown=False),
    "file": FactLabel(_lazy("Digest of the file")),
    "past_events": FactLabel(_lazy("Past events"), is_shown=False),
    "past_players": FactLabel(_lazy("Players who came with them"), is_shown=False),
    "removed_events": FactLabel(_lazy("Past events and their logs"), is_shown=False),
    "number_of_events": FactLabel(_lazy("Number of events")),
    "number_of_results": FactLabel(_lazy("Number of results")),
    "repeated": FactLabel(_lazy("Acts repeated from the log in the file"), is_shown=False),
    "photographs": FactLabel(_lazy("With photographs")),
    "signatures": FactLabel(_lazy("With drawn signatures")),
    "snapshot": FactLabel(_lazy("Digest of the event before"), is_shown=False),
    "secret_digest": FactLabel(_lazy("Digest of the secret of the draws"), is_shown=False),
    "came": FactLabel(_lazy("Came since the last draw")),
    "gone": FactLabel(_lazy("Gone since the last draw")),
    "other_results": FactLabel(_lazy("Results changed since the last draw")),
    "going_on": FactLabel(_lazy("Games that went on"), is_shown=False),
    "basis": FactLabel(_lazy("Digest of what was known"), is_shown=False),
    "laid_out_anew": FactLabel(_lazy("Remaining rounds laid out again")),
    "agreed": FactLabel(_lazy("What was agreed"), changes=settings_changed),
    "movement": FactLabel(_lazy("Movement"), choices=MOVEMENT_LABELS),
    "pairings": FactLabel(_lazy("Pairings"), text=pairings_text),
    "out": FactLabel(_lazy("Sitting out")),
    "locked": FactLabel(_lazy("Locked tables"), text=pairings_text),
    "of_round": FactLabel(_lazy("Round")),
    "from_round": FactLabel(_lazy("From round")),
    "until_round": FactLabel(_lazy("Until round")),
    "outside": FactLabel(_lazy("Outside the competition")),
    "left": FactLabel(_lazy("Unfinished games"), is_shown=False),
    "lot": FactLabel(_lazy("Lot")),
    "missing": FactLabel(_lazy("Entries that miss it")),
    "rounds_agreed": FactLabel(_lazy("Rounds agreed on then"), is_shown=False),
    "by_turn": FactLabel(_lazy("By turn")),
    "rests": FactLabel(_lazy("Rests in rounds"), is_shown=False),
    "position": FactLabel(_lazy("Position"), is_shown=False),
    "here": FactLabel(_lazy("Entries that are here")),
    "missed": FactLabel(_lazy("Missed rounds")),
    "resumed": FactLabel(_lazy("Games resumed"), is_shown=False),
    "lots": FactLabel(_lazy("Tie-break lots")),
    "unit": FactLabel(
        _lazy("Unit"),
        choices={**dict(EventAdjustment.Unit.choices), "hundredths": _lazy("hundredths of a point")},
    ),
    "amount": FactLabel(_lazy("Amount")),
    "entry_state": FactLabel(_lazy("State of the entry"), choices=dict(Entry.State.choices)),
    "round_state": FactLabel(_lazy("State of the round"), choices=dict(Round.State.choices)),
    "event_state": FactLabel(_lazy("State of the event"), choices=dict(Tournament.State.choices)),
    "disputed": FactLabel(_lazy("Tables with a disputed deal")),
    "unapproved": FactLabel(_lazy("Tables with deals that are not approved")),
    "unsigned": FactLabel(_lazy("Tables that have not signed")),
    "slips_differ": FactLabel(_lazy("Tables whose result slip says something else")),
    "second_missing": FactLabel(_lazy("Tables without a second entry")),
    "revision": FactLabel(_lazy("Revision of the results")),
    "early": FactLabel(_lazy("Complaints period shortened")),
    "minutes": FactLabel(_lazy("Minutes")),
    "more_minutes": FactLabel(_lazy("Minutes from the warning until play stops")),
    "by_table": FactLabel(_lazy("Each table from its first deal")),
    "clock_started": FactLabel(_lazy("Clock started"), is_shown=False),
    "clock_pauses": FactLabel(_lazy("Clock paused"), is_shown=False),
    "clock_act": FactLabel(_lazy("Act on the clock"), is_shown=False),
    "ended_games": FactLabel(_lazy("Games that time has ended"), is_shown=False),
    "gift": FactLabel(_lazy("Minutes given"), is_shown=False),
    "result_kind": FactLabel(_lazy("Kind of result"), choices=dict(Pairing.Kind.choices)),
    "at_fault": FactLabel(_lazy("Side at fault"), counts_from=1),
    "given": FactLabel(_lazy("As ruled")),
    "announced_text": FactLabel(_lazy("What else people should know")),
    "fee": FactLabel(_lazy("Fee")),
    "contact": FactLabel(_lazy("Contact")),
    "number_of_places": FactLabel(_lazy("Number of places")),
    "opens_at": FactLabel(_lazy("Sign-up opens on"), text=moment_text),
    "closes_at": FactLabel(_lazy("Last day to sign up"), text=moment_text),
    "who": FactLabel(_lazy("For whom"), choices=dict(Announcement.Who.choices)),
    "lets_in": FactLabel(_lazy("A place at once")),
    "hides_event": FactLabel(_lazy("Hidden before it is announced")),
    "announced": FactLabel(_lazy("Announced"), is_shown=False),
    "status": FactLabel(_lazy("The event"), choices=dict(Announcement.Status.choices)),
    "notice": FactLabel(_lazy("What people should know")),
    "signup_state": FactLabel(_lazy("State of the sign-up"), choices=dict(Signup.State.choices)),
    "other_players": FactLabel(_lazy("Other players")),
    "signup_states": FactLabel(_lazy("States of the sign-ups"), is_shown=False),
    "number_of_signups": FactLabel(_lazy("Number of sign-ups")),
    "signups": FactLabel(_lazy("Sign-ups"), is_shown=False),
    "entered_rows": FactLabel(_lazy("Entries"), is_shown=False),
    "added_players": FactLabel(_lazy("Players who came with them"), is_shown=False),
    "notice_number": FactLabel(_lazy("Number of the notice"), is_shown=False),
    "announcement": FactLabel(pgettext_lazy("in the hall", "Announcement")),
    "until_time": FactLabel(_lazy("Shown until"), text=moment_text),
    "called_entry": FactLabel(_lazy("Entry")),
    "to_table": FactLabel(_lazy("To table")),
    "screen": FactLabel(_lazy("Screen")),
    "shows": FactLabel(_lazy("Pages"), text=pages_text),
    "code_set": FactLabel(_lazy("Set of codes")),
    "by_code": FactLabel(_lazy("By the code of the entry")),
}

# What holds a player or a club, by the field that refers to it.
HOLDS_PLAYERS: Final[Mapping[str, _StrOrPromise]] = {
    "tournaments.entryplayer.player": _lazy("entries to events"),
    "tournaments.tournament.club": _lazy("events and games"),
}


def books_with_entries(players: QuerySet[Player]) -> QuerySet[Book]:
    """Return the books of the events that one of these players has entered."""
    return Book.objects.filter(tournament__entries__players__in=players)
