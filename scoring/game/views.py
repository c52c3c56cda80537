"""The public pages of games. They are kept: in the hall they are the same to all, and so they are outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from clubs.people.names import NameOf
from clubs.web import exports
from clubs.web.links import links_for
from clubs.web.revisions import kept_by_revision, public_tag
from scoring.game import facts, history, overrides, progress_plot, score_sheet, signatures
from scoring.game.bidding import bidding_sentence
from scoring.game.deal_lines import deal_columns, deal_facts
from scoring.game.list import GameFilterForm, GameTable
from scoring.game.own_decisions import own_decision_sentences
from scoring.game.put_right import put_right_sentences
from scoring.game.readers import kept_for_readers
from scoring.game.requested import requested_ruleset
from scoring.game.rulings import describe_rulings
from scoring.game.shown_names import shown_name_of
from scoring.game.signed_sheet import matches_signing
from scoring.game.status import deal_badge, game_badge, game_sentences, set_aside_sentences
from scoring.models import Deal, Game, Signing
from scoring.store import sheets as stored_sheets
from scoring.store import signing_queries
from scoring.store.deal_queries import (
    DealRow,
    deal_history,
    deal_rows,
    get_deal,
    has_corrections,
    neighbour_numbers,
    revision_of_deal,
)
from scoring.store.event_news import about_the_game
from scoring.store.game_queries import (
    find_games,
    game_with_sides,
    games_with_sides,
    revision_of_game,
    revision_of_games,
    side_names,
)
from scoring.store.put_right import load_put_right
from scoring.store.ruling_queries import adjustments_of, rulings_if_any
from scoring.store.signers import current_signing, is_signed
from scoring.store.signing_queries import signings_of
from scoring.wording import labels


@require_safe
@cache_control(no_cache=True)
def game_list(request: HttpRequest) -> HttpResponseBase:
    """Show the list of games: it can be filtered, and searched by public names."""
    requested_ruleset(request.GET)
    if exports.requested_format(request):
        return _game_list_file(request)
    form, table = _filtered_games(request)
    is_htmx = bool(getattr(request, "htmx", False))
    template = "scoring/game/_list_found.html" if is_htmx else "scoring/game/list.html"
    response = render(request, template, {"form": form, "table": table})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _filtered_games(request: HttpRequest) -> tuple[GameFilterForm, GameTable]:
    form = GameFilterForm(request.GET)
    return form, GameTable(find_games(form.game_filter())).configured(request)


@kept_by_revision(revision_of_games, choices=exports.CHOICES, free={*GameFilterForm.base_fields, "sort"})
def _game_list_file(request: HttpRequest) -> HttpResponseBase:
    _form, table = _filtered_games(request)
    file = exports.export_response(request, lambda: table.report(_("Games")))
    if file is None:
        raise Http404
    return file


@require_safe
@kept_for_readers(revision_of_game)
def game_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a game as it is being played: score sheet, rulings, ledger, signatures, progress."""
    game = game_with_sides(pk)
    if game is None:
        raise Http404
    name_of = shown_name_of(request, game)
    names, rows = side_names(game, name_of), deal_rows(game)
    rulings = rulings_if_any(game)
    charges = list(adjustments_of(game))
    corrected = bool(rulings or charges) or has_corrections(rows)
    context = {
        **game_page_context(request, game, names),
        "totals": [(name, side.result) for name, side in zip(names, game.sides.all(), strict=True)],
        "badge": game_badge(game, rows),
        "sentences": [
            *game_sentences(game, names, rows),
            *_contract_in_play(rows, name_of),
            *_put_right(game, name_of),
            *(sentence for say in about_the_game for sentence in say(game, names)),
        ],
        "facts": facts.game_facts(game),
        "sheet": score_sheet.build_score_sheet(game, names, rows),
        "rulings": describe_rulings(game, names, rulings),
        "own_decisions": own_decision_sentences(game.own_decisions.order_by("pk")),
        "ledger": history.ledger_entries(game, names, charges),
        **_ending_context(game, names, rows, name_of, corrected=corrected),
        **_statistics_context(game, names, [row for row in rows if row.hands]),
    }
    return render(request, "scoring/game/page.html", context)


def _contract_in_play(rows: Sequence[DealRow], name_of: NameOf) -> Iterator[str]:
    sentence = bidding_sentence(rows[-1].deal, name_of) if rows else ""
    if sentence:
        yield sentence


def _put_right(game: Game, name_of: NameOf) -> Sequence[str]:
    return list(put_right_sentences(load_put_right([game]).get(game.pk, ()), name_of))


def game_page_context(request: HttpRequest, game: Game, names: Sequence[str]) -> dict[str, object]:
    """Return the context that all public pages of a game share."""
    return {
        "game": game,
        "names": names,
        "rules": labels.ruleset_name(game.ruleset),
        "home": links_for(game.book),
        "tag": public_tag(request, game.book.revision),
    }


def _ending_context(
    game: Game, names: Sequence[str], rows: Sequence[DealRow], name_of: NameOf, *, corrected: bool
) -> dict[str, object]:
    """Return who has signed the game, its overrides, and since when it goes on after having been over.

    Without corrections, no earlier version can have been an override and no game was over before, so that
    the queries for them are saved.
    """
    signings, overriding_versions = signings_of(game), signing_queries.overriding_versions(game)
    has_accepted_errors = any(row.version is not None and row.version.overridden_errors for row in rows)
    return {
        "signatures": signatures.signature_overview(game, names, rows, signings, name_of),
        "overrides": overrides.describe_overrides(
            game, names, overriding_versions if corrected or has_accepted_errors else ()
        ),
        "resumed_at": signing_queries.resumed_at(game)
        if corrected and game.state == Game.State.OPEN
        else None,
    }


def _statistics_context(game: Game, names: Sequence[str], counted: Sequence[DealRow]) -> dict[str, object]:
    """Return the progress and the statistics of a game; empty before the first deal that counts."""
    if not counted:
        return {}
    start = [side.carried for side in game.sides.all()]
    after = [(row.deal.number, [hand.after for hand in row.hands]) for row in counted]
    return {
        "plot": progress_plot.build_progress_plot(start, after, stored_sheets.target_of(game)),
        "progress": facts.progress_table(names, start, counted),
        "statistics": facts.statistics_table(game, names, counted),
    }


@require_safe
@kept_for_readers(revision_of_deal)
def deal_page(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a deal: every line with its paragraph, and the deal's history."""
    game = get_object_or_404(games_with_sides(number), pk=pk)
    name_of = shown_name_of(request, game)
    names, record = side_names(game, name_of), deal_history(get_deal(game, number))
    row, (before, after) = record.row, neighbour_numbers(record.deal)
    context = {
        **game_page_context(request, game, names),
        "deal": row.deal,
        "badge": deal_badge(row),
        "set_aside_sentences": list(set_aside_sentences(game)),
        "facts": list(deal_facts(game, names, row, name_of)),
        "columns": deal_columns(game, names, row),
        "events": history.deal_events(game, names, record, name_of),
        "ledger": history.ledger_entries(game, names, adjustments_of(game).filter(deal=row.deal)),
        "before": before,
        "after": after,
        "changed_signing": _changed_since_signing(game, row.deal),
    }
    return render(request, "scoring/game/deal.html", context)


def _changed_since_signing(game: Game, deal: Deal) -> Signing | None:
    """Return the current signing if the deal has changed since it was signed, else None."""
    if not is_signed(game):
        return None
    signing = current_signing(signings_of(game), "")
    return None if signing is None or matches_signing(signing.content, deal) else signing
