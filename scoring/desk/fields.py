"""The field of the desk's forms for a photograph."""

from __future__ import annotations

import uuid
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _lazy

from scoring.desk.photo_metadata import TruncatedImage, strip_metadata

MAX_PICTURE_BYTES: Final = 12 * 1024 * 1024
PICTURE_TOO_LARGE: Final = _lazy("The picture is larger than 12 MB.")
# A picture of few bytes may have so many that the phone that shows it runs out of memory.
MAX_PIXELS: Final = 64_000_000
TOO_MANY_PIXELS: Final = _lazy("The picture has more than 64 million pixels. Take a smaller one.")
# The accepted formats of a photograph and the extensions of their files.
_EXTENSIONS: Final = {"JPEG": "jpg", "MPO": "jpg", "PNG": "png", "WEBP": "webp"}


class PhotoField(forms.ImageField):
    """A photograph in a format that every browser shows, of limited size, saved under a random name.

    Its metadata, such as the place where it was taken, are removed here.
    """

    default_validators = []
    default_error_messages = {"invalid_image": _lazy("The picture must be a JPEG, a PNG or a WebP.")}

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"accept": "image/jpeg,image/png,image/webp"}
        super().__init__(widget=forms.FileInput(attrs=attrs), max_length=None, **kwargs)

    def to_python(self, data: Any) -> Any:
        if isinstance(data, UploadedFile) and (data.size or 0) > MAX_PICTURE_BYTES:
            raise ValidationError(PICTURE_TOO_LARGE, code="large")
        picture: Any = super().to_python(data)
        if picture is None:
            return None
        if picture.image.width * picture.image.height > MAX_PIXELS:
            raise ValidationError(TOO_MANY_PIXELS, code="pixels")
        kind = picture.image.format
        if kind not in _EXTENSIONS:
            raise ValidationError(self.error_messages["invalid_image"], code="invalid_image")
        picture.seek(0)
        try:
            stripped = strip_metadata(kind, picture.read())
        except TruncatedImage as reason:
            raise ValidationError(self.error_messages["invalid_image"], code="invalid_image") from reason
        return ContentFile(stripped, f"{uuid.uuid4().hex}.{_EXTENSIONS[kind]}")
