"""The page "Can phones reach this computer?": its addresses, a code for the Wi-Fi, and what is in the way.

It is for a hall, in which the laptop that serves stands among the phones. Nothing that is typed here is
stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from segno.helpers import make_wifi_data

from clubs.models import without_control_characters
from clubs.web.decorators import form_page
from clubs.web.printed_addresses import printed_address
from clubs.web.qr import qr_svg
from config.serving.addresses import hall_addresses

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_KINDS: Final[tuple[tuple[str, StrOrPromise], ...]] = (
    ("WPA", _lazy("With a password (WPA)")),
    ("nopass", _lazy("Without a password")),
)
# What a network's name and password have at most (IEEE 802.11).
_LONGEST_NAME, _LONGEST_PASSWORD = 32, 63


class _ExactField(forms.CharField):
    """One line, with every blank that it has."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strip=False, validators=[without_control_characters], **kwargs)


class WifiForm(forms.Form):
    """The network that phones are to use, as its owner has named it."""

    network = _ExactField(label=_lazy("Name of the network"), max_length=_LONGEST_NAME)
    kind = forms.ChoiceField(label=_lazy("Security"), choices=_KINDS, initial="WPA")
    password = _ExactField(
        label=_lazy("Password of the network"),
        max_length=_LONGEST_PASSWORD,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
        help_text=_lazy("It is not stored: it is in the code alone, which anyone who sees it can read."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].only_for = _("if it has one")  # type: ignore[attr-defined]  # label.html reads it

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") == "WPA" and cleaned.get("password") == "":
            self.add_error("password", _("This network needs its password."))
        return cleaned

    def code(self) -> str:
        """Return what the code for the network says."""
        kind = self.cleaned_data["kind"]
        password = self.cleaned_data["password"] if kind != "nopass" else None
        said: str = make_wifi_data(ssid=self.cleaned_data["network"], password=password, security=kind)
        return said


@dataclass(frozen=True, slots=True)
class Reach:
    """How phones find this computer: where it answers, and its addresses that are newer than its start."""

    answers: tuple[str, ...]
    changed: tuple[str, ...]


def reach_of(now: list[str]) -> Reach:
    """Compare the addresses that this computer has now with those for which it was started."""
    answers = tuple(address for address in now if address in settings.ALLOWED_HOSTS)
    started_for_hall = any(_is_of_a_network(host) for host in settings.ALLOWED_HOSTS)
    newer = [address for address in now if address not in answers] if started_for_hall else []
    return Reach(answers, tuple(newer))


def _is_of_a_network(host: str) -> bool:
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return False


@form_page
def reach(request: HttpRequest) -> HttpResponse:
    """Show the addresses with a code, and a code for the Wi-Fi once it is asked for."""
    form = WifiForm(request.POST if request.method == "POST" else None)
    found = reach_of(hall_addresses())
    places = [_address(request, address) for address in found.answers]
    first = printed_address(request, "/") if settings.PUBLIC_ADDRESS else next(iter(places), "")
    wifi = qr_svg(form.code()) if form.is_bound and form.is_valid() else ""
    context = {
        "form": form,
        "first": first,
        "code": qr_svg(first) if first else "",
        "others": places if settings.PUBLIC_ADDRESS else places[1:],
        "changed": found.changed,
        "wifi": wifi,
        "network": form.cleaned_data["network"] if wifi else "",
        "fingerprint": fingerprint(),
    }
    return render(request, "reach.html", context)


def _address(request: HttpRequest, host: str) -> str:
    port = request.get_port()
    usual = "443" if request.is_secure() else "80"
    return f"{request.scheme}://{host}{'' if port == usual else f':{port}'}/"


def fingerprint() -> str:
    """Return that of the certificate which Talon has made itself; empty without one."""
    if not settings.OWN_TLS:
        return ""
    from config.serving import certificate  # only such a start has use for it

    return certificate.fingerprint_of(settings.TLS_CERTIFICATE)
