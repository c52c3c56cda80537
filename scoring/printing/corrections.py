"""What a protocol says of its corrections: what each has changed, and which requirements were frozen before.

Knows stored versions and what was decided against the rules; must not query, nor add a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import SPACE, written
from scoring.core.game_state import openings_before
from scoring.game.history import writer
from scoring.game.overrides import Override
from scoring.game.score_sheet import opening
from scoring.models import DealVersion, Game
from scoring.store import sheets
from scoring.store.queries import DealRow
from scoring.wording.citations import cited
from scoring.wording.labels import LETTERS, Called

# What each side has of a deal by each version, by the version's key.
Totals = Mapping[int, Sequence[int]]


def correction_notes(
    game: Game,
    names: Sequence[str],
    versions: Sequence[DealVersion],
    overrides: Sequence[Override],
    totals: Totals,
    call: Called,
) -> Iterator[str]:
    """Each version of a deal that has corrected another, or was written down against the rules, in one
    sentence."""
    decided = {(one.number, one.version): one for one in overrides}
    before: DealVersion | None = None
    for version in versions:
        override = decided.pop((version.deal.number, version.number), None)
        if _is_correction(version):
            said = _correction(game, names, version, override, call)
            if before is not None and before.deal_id == version.deal_id:
                said = _with_totals(said, totals.get(before.pk), totals.get(version.pk))
            yield said if override is None or not override.errors else _with_errors(said, override)
        elif override is not None:
            yield override.sentence
        before = version
    yield from (override.sentence for override in decided.values())


def _is_correction(version: DealVersion) -> bool:
    return version.number > 1 and version.kind != DealVersion.Kind.DETAIL


def _correction(
    game: Game, names: Sequence[str], version: DealVersion, override: Override | None, call: Called
) -> str:
    """Of which deal, of what kind, by which paragraph or against which, why, and its initials."""
    said = {
        "number": version.deal.number,
        "kind": _kind_of(game, version),
        "why": " ".join(version.reason.split()),
        "initials": _initialled(version, names, call),
    }
    if override is not None and override.cited is not None:
        against = {**said, "rule": override.cited.label}
        return _("Correction in deal %(number)s (the director, against: %(rule)s): %(why)s") % against
    if version.reason:
        return _("Correction in deal %(number)s (%(kind)s): %(why)s [%(initials)s]") % said
    return _("Correction in deal %(number)s (%(kind)s) [%(initials)s]") % said


def _kind_of(game: Game, version: DealVersion) -> str:
    found = cited(game.ruleset, version.rule)
    kind = str(DealVersion.Kind(version.kind).label)
    return kind if found is None else f"{kind}, {found.label}"


def _initialled(version: DealVersion, names: Sequence[str], call: Called) -> str:
    """The initials of whoever has corrected; of somebody at the desk, that it was the desk."""
    if version.player is not None:
        return "".join(word[0] for word in call(version.player).split())
    return writer(version, names)


def _with_totals(said: str, before: Sequence[int] | None, after: Sequence[int] | None) -> str:
    """What each side had of the deal, and has now."""
    if before is None or after is None:
        return said
    changes = ", ".join(
        SPACE.join((letter, _in_digits(old), "→", _in_digits(new)))
        for letter, old, new in zip(LETTERS, before, after, strict=False)
        if old != new
    )
    if not changes:
        return _("%(correction)s; the deal total stays as it was") % {"correction": said}
    return _("%(correction)s; deal total: %(changes)s") % {"correction": said, "changes": changes}


def _with_errors(said: str, override: Override) -> str:
    told = {"correction": said, "errors": " ".join(override.errors)}
    return _("%(correction)s; passed over: %(errors)s") % told


def _in_digits(points: int) -> str:
    return written(points, get_language() or "en")


# Requirements that a later correction has not changed.


def frozen_notes(game: Game, rows: Sequence[DealRow]) -> Iterator[str]:
    """Of each deal that was played by other requirements than the totals above it ask for now."""
    rules = sheets.rules_of_game(game)
    start = tuple(game.carried) or (0,) * len(game.sides.all())
    counted = [row for row in rows if row.hands]
    totals = [start, *(tuple(hand.after for hand in row.hands) for row in counted)]
    for row, (before, _after) in zip(counted, pairwise(totals), strict=True):
        asked = openings_before(rules, before)
        others = ", ".join(
            f"{letter}{SPACE}{opening(now)}"
            for letter, needed, now in zip(LETTERS, row.deal.openings, asked, strict=False)
            if needed not in (None, now)
        )
        if others:
            said = {"number": row.deal.number, "asked": others}
            yield (
                _(
                    "The opening requirements of deal %(number)s are those that held when it began; by the"
                    " totals as they are now they would be: %(asked)s"
                )
                % said
            )
