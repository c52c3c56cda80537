"""Kinds of events with their usual agreements."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from scoring.models import Game
from tournaments.agreement.agreement import EntriesUntil, EventAgreement, Phase, WithdrawalRule
from tournaments.core.movements.danish import DANISH_MODIFIED
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.results import SitOutValue
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_table import VP_TABLE


@dataclass(frozen=True, kw_only=True, slots=True)
class Preset:
    """A kind of event with its usual agreement, and the game in which it is usual: `only` in that one."""

    code: str
    agreement: EventAgreement = field(default_factory=EventAgreement)
    ruleset: str | None = None
    only: bool = False


# Some tables have no phone, or one whose battery is empty.
_BOTH: Final = Game.WrittenOn.BOTH.value
_CHAMPIONSHIP: Final = EventAgreement(
    written_on=_BOTH, approval="own_code", corrections="strict", director_signs=True
)
PRESETS: Final = (
    *(
        Preset(code=f"championship_{ruleset}", ruleset=ruleset, only=True, agreement=_CHAMPIONSHIP)
        for ruleset in ("samba", "royal", "sitoumussamba")
    ),
    Preset(
        code="club_evening",
        agreement=EventAgreement(
            phases=(Phase(movement=DANISH_MODIFIED, rounds=3),),
            written_on=_BOTH,
            corrections="by_consent",
            signers="one",
            official_at_noon=True,
            clock_gives=False,
            who_leaves=WithdrawalRule.STAND,
            entries_until=EntriesUntil.LAST_DRAW,
        ),
    ),
    Preset(
        code="three_deals",
        agreement=EventAgreement(
            phases=(
                Phase(movement=MITCHELL, rounds=2),
                Phase(movement=DANISH_MODIFIED, rounds=2),
            ),
            deals=3,
            scheme=VP_TABLE,
            # There is no target: a walkover counts as in the federation's shortest game.
            walkover_margin=2000,
            sit_out=SitOutValue.PERCENT_OF_MOST,
            written_on=_BOTH,
            corrections="by_consent",
            signers="one",
        ),
    ),
    Preset(
        code="drawn_partners",
        ruleset="danish",
        agreement=EventAgreement(
            phases=(Phase(movement=PARTNERS, rounds=3),),
            players=1,
            scheme=TOTAL,
            chain=("points", "wins", "difference"),
            sit_out=SitOutValue.OWN_AVERAGE,
            entries_until=EntriesUntil.LAST_DRAW,
            written_on=_BOTH,
            corrections="by_consent",
            signers="one",
        ),
    ),
    Preset(
        code="individual",
        agreement=EventAgreement(
            phases=(Phase(movement=INDIVIDUAL, rounds=5),),
            players=1,
            scheme=TOTAL,
            chain=("points", "wins", "difference"),
            sit_out=SitOutValue.OWN_AVERAGE,
            entries_until=EntriesUntil.LAST_DRAW,
            written_on=_BOTH,
            corrections="by_consent",
            signers="one",
        ),
    ),
    Preset(
        code="three_sided",
        ruleset="royal",
        agreement=EventAgreement(
            phases=(Phase(movement=THREE_SIDED, rounds=2),),
            sides=3,
            scheme=PLACES,
            chain=("points", "own_points", "difference"),
            written_on=_BOTH,
            corrections="by_consent",
            signers="one",
        ),
    ),
    Preset(code="free", agreement=EventAgreement(written_on=_BOTH)),
)
