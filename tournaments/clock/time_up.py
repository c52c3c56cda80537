"""Time ran out: which games of a round it ends now, and which go on, as the page says before it is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django import forms
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from clubs.text.number_ranges import number_ranges
from clubs.web.forms import KeyedForm
from scoring.models import Deal, Game
from tournaments.models import Pairing, Round

_SEPARATOR: Final = ","


class TimeUpForm(KeyedForm):
    """The games that the director has seen."""

    games = forms.RegexField(r"^[0-9]{1,18}(,[0-9]{1,18}){0,399}$", widget=forms.HiddenInput)

    def chosen(self) -> list[int]:
        return [int(game) for game in self.cleaned_data["games"].split(_SEPARATOR)]


class _PlayingTable(NamedTuple):
    """A table at which a game goes on."""

    table: int
    game: int
    in_a_deal: bool
    has_deals: bool


@dataclass(frozen=True, slots=True)
class RoundAtTimeUp:
    """The tables of a round that still play: those that time ends, and those at which it ends nothing."""

    # The primary keys of the games that it ends.
    games: Sequence[int]
    ends: Sequence[int]
    in_a_deal: Sequence[int]
    without_deal: Sequence[int]

    @property
    def as_value(self) -> str:
        return _SEPARATOR.join(map(str, self.games))

    def sentences(self) -> Iterator[str]:
        if self.ends:
            yield _("The games end with the totals that they have: table %(tables)s.") % {
                "tables": number_ranges(self.ends)
            }
        if self.in_a_deal:
            yield _(
                "A deal is being played, and its game goes on: table %(tables)s. Record that deal, or take "
                "its start back at the table, and come here again."
            ) % {"tables": number_ranges(self.in_a_deal)}
        if self.without_deal:
            yield _("No deal has been recorded, and nothing is ended: table %(tables)s.") % {
                "tables": number_ranges(self.without_deal)
            }


def load_round_at_time_up(drawn: Round) -> RoundAtTimeUp:
    """Load what time ends in a round that is played, in one query."""
    deals = Deal.objects.filter(game=OuterRef("game"))
    playing = Pairing.objects.filter(
        round=drawn.pk,
        kind=Pairing.Kind.PLAYED,
        game__over=False,
        game__state=Game.State.OPEN,
        game__other_result="",
    ).annotate(
        in_a_deal=Exists(deals.filter(state=Deal.State.DRAFT)),
        has_deals=Exists(deals.filter(state__in=Deal.COUNTED)),
    )
    columns = ("table", "game", "in_a_deal", "has_deals")
    rows = [_PlayingTable(*values) for values in playing.order_by("table").values_list(*columns)]
    ended = [row for row in rows if row.has_deals and not row.in_a_deal]
    return RoundAtTimeUp(
        games=[row.game for row in ended],
        ends=[row.table for row in ended],
        in_a_deal=[row.table for row in rows if row.in_a_deal],
        without_deal=[row.table for row in rows if not (row.in_a_deal or row.has_deals)],
    )
