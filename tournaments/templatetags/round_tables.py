"""The tables of a round on public pages, written in Python: a template takes several times as long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.templatetags.fragments import render_fragment
from tournaments.public.rounds import Badge, SideView, TableView

register = template.Library()


@register.simple_tag
def round_tables(tables: Iterable[TableView], anchored: bool = False) -> SafeString:
    """Write each table as an item of a list; `anchored` where a link may lead to a table."""
    return mark_safe("".join(_table(table, anchored=anchored) for table in tables))  # noqa: S308 (escaped)


def _table(table: TableView, *, anchored: bool) -> str:
    sides = "".join(map(_side, table.sides))
    return (
        f"\n    <li{_anchor(table) if anchored else ''}>\n      <h3>{''.join(_heading(table))}</h3>\n      "
        f'{_link(table)}\n      <dl class="score{" struck" if table.struck else ""}">\n        {sides}\n'
        "      </dl>\n    </li>\n  "
    )


def _anchor(table: TableView) -> str:
    number = f' id="table-{table.table}"' if table.table else ""
    return number + (' class="found"' if table.found else "")


def _heading(table: TableView) -> Iterator[str]:
    """The table, its round where several are shown together, and its state."""
    if table.round:
        yield _("Round %(number)s") % {"number": table.round} + " · "
    yield _("Table %(number)s") % {"number": table.table} if table.table else _("Sits out")
    if table.badge and table.table:
        yield f" {_badge(table.badge)}"


def _badge(badge: Badge) -> str:
    return render_fragment(
        "components/badge.html", get_language(), (("kind", badge.kind), ("label", badge.label))
    )


def _link(table: TableView) -> str:
    """The link to the game; empty for a table without one."""
    if not table.game:
        return ""
    label = escape(table.dealt) if table.dealt else _("The game")
    at_table = _("table %(number)s") % {"number": table.table}
    address = reverse("scoring:game", args=[table.game])
    return f'<p><a href="{address}">{label}<span class="visually-hidden">, {at_table}</span></a></p>'


def _side(side: SideView) -> str:
    language = get_language() or "en"
    note = f" <small>{escape(side.note)}</small>" if side.note else ""
    total = points = ""
    if side.total is not None:
        total = f'<dd class="number">{escape(format_value(side.total, language))}</dd>'
    if side.points is not None:
        words = f'<span class="visually-hidden"> {_("points")}</span>'
        points = f'<dd class="number worth">{escape(format_value(side.points, language))}{words}</dd>'
    return f"<div><dt>{escape(side.name)}{note}</dt>{total}{points}</div>"
