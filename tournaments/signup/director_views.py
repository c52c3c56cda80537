"""The director's pages: the announcement, the list of sign-ups, and entries made of them."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, post_only
from clubs.web.printed_addresses import printed_address
from clubs.web.request_author import author_of
from tournaments.desk.act_views import require_director
from tournaments.models import Announcement, Signup, Tournament
from tournaments.public.calendar import status_in_words
from tournaments.signup import announcing, deciding
from tournaments.signup.announcement_report import announcement_facts
from tournaments.signup.director_forms import (
    AnnouncementForm,
    DecideForm,
    EnterForm,
    StatusForm,
    announcement_initial,
    status_initial,
)
from tournaments.signup.entering import enter_signups
from tournaments.signup.list_page import build_signup_list, signups_report
from tournaments.signup.old import KEPT_DAYS
from tournaments.signup.openness import openness_sentence
from tournaments.signup.people import with_people
from tournaments.signup.places import find_announcement


def _directed(request: HttpRequest, pk: int) -> Tournament:
    events = Tournament.objects.select_related("book", "club")
    return require_director(request, get_object_or_404(events, pk=pk))


# The announcement.


@form_page
def announce(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Write the announcement, look at it, and show it to everybody."""
    event = _directed(request, pk)
    stored = find_announcement(event)
    sent = request.POST if request.method == "POST" else None
    form = AnnouncementForm(sent, event=event, initial=announcement_initial(announcing.plan_of(stored)))
    by = author_of(request)
    if form.is_valid() and run_into_form(
        form, lambda by: announcing.change_announcement(by, event, form.plan()), by
    ):
        say_done(request, event.book, _("The announcement has been saved."), by)
        return redirect("tournaments:announce", pk)
    context = {"event": event, "form": form, "announcement": stored, **_preview(request, event, stored)}
    return render(request, "tournaments/signup/announce.html", context)


def _preview(request: HttpRequest, event: Tournament, stored: Announcement | None) -> dict[str, object]:
    if stored is None:
        return {}
    return {
        "facts": announcement_facts(event, stored, timezone.now()),
        "address": printed_address(request, reverse("tournaments:announcement", args=[event.pk])),
        "notice": status_in_words(stored),
        "sentence": openness_sentence(event, stored, timezone.now()),
    }


@post_only
def announce_show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the announcement to everybody, or to nobody else any more."""
    event, by = _directed(request, pk), author_of(request)
    if find_announcement(event) is None:
        return redirect("tournaments:announce", pk)
    if "down" in request.POST:
        announcing.take_down(by, event)
        say_done(request, event.book, _("The announcement is no longer public."), by)
    else:
        announcing.announce(by, event)
        say_done(request, event.book, _("The event is announced."), by)
    return redirect("tournaments:announce", pk)


@form_page
def announce_status(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that the event is postponed, cancelled, or takes place after all."""
    event, by = _directed(request, pk), author_of(request)
    form = StatusForm(
        request.POST if request.method == "POST" else None, initial=status_initial(find_announcement(event))
    )
    if form.is_valid() and run_into_form(form, lambda by: announcing.say_status(by, event, form.said()), by):
        say_done(request, event.book, _("It is said on the pages of the event."), by)
        return redirect("tournaments:programme", pk)
    people = announcing.people_to_tell(event)
    told = sum(1 for signup in people if signup.email and settings.EMAIL_HOST)
    context = {"event": event, "form": form, "told": told, "untold": len(people) - told}
    return render(request, "tournaments/signup/status.html", context)


# The sign-ups.


@dataclass(frozen=True, slots=True)
class _TickedSignups:
    """An act on ticked sign-ups, with the message when it is done."""

    event: Tournament
    act: str
    chosen: list[int]

    def run(self, by: Author) -> None:
        if self.act == DecideForm.APPROVE:
            deciding.approve(by, self.event, self.chosen)
        elif self.act == DecideForm.DECLINE:
            deciding.decline(by, self.event, self.chosen)
        else:
            deciding.join(by, self.event, *self.chosen)

    @property
    def done(self) -> str:
        count = len(self.chosen)
        if self.act == DecideForm.APPROVE:
            text = ngettext("%(count)s sign-up is approved.", "%(count)s sign-ups are approved.", count)
        elif self.act == DecideForm.DECLINE:
            text = ngettext("%(count)s sign-up is declined.", "%(count)s sign-ups are declined.", count)
        else:
            return _("The two are a pair now.")
        return text % {"count": count}


@form_page
def signups(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All who have signed up, what needs attention, and the next step."""
    event, by = _directed(request, pk), author_of(request)
    stored = find_announcement(event)
    if stored is None:
        return redirect("tournaments:announce", pk)
    sent = request.POST if request.method == "POST" else None
    form = DecideForm(sent, signups=list(event.signups.all()) if sent is not None else [])
    if form.is_valid():
        decision = _TickedSignups(event, form.cleaned_data["act"], form.cleaned_data["chosen"])
        if run_into_form(form, decision.run, by):
            say_done(request, event.book, decision.done, by)
            return redirect("tournaments:signups", pk)
    listed = build_signup_list(event, stored)
    if (file := exports.export_response(request, lambda: signups_report(event, listed))) is not None:
        return file
    context = {
        "event": event,
        "announcement": stored,
        "listed": listed,
        "form": form if sent is not None else None,
        "sentence": openness_sentence(event, stored, timezone.now()),
        "days": KEPT_DAYS,
    }
    return render(request, "tournaments/signup/list.html", context)


@form_page
def signups_enter(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Make entries of the sign-ups that have a place: who is known, who is new, whom to choose."""
    event, by = _directed(request, pk), author_of(request)
    placed = list(with_people(event.signups.filter(state=Signup.State.IN).order_by("queued_at", "pk")))
    adds = permissions.has_role(request.user, club_book(event.club), permissions.DIRECTORS)
    sent = request.POST if request.method == "POST" else None
    form = EnterForm(sent, event=event, signups=placed, adds=adds)
    if placed and form.is_valid():
        lines = form.lines()
        if run_into_form(form, lambda by: enter_signups(by, event, lines), by):
            made = ngettext(
                "%(count)s entry has been made.", "%(count)s entries have been made.", len(lines)
            ) % {"count": len(lines)}
            say_done(request, event.book, made, by)
            return redirect("tournaments:signups", pk)
    return render(request, "tournaments/signup/enter.html", {"event": event, "form": form})
