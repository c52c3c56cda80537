"""An event leaves as a file, and comes into another installation. docs/event-archive.md describes the file.

record      the rows of an event as plain data, and rows made of it
foreign_log a log as lines of a file, and the proof of its chain
members     the parts of the ZIP: written, and read without trusting it
people      who in the file is whom here
exporting   the verb that writes a file
event_file  a file that was read and proved
importing   the verb that brings an event in
"""

from tournaments.transfer.event_file import EventFile, read_event_file
from tournaments.transfer.exporting import ExportChoices, export_event, write_export
from tournaments.transfer.importing import AlreadyHere, bring_in, find_here
from tournaments.transfer.members import FileRefused
from tournaments.transfer.people import FilePlayer, match_people

__all__ = [
    "AlreadyHere",
    "EventFile",
    "ExportChoices",
    "FilePlayer",
    "FileRefused",
    "bring_in",
    "export_event",
    "find_here",
    "jobs",
    "match_people",
    "members",
    "read_event_file",
    "views",
    "write_export",
]
