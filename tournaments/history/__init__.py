"""What lasts beyond an event: results of players, head to head, champions, records and years of clubs.

facts          what is known of an event
reading        reads it, with a fixed number of queries
keeping        finds it kept, in memory and in the database, by the state of the event's book
errand         keeps it in the database, with the results that series and rankings count from
club_history   the events of a club or federation with all of that
champions      who has won them; roll_page shows it
records        the kinds of records; records_page shows them
year           a year in figures; year_page shows it
met            whom a player has met, and two head to head
"""

__all__ = ["club_views", "errand", "meeting_views", "naming", "queries", "tables", "views"]
