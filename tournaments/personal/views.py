"""The pages of whoever has the code of an entry. None of them needs an account, and no cache keeps one."""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.accounts import throttling
from clubs.accounts.forms import count_or_refuse
from clubs.books.refusals import Refusal
from clubs.books.writing import Author
from clubs.web.hall import is_in_hall
from clubs.web.origin import origin_of
from clubs.web.request_author import author_of
from clubs.web.revisions import etag_for, page_or_304
from tournaments import running
from tournaments.leagues.of_player import load_matches
from tournaments.models import Entry, Tournament
from tournaments.notices import push
from tournaments.personal.finding import CodeHolder, entry_of_code, find_holder
from tournaments.personal.page import build_own_page, players_of
from tournaments.play.notices import NoticeKind, standing_notices
from tournaments.play.personal_codes import code_of_entry
from tournaments.public.calendar import announcement_of, calendar_response
from tournaments.public.hall import shown_name_of
from tournaments.public.programme import shown_programme
from tournaments.signup.forms import CodeForm

if TYPE_CHECKING:
    from collections.abc import Callable

_FORM_METHODS: Final = ["GET", "HEAD", "POST"]
_READ_METHODS: Final = ["GET", "HEAD"]
# So many lines of the programme stand among what comes next.
_MOST_COMING: Final = 2


@never_cache
@require_http_methods(_FORM_METHODS)
def my_code(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Type the code of an entry to get to its own page."""
    event = event_or_404(pk)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        limits, now = throttling.personal_code_limits(origin_of(request)), timezone.now()
        try:
            count_or_refuse(limits, now)
        except ValidationError as refusal:
            form.add_error(None, refusal)
            return _ask(request, event, form, HTTPStatus.TOO_MANY_REQUESTS)
        entry = entry_of_code(event, form.cleaned_data["code"])
        if entry is not None:
            throttling.uncount_attempt(limits, now)
            code = code_of_entry(event.book_id, entry, event.code_set)
            return redirect("tournaments:my_page", pk, entry, code)
        form.add_error("code", _("No entry of this event has this code."))
    return _ask(request, event, form, HTTPStatus.OK)


def _ask(request: HttpRequest, event: Tournament, form: CodeForm, status: HTTPStatus) -> HttpResponse:
    return render(request, "tournaments/personal/code.html", {"event": event, "form": form}, status=status)


def with_holder(
    methods: list[str],
) -> Callable[
    [Callable[[HttpRequest, CodeHolder], HttpResponseBase]],
    Callable[[HttpRequest, int, int, str], HttpResponseBase],
]:
    """Decorate a view for the holder of a code. A right one is never limited; wrong ones are counted."""

    def decorate(
        view: Callable[[HttpRequest, CodeHolder], HttpResponseBase],
    ) -> Callable[[HttpRequest, int, int, str], HttpResponseBase]:
        @wraps(view)
        def shown(request: HttpRequest, /, pk: int, entry: int, code: str) -> HttpResponseBase:
            holder = find_holder(pk, entry, code)
            if holder is None:
                return _wrong_code(request, pk)
            if holder.has_ended:
                event = event_or_404(pk)
                return render(
                    request, "tournaments/personal/ended.html", {"event": event}, status=HTTPStatus.GONE
                )
            return view(request, holder)

        return never_cache(require_http_methods(methods)(shown))

    return decorate


def _wrong_code(request: HttpRequest, pk: int) -> HttpResponse:
    event, form = event_or_404(pk), CodeForm({})
    form.errors.clear()
    try:
        count_or_refuse(throttling.personal_code_limits(origin_of(request)), timezone.now())
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return _ask(request, event, form, HTTPStatus.TOO_MANY_REQUESTS)
    form.add_error(
        None, _("This code opens nothing. It may have been replaced by a new one: ask the director.")
    )
    return _ask(request, event, form, HTTPStatus.NOT_FOUND)


@with_holder(_READ_METHODS)
def my_page(request: HttpRequest, holder: CodeHolder) -> HttpResponseBase:
    """The own page of an entry; a phone that asks for news reads one row while there are none."""
    state = holder.event, holder.entry, holder.code_set, holder.revision, holder.leagues
    tag = etag_for(*state, timezone.localdate(), is_in_hall(request))
    return page_or_304(request, tag, lambda: _show(request, holder, tag))


def _show(request: HttpRequest, holder: CodeHolder, tag: str) -> HttpResponse:
    event = event_or_404(holder.event)
    page = build_own_page(event, holder.number, shown_name_of(request, event))
    if page is None:
        raise Http404
    programme = shown_programme(event)
    context = {
        "event": event,
        "page": page,
        "coming": [] if programme is None else programme.upcoming(timezone.now())[:_MOST_COMING],
        "entry": page.state,
        "holder": holder,
        "tag": tag,
        "own": reverse("tournaments:my_page", args=[holder.event, holder.entry, holder.code]),
        "leagues": load_matches(players_of(holder.entry)) if holder.leagues else None,
        "announcement": announcement_of(event),
        "announcements": standing_notices(event, NoticeKind.ANNOUNCEMENT, timezone.now()),
        "until": holder.last_day,
        "push_key": push.public_key(),
        "mails": bool(settings.EMAIL_HOST),
    }
    return render(request, "tournaments/personal/page.html", context)


@with_holder(["POST"])
def my_here(request: HttpRequest, holder: CodeHolder) -> HttpResponseBase:
    """Say that the entry is here, or that it is not after all."""
    entry = get_object_or_404(Entry.objects.select_related("tournament__book"), pk=holder.entry)
    here = request.POST.get("here") != "no"
    by = Author(user=None, origin=author_of(request).origin)
    try:
        running.check_in_by_code(by, entry, holder.code_set, here=here)
    except Refusal as refusal:
        for sentence in refusal.sentences:
            messages.error(request, sentence)
    else:
        messages.success(request, _("You are checked in.") if here else _("You are no longer checked in."))
    return redirect("tournaments:my_page", holder.event, holder.entry, holder.code)


@with_holder(_READ_METHODS)
def my_calendar(request: HttpRequest, holder: CodeHolder) -> HttpResponseBase:
    """The event as a file for the calendar of the phone."""
    return calendar_response(request, event_or_404(holder.event))


def event_or_404(pk: int) -> Tournament:
    """An event, also one that is hidden: whoever has a code finds the own page."""
    return get_object_or_404(Tournament.objects.select_related("club", "book", "announcement"), pk=pk)
