"""Why something is not recorded. Knows the reasons; must not know where they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from scoring.core.corrections import Kind, Verdict
from scoring.core.problem import Problem
from scoring.models import Deal

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class Refused(Exception):
    """What was written cannot be stored; `problems` say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)


class TakenAlready(Exception):
    """Somebody else wrote this deal in the meantime: `deal` as it stands now."""

    def __init__(self, deal: Deal | None = None) -> None:
        super().__init__()
        self.deal = deal


class NotNow(Exception):
    """The act is not possible as things stand; the message says why, in the reader's language."""

    def __init__(self, message: _StrOrPromise) -> None:
        super().__init__(message)
        self.message = message


class Disputed(NotNow):
    """Nothing is dealt before the director has decided on a deal."""

    def __init__(self, number: int) -> None:
        super().__init__(_("Deal %(number)s is disputed: the director decides first.") % {"number": number})
        self.number = number


class NotAllowed(Exception):
    """The rules do not let this be corrected now: each kind that the difference can be, with its verdict."""

    def __init__(self, verdicts: Mapping[Kind, Verdict]) -> None:
        super().__init__(", ".join(f"{kind}: {verdict.answer}" for kind, verdict in verdicts.items()))
        self.verdicts = dict(verdicts)
