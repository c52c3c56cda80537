"""Reasons that were typed at a table, where nobody has an account: the public reads only that there is one.

Whoever works at the event reads them at the desk and in the log. What somebody signed in has written is
public, with the paragraph beside it.
"""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Confirmation, DealVersion, Signature

_GIVEN: Final[Promise] = _lazy("A reason was given; those who work at the event can read it.")


def public_reason(of: Confirmation | DealVersion | Signature) -> str:
    """Return the reason for everybody: that of somebody with an account, or that there is one."""
    return str(_GIVEN) if of.reason and of.author_id is None else of.reason


def full_reason(of: Confirmation | DealVersion | Signature) -> str:
    """Return the reason for those who work at the event."""
    return of.reason
