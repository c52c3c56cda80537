"""What is typed about the hall: an announcement, a call, the pages of a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField, VerbForm, set_choices
from tournaments import running
from tournaments.play.notices import FOR_ALL
from tournaments.play.screens import DEFAULT_SECONDS, MAX_SECONDS, MIN_SECONDS, HallScreen, PageKind
from tournaments.running import CalledPlayers

_MINUTES: Final = (
    (10, _lazy("10 minutes")),
    (20, _lazy("20 minutes")),
    (30, _lazy("half an hour")),
    (60, _lazy("one hour")),
    (120, _lazy("two hours")),
    (240, _lazy("four hours")),
    (720, _lazy("twelve hours")),
)
_USUAL_MINUTES: Final = 30
_LANGUAGE_PREFIX: Final = "text_"
MAX_TABLE: Final = 999


class HallAnnouncementForm(KeyedForm):
    """One text for everybody, or one for each language."""

    text = LineField(
        label=_lazy("Text for everybody"),
        max_length=running.MAX_TEXT,
        required=False,
        help_text=_lazy(
            "For example: Coffee at three. Or write it below in each language; "
            "everybody then reads their own."
        ),
    )
    minutes = forms.TypedChoiceField(
        label=_lazy("Shown for"), choices=_MINUTES, coerce=int, initial=_USUAL_MINUTES
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for code, _name in settings.LANGUAGES:
            own_name = str(get_language_info(code)["name_local"])
            self.fields[_LANGUAGE_PREFIX + code] = LineField(
                label=own_name[0].upper() + own_name[1:],
                max_length=running.MAX_TEXT,
                required=False,
                widget=forms.TextInput(attrs={"lang": code}),
            )

    def texts(self) -> dict[str, str]:
        """What was typed, by language."""
        languages = {code: self.cleaned_data[_LANGUAGE_PREFIX + code] for code, _name in settings.LANGUAGES}
        return {
            code: text for code, text in {FOR_ALL: self.cleaned_data["text"], **languages}.items() if text
        }


class PlayerCallForm(KeyedForm):
    """Who is called, and to which table."""

    who = forms.ChoiceField(label=_lazy("Who"))
    table = forms.IntegerField(
        label=_lazy("To table"),
        min_value=1,
        max_value=MAX_TABLE,
        required=False,
        help_text=_lazy("Without a number they are called to the desk."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, who: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "who", [("", "–"), *who])

    def called(self) -> CalledPlayers:
        entry, _point, player = self.cleaned_data["who"].partition(".")
        return CalledPlayers(int(entry), int(player) if player else None, self.cleaned_data["table"])


class ScreenForm(VerbForm):
    """The seconds for each page, empty where it is not shown; light or dark; the language."""

    dark = forms.TypedChoiceField(
        label=_lazy("The hall is"),
        choices=((0, _lazy("light: dark letters on white")), (1, _lazy("dark: light letters on black"))),
        coerce=lambda value: bool(int(value)),
        widget=forms.RadioSelect,
    )
    language = forms.ChoiceField(label=_lazy("Language"), required=False)

    def __init__(self, *args: Any, screen: HallScreen, **kwargs: Any) -> None:
        looks = {"dark": int(screen.dark), "language": screen.language}
        seconds = {kind.value: screen.pages.get(kind.value) for kind in PageKind}
        kwargs["initial"] = {**looks, **seconds}
        super().__init__(*args, **kwargs)
        self.number = screen.number
        languages = [(code, str(name)) for code, name in settings.LANGUAGES]
        set_choices(self, "language", [("", _("as the browser of the screen")), *languages])
        for kind in PageKind:
            self.fields[kind.value] = forms.IntegerField(
                label=kind.label,
                min_value=MIN_SECONDS,
                max_value=MAX_SECONDS,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        first = self.fields[PageKind.values[0]]
        first.help_text = _(
            "Seconds for which each page stands, %(usual)s for example; empty: it is not shown."
        ) % {"usual": DEFAULT_SECONDS}
        self.order_fields(PageKind.values)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not any(cleaned.get(kind) for kind in PageKind.values):
            raise ValidationError(_("Choose at least one page."))
        return cleaned

    def screen(self) -> HallScreen:
        pages = {kind: self.cleaned_data[kind] for kind in PageKind.values if self.cleaned_data[kind]}
        return HallScreen(self.number, pages, self.cleaned_data["dark"], self.cleaned_data["language"])
