"""The page of an entry that its players open by a code, without an account.

making      the codes of an event: made, made anew, taken back
finding     the entry of a code, read with one row
page        what the page says
calendar    the event as a file for calendars
news_views  where the news of the entry goes
letters     mail to those who gave an address when they signed up
"""

from tournaments.personal.making import make_codes, put_codes_back

__all__ = ["director_views", "make_codes", "making", "news_views", "put_codes_back", "views"]
