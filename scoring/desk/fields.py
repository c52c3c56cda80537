"""Fields of the desk's forms: a line of text, points with their sign, a player by name, a photograph.

Knows what may be typed into each; must not know what becomes of it.
"""

from __future__ import annotations

import re
import uuid
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.desk.photo_metadata import NotWhole, bare

_LARGEST_TOTAL: Final = 1_000_000
LARGEST_PICTURE: Final = 12 * 1024 * 1024
# What a photograph may be, and how its file is called then.
_PICTURES: Final = {"JPEG": "jpg", "MPO": "jpg", "PNG": "png", "WEBP": "webp"}
BLANKS: Final = re.compile(r"[\s.,\u00a0\u202f]")


class PointsField(forms.CharField):
    """A total as people write it, thousands set apart or not, and below nothing with a minus; in fives."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: object) -> int | None:
        typed = BLANKS.sub("", super().clean(value)).replace("−", "-").replace("–", "-")
        if not typed:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,7}", typed) or abs(int(typed)) > _LARGEST_TOTAL:
            raise ValidationError(_("Write points, such as 2450 or −85."), code="no_points")
        if int(typed) % 5:
            raise ValidationError(_("Points are divisible by five."), code="not_in_fives")
        return int(typed)


class PhotoField(forms.ImageField):
    """A photograph: of a kind that every browser shows, and not too large; its file gets a name of ours.

    What its camera has written into it, such as where it was taken, goes no further than here.
    """

    default_validators = []
    default_error_messages = {"invalid_image": _lazy("The picture must be a JPEG, a PNG or a WebP.")}

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
        if kind not in _PICTURES:
            raise ValidationError(self.error_messages["invalid_image"], code="invalid_image")
        picture.seek(0)
        try:
            kept = bare(kind, picture.read())
        except NotWhole as reason:
            raise ValidationError(self.error_messages["invalid_image"], code="invalid_image") from reason
        return ContentFile(kept, f"{uuid.uuid4().hex}.{_PICTURES[kind]}")
