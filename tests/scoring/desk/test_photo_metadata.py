"""A photograph is kept without what its camera has written into it, and looks the same."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image, PngImagePlugin

from scoring.desk.fields import PhotoField
from scoring.desk.photo_metadata import PNG_SIGNATURE, TruncatedImage, png_chunk, strip_metadata

KINDS = ("JPEG", "PNG", "WEBP")
HOME, CAMERA, COMMENT = b"60 deg 27 min", b"Fnord Camera 3", b"taken in the kitchen"
ROTATED = 6


def drawn_picture() -> Image.Image:
    """Of four colours, so that nobody takes one way up for another."""
    picture = Image.new("RGB", (64, 48), "white")
    for at, colour in enumerate(("red", "green", "blue")):
        picture.paste(colour, (32 * (at % 2), 24 * (at // 2), 32 * (at % 2) + 32, 24 * (at // 2) + 24))
    return picture


def exif(orientation: int = ROTATED) -> Image.Exif:
    metadata = Image.Exif()
    metadata[ExifTags.Base.Orientation] = orientation
    metadata[ExifTags.Base.Make] = CAMERA.decode()
    metadata.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSMapDatum] = HOME.decode()
    return metadata


def taken(kind: str, orientation: int = ROTATED, **options: Any) -> bytes:
    """As a phone hands it over."""
    if kind == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Comment", COMMENT.decode())
        text.add_itxt("XML:com.adobe.xmp", COMMENT.decode())
        options["pnginfo"] = text
    else:
        options["xmp"] = COMMENT
    if kind == "JPEG":
        options["comment"] = COMMENT
    file = BytesIO()
    drawn_picture().save(file, kind, exif=exif(orientation), **options)
    return file.getvalue()


def decoded(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [{}, {"progressive": True}, {"lossless": True}], ids=str)
def test_nothing_is_left_but_the_picture_and_its_way_up(kind: str, options: dict[str, Any]) -> None:
    before = taken(kind, **options)
    assert all(secret in before for secret in (HOME, CAMERA, COMMENT))
    after = strip_metadata(kind, before)
    assert not any(secret in after for secret in (HOME, CAMERA, COMMENT))
    image = decoded(after)
    assert image.format == kind
    assert dict(image.getexif()) == {ExifTags.Base.Orientation: ROTATED}
    assert image.tobytes() == decoded(before).tobytes()
    assert strip_metadata(kind, after) == after


@pytest.mark.parametrize("kind", KINDS)
def test_an_upright_picture_says_nothing_at_all(kind: str) -> None:
    assert dict(decoded(strip_metadata(kind, taken(kind, orientation=1))).getexif()) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_how_its_colours_are_meant_is_kept(kind: str) -> None:
    profile = b"a profile of colours" * 8
    assert decoded(strip_metadata(kind, taken(kind, icc_profile=profile))).info["icc_profile"] == profile


@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_behind_the_picture_is_not_kept(kind: str) -> None:
    before = taken(kind)
    assert strip_metadata(kind, before + HOME) == strip_metadata(kind, before)


def test_a_small_copy_beside_the_picture_is_not_kept() -> None:
    before, size = taken("JPEG"), (6, 2)
    head = before.index(b"JFIF\0") - 2
    copy = HOME.ljust(3 * size[0] * size[1])
    known = before[head + 2 : head + 14]
    beside = struct.pack(">H", 16 + len(copy)) + known + bytes(size) + copy
    picture = before[:head] + beside + before[head + 16 :]
    assert decoded(picture).tobytes() == decoded(before).tobytes()
    assert strip_metadata("JPEG", picture) == strip_metadata("JPEG", before)


def test_of_several_pictures_in_one_file_the_first_is_kept() -> None:
    """So phones keep a copy for bright screens, with a description of its own."""
    file = BytesIO()
    drawn_picture().save(file, "MPO", save_all=True, append_images=[drawn_picture()], exif=exif())
    before = file.getvalue()
    assert decoded(before).format == "MPO"
    after = strip_metadata("MPO", before)
    assert HOME not in after
    assert decoded(after).format == "JPEG"
    assert decoded(after).tobytes() == decoded(before).tobytes()


@pytest.mark.parametrize("kind", KINDS)
@given(cut=st.integers(30, 400))
def test_what_is_cut_off_is_refused_or_a_picture_that_says_nothing(kind: str, cut: int) -> None:
    try:
        after = strip_metadata(kind, taken(kind)[:-cut])
    except TruncatedImage:
        return
    assert not any(secret in after for secret in (HOME, CAMERA, COMMENT))


def test_a_picture_is_not_drawn_to_see_which_way_is_up() -> None:
    """Ten thousand pixels of one colour, square, are a small file and three hundred megabytes."""
    head = struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", b"no pixels"), (b"IEND", b""))
    picture = PNG_SIGNATURE + b"".join(png_chunk(name, body) for name, body in parts)
    with pytest.raises(OSError, match="broken data stream"):
        decoded(picture)
    assert strip_metadata("PNG", picture) == picture


def test_a_description_that_cannot_be_read_says_nothing() -> None:
    metadata = PngImagePlugin.PngInfo()
    metadata.add_text("Raw profile type exif", "\n\n\nno figures")
    file = BytesIO()
    drawn_picture().save(file, "PNG", pnginfo=metadata)
    image = decoded(strip_metadata("PNG", file.getvalue()))
    assert dict(image.getexif()) == {}
    assert image.tobytes() == drawn_picture().tobytes()


def test_a_picture_of_few_bytes_and_too_many_pixels_is_refused() -> None:
    file = BytesIO()
    Image.new("1", (10_000, 6_401)).save(file, "PNG")
    assert len(file.getvalue()) < 100_000
    with pytest.raises(ValidationError, match="more than 64 million pixels"):
        PhotoField().clean(SimpleUploadedFile("photo.png", file.getvalue()))
