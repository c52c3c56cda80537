"""Files that are damaged, changed, hostile or of the future: refused by name, and nothing stays behind."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.apps import apps
from django.utils import translation

from clubs.files.areas import area
from clubs.models import Club, Role
from tests.builders import a_user
from tests.tournaments.archive.full_event import make_full_event
from tests.tournaments.transfer.travelling import (
    Home,
    Parts,
    changed,
    forged,
    forget,
    parts_of,
    resealed,
    zipped,
)
from tournaments.models import Tournament
from tournaments.transfer import ExportChoices, FileRefused, members, read_event_file

pytestmark = pytest.mark.django_db
NO_PHOTOGRAPHS: Final = ExportChoices(photographs=False)


@pytest.fixture
def home() -> Home:
    make_full_event()
    club = Club.objects.get(name="Canasta Åbo")
    return Home(club, a_user(Role.Kind.DIRECTOR, club=club))


@pytest.fixture
def data(home: Home) -> bytes:
    """A file of an event that is no longer in this installation."""
    event = Tournament.objects.get()
    event.book.trial = True
    event.book.save(update_fields=["trial"])
    sent = home.send(event, NO_PHOTOGRAPHS)
    forget(home, event)
    return sent


def rows() -> dict[str, int]:
    stored = {model._meta.label: model._default_manager.count() for model in apps.get_models()}
    return stored | {"files": len(area("default").files(deep=True))}


def refusal_of(home: Home, data: bytes) -> str:
    """Why a file is refused, after which everything is as before."""
    before = rows()
    with pytest.raises(FileRefused) as refused:
        home.receive(data)
    assert rows() == before
    return str(refused.value.message)


def test_the_file_itself_is_not_refused(home: Home, data: bytes) -> None:
    assert home.receive(data).entries.count() == 4


# Damaged.


@pytest.mark.engine
def test_a_hundred_damaged_files_are_refused_and_leave_nothing(home: Home, data: bytes) -> None:
    """A byte that is no part of the content, such as a time in the ZIP, may be another one."""
    dice, refused, before = Random(7), 0, rows()
    while refused < 100:
        broken = bytearray(data)
        broken[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        try:
            read_event_file(io.BytesIO(broken))
        except FileRefused:
            with pytest.raises(FileRefused):
                home.receive(bytes(broken))
            refused += 1
        else:
            assert parts_of(bytes(broken)) == parts_of(data)
    assert rows() == before


@pytest.mark.parametrize("length", [0, 1, 100, -1, -100])
def test_a_file_cut_short_is_refused(home: Home, data: bytes, length: int) -> None:
    assert refusal_of(home, data[:length]) == "This is not the file of an event."


def leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place of a value that is a word or a number, as its container and the key there."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, dict | list):
            yield from leaves(part)
        else:
            yield value, key


def another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value or ''}x"


@pytest.mark.parametrize("seal", [resealed, forged])
def test_no_changed_content_comes_in_with_the_right_hashes(
    home: Home, data: bytes, seal: Callable[[Parts], bytes]
) -> None:
    """Also where the log was written again: the content is not what the rows say."""
    count, dice = len(list(leaves(json.loads(parts_of(data)["content.json"])))), Random(8)
    for at in dice.sample(range(count), 25):

        def change(content: Any, at: int = at) -> None:
            part, key = list(leaves(content))[at]
            part[key] = another(part[key])

        assert refusal_of(home, seal(changed(data, "content.json", change)))


def test_a_changed_record_with_the_right_hashes_is_refused_by_the_log(home: Home, data: bytes) -> None:
    def change(record: Any) -> None:
        record["rows"]["Side"][0]["total"] += 10

    parts = changed(data, "record.json", change)
    assert "record.json" in refusal_of(home, resealed(parts))
    assert "content.json" in refusal_of(home, forged(parts))


@pytest.mark.parametrize(
    ("table", "field", "value"),
    [
        ("Game", "ruleset", ["samba"]),
        ("Game", "state", "won"),
        ("Deal", "game", 2),
        ("Deal", "game", 0),
        ("Deal", "number", "1"),
        ("Seat", "player", 99),
        ("Ruling", "author", None),
        ("Ruling", "at", "yesterday"),
        ("Ruling", "at", "2026-05-02T12:00:00"),
        ("Round", "draw_input", {"present": [1]}),
        ("Tournament", "settings", {"rounds": {}}),
        ("Tournament", "book", 1),
        ("Signing", "content", []),
    ],
)
def test_a_row_of_another_form_is_refused(
    home: Home, data: bytes, table: str, field: str, value: object
) -> None:
    def change(record: Any) -> None:
        record["rows"][table][0][field] = value

    assert "damaged" in refusal_of(home, forged(changed(data, "record.json", change)))


def test_a_log_without_its_middle_is_refused(home: Home, data: bytes) -> None:
    parts = parts_of(data)
    line = json.loads(parts["log.jsonl"].splitlines()[-1])
    line["words"]["reason"] = "because"
    parts["log.jsonl"] = f"{json.dumps(line)}\n".encode()
    assert refusal_of(home, resealed(parts)) == "The log in the file is broken at entry 1."


# Hostile.


def with_member(data: bytes, name: str, content: bytes = b"x") -> bytes:
    return resealed({**parts_of(data), name: content})


@pytest.mark.parametrize(
    "name",
    [
        *("../outside", "/etc/passwd", "..\\outside", "C:\\outside", "photographs/../../x.jpg"),
        *("photographs/", "photographs/x.svg", f"photographs/{'0' * 64}.html", "content.json\n"),
    ],
)
def test_a_part_that_does_not_belong_there_is_refused_by_its_name(home: Home, data: bytes, name: str) -> None:
    assert refusal_of(home, with_member(data, name)) == (f"“{name}” does not belong in the file of an event.")


def test_a_part_that_is_there_twice_is_refused(home: Home, data: bytes) -> None:
    output = io.BytesIO(data)
    with pytest.warns(UserWarning, match="Duplicate"), ZipFile(output, "a", ZIP_DEFLATED) as archive:
        archive.writestr("content.json", b"{}")
    assert "damaged" in refusal_of(home, output.getvalue())


def test_too_many_parts_are_refused(home: Home, data: bytes) -> None:
    many = {f"photographs/{number:064}.jpg": b"" for number in range(2001)}
    assert "too many parts" in refusal_of(home, zipped({**parts_of(data), **many}))


def test_a_bomb_is_refused_before_it_is_unpacked(
    home: Home, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "_PART_BYTES", 1 << 20)
    bomb = resealed({**parts_of(data), "content.json": b" " * (20 << 20)})
    assert len(bomb) < 100_000
    assert refusal_of(home, bomb) == "“content.json” in the file is too large when unpacked."


def test_parts_that_are_too_large_together_are_refused(
    home: Home, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sum(map(len, parts_of(data).values()))
    monkeypatch.setattr(members, "_ALL_BYTES", whole - len(parts_of(data)["event.schema.json"]) - 1)
    assert "too large when unpacked" in refusal_of(home, data)


def test_a_file_that_is_too_large_is_refused(
    home: Home, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.transfer import event_file

    monkeypatch.setattr(event_file, "FILE_BYTES", len(data) - 1)
    assert "larger than" in refusal_of(home, data)


@pytest.mark.parametrize("deep", [b"[" * 100_000, b'{"a":1.5}', b'{"a":NaN}', b'"\\u0000"', b"\xff"])
def test_json_that_no_writer_of_ours_writes_is_refused(home: Home, data: bytes, deep: bytes) -> None:
    assert "content.json" in refusal_of(home, forged({**parts_of(data), "content.json": deep}))


@pytest.mark.parametrize(
    "name", ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "<b>Anna</b>", "Anna\u202e", "A" * 101]
)
def test_a_name_that_a_spreadsheet_or_a_page_could_run_is_refused(home: Home, data: bytes, name: str) -> None:
    def rename(listed: Any) -> None:
        listed["players"][0]["given_name"] = name

    content, record = changed(data, "content.json", rename), changed(data, "record.json", rename)
    assert refusal_of(home, forged({**record, "content.json": content["content.json"]}))


def test_a_picture_that_is_none_is_refused(home: Home, data: bytes) -> None:
    page = b"<script>alert(1)</script>"
    name = f"photographs/{members.digest_of(page)}.jpg"
    assert refusal_of(home, with_member(data, name, page)) == (
        f"The file is damaged: {name} is not as it was written."
    )


# Of the future, and in four languages.


def newer_file(data: bytes) -> bytes:
    def change(manifest: Any) -> None:
        manifest |= {"version": 2, "talon": "9.9"}

    return zipped(changed(data, "manifest.json", change))


def newer_content(data: bytes) -> bytes:
    parts = changed(data, "content.json", lambda content: content.update(version=99))
    manifest = json.loads(parts["manifest.json"])
    return forged({**parts, "manifest.json": json.dumps({**manifest, "talon": "9.9"}).encode()})


@pytest.mark.parametrize("made", [newer_file, newer_content])
def test_a_newer_version_is_refused_by_its_name(
    home: Home, data: bytes, made: Callable[[bytes], bytes]
) -> None:
    assert refusal_of(home, made(data)) == ("The file was made by a newer Talon, 9.9. Update this one first.")


@pytest.mark.parametrize("language", ["sv", "fi", "da"])
def test_a_refusal_is_in_the_language_of_the_reader(home: Home, data: bytes, language: str) -> None:
    with translation.override("en"):
        english = {refusal_of(home, newer_file(data)), refusal_of(home, with_member(data, "../x"))}
    with translation.override(language):
        translated = {refusal_of(home, newer_file(data)), refusal_of(home, with_member(data, "../x"))}
    assert english.isdisjoint(translated)
