"""The public pages of games. They ask queries and show templates, and hold nothing of the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.web import exports
from clubs.web.links import home_of
from clubs.web.revisions import revised, tag_of
from scoring.game import facts, history, overrides, progress_plot, score_sheet, signatures
from scoring.game.list import GamesForm, GameTable
from scoring.game.rulings import rulings_told
from scoring.models import Deal, Game, Signing
from scoring.store import queries, signing_queries
from scoring.store import sheets as stored_sheets
from scoring.store.signers import is_signed, signing_now
from scoring.wording import labels


@require_safe
@cache_control(no_cache=True)
def games(request: HttpRequest) -> HttpResponseBase:
    """The public list of games: to filter, and to search by the names that may be shown."""
    form = GamesForm(request.GET)
    table = GameTable(queries.games_found(form.wanted())).shown(request)
    if (taken := exports.asked(request, lambda: table.report(_("Games")))) is not None:
        return taken
    typing = bool(getattr(request, "htmx", False))
    page = "scoring/game/_list_found.html" if typing else "scoring/game/list.html"
    response = render(request, page, {"form": form, "table": table})
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
@revised(queries.revision_of_game, kept=True)
def game(request: HttpRequest, pk: int) -> HttpResponse:
    """The public page of a game, as it is being played: score sheet, progress, what was charged."""
    shown = queries.game_with_sides(pk)
    if shown is None:
        raise Http404
    names, rows = queries.side_names(shown), queries.deals_of(shown)
    rulings = queries.rulings_if_any(shown)
    charges = list(queries.adjustments_of(shown))
    mended = bool(rulings or charges) or queries.were_mended(rows)
    context = {
        **frame_of(shown, names),
        "state": score_sheet.state_of_game(shown, rows),
        "sentences": list(score_sheet.sentences_of_game(shown, names, rows)),
        "facts": facts.facts_of_game(shown),
        "sheet": score_sheet.score_sheet(shown, names, rows),
        "rulings": rulings_told(shown, names, rulings),
        "ledger": history.ledger(shown, names, charges),
        **_told_of_end(shown, names, rows, mended=mended),
        **_drawn(shown, names, [row for row in rows if row.hands]),
    }
    return render(request, "scoring/game/page.html", context)


def frame_of(shown: Game, names: Sequence[str]) -> dict[str, object]:
    """What every page of a game has around it."""
    return {
        "game": shown,
        "names": names,
        "rules": labels.ruleset_name(shown.ruleset),
        "home": home_of(shown.book),
        "tag": tag_of(shown.book.revision),
    }


def _told_of_end(
    shown: Game, names: Sequence[str], rows: Sequence[queries.DealRow], *, mended: bool
) -> dict[str, object]:
    """Who has signed the game, what was decided against its rules, and whether it was over before.

    Where nothing has been `mended`, nothing against the rules can stand behind what is written down now, and
    no game was over before: that is not asked for.
    """
    signings, overridden = queries.signings_of(shown), signing_queries.overridden_in(shown)
    passed_over = any(row.version is not None and row.version.overridden for row in rows)
    return {
        "signatures": signatures.signatures_of(shown, names, rows, signings),
        "overrides": overrides.overrides(shown, names, overridden if mended or passed_over else ()),
        "went_on": signing_queries.went_on(shown) if mended and shown.state == Game.State.OPEN else None,
    }


def _drawn(shown: Game, names: Sequence[str], counted: Sequence[queries.DealRow]) -> dict[str, object]:
    """The progress of a game and what its sides have done, as soon as a deal counts."""
    if not counted:
        return {}
    start = shown.carried or [0] * len(names)
    after = [(row.deal.number, [hand.after for hand in row.hands]) for row in counted]
    return {
        "plot": progress_plot.progress(start, after, stored_sheets.target_of(shown)),
        "progress": facts.progress(names, start, counted),
        "statistics": facts.statistics_of(shown, names, counted),
    }


@require_safe
@revised(queries.revision_of_deal, kept=True)
def deal(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The public page of a deal: every line with its paragraph, and who wrote and approved what."""
    shown = get_object_or_404(queries.with_sides(number), pk=pk)
    names, told = queries.side_names(shown), queries.deal_told(queries.deal_of(shown, number))
    row, (before, after) = told.row, queries.neighbours_of(told.deal)
    context = {
        **frame_of(shown, names),
        "deal": row.deal,
        "state": score_sheet.state_of_deal(row.deal),
        "aside": list(score_sheet.sentences_of_aside(shown)),
        "facts": list(score_sheet.facts_of_deal(shown, names, row)),
        "columns": score_sheet.columns(shown, names, row),
        "events": history.history(shown, names, told),
        "ledger": history.ledger(shown, names, queries.adjustments_of(shown).filter(deal=row.deal)),
        "before": before,
        "after": after,
        "changed_since": _changed_since_signing(shown, row.deal),
    }
    return render(request, "scoring/game/deal.html", context)


def _changed_since_signing(shown: Game, deal: Deal) -> Signing | None:
    """What the game is signed by, where the deal stands otherwise in it."""
    if not is_signed(shown):
        return None
    signing = signing_now(queries.signings_of(shown), "")
    return None if signing is None or signatures.is_as_signed(signing.content, deal) else signing
