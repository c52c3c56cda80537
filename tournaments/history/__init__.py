"""What lasts beyond an event: results of players, head to head, champions, records and years of clubs.

facts          what is known of an event
reading        reads it, with a fixed number of queries
keeping        keeps it in memory, by the state of the event's book
club_history   the events of a club or federation with all of that
champions      who has won them; roll_page shows it
records        the kinds of records; records_page shows them
year           a year in figures; year_page shows it
met            whom a player has met, and two head to head
"""

__all__ = ["club_views", "meeting_views", "queries", "tables", "views"]
