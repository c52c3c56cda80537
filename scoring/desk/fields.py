"""Fields of the desk's forms: a line of text, points with their sign, a player by name, a photograph.

Knows what may be typed into each; must not know what becomes of it.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.models import Player, without_control_characters
from clubs.text.alphabet import folded, tidy
from scoring.desk.photo_metadata import NotWhole, bare

LARGEST_TOTAL: Final = 1_000_000
LARGEST_PICTURE: Final = 12 * 1024 * 1024
# What a photograph may be, and how its file is called then.
PICTURES: Final = {"JPEG": "jpg", "MPO": "jpg", "PNG": "png", "WEBP": "webp"}
MOST_NAMED: Final = 5
BLANKS: Final = re.compile(r"[\s.,\u00a0\u202f]")

one_line = RegexValidator(
    without_control_characters.regex,
    lazy("Write one line, without tabs or other invisible characters."),
    code="control_characters",
)


class VerbForm(forms.Form):
    """A form whose fields say what a verb refuses."""

    def refuse(self, refusal: ValidationError) -> None:
        """Show what a verb said: at the field it names, or on top where the form has none of that name."""
        if not hasattr(refusal, "error_dict"):
            self.add_error(None, refusal)
            return
        for name, errors in refusal.error_dict.items():
            for error in errors:
                self.add_error(name if name in self.fields else None, error)

    def sent_otherwise(self) -> None:
        """The key was used for something else: say so, and give the form another one."""
        self.data = {**dict(self.data.items()), "key": str(uuid.uuid4())}
        self.add_error(
            None, _("This was sent before with other content. Look at the game, then send it again.")
        )


class KeyedForm(VerbForm):
    """A form that is done once, however often it is sent."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class LineField(forms.CharField):
    """One line of text."""

    def __init__(self, *, max_length: int = 300, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, validators=[one_line], **kwargs)

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class ReasonField(LineField):
    """Why something is done."""

    def __init__(self, **kwargs: Any) -> None:
        said = {"label": lazy("Reason"), "help_text": lazy("It stands in the log, under your name.")}
        super().__init__(**said | kwargs)


class PointsField(forms.CharField):
    """A total as people write it, thousands set apart or not, and below nothing with a minus; in fives."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: object) -> int | None:
        typed = BLANKS.sub("", super().clean(value)).replace("−", "-").replace("–", "-")
        if not typed:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,7}", typed) or abs(int(typed)) > LARGEST_TOTAL:
            raise ValidationError(_("Write points, such as 2450 or −85."), code="no_points")
        if int(typed) % 5:
            raise ValidationError(_("Points are divisible by five."), code="not_in_fives")
        return int(typed)


class Roster:
    """The players who may be named in a form, each under a label of his own."""

    def __init__(self, players: Iterable[Player]) -> None:
        members = list(players)
        names = Counter(player.name for player in members)
        self.by_label = {label_of(player, names[player.name] > 1): player for player in members}

    @property
    def labels(self) -> list[str]:
        return list(self.by_label)

    def find(self, typed: str) -> Player:
        """The player of this label, or the only one whose name holds these words."""
        if typed in self.by_label:
            return self.by_label[typed]
        words = folded(typed).split()
        found = [
            label
            for label, player in self.by_label.items()
            if words and all(word in player.found_by for word in words)
        ]
        if len(found) == 1:
            return self.by_label[found[0]]
        if not found:
            raise ValidationError(_("The club has no player of this name. Add the player to the club first."))
        raise ValidationError(
            _("Which of these is it? %(names)s") % {"names": "; ".join(found[:MOST_NAMED])}, code="several"
        )


def label_of(player: Player, shared: bool) -> str:
    """The name; where two are called the same, with what tells them apart."""
    return f"{player.name} ({player.licence or player.pk})" if shared else player.name


class PlayerField(LineField):
    """A player of the club by name, with the club's players to choose from as one types."""

    LIST = "players-of-the-club"

    def __init__(self, roster: Roster, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"list": self.LIST, "autocomplete": "off", "spellcheck": "false"})
        super().__init__(max_length=150, widget=widget, **kwargs)
        self.roster = roster

    def clean(self, value: Any) -> Player | None:
        typed = super().clean(value)
        return self.roster.find(typed) if typed else None


class PhotoField(forms.ImageField):
    """A photograph: of a kind that every browser shows, and not too large; its file gets a name of ours.

    What its camera has written into it, such as where it was taken, goes no further than here.
    """

    default_validators = []
    default_error_messages = {"invalid_image": lazy("The picture must be a JPEG, a PNG or a WebP.")}

    def __init__(self, **kwargs: Any) -> None:
        kinds = {"accept": "image/jpeg,image/png,image/webp"}
        super().__init__(widget=forms.FileInput(attrs=kinds), max_length=None, **kwargs)

    def to_python(self, data: Any) -> Any:
        if isinstance(data, UploadedFile) and (data.size or 0) > LARGEST_PICTURE:
            raise ValidationError(_("The picture is larger than 12 MB."), code="large")
        picture: Any = super().to_python(data)
        if picture is None:
            return None
        kind = picture.image.format
        if kind not in PICTURES:
            raise ValidationError(self.error_messages["invalid_image"], code="invalid_image")
        picture.seek(0)
        try:
            kept = bare(kind, picture.read())
        except NotWhole as reason:
            raise ValidationError(self.error_messages["invalid_image"], code="invalid_image") from reason
        return ContentFile(kept, f"{uuid.uuid4().hex}.{PICTURES[kind]}")
