"""The rules in force about how the score of a game is kept, approved, corrected and signed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Game
from scoring.store import sheets
from scoring.wording import labels

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Rule(NamedTuple):
    """A sentence with its paragraph, if it has one; a reading of ours has a number."""

    sentence: str
    paragraph: str = ""
    number: int | None = None

    @property
    def listed(self) -> str:
        """The sentence as an item of a list: with its paragraph, or after its number."""
        if self.number is not None:
            return f"{self.number}. {self.sentence}"
        return f"{self.sentence} ({self.paragraph})" if self.paragraph else self.sentence


def cited_paragraph(rule: str) -> str:
    """A paragraph as people write it; empty where the source is silent."""
    return labels.paragraph_label(rule) if rule[:1].isdigit() else ""


class ScoreKeeping(Protocol):
    """What is agreed on about score sheets, by the codes of games."""

    @property
    def written_on(self) -> str: ...

    @property
    def approval(self) -> str: ...

    @property
    def protocols(self) -> str: ...

    @property
    def corrections(self) -> str: ...

    @property
    def signers(self) -> str: ...

    @property
    def director_signs(self) -> bool: ...

    @property
    def second_entry(self) -> bool: ...


_APPROVALS: Final[Mapping[str, _StrPromise]] = {
    "shared": _lazy("The other side approves each deal on the table's phone, which is passed across."),
    "own_code": _lazy("Each deal is approved by the other side with its own four digits."),
    "own_phone": _lazy("Each deal is approved by the other side on a phone of its own."),
}
_PROTOCOLS: Final[Mapping[str, _StrPromise]] = {
    "one": _lazy("One side keeps score."),
    "both": _lazy("Each side keeps a score sheet, and the two are compared."),
}
_SIGNERS: Final[Mapping[str, _StrPromise]] = {
    "all": _lazy("Every player signs the score sheet."),
    "one": _lazy("One player from each side signs the score sheet."),
}
_CORRECTIONS: Final[Mapping[str, _StrPromise]] = {
    "strict": _lazy(
        "Once the next deal has been dealt, other recording errors can be corrected only by the director."
    ),
    "by_consent": _lazy(
        "Once the next deal has been dealt, other recording errors can be corrected "
        "with the other side's consent."
    ),
}


def score_keeping_rules(agreement: ScoreKeeping, ruleset: str) -> Iterator[Rule]:
    corrections = sheets.load_ruleset(ruleset).corrections
    if agreement.written_on == Game.WrittenOn.PAPER:
        yield Rule(_("The score is kept on paper. The signed sheet counts."))
    else:
        yield Rule(str(_APPROVALS[agreement.approval]))
        yield Rule(_protocol_sentence(agreement))
    yield Rule(
        _("Addition errors are corrected at any time, without consent.")
        if corrections.arithmetic_after_signing
        else _("Addition errors are corrected without consent until the game is signed."),
        cited_paragraph(corrections.arithmetic_rule),
    )
    yield Rule(str(_CORRECTIONS[agreement.corrections]), cited_paragraph(corrections.afterwards_rule))
    yield Rule(str(_SIGNERS[agreement.signers]))
    if agreement.director_signs:
        yield Rule(_("The director signs it too."))
    if agreement.second_entry:
        yield Rule(
            _(
                "A second person enters each result from the paper without seeing the first entry. "
                "A difference is settled before the round is closed."
            )
        )


def _protocol_sentence(agreement: ScoreKeeping) -> str:
    protocol = str(_PROTOCOLS[agreement.protocols])
    if (agreement.protocols, agreement.approval) == (Game.Protocols.BOTH, Game.Approval.OWN_CODE):
        protocol = _("Each side hands in its own score sheet with its four digits, and the two are compared.")
    if agreement.written_on == Game.WrittenOn.BOTH:
        return _("%(protocol)s On paper the signed sheet counts.") % {"protocol": protocol}
    return protocol
