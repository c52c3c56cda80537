"""The models of clubs, people, accounts, books, the log, jobs and stored files."""

from clubs.models.accounts import Attempt, User, UserManager
from clubs.models.books import Book, Invitation, LogEntry, LogWords, Role
from clubs.models.fields import LANGUAGES, DerivedField, name_field, without_control_characters
from clubs.models.files import FileChunk, Installation, StoredFile
from clubs.models.jobs import Job
from clubs.models.people import Club, Erasure, Membership, Player, PlayerMerge, PlayerName, ToldApart
from clubs.models.second_step import CodeApp, Passkey, RecoveryCode

__all__ = [
    "LANGUAGES",
    "Attempt",
    "Book",
    "Club",
    "CodeApp",
    "DerivedField",
    "Erasure",
    "FileChunk",
    "Installation",
    "Invitation",
    "Job",
    "LogEntry",
    "LogWords",
    "Membership",
    "Passkey",
    "Player",
    "PlayerMerge",
    "PlayerName",
    "RecoveryCode",
    "Role",
    "StoredFile",
    "ToldApart",
    "User",
    "UserManager",
    "name_field",
    "without_control_characters",
]
