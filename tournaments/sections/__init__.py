"""Sections and finals of an event: each is an event of its own, made and taken back by one act.

dividing    an event is divided into sections
finals      finals made from the places of the sections, or of the event
carrying    what entries bring along to a final, and again after a correction
overall     the result of the whole event, recorded when its finals are official
making      how a section or a final becomes an event, and is deleted again
forms, page, views, desk_views, reports    the pages about them
"""

__all__ = [
    "FinalsPlan",
    "SectionsPlan",
    "carry_again",
    "desk_page",
    "desk_views",
    "divide",
    "make_finals",
    "open_overall",
    "put_carried_back",
    "record_overall",
    "take_back_finals",
    "take_back_sections",
    "views",
]

from tournaments.sections.carrying import carry_again, put_carried_back
from tournaments.sections.dividing import SectionsPlan, divide, take_back_sections
from tournaments.sections.finals import FinalsPlan, make_finals, take_back_finals
from tournaments.sections.overall import open_overall, record_overall
