"""The forms of the scanned protocols: the files of a pile, and the answer about a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.text.alphabet import tidy
from clubs.web.forms import KeyedForm, set_choices

MAX_PILE_BYTES: Final = 40 * 1024 * 1024
PILE_TOO_LARGE: Final = _lazy("The files are larger than 40 MB together. Upload them in parts.")
# What the files begin with, and their extensions.
_SIGNATURES: Final = {b"%PDF-": "pdf", b"\xff\xd8\xff": "jpg", b"\x89PNG\r\n\x1a\n": "png"}
_LONGEST_SIGNATURE: Final = max(map(len, _SIGNATURES))
_MAX_NAME: Final = 120


class _SeveralFiles(forms.FileInput):
    allow_multiple_selected = True


class ScansField(forms.FileField):
    """One or several files, each a PDF, a JPEG or a PNG by what it begins with."""

    default_error_messages = {
        "required": _lazy("Choose a file."),
        "missing": _lazy("Choose a file."),
        "invalid": _lazy("Choose a file."),
    }

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"accept": "application/pdf,image/jpeg,image/png"}
        super().__init__(widget=_SeveralFiles(attrs=attrs), max_length=None, **kwargs)

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = data if isinstance(data, list) else [data]
        checked = [super(ScansField, self).clean(file, initial) for file in files or [None]]
        for file in checked:
            if not extension_of(file):
                raise ValidationError(
                    _("%(file)s is neither a PDF nor a JPEG or PNG.") % {"file": name_of(file)}, code="kind"
                )
        return checked


def extension_of(file: UploadedFile) -> str:
    """Return the extension that fits the content of a file; empty for one that is not taken."""
    file.seek(0)
    start = file.read(_LONGEST_SIGNATURE)
    file.seek(0)
    return next((extension for begins, extension in _SIGNATURES.items() if start.startswith(begins)), "")


def name_of(file: UploadedFile) -> str:
    """Return the name that a file had, as far as a page can show it."""
    name = PurePath(file.name or "").name
    return tidy("".join(letter for letter in name if letter.isprintable()))[-_MAX_NAME:]


class ScansForm(KeyedForm):
    """A pile of scanned protocols."""

    scans = ScansField(
        label=_lazy("Scanned score sheets"),
        help_text=_lazy(
            "A PDF, or pictures as JPEG or PNG: several at once, at most 40 MB and 500 pages together. "
            "150 or 200 dots per inch are enough."
        ),
    )


class ScanAnswerForm(KeyedForm):
    """What a sheet is that could not be filed: the protocol of a game, or none."""

    FILE: Final = "file"
    DROP: Final = "drop"

    game = forms.ChoiceField(
        label=_lazy("Which game?"), error_messages={"required": _lazy("Choose the game.")}
    )
    answer = forms.ChoiceField(choices=[(FILE, FILE), (DROP, DROP)], widget=forms.HiddenInput)

    def __init__(self, *args: Any, games: Sequence[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "game", [("", _("Choose the game")), *games])
        # What is no protocol has no game, whatever was chosen.
        self.fields["game"].required = self.data.get("answer") != self.DROP

    def problems(self) -> Iterable[str]:
        """Yield what is wrong with the answer, for the page after it."""
        return (str(error) for errors in self.errors.values() for error in errors)
