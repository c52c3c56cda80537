"""Backups of the whole installation: the database, the secret key and the uploads.

    agreement   the settings that all servers of the installation share
    archive     the file of a backup: its contents, and their verification
    engines     the database's own consistent copy, and its restoration
    folder      where the backups are kept, their names, and which of them are kept
    create      writing a backup, completely or not at all
    state       the last backup, the changes since, and the last failure
    wording     the failure as a sentence

A backup is as secret as the installation itself.
"""

__all__ = ["agreement", "archive", "create", "engines", "folder", "state"]
