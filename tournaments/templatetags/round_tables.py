"""The tables of a round on public pages, written in Python: a template takes several times as long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Self

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.templatetags.fragments import render_fragment
from clubs.web.addresses import address_pattern
from tournaments.public.rounds import Badge, SideView, TableView

register = template.Library()


@register.simple_tag
def round_tables(tables: Iterable[TableView], anchored: bool = False) -> SafeString:
    """Write each table as an item of a list; `anchored` where a link may lead to a table."""
    writer = _Writer.in_language(anchored=anchored)
    return mark_safe("".join(map(writer.table, tables)))  # noqa: S308 (every value has been escaped)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer:
    """Writes tables in one language: words are looked up once for all of them."""

    anchored: bool
    language: str
    round: str
    table_number: str
    at_table: str
    sits_out: str
    the_game: str
    # With a field for the number of a game.
    address: str
    # The unit after the points of a side.
    points: str

    @classmethod
    def in_language(cls, *, anchored: bool) -> Self:
        points = _("points")
        return cls(
            anchored=anchored,
            language=get_language() or "en",
            round=_("Round %(number)s"),
            table_number=_("Table %(number)s"),
            at_table=_("table %(number)s"),
            sits_out=_("Sits out"),
            the_game=_("The game"),
            address=address_pattern("scoring:game"),
            points=f'<span class="visually-hidden"> {points}</span>',
        )

    def table(self, table: TableView) -> str:
        sides = "".join([self.side(side) for side in table.sides])
        return (
            f"\n    <li{self.anchor(table)}>\n      <h3>{self.heading(table)}</h3>\n      "
            f'{self.link(table)}\n      <dl class="score{" struck" if table.struck else ""}">\n'
            f"        {sides}\n      </dl>\n    </li>\n  "
        )

    def anchor(self, table: TableView) -> str:
        if not self.anchored:
            return ""
        number = f' id="table-{table.table}"' if table.table else ""
        return number + (' class="found"' if table.found else "")

    def heading(self, table: TableView) -> str:
        """The table, its round where several are shown together, and its state."""
        heading = self.table_number % {"number": table.table} if table.table else self.sits_out
        if table.round:
            heading = f"{self.round % {'number': table.round}} · {heading}"
        return f"{heading} {self.badge(table.badge)}" if table.badge and table.table else heading

    def badge(self, badge: Badge) -> str:
        words = (("kind", badge.kind), ("label", badge.label))
        return render_fragment("components/badge.html", self.language, words)

    def link(self, table: TableView) -> str:
        """The link to the game; empty for a table without one."""
        if not table.game:
            return ""
        label = escape(table.dealt) if table.dealt else self.the_game
        at_table = self.at_table % {"number": table.table}
        words = f'{label}<span class="visually-hidden">, {at_table}</span>'
        return f'<p><a href="{self.address.format(table.game)}">{words}</a></p>'

    def side(self, side: SideView) -> str:
        note = f" <small>{escape(side.note)}</small>" if side.note else ""
        total = points = ""
        if side.total is not None:
            total = f'<dd class="number">{format_value(side.total, self.language)}</dd>'
        if side.points is not None:
            worth = format_value(side.points, self.language)
            points = f'<dd class="number worth">{worth}{self.points}</dd>'
        names = " – ".join([f'<a href="{entry.address}">{escape(entry.name)}</a>' for entry in side.entries])
        return f"<div><dt>{names}{note}</dt>{total}{points}</div>"
