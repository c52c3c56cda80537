"""Past results of a club from a spreadsheet, as events that are official and only read.

template    the list to fill in, and its headings
names       the players of a cell
reading     a filled-in list: its events, and what is wrong at which cell
people      who in the list is whom in the club
known       which of its events are here already
adding      the verb that makes the events
removing    the verb that takes one such act back
"""

from tournaments.past.adding import TakenIn, add_past_results
from tournaments.past.people import ListedPerson, match_people
from tournaments.past.reading import ListedEvent, ListedResultRow, PastReading, read_past_results
from tournaments.past.removing import check_removable, remove_past_results

__all__ = [
    "ListedEvent",
    "ListedPerson",
    "ListedResultRow",
    "PastReading",
    "TakenIn",
    "add_past_results",
    "adding",
    "check_removable",
    "match_people",
    "read_past_results",
    "remove_past_results",
    "views",
]
