"""Why something is not recorded. Knows the reasons; must not know where they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, Refusal
from scoring.core.corrections import Kind, Verdict
from scoring.core.problem import Problem
from scoring.models import Deal
from scoring.wording.problems import problem_sentence


class Refused(Refusal):
    """What was written cannot be stored; `problems` say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)

    @property
    def sentences(self) -> Iterable[str]:
        return (problem_sentence(problem) for problem in self.problems)


class TakenAlready(Refusal):
    """Somebody else wrote this deal in the meantime: `deal` as it stands now."""

    def __init__(self, deal: Deal | None = None) -> None:
        super().__init__()
        self.deal = deal

    @property
    def sentences(self) -> Iterable[str]:
        return (_("Somebody else has changed this in the meantime. Look at the game first."),)


class Disputed(NotNow):
    """Nothing is dealt before the director has decided on a deal."""

    def __init__(self, number: int) -> None:
        super().__init__(
            _lazy("Deal %(number)s is disputed: the director decides first.") % {"number": number}
        )
        self.number = number


class NotAllowed(Exception):
    """The rules do not let this be corrected now: each kind that the difference can be, with its verdict."""

    def __init__(self, verdicts: Mapping[Kind, Verdict]) -> None:
        super().__init__(", ".join(f"{kind}: {verdict.answer}" for kind, verdict in verdicts.items()))
        self.verdicts = dict(verdicts)
