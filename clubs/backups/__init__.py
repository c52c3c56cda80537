"""Copies of the whole installation: the insurance of the day.

    package     one copy in one file: what is in it, and whether it is whole
    engines     the database's own consistent copy, and the way back
    folder      where the copies lie, what they are called, which are kept
    making      a copy made whole or not at all
    state       when the last one was made, what was written since, what went wrong
    words       that, as a sentence

A copy holds the database, the secret key and the uploads; so a copy is as secret as the installation itself.
Nothing here knows what a game or an event is.
"""

__all__ = ["archive", "create", "engines", "folder", "state"]
