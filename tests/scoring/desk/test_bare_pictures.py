"""A photograph is kept without what its camera has written into it, and looks the same."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image, PngImagePlugin

from scoring.desk.photo_metadata import SIGNATURE, NotWhole, bare, chunk_of_png

KINDS = ("JPEG", "PNG", "WEBP")
HOME, CAMERA, SAID = b"60 deg 27 min", b"Fnord Camera 3", b"taken in the kitchen"
ON_ITS_SIDE = 6


def drawn() -> Image.Image:
    """Of four colours, so that nobody takes one way up for another."""
    picture = Image.new("RGB", (64, 48), "white")
    for at, colour in enumerate(("red", "green", "blue")):
        picture.paste(colour, (32 * (at % 2), 24 * (at // 2), 32 * (at % 2) + 32, 24 * (at // 2) + 24))
    return picture


def exif(way: int = ON_ITS_SIDE) -> Image.Exif:
    said = Image.Exif()
    said[ExifTags.Base.Orientation] = way
    said[ExifTags.Base.Make] = CAMERA.decode()
    said.get_ifd(ExifTags.IFD.GPSInfo)[ExifTags.GPS.GPSMapDatum] = HOME.decode()
    return said


def taken(kind: str, way: int = ON_ITS_SIDE, **more: Any) -> bytes:
    """As a phone hands it over."""
    if kind == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Comment", SAID.decode())
        text.add_itxt("XML:com.adobe.xmp", SAID.decode())
        more["pnginfo"] = text
    else:
        more["xmp"] = SAID
    if kind == "JPEG":
        more["comment"] = SAID
    file = BytesIO()
    drawn().save(file, kind, exif=exif(way), **more)
    return file.getvalue()


def opened(picture: bytes) -> Image.Image:
    shown = Image.open(BytesIO(picture))
    shown.load()
    return shown


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("more", [{}, {"progressive": True}, {"lossless": True}], ids=str)
def test_nothing_is_left_but_the_picture_and_its_way_up(kind: str, more: dict[str, Any]) -> None:
    before = taken(kind, **more)
    assert all(secret in before for secret in (HOME, CAMERA, SAID))
    after = bare(kind, before)
    assert not any(secret in after for secret in (HOME, CAMERA, SAID))
    shown = opened(after)
    assert shown.format == kind
    assert dict(shown.getexif()) == {ExifTags.Base.Orientation: ON_ITS_SIDE}
    assert shown.tobytes() == opened(before).tobytes()
    assert bare(kind, after) == after


@pytest.mark.parametrize("kind", KINDS)
def test_an_upright_picture_says_nothing_at_all(kind: str) -> None:
    assert dict(opened(bare(kind, taken(kind, way=1))).getexif()) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_how_its_colours_are_meant_is_kept(kind: str) -> None:
    profile = b"a profile of colours" * 8
    assert opened(bare(kind, taken(kind, icc_profile=profile))).info["icc_profile"] == profile


@pytest.mark.parametrize("kind", KINDS)
def test_what_comes_behind_the_picture_is_not_kept(kind: str) -> None:
    before = taken(kind)
    assert bare(kind, before + HOME) == bare(kind, before)


def test_a_small_copy_beside_the_picture_is_not_kept() -> None:
    before, size = taken("JPEG"), (6, 2)
    head = before.index(b"JFIF\0") - 2
    copy = HOME.ljust(3 * size[0] * size[1])
    known = before[head + 2 : head + 14]
    beside = struct.pack(">H", 16 + len(copy)) + known + bytes(size) + copy
    picture = before[:head] + beside + before[head + 16 :]
    assert opened(picture).tobytes() == opened(before).tobytes()
    assert bare("JPEG", picture) == bare("JPEG", before)


def test_of_several_pictures_in_one_file_the_first_is_kept() -> None:
    """So phones keep a copy for bright screens, with a description of its own."""
    file = BytesIO()
    drawn().save(file, "MPO", save_all=True, append_images=[drawn()], exif=exif())
    before = file.getvalue()
    assert opened(before).format == "MPO"
    after = bare("MPO", before)
    assert HOME not in after
    assert opened(after).format == "JPEG"
    assert opened(after).tobytes() == opened(before).tobytes()


@pytest.mark.parametrize("kind", KINDS)
@given(cut=st.integers(30, 400))
def test_what_is_cut_off_is_refused_or_a_picture_that_says_nothing(kind: str, cut: int) -> None:
    try:
        after = bare(kind, taken(kind)[:-cut])
    except NotWhole:
        return
    assert not any(secret in after for secret in (HOME, CAMERA, SAID))


def test_a_picture_is_not_drawn_to_see_which_way_is_up() -> None:
    """Ten thousand pixels of one colour, square, are a small file and three hundred megabytes."""
    head = struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", b"no pixels"), (b"IEND", b""))
    picture = SIGNATURE + b"".join(chunk_of_png(name, body) for name, body in parts)
    with pytest.raises(OSError, match="broken data stream"):
        opened(picture)
    assert bare("PNG", picture) == picture


def test_a_description_that_cannot_be_read_says_nothing() -> None:
    said = PngImagePlugin.PngInfo()
    said.add_text("Raw profile type exif", "\n\n\nno figures")
    file = BytesIO()
    drawn().save(file, "PNG", pnginfo=said)
    shown = opened(bare("PNG", file.getvalue()))
    assert dict(shown.getexif()) == {}
    assert shown.tobytes() == drawn().tobytes()
