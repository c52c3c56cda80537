"""Scanned protocols that are uploaded in one pile: read by their codes, and filed at their games.

page_reader   the program that reads the pages of a file, with limits
reading       starts it, and takes its pages
sorting       where a page belongs, or why a director is asked
filing        the job: reads the uploaded files and files each page
report        what came of a pile
forms, page, views   the page of an event's scanned protocols
"""

__all__ = ["filing", "views"]
