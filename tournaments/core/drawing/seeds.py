"""The seeds of an event's draws: nobody chooses them, and whoever knows the secret can prove them.

A secret is made with the event and only its digest is shown. The seed of a round follows from the secret, the
number of the round and the attempt: which draw of this round it is.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

# So many characters of a seed are used and stored.
_SEED_LENGTH: Final = 32


def new_secret() -> str:
    return secrets.token_hex(32)


def digest_of_secret(secret: str) -> str:
    """Return what is shown of a secret beforehand."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_for(secret: str, number: int, attempt: int) -> str:
    """Return the seed of a draw, the first attempt being 1."""
    return hmac.new(secret.encode(), f"{number}/{attempt}".encode(), "sha256").hexdigest()[:_SEED_LENGTH]


def seed_of_lots(secret: str) -> str:
    """Return the seed of the lots that decide places; it tells nothing of the seeds of the draws."""
    return hmac.new(secret.encode(), b"lots", "sha256").hexdigest()[:_SEED_LENGTH]


def seed_of_prizes(secret: str, subject: str) -> str:
    """Return the seed of a lot for prizes; the subject says which prizes, and among whom."""
    return hmac.new(secret.encode(), f"prizes/{subject}".encode(), "sha256").hexdigest()[:_SEED_LENGTH]


def seed_of_sections(secret: str) -> str:
    """Return the seed of the lots that deal entries to sections."""
    return hmac.new(secret.encode(), b"sections", "sha256").hexdigest()[:_SEED_LENGTH]
