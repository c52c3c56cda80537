"""The models of clubs, people, accounts, books, the log and jobs."""

from clubs.models.accounts import Attempt, User, UserManager
from clubs.models.books import Book, Invitation, LogEntry, Role
from clubs.models.fields import LANGUAGES, DerivedField, name_field, without_control_characters
from clubs.models.jobs import Job
from clubs.models.people import Club, Membership, Player, PlayerName

__all__ = [
    "LANGUAGES",
    "Attempt",
    "Book",
    "Club",
    "DerivedField",
    "Invitation",
    "Job",
    "LogEntry",
    "Membership",
    "Player",
    "PlayerName",
    "Role",
    "User",
    "UserManager",
    "name_field",
    "without_control_characters",
]
