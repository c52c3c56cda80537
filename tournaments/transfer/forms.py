"""The forms with which an event leaves as a file, and comes in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.web.forms import KeyedForm, VerbForm
from tournaments.transfer.members import UPLOAD_BYTES
from tournaments.transfer.people import FilePlayer

_NEW: Final = "new"


class ExportForm(KeyedForm):
    """What travels with the results."""

    photographs = forms.BooleanField(label=_lazy("With the photographs of score sheets"), required=False)
    signatures = forms.BooleanField(
        label=_lazy("With the signatures as they were drawn or typed"),
        required=False,
        help_text=_lazy("Without them the file still says who has signed."),
    )


class EventFileForm(VerbForm):
    """The file of an event."""

    file = forms.FileField(
        label=_lazy("The event’s file"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        allow_empty_file=True,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        size = {"size": UPLOAD_BYTES >> 20}
        self.fields["file"].help_text = _("A ZIP that Talon has written, of at most %(size)s MB.") % size


class BringInForm(VerbForm):
    """What was looked at is brought in; who in it is in doubt is decided here."""

    token = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, doubtful: Sequence[FilePlayer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._doubtful = {_field_name(player): player for player in doubtful}
        for name, player in self._doubtful.items():
            self.fields[name] = forms.ChoiceField(
                label=_("Who is %(name)s, %(club)s?") % {"name": player.name, "club": player.club},
                choices=_choices(player),
                widget=forms.RadioSelect,
            )
        self.fields["trial"] = forms.BooleanField(
            label=_("As a trial"),
            required=False,
            help_text=_("A trial counts in no history, and may be deleted with its games."),
        )

    def decided(self) -> dict[int, Player | None]:
        """Return who each doubtful player of the file is; None for somebody new."""
        return {
            player.number: next(
                (one for one in player.candidates if str(one.pk) == self.cleaned_data[name]), None
            )
            for name, player in self._doubtful.items()
        }


def _field_name(player: FilePlayer) -> str:
    return f"player-{player.number}"


def _choices(player: FilePlayer) -> list[tuple[str, str]]:
    known = [(str(one.pk), _candidate(one)) for one in player.candidates]
    return [*known, (_NEW, _("add as a new player"))]


def _candidate(player: Player) -> str:
    named = _("is %(name)s") % {"name": player.name}
    number = f" ({player.licence})" if player.licence else ""
    return f"{named}{number}, {player.home_club.name}"
