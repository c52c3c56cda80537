"""Where the news of an entry goes: this phone and mailboxes, by its code; and the links in the mails."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from clubs.accounts import throttling
from clubs.accounts.forms import count_or_refuse
from clubs.web.origin import origin_of
from clubs.web.printed_addresses import printed_origin
from tournaments.models import Entry, NoticeAddress
from tournaments.notices import addresses
from tournaments.notices.push import MAX_ENDPOINT, Phone
from tournaments.personal.finding import CodeHolder
from tournaments.personal.views import event_or_404, with_holder

_FORM_METHODS: Final = ["GET", "HEAD", "POST"]
_MAX_KEY: Final = 100
_MAX_SECRET: Final = 40


class PhoneForm(forms.Form):
    """What a browser says of its subscription; a script fills it in."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("on", "off", "ask")], widget=forms.HiddenInput)
    endpoint = forms.CharField(max_length=MAX_ENDPOINT, widget=forms.HiddenInput)
    public_key = forms.CharField(max_length=_MAX_KEY, required=False, widget=forms.HiddenInput)
    secret = forms.CharField(max_length=_MAX_SECRET, required=False, widget=forms.HiddenInput)

    @property
    def phone(self) -> Phone:
        typed = self.cleaned_data
        return Phone(typed["endpoint"], typed["public_key"], typed["secret"])


class MailboxForm(forms.Form):
    """Where mail with news is wanted."""

    email = forms.EmailField(
        label=_lazy("E-mail"),
        max_length=254,
        help_text=_lazy("You get a mail with a link; only when you have opened it does any news come."),
    )


@with_holder(["POST"])
def my_phone(request: HttpRequest, holder: CodeHolder) -> HttpResponseBase:
    """Let this phone hear the news of the entry, or no longer; `ask` says whether it does."""
    form = PhoneForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This phone cannot be reached."))
    elif form.cleaned_data["act"] == "ask":
        return JsonResponse({"on": addresses.has_phone(holder.entry, form.phone.endpoint)})
    elif form.cleaned_data["act"] == "off":
        addresses.remove_phone(holder.entry, form.phone.endpoint)
        messages.success(request, _("This phone gets no more news."))
    else:
        _add_phone(request, holder, form.phone)
    return redirect("tournaments:my_page", holder.event, holder.entry, holder.code)


def _add_phone(request: HttpRequest, holder: CodeHolder, phone: Phone) -> None:
    try:
        _count(request, holder)
        addresses.add_phone(_entry(holder), holder.code_set, phone, printed_origin(request))
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)
    else:
        messages.success(request, _("This phone gets the news from now on."))


def _count(request: HttpRequest, holder: CodeHolder) -> None:
    """Count what is added under the limits. Raises ValidationError after too many."""
    count_or_refuse(throttling.news_limits(str(holder.entry), origin_of(request)), timezone.now())


def _entry(holder: CodeHolder) -> Entry:
    return get_object_or_404(Entry.objects.select_related("tournament__club"), pk=holder.entry)


@with_holder(_FORM_METHODS)
def my_mail(request: HttpRequest, holder: CodeHolder) -> HttpResponseBase:
    """The mailboxes that get the news of the entry; another one is asked first."""
    has_server = bool(settings.EMAIL_HOST)
    form = MailboxForm(request.POST if request.method == "POST" else None)
    if has_server and form.is_valid() and _ask_mailbox(request, holder, form):
        return redirect("tournaments:my_mail", holder.event, holder.entry, holder.code)
    context = {
        "event": event_or_404(holder.event),
        "holder": holder,
        "form": form if has_server else None,
        "mailboxes": addresses.mailboxes_of(holder.entry, holder.code_set),
    }
    return render(request, "tournaments/personal/mail.html", context)


def _ask_mailbox(request: HttpRequest, holder: CodeHolder, form: MailboxForm) -> bool:
    email = form.cleaned_data["email"]
    try:
        _count(request, holder)
        count_or_refuse(throttling.letter_limits(email), timezone.now())
        asked = addresses.ask_mailbox(_entry(holder), holder.code_set, email, printed_origin(request))
    except ValidationError as refusal:
        form.add_error("email", refusal.messages)
        return False
    if asked.confirmed_at is None:
        messages.success(request, _("A mail is on its way. Open the link in it."))
    else:
        messages.success(request, _("This mailbox gets the news already."))
    return True


@with_holder(["POST"])
def my_mail_stop(request: HttpRequest, holder: CodeHolder) -> HttpResponseBase:
    """Write no more to a mailbox of the entry."""
    typed = request.POST.get("mailbox", "")
    for mailbox in addresses.mailboxes_of(holder.entry, holder.code_set):
        if str(mailbox.pk) == typed:
            addresses.remove_mailbox(mailbox.token)
            messages.success(request, _("No more mail goes there."))
    return redirect("tournaments:my_mail", holder.event, holder.entry, holder.code)


# The links in the mails.


def _mailbox_or_404(token: UUID) -> NoticeAddress:
    found = addresses.find_mailbox(token)
    if found is None:
        raise Http404
    return found


@never_cache
@require_http_methods(_FORM_METHODS)
def notice_confirm(request: HttpRequest, token: UUID) -> HttpResponse:
    """Say yes to mail with news. Programs that look at links in mails only read the page."""
    mailbox = _mailbox_or_404(token)
    if request.method == "POST":
        addresses.confirm_mailbox(mailbox)
        return redirect("tournaments:notice_confirm", token)
    context = {"event": mailbox.entry.tournament, "mailbox": mailbox}
    return render(request, "tournaments/notices/confirm.html", context)


@csrf_exempt  # a mail program posts here by itself, in one click (RFC 8058); it can end mail and nothing else
@never_cache
@require_http_methods(_FORM_METHODS)
def notice_stop(request: HttpRequest, token: UUID) -> HttpResponse:
    """End mail with news; also when it has been ended before."""
    if request.method == "POST":
        addresses.remove_mailbox(token)
        return render(request, "tournaments/notices/stop.html", {"is_over": True})
    context = {"is_over": addresses.find_mailbox(token) is None}
    return render(request, "tournaments/notices/stop.html", context)
