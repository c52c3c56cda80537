"""Is this paper genuine? Whoever holds a paper types its code, and the log answers."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.accounts import throttling
from clubs.accounts.forms import count_or_refuse
from clubs.books.heads import NotedHead, read_typed
from clubs.books.paper_check import check_paper
from clubs.web.origin import origin_of


class PaperCodeForm(forms.Form):
    """The code of the log, from the foot of a paper."""

    code = forms.CharField(
        label=_lazy("Code of the log"),
        help_text=_lazy("At the foot of the paper, after the word “log”: eight letters and digits."),
        max_length=80,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> NotedHead:
        head = read_typed(self.cleaned_data["code"])
        if head is None:
            raise ValidationError(
                _("This is not a code: it has eight letters and digits, such as 4F7T-90AB."), code="no_code"
            )
        return head


@never_cache
@require_safe
def genuine(request: HttpRequest) -> HttpResponse:
    """Tell whether the log still holds what it held when a paper was made; open to everybody."""
    form = PaperCodeForm(request.GET if "code" in request.GET else None)
    check = None
    if form.is_valid():
        try:
            count_or_refuse(throttling.paper_limits(origin_of(request)), timezone.now())
        except ValidationError as refusal:
            form.add_error("code", refusal)
        else:
            check = check_paper(form.cleaned_data["code"])
    return render(request, "clubs/log/genuine.html", {"form": form, "check": check})
