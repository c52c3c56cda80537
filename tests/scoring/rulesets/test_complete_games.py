"""The check that names everything that the folder of a game lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.checks import ERROR
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from config.serving.preparing import refuse_incomplete_program
from scoring.registration.complete_games import check_games
from tests.scoring.support.made_up import also_listed, copy_parlour, make_folder

FILES = (
    "__init__.py",
    "rules.py",
    "labels.py",
    "deals.toml",
    "rules.sv.md",
    "rules.fi.md",
    "rules.da.md",
    "rules.en.md",
)


def lacks(place: Path) -> list[tuple[str | None, str]]:
    """Return the ids and sentences of the check, with the games of this folder."""
    with also_listed(place):
        messages = [message for message in check_games(None) if message.level == ERROR]
    prefix = "scoring/rulesets/parlour "
    assert all(message.msg.startswith(prefix) for message in messages)
    return [(message.id, message.msg.removeprefix(prefix)) for message in messages]


def test_every_game_of_the_product_is_complete() -> None:
    assert check_games(None) == []


def test_a_complete_folder_lacks_nothing(tmp_path: Path) -> None:
    copy_parlour(tmp_path)
    assert lacks(tmp_path) == []


def test_an_empty_folder_lacks_every_file(tmp_path: Path) -> None:
    make_folder(tmp_path, "parlour", {})
    assert lacks(tmp_path) == [("scoring.E001", f"has no file {name}.") for name in FILES]


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (copy_parlour(tmp_path) / name).unlink()
    assert lacks(tmp_path) == [("scoring.E001", f"has no file {name}.")]


LACKS = {
    "the name of a penalty": (
        "labels.py",
        ('"talked": Label("Talked at the table"),', ""),
        [("scoring.E003", "has no name for the line “talked” (`lines` of its labels).")],
    ),
    "the name of a combination": (
        "labels.py",
        ('"ladder": Label("Ladders"),', ""),
        [("scoring.E003", "has no name for the line “ladder” (`lines` of its labels).")],
    ),
    "the phrase of a combination": (
        "labels.py",
        ('"ladder": Phrase("%(count)s ladder", "%(count)s ladders"),', ""),
        [("scoring.E004", "has no counted phrase for “ladder” (`phrases` of its labels).")],
    ),
    "the label of a house rule": (
        "labels.py",
        ('"long_game": OptionLabels', '"short_game": OptionLabels'),
        [("scoring.E005", "has no label for the house rule “long_game” (`options` of its labels).")],
    ),
    "the label of a value": (
        "labels.py",
        (', True: Label("to 8,000, with supper")', ""),
        [("scoring.E005", "has no label for the house rule “long_game” with the value True.")],
    ),
    "a paragraph in English": (
        "rules.en.md",
        ("### § 6\n", "### § 60\n"),
        [("scoring.E006", "has no paragraph “6” in rules.en.md.")],
    ),
    "a paragraph in Danish": (
        "rules.da.md",
        ("### § 2a\n", "### 2\n"),
        [("scoring.E006", "has no paragraph “2a” in rules.da.md.")],
    ),
    "its own slug": (
        "rules.py",
        ('slug="parlour"', 'slug="samba"'),
        [("scoring.E002", "has rules with the slug “samba”, which is not the name of the folder.")],
    ),
    "a seating": (
        "rules.py",
        ('table_forms=("2", "4")', 'table_forms=("2", "9")'),
        [("scoring.E002", "is played at a table “9”, which no seating describes.")],
    ),
    "a row of the protocol": (
        "rules.py",
        ("*penalty_row(PENALTIES),", ""),
        [
            (
                "scoring.E007",
                "has no row for the line “talked” on its protocol (`printed_rows` of its rules).",
            )
        ],
    ),
    "worked deals": (
        "deals.toml",
        ("[[deal]]", "[[played]]"),
        [("scoring.E008", "has no “deal” in deals.toml.")],
    ),
    "worked deals that can be read": (
        "deals.toml",
        ("[facts]", "[facts"),
        [
            (
                "scoring.E008",
                "has a deals.toml that cannot be read: "
                "Expected ']' at the end of a table declaration (at line 3, column 7).",
            )
        ],
    ),
    "the name of a row": (
        "rules.py",
        ("*penalty_row(PENALTIES),", 'PrintedRow(name="manners", codes=("talked",)),'),
        [("scoring.E007", "has no name for the row “manners” of its protocol.")],
    ),
}


def test_a_text_that_is_not_translated_is_only_a_warning(tmp_path: Path) -> None:
    copy_parlour(tmp_path)
    with also_listed(tmp_path):
        warnings = [message.msg for message in check_games(None)]
    for text in ("Ladders", "%(count)s ladder", "to 8,000, with supper"):
        lack = f"has “{text}”, which is not translated into sv, fi, da, en (`bin/words`)"
        assert f"scoring/rulesets/parlour {lack}." in warnings


@pytest.mark.parametrize(("name", "change", "found"), LACKS.values(), ids=LACKS.keys())
def test_what_a_game_lacks_is_named(
    tmp_path: Path, name: str, change: tuple[str, str], found: list[tuple[str, str]]
) -> None:
    file = copy_parlour(tmp_path) / name
    text = file.read_text(encoding="utf-8")
    assert change[0] in text
    text = text.replace(*change).replace("OptionChoice,\n", "OptionChoice,\n    PrintedRow,\n")
    file.write_text(text, encoding="utf-8")
    assert lacks(tmp_path) == found


def test_an_incomplete_game_is_named_by_manage_check_and_does_not_start(tmp_path: Path) -> None:
    (copy_parlour(tmp_path) / "labels.py").unlink()
    refuse_incomplete_program()
    with also_listed(tmp_path):
        with pytest.raises(SystemCheckError, match=r"scoring\.E001.*parlour has no file labels\.py"):
            call_command("check", tags=["complete"])
        with pytest.raises(SystemExit, match=r"parlour has no file labels\.py"):
            refuse_incomplete_program()
