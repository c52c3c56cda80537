"""The addresses of the entry page, at the desk and at the table: shown, counted, recorded, written anew.

They check who asks, call a verb and show a template. A sending from a phone that keeps what it has not been
able to send (`outbox.js`) is answered in a word instead of being led on.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.books import permissions
from clubs.books.writing import Author, KeyTaken
from clubs.reports.numbers import written
from clubs.web.links import home_of
from clubs.web.request_author import author_of
from scoring import recording
from scoring.core.problem import errors_of
from scoring.desk.navigation import back_to, desk_named
from scoring.entry import auction
from scoring.entry.blocking import stopped
from scoring.entry.context import EnteredDeal, Place, entered_deal, first_player_of, players_of
from scoring.entry.correction_rights import Rights, Ruled, only_director, rights_of, ruled_by
from scoring.entry.field_values import exchanged, is_empty, paper_typed, typed_of
from scoring.entry.forms import DealEntry, deal_entry
from scoring.entry.melds import keypad_of
from scoring.entry.parts import AtDesk, Typed
from scoring.entry.preview import Preview, ScoreSheet, is_plain, preview_of, recorded_sheet, ticked_in
from scoring.models import Deal, DealVersion, Game, Table
from scoring.store import queries, sheets
from scoring.table import device

# What a phone says that keeps what it could not send.
_OUTBOX: Final = "Talon-Outbox"
_MOST_DEALS: Final = 999
_LONGEST_REASON: Final = 300
# So many digits has a number of a row at most.
_LONGEST_KEY: Final = 9


# --- at the desk ------------------------------------------------------------------------------------------


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deal_new(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the next deal from its paper protocol."""
    game = _game_at_desk(request, pk)
    return _entry_page(request, _at_desk(request, game), entered_deal(game, _posted_number(request, game)))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deal_amend(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Write a deal anew that has been recorded, or write down one that was dealt."""
    game = _game_at_desk(request, pk)
    page = entered_deal(game, number)
    if page.deal is None:
        raise Http404
    return _entry_page(request, _at_desk(request, game), page)


@login_required
@require_POST
def preview(request: HttpRequest, pk: int) -> HttpResponse:
    """What a deal would score; nothing is stored."""
    game = _game_at_desk(request, pk)
    return _counted(request, _at_desk(request, game), entered_deal(game, _posted_number(request, game)))


def _game_at_desk(request: HttpRequest, pk: int) -> Game:
    game = get_object_or_404(queries.with_sides(), pk=pk)
    permissions.require(request.user, game.book, permissions.RECORDERS)
    return game


def _at_desk(request: HttpRequest, game: Game) -> Place:
    """The desk of a game. Its address says how the director decides, and which desk types it."""
    directs = permissions.holds(request.user, game.book, permissions.DIRECTORS)
    back, label = _way_back(request, game)
    return Place(
        preview=reverse("scoring:preview", args=[game.pk]),
        back=back,
        back_label=label,
        directs=directs,
        overrules=directs and "overrule" in request.GET,
        ruling=_number_in(request.GET.get("ruling", "")) if directs else None,
        desk=desk_named(request),
    )


def _way_back(request: HttpRequest, game: Game) -> tuple[str, str]:
    """To the desk over a list of games, where one comes from there; else to what the game belongs to."""
    if desk_named(request) is not None:
        return back_to(request, game.pk), _("Desk")
    home = home_of(game.book)
    return (home.desk, home.label) if home else (reverse("scoring:game", args=[game.pk]), "")


def _number_in(text: str) -> int | None:
    """A number that an address says; None where it says none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _LONGEST_KEY else None


def _posted_number(request: HttpRequest, game: Game) -> int:
    """The deal that a form is about; without a form the one that is to be written next."""
    posted = _number_in(request.POST.get("number", ""))
    return posted if posted and posted <= _MOST_DEALS else queries.number_to_write(game)


# --- at the table -----------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_deal(request: HttpRequest, secret: str, number: int) -> HttpResponse:
    """Write down the deal that was played at the table, or write it anew."""
    table, game = _game_at_table(secret)
    page = entered_deal(game, number)
    # What somebody has typed is kept: why it cannot be recorded as this deal stands on the form again.
    if page.deal is None and request.method != "POST" and number != queries.number_to_write(game):
        raise Http404
    return device.remembered(_entry_page(request, _place_at(request, table, page), page), request)


@require_POST
def table_preview(request: HttpRequest, secret: str) -> HttpResponse:
    """What a deal would score; nothing is stored."""
    table, game = _game_at_table(secret)
    page = entered_deal(game, _posted_number(request, game))
    return _counted(request, _place_at(request, table, page), page)


def _game_at_table(secret: str) -> tuple[Table, Game]:
    table = device.table_or_404(secret)
    if table.game is None:
        raise Http404
    return table, table.game


def _place_at(request: HttpRequest, table: Table, page: EnteredDeal) -> Place:
    hands_in = page.game.protocols == Game.Protocols.BOTH and page.version is None
    side = _own_side(request, page.game)
    keeper = first_player_of(page.game, side) if hands_in or side is not None else page.game.keeper_id
    return Place(
        table=table,
        preview=reverse("scoring:table_preview", args=[table.secret]),
        back=reverse("scoring:table", args=[table.secret]),
        back_label=_("Table %(number)s") % {"number": table.label},
        writers=players_of(page.game),
        writer=keeper,
        hands_in=hands_in,
    )


def _own_side(request: HttpRequest, game: Game) -> int | None:
    """The side that this device writes for: as its address says, or as its own phone."""
    asked, secret = request.GET.get("side", ""), device.own_secret(request)
    for side in game.sides.all():
        if asked == str(side.number) or (not asked and secret and secret == side.secret):
            return side.number
    return None


# --- one page for both ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the page shows besides the form."""

    preview: Preview = field(default_factory=Preview)
    # Warnings that have to be looked at before the deal is recorded.
    asks: bool = False
    # The deal as somebody else has recorded it in the meantime.
    theirs: ScoreSheet | None = None
    # Why a correction is not allowed, kind by kind.
    refusals: tuple[Ruled, ...] = ()
    # The director may record all the same what cannot have happened.
    asks_override: bool = False
    # Nothing has been typed yet: the first field is at hand.
    is_fresh: bool = False


def _entry_page(request: HttpRequest, place: Place, page: EnteredDeal) -> HttpResponse:
    if request.method != "POST":
        return _opened(request, place, page)
    typed, act = request.POST.dict(), request.POST.get("act", "")
    if act:
        return _touched(request, place, page, typed, act)
    if place.desk is not None and is_empty(typed):
        return _led_to(request, place.next_game(page.game))
    entry = _bound(place, page, typed)
    return _recorded(request, place, page, entry, typed)


def _opened(request: HttpRequest, place: Place, page: EnteredDeal) -> HttpResponse:
    """The form, empty or with what is written down of the deal, which is then counted."""
    typed, is_written = _as_written(request, place, page)
    counted = preview_of(page, _bound(place, page, typed))
    if not is_written:
        counted = Preview(melds=counted.melds, left=counted.left)
    more = _Shown(preview=counted, is_fresh=True)
    return _shown(request, place, page, _entry_of(place, page, typed), more)


def _as_written(request: HttpRequest, place: Place, page: EnteredDeal) -> tuple[Typed, bool]:
    """What stands in the fields of a form that is opened, and whether that is a deal already."""
    typed = {
        "number": str(page.number),
        "game": str(page.game.pk),
        "key": str(uuid.uuid4()),
        "version": str(_version_of(page)),
    }
    if page.chairs and page.chairs.dealer is not None:
        typed[auction.DEALER] = str(page.chairs.dealer)
    stored = page.version or page.protocol_of(_own_side(request, page.game) if place.hands_in else None)
    if stored is not None:
        typed |= typed_of(sheets.body_of(stored.sheet), get_language() or "en")
    if page.version is not None:
        typed |= paper_typed(page.version.paper)
    if page.deal is not None and place.ruling is not None:
        ruled = queries.words_of_ruling(page.deal, place.ruling)
        typed["reason"] = Truncator(ruled).chars(_LONGEST_REASON)
    if place.writer is not None:
        typed["player"] = str(place.writer)
    return typed, stored is not None


def _version_of(page: EnteredDeal) -> int:
    return page.deal.version if page.deal else 0


def _bound(place: Place, page: EnteredDeal, typed: Typed) -> DealEntry:
    return _entry_of(place, page, typed, bound=True)


def _entry_of(place: Place, page: EnteredDeal, typed: Typed, *, bound: bool = False) -> DealEntry:
    amends = typed.get("version", "0") not in ("", "0")
    return deal_entry(
        page.rules,
        page.sides,
        typed,
        bound=bound,
        writers=place.writers,
        game=page.game.pk if place.table else None,
        chairs=page.chairs,
        amends=amends,
        desk=None if place.table else _desk_of(place, page),
    )


def _desk_of(place: Place, page: EnteredDeal) -> AtDesk:
    return AtDesk(
        directs=place.directs,
        asks_openings=page.asks_openings,
        asks_why=place.overrules or place.ruling is not None,
    )


def _touched(
    request: HttpRequest, place: Place, page: EnteredDeal, typed: dict[str, str], act: str
) -> HttpResponse:
    """One of the page's own buttons, for browsers without scripts: the form again, changed or counted."""
    typed = _changed(page, typed, act)
    entry = _entry_of(place, page, typed)
    counted = preview_of(page, _bound(place, page, typed), ticked_in(typed))
    return _shown(request, place, page, entry, _Shown(preview=counted))


def _changed(page: EnteredDeal, typed: dict[str, str], act: str) -> dict[str, str]:
    """What stands in the fields after the touch of a button."""
    rules = page.rules.contract
    if act == "swap":
        typed = exchanged(typed, page.playing)
        # What was bid stays where the calls have put it.
        return {**typed, **auction.follows(rules, typed)} if rules and auction.calls_in(typed) else typed
    return auction.touched(rules, typed, act) if rules else typed


def _counted(request: HttpRequest, place: Place, page: EnteredDeal) -> HttpResponse:
    """The preview alone, for a page that counts while somebody types."""
    typed, act = request.POST.dict(), request.POST.get("act", "")
    if act and page.rules.contract:
        return _bid(request, place, page, _changed(page, typed, act))
    found = preview_of(page, _bound(place, page, typed), ticked_in(typed))
    return render(request, "scoring/entry/_preview.html", {"preview": found, "swapped": True})


def _bid(request: HttpRequest, place: Place, page: EnteredDeal, typed: Typed) -> HttpResponse:
    """The contract alone, after a call."""
    entry = _entry_of(place, page, typed)
    _limited(place, page, entry)
    context = {"entry": entry, "place": place, **_auction_shown(page, typed)}
    return render(request, "scoring/entry/_contract.html", context)


def _auction_shown(page: EnteredDeal, typed: Typed) -> dict[str, object]:
    """What the page shows of the auction, where the game has one."""
    bidding = page.bidding
    if bidding is None:
        return {}
    return {"box": bidding.box(typed), "has_auction": True, "kept_calls": bool(auction.calls_in(typed))}


def _shown(
    request: HttpRequest,
    place: Place,
    page: EnteredDeal,
    entry: DealEntry,
    more: _Shown | None = None,
) -> HttpResponse:
    rights, stop = _limited(place, page, entry), stopped(place, page)
    if more is not None and more.is_fresh and place.table is None and rights is None and stop is None:
        entry.begin()
    context = {
        "place": place,
        "stopped": stop,
        "rights": rights,
        "page": page,
        "game": page.game,
        "entry": entry,
        "names": page.names,
        "more": more or _Shown(),
        "preview": (more or _Shown()).preview,
        "keypad": keypad_of(page.rules, get_language() or "en"),
        **_auction_shown(page, entry.end.typed),
        "slot": _slot_of(request, place, page, entry),
    }
    return render(request, "scoring/entry/page.html", context)


def _limited(place: Place, page: EnteredDeal, entry: DealEntry) -> Rights | None:
    """What may be changed of a deal that is written anew; the form lets nobody write more."""
    rights = _rights_in(place, page) if entry.amends else None
    if rights is not None:
        entry.limit(rights.mending)
        entry.ask_why(asked=rights.asks_why)
    return rights


def _rights_in(place: Place, page: EnteredDeal) -> Rights | None:
    """What may be changed of a deal that is written down."""
    if page.deal is None or page.version is None or page.is_void:
        return None
    verdicts = recording.what_may_change(page.game, page.deal)
    by_ruling = place.ruling is not None
    return rights_of(verdicts, directs=place.directs, overrules=place.overrules, by_ruling=by_ruling)


def _slot_of(request: HttpRequest, place: Place, page: EnteredDeal, entry: DealEntry) -> str:
    """Under what the device keeps what is typed: game, deal and version, and whose protocol it is."""
    slot = f"{page.game.pk}/{page.number}/{entry.end['version'].value() or 0}"
    return f"{slot}/{_own_side(request, page.game)}" if place.hands_in else slot


# --- recording --------------------------------------------------------------------------------------------


def _recorded(
    request: HttpRequest, place: Place, page: EnteredDeal, entry: DealEntry, typed: Typed
) -> HttpResponse:
    """Record what was typed; if it cannot be, the form says why and keeps everything."""
    if not entry.is_valid():
        return _shown(request, place, page, entry)
    deciding = place
    if not is_plain(page, entry):
        found = _previewed(place, page, typed)
        if found.sheet is not None and found.asks:
            return _shown(request, place, page, entry, _Shown(preview=found, asks=True))
        if found.sheet is None:
            # Whoever overrules a paragraph has not passed over what cannot have happened.
            deciding = replace(place, overrules=False)
    version = _written_by(request, deciding, page, entry)
    if isinstance(version, _Stood):
        if version.is_taken:
            return _taken(request, place, page, typed)
        found = _previewed(place, page, typed)
        return _shown(request, place, page, entry, _Shown(preview=found, **version.shown))
    return _led_on(request, place, page, entry, version)


def _previewed(place: Place, page: EnteredDeal, typed: Typed) -> Preview:
    """What was typed, counted for a form that is shown again."""
    return preview_of(page, _bound(place, page, typed), ticked_in(typed))


@dataclass(frozen=True, slots=True)
class _Stood:
    """Something stands against it: what the page shows of that, or somebody else was first."""

    shown: Mapping[str, Any] = field(default_factory=dict)
    is_taken: bool = False


def _written_by(
    request: HttpRequest, place: Place, page: EnteredDeal, entry: DealEntry
) -> DealVersion | Deal | _Stood:
    """Record; what stands against it is shown at the fields, or said."""
    try:
        return _write(request, place, page, entry)
    except (recording.TakenAlready, KeyTaken):
        return _Stood(is_taken=True)
    except recording.NotAllowed as refusal:
        if place.directs and only_director(refusal.verdicts) and entry.keeps_silent():
            return _Stood()
        return _Stood({"refusals": ruled_by(refusal.verdicts)})
    except recording.Refused as wrong:
        entry.show(wrong.problems)
        codes = {problem.code for problem in errors_of(wrong.problems)}
        return _Stood({"asks_override": place.directs and codes <= recording.OVERRIDABLE})
    except recording.NotNow as reason:
        entry.end.add_error(None, reason.message)
    except ValidationError as wrong_field:
        entry.refuse(wrong_field)
    return _Stood()


def _write(request: HttpRequest, place: Place, page: EnteredDeal, entry: DealEntry) -> DealVersion | Deal:
    """The verb that this entry asks for."""
    sent, by = entry.end.cleaned_data, _author(request, place, entry)
    said = entry.words.cleaned_data if entry.words else {}
    reason, override = said.get("reason", ""), said.get("override", False)
    if sent["version"]:
        amendment = recording.Amendment(
            number=page.number,
            version=sent["version"],
            body=entry.body(),
            key=sent["key"],
            reason=reason,
            consent=said.get("consent", False),
            override=override or place.overrules,
            ruling=place.ruling,
            paper=entry.paper(),
        )
        return recording.amend_deal(by, page.game, amendment)
    written_deal = recording.WrittenDeal(
        number=page.number,
        body=entry.body(),
        key=sent["key"],
        paper=entry.paper(),
        openings=entry.openings(),
        override=override,
        reason=reason,
    )
    if place.hands_in:
        return recording.hand_in_protocol(by, page.game, written_deal)
    return recording.record_deal(by, page.game, written_deal)


def _author(request: HttpRequest, place: Place, entry: DealEntry) -> Author:
    if entry.writer is None or place.table is None:
        return author_of(request)
    return device.author_at(request, place.table, int(entry.writer.cleaned_data["player"]))


def _led_on(
    request: HttpRequest, place: Place, page: EnteredDeal, entry: DealEntry, version: DealVersion | Deal
) -> HttpResponse:
    """Say what was recorded, and go on: back, or to the next deal, or to the next game."""
    messages.success(request, _said_of(place, page, version))
    if _goes_on(page.game):
        messages.warning(request, _("With this correction the game is below its target again: it goes on."))
    if place.desk is None or entry.amends:
        return _led_to(request, place.back)
    game = Game.objects.get(pk=page.game.pk)
    return _led_to(request, place.next_game(game) if game.over else place.next_deal(game))


def _goes_on(before: Game) -> bool:
    """Whether a game that was finished has been opened again by what was recorded."""
    finished, goes = Game.State.FINISHED, Game.State.OPEN
    return before.state == finished and Game.objects.filter(pk=before.pk, state=goes).exists()


def _said_of(place: Place, page: EnteredDeal, version: DealVersion | Deal) -> str:
    if not isinstance(version, DealVersion):
        return _("The protocol is handed in.")
    if place.table is not None:
        return _("The deal is recorded.")
    sides = sheets.sides_of(version.result)
    return _("Deal %(number)s recorded: %(points)s, running %(totals)s.") % {
        "number": page.number,
        "points": _figures([side.total for side in sides]),
        "totals": _figures([side.after for side in sides]),
    }


def _figures(points: list[int]) -> str:
    """The figures of the sides beside each other."""
    language = get_language() or "en"
    return " : ".join(written(each, language) for each in points)


def _led_to(request: HttpRequest, address: str) -> HttpResponse:
    if _OUTBOX in request.headers:
        return HttpResponse(status=201, headers={"Location": address})
    return redirect(address)


def _taken(request: HttpRequest, place: Place, page: EnteredDeal, typed: Typed) -> HttpResponse:
    """Somebody else was first: theirs beside what was typed, which may be recorded as a correction of it."""
    now = entered_deal(page.game, page.number)
    again = {**typed, "key": str(uuid.uuid4()), "version": str(_version_of(now))}
    mine = preview_of(now, _bound(place, now, again))
    if now.version is not None and not now.is_void:
        theirs = recorded_sheet(now, now.version)
        return _shown(request, place, now, _entry_of(place, now, again), _Shown(preview=mine, theirs=theirs))
    entry = _bound(place, now, again)
    entry.is_valid()
    entry.end.add_error(None, _why_not(now))
    return _shown(request, place, now, entry, _Shown(preview=mine))


def _why_not(page: EnteredDeal) -> str:
    if page.is_void:
        return _("This deal has been declared void.")
    return _("This was sent before and said something else. Look at the game first.")
