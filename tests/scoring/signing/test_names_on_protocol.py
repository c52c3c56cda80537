"""Who has signed a protocol, and how, as the desk's paper says it; the public one names no official."""

from __future__ import annotations

import pytest

from clubs.people.names import NameOf, full_name, public_name
from clubs.reports.report import Report, SignatureLine
from scoring.models import Signing
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import read_event_lines
from scoring.store.printing_queries import load_game_papers
from tests.scoring.support.played import Evening
from tests.scoring.support.signed import (
    EVERYBODY,
    all_sign,
    finished_evening,
    refuse,
    reopen,
    sign,
    sign_as_director,
    sign_for_absent,
    sign_on_paper,
    signed_evening,
)

pytestmark = pytest.mark.django_db


def protocol_of(evening: Evening, name_of: NameOf = full_name) -> Report:
    (paper,) = load_game_papers([evening.game.pk])
    return protocol_report(["en"], paper, read_event_lines([paper.game]), name_of, "")


def lines_of(report: Report) -> list[str]:
    return [line.text for line in report.signatures if isinstance(line, SignatureLine)]


def first_words(report: Report) -> list[str]:
    """Each line without the time under it."""
    return [text.split("\n")[0] for text in lines_of(report)]


def director_of(evening: Evening) -> str:
    assert evening.director.user is not None
    return evening.director.user.name


def test_the_line_of_the_director_has_his_name_on_the_desks_protocol_alone() -> None:
    evening = finished_evening()
    assert lines_of(protocol_of(evening))[-1] == f"The director: {director_of(evening)}"
    assert lines_of(protocol_of(evening, public_name))[-1] == "The director"


def test_the_director_who_has_signed_is_named_on_the_desks_protocol_alone() -> None:
    evening = finished_evening(director_signs=True)
    all_sign(evening)
    sign_as_director(evening)
    assert first_words(protocol_of(evening))[-1] == f"{director_of(evening)}, the director, has signed."
    assert first_words(protocol_of(evening, public_name))[-1] == "The director has signed."


def test_a_signature_under_another_name_says_so() -> None:
    evening = finished_evening()
    name = evening.player(0).name
    sign(evening, typed="A. B.")
    sign(evening, 1, typed=evening.player(1).name.upper())
    desk, public = protocol_of(evening), protocol_of(evening, public_name)
    assert first_words(desk)[0] == f"A: {name} has signed as “A. B.”."
    assert first_words(desk)[2] == f"B: {evening.player(1).name} has signed."
    assert "A. B." not in " ".join(lines_of(public))


def test_on_paper_each_side_has_signed_and_nobody_who_had_signed_before_signs_twice() -> None:
    evening = finished_evening()
    sign(evening, 0, 1)
    sign_on_paper(evening)
    names = [evening.player(side, at).name for side, at in EVERYBODY]
    assert first_words(protocol_of(evening))[:4] == [
        f"A: {names[0]} has signed on paper.",
        f"A: {names[1]} has signed.",
        f"B: {names[2]} has signed on paper.",
        f"B: {names[3]} has signed on paper.",
    ]


def test_who_refused_and_who_was_absent_is_said_with_the_reason() -> None:
    evening = finished_evening()
    refuse(evening, 0, reason="A samba is missing")
    sign_for_absent(evening, 1, reason="has gone home")
    report = protocol_of(evening)
    refused, absent = (
        f"{evening.player(side).name} {words}"
        for side, words in (
            (0, "has refused to sign."),
            (1, "was absent; the director has signed."),
        )
    )
    assert {f"A: {refused}", f"B: {absent}"} <= set(first_words(report))
    assert f"{refused} Reason: A samba is missing" in report.notes
    assert f"{absent} Reason: has gone home" in report.notes


def test_a_signed_protocol_has_the_beginning_of_the_hash_of_what_was_signed() -> None:
    evening = finished_evening()
    assert not [note for note in protocol_of(evening).notes if "Digest" in note]
    evening = signed_evening()
    signing = Signing.objects.get(game=evening.game)
    note = f"Digest of what was signed: {signing.digest[:8]}"
    assert note in protocol_of(evening).notes
    assert note in protocol_of(evening, public_name).notes
    reopen(evening)
    assert not [note for note in protocol_of(evening).notes if "Digest" in note]
