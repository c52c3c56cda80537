"""Exceptions for acts on games that are refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow, Outdated, Refusal
from scoring.core.corrections import CorrectionKind, Verdict
from scoring.core.problem import Problem
from scoring.models import Deal
from scoring.wording.problems import problem_sentence


class InvalidDeal(Refusal):
    """A deal with errors; `problems` contains them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in problems))
        self.problems = tuple(problems)

    @property
    def sentences(self) -> Iterable[str]:
        return (problem_sentence(problem) for problem in self.problems)


class AlreadyChanged(Refusal, Outdated):
    """The deal, or another row, was changed by someone else meanwhile; `deal` is its current state."""

    def __init__(self, deal: Deal | None = None) -> None:
        super().__init__()
        self.deal = deal

    @property
    def sentences(self) -> Iterable[str]:
        return (_("Somebody else has changed this in the meantime. Look at the game first."),)


class BiddingChanged(NotNow):
    """Another phone has entered a call or the contract of this deal meanwhile."""

    def __init__(self) -> None:
        super().__init__(
            _lazy("Somebody else has entered a call or the contract in the meantime: this is how it stands.")
        )


class Disputed(NotNow):
    """An earlier deal is disputed: the director decides on it before the next deal."""

    def __init__(self, number: int) -> None:
        super().__init__(
            _lazy("Deal %(number)s is disputed: the director decides first.") % {"number": number}
        )
        self.number = number


class CorrectionNotAllowed(Exception):
    """The rules do not allow this correction now; `verdicts` has each kind that the difference may be."""

    def __init__(self, verdicts: Mapping[CorrectionKind, Verdict]) -> None:
        super().__init__(", ".join(f"{kind}: {verdict.answer}" for kind, verdict in verdicts.items()))
        self.verdicts = dict(verdicts)
