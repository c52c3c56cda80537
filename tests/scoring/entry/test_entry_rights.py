"""What may be changed of a deal, said before anybody types: by right, by consent, by ruling or against it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Role
from scoring import recording
from scoring.core.corrections import Answer, CorrectionKind, Verdict
from scoring.entry.correction_rights import correction_rights
from scoring.entry.parts import EditableFields
from scoring.models import Deal, DealVersion, Game, Ruling
from tests.builders import a_user
from tests.scoring.entry.test_entry_pages import (
    TYPED,
    Evening,
    form_values,
    post_entry,
    text_of,
    totals,
)
from tests.scoring.support.played import a_body, a_deal, a_stock_end

pytestmark = pytest.mark.django_db

FORGOTTEN = {**TYPED, "side1-red_threes": "1"}


@pytest.fixture
def evening() -> Evening:
    return Evening()


def played(evening: Evening, deals: int, ruleset: str = "samba", **plan: Any) -> Game:
    """A game with deals as TYPED, or with nothing in them."""
    game = evening.game(ruleset, **plan)
    body = a_body() if ruleset == "samba" else a_stock_end(0, 0)
    for number in range(1, deals + 1):
        recording.record_deal(evening.by, game, a_deal(number, body))
    return game


def amend_url(game: Game, number: int = 1, query: str = "") -> str:
    return reverse("scoring:deal_amend", args=[game.pk, number]) + query


def scorer_client(evening: Evening) -> Client:
    client = Client()
    client.force_login(a_user(Role.Kind.SCORER, club=evening.club))
    return client


def kinds(page: str) -> list[tuple[str, str]]:
    """Each kind of correction with its answer."""
    rows = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page.partition('class="rights"')[2], re.S)
    return [(text_of(kind).strip(), text_of(answer).strip()) for kind, answer in rows[:5]]


def editable_fields(page: str) -> list[str]:
    """The fields of the first column that may be written."""
    column = page[page.index('data-side="0"') : page.index('data-side="1"')]
    return re.findall(r'<input type="text" name="side0-(\w+)"', column)


# --- said before anybody types ----------------------------------------------------------------------------


def test_until_the_next_deal_is_dealt_everything_may_be_changed(evening: Evening) -> None:
    game = played(evening, 1)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    sentence = "The next deal has not been dealt: everything may be changed."
    assert f"{sentence} The other side has to approve your change." in text_of(page)
    assert [answer for _kind, answer in kinds(page)] == [
        "allowed § 35 c",
        "allowed § 35 c",
        "allowed § 35 c",
        "allowed § 35 c",
        "the director decides and gives a reason",
    ]
    assert "combination_samba" in editable_fields(page)
    assert 'type="checkbox" name="consent"' not in page


def test_what_the_director_changes_needs_nobody_s_approval(evening: Evening) -> None:
    page = text_of(evening.at_desk().get(amend_url(played(evening, 1))).content.decode())
    assert "The next deal has not been dealt: everything may be changed." in page
    assert "The other side approves" not in page


def test_a_count_that_is_open_until_it_is_approved_says_so(evening: Evening) -> None:
    page = text_of(scorer_client(evening).get(amend_url(played(evening, 2, "danish"))).content.decode())
    assert "The other side has not approved the deal yet: everything may be changed." in page
    assert "The next deal has not been dealt" not in page


def test_after_the_next_deal_arithmetic_alone_may_be_changed(evening: Evening) -> None:
    game = played(evening, 2)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    assert kinds(page) == [
        ("Card points added up wrongly", "allowed § 35 b"),
        ("Written in the wrong column", "no longer § 35 c"),
        ("Recorded incorrectly", "no longer § 35 c"),
        (
            "Forgotten: a combination, a red three, going out, a penalty, the contract",
            "no longer § 35 c",
        ),
        ("What the jury or the director has decided", "the director decides and gives a reason"),
    ]
    assert editable_fields(page) == ["hand", "meld_points", "hand_points", "paper"]
    assert "Swap the sides" not in page
    assert "Overrule" not in page


def test_what_may_not_be_changed_is_read_and_travels_along(evening: Evening) -> None:
    game = played(evening, 2)
    client = scorer_client(evening)
    page = client.get(amend_url(game)).content.decode()
    assert re.search(r'class="field fixed"><span>Sambas</span> <b>1</b>', page)
    assert "Natural canastas" not in page.partition('data-side="0"')[2].partition('id="preview"')[0]
    assert "How did the deal end? Anna Berg – Arne Dal went out" in text_of(page)
    fields = form_values(page)
    assert (fields["ended"], fields["side0-combination_samba"]) == ("out-0", "1")
    assert client.post(amend_url(game), {**fields, "side0-meld_points": "855"}).status_code == 302
    assert DealVersion.objects.get(current=True, deal__number=1).kind == "arithmetic"
    assert totals(game) == [5460, -170]


def test_a_table_sees_the_same(evening: Evening) -> None:
    played(evening, 2)
    page = Client().get(evening.at_table(1)).content.decode()
    assert editable_fields(page) == ["hand", "meld_points", "hand_points"]
    assert kinds(page)[0] == ("Card points added up wrongly", "allowed § 35 b")


def test_melds_may_be_added_as_long_as_they_score_the_same(evening: Evening) -> None:
    game = played(evening, 2)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    assert re.search(r'<input type="radio" name="side0-way" value="melds"', page)
    assert '<textarea name="side0-melds"' in page


def test_a_side_that_was_written_by_its_cards_stands_as_it_is(evening: Evening) -> None:
    game = evening.game()
    by_cards = {"ended": "stock", "side0-way": "melds", "side0-melds": "KKKKK2*", "side0-hand": "A"}
    client, address = evening.at_desk(), reverse("scoring:deal_new", args=[game.pk])
    _status, page = post_entry(client, address, **by_cards)
    looked = re.findall(r'id="id_looked" value="(\w+)"', page)
    post_entry(client, address, **by_cards, looked=looked[0])
    post_entry(client, address, **TYPED)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    assert editable_fields(page) == ["paper"]
    assert "Melds K×5 2 *" in text_of(page)
    assert form_values(page)["side0-melds"] == "K×5 2 *"
    assert form_values(page)["side0-way"] == "melds"


def test_consent_is_asked_for_where_it_would_help(evening: Evening) -> None:
    game = played(evening, 2, corrections=Game.Corrections.BY_CONSENT)
    client = scorer_client(evening)
    page = client.get(amend_url(game)).content.decode()
    assert (
        "Written in the wrong column",
        "only if the other side agrees the rules do not say; our ruling",
    ) in (kinds(page))
    assert 'type="checkbox" name="consent"' in page
    assert "combination_samba" in editable_fields(page)
    assert post_entry(client, amend_url(game), **FORGOTTEN)[0] == 200
    assert post_entry(client, amend_url(game), **FORGOTTEN, consent="on")[0] == 302


def test_a_disputed_deal_waits_for_the_director(evening: Evening) -> None:
    game = played(evening, 1)
    word = recording.Approval(number=1, version=1, key=uuid.uuid4(), reason="eight cards")
    recording.dispute_deal(evening.by, game, word)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    assert editable_fields(page) == []
    assert not re.search("Record the correction|Leave empty what there is none of", page)
    client = evening.at_desk()
    page = client.get(amend_url(game)).content.decode()
    assert "combination_samba" in editable_fields(page)
    assert "Overrule" not in page
    assert "Why is it being changed?</label>" in page
    status, page = post_entry(client, amend_url(game), **FORGOTTEN)
    assert (status, "Give a reason." in text_of(page)) == (200, True)
    assert post_entry(client, amend_url(game), **FORGOTTEN, reason="Two threes lay there")[0] == 302


def signed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(state=Game.State.SIGNED)


def test_a_signed_game_is_changed_by_the_director_alone(evening: Evening) -> None:
    game = played(evening, 2)
    signed(game)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    assert "The game has been signed: only the director can change it." in text_of(page)
    assert editable_fields(page) == []
    page = evening.at_desk().get(amend_url(game)).content.decode()
    assert editable_fields(page) == ["hand", "meld_points", "hand_points", "paper"]


def test_in_sitoumussamba_arithmetic_ends_with_the_signatures(evening: Evening) -> None:
    game = played(evening, 2, "sitoumussamba")
    assert kinds(scorer_client(evening).get(amend_url(game)).content.decode())[0][1] == "allowed § 41 A"
    signed(game)
    page = evening.at_desk().get(amend_url(game)).content.decode()
    assert kinds(page)[0] == ("Card points added up wrongly", "no longer § 41 A")
    assert editable_fields(page) == []
    assert "Overrule: open every field" in text_of(page)


@pytest.mark.parametrize("ruleset", ["royal", "sambola", "classic"])
def test_where_the_rules_are_silent_the_page_says_so_and_names_no_paragraph(
    evening: Evening, ruleset: str
) -> None:
    game = played(evening, 2, ruleset)
    page = scorer_client(evening).get(amend_url(game)).content.decode()
    assert kinds(page)[0][1] == "allowed the rules do not say; our ruling"
    assert not re.search("§|ruling 10", " ".join(answer for _kind, answer in kinds(page)))


@pytest.mark.parametrize(
    ("granted", "directs", "editable"),
    [
        ((), False, EditableFields.NOTHING),
        ((CorrectionKind.ARITHMETIC,), False, EditableFields.POINTS),
        ((CorrectionKind.ARITHMETIC, CorrectionKind.TRANSCRIPTION), False, EditableFields.ALL),
        ((CorrectionKind.WRONG_SIDE,), False, EditableFields.ALL),
        # A ruling is no right to write: it comes with a ruling, or overrules.
        ((CorrectionKind.RULING,), True, EditableFields.NOTHING),
    ],
)
def test_what_is_granted_says_what_may_be_written(
    granted: Sequence[CorrectionKind], directs: bool, editable: EditableFields
) -> None:
    verdicts = {
        kind: Verdict(Answer.ALLOWED if kind in granted else Answer.NO, "35c") for kind in CorrectionKind
    }
    rights = correction_rights(verdicts, directs=directs, overrules=False, by_ruling=False)
    assert (rights.editable, rights.may_overrule) == (editable, directs)


# --- against the rules ------------------------------------------------------------------------------------


def test_the_director_overrules_with_a_reason_and_it_is_said_against_what(evening: Evening) -> None:
    game, client = played(evening, 2), evening.at_desk()
    page = client.get(amend_url(game)).content.decode()
    assert 'href="?overrule=1"' in page
    assert "combination_samba" not in editable_fields(page)
    page = client.get(amend_url(game, query="?overrule=1")).content.decode()
    assert "Your decision and your reason stay visible" in text_of(page)
    assert "combination_samba" in editable_fields(page)
    status, page = post_entry(client, amend_url(game, query="?overrule=1"), **FORGOTTEN)
    assert status == 200
    assert re.search(r'id="id_reason_error"', page)
    assert (
        post_entry(client, amend_url(game, query="?overrule=1"), **FORGOTTEN, reason="Seen by both")[0] == 302
    )
    version = DealVersion.objects.get(current=True, deal__number=1)
    assert (version.kind, version.overridden_rule, version.reason) == ("ruling", "35c", "Seen by both")
    public_page = text_of(Client().get(reverse("scoring:deal", args=[game.pk, 1])).content.decode())
    assert "Decided against the rules · the director" in public_page
    assert "§ 35 c" in public_page.partition("Seen by both")[2]


def test_nobody_else_overrules(evening: Evening) -> None:
    game = played(evening, 2)
    client = scorer_client(evening)
    page = client.get(amend_url(game, query="?overrule=1")).content.decode()
    assert "combination_samba" not in editable_fields(page)
    assert post_entry(client, amend_url(game, query="?overrule=1"), **FORGOTTEN, reason="I say so")[0] == 200
    assert DealVersion.objects.filter(deal__number=1).count() == 1


def test_what_by_right_may_be_changed_is_not_overruled(evening: Evening) -> None:
    game = played(evening, 1)
    page = evening.at_desk().get(amend_url(game, query="?overrule=1")).content.decode()
    assert "You overrule" not in text_of(page)


# --- by a ruling ------------------------------------------------------------------------------------------


def a_ruling(evening: Evening, game: Game) -> Ruling:
    deal = Deal.objects.get(game=game, number=1)
    return Ruling.objects.create(
        game=game,
        deal=deal,
        number=1,
        outcome=Ruling.Outcome.REWRITE,
        text="The third red three\nlay on the table.",
        author=evening.director,
        at=evening.by.at,
    )


def test_a_deal_is_written_anew_by_its_ruling(evening: Evening) -> None:
    game, client = played(evening, 2), evening.at_desk()
    ruling = a_ruling(evening, game)
    address = amend_url(game, query=f"?ruling={ruling.pk}")
    page = client.get(address).content.decode()
    assert "The deal is being entered again after a ruling." in text_of(page)
    assert form_values(page)["reason"] == "The third red three lay on the table."
    assert "combination_samba" in editable_fields(page)
    assert post_entry(client, address, **FORGOTTEN)[0] == 302
    version = DealVersion.objects.get(current=True, deal__number=1)
    assert (version.kind, version.ruling, version.overridden_rule) == ("ruling", ruling, "")


def test_a_ruling_that_is_not_there_opens_nothing_that_is_recorded(evening: Evening) -> None:
    game, client = played(evening, 2), evening.at_desk()
    status, page = post_entry(
        client, amend_url(game, query="?ruling=999"), **FORGOTTEN, reason="They said so"
    )
    assert status == 200
    assert "No ruling says that this deal is to be entered again." in text_of(page)


# --- what cannot have happened ----------------------------------------------------------------------------

IMPOSSIBLE = {**TYPED, "side0-combination_mixed": ""}


def test_the_director_records_what_cannot_have_happened_with_a_reason(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    address = reverse("scoring:deal_new", args=[game.pk])
    assert "override" not in client.get(address).content.decode()
    status, page = post_entry(client, address, **IMPOSSIBLE)
    assert (status, Deal.objects.count()) == (200, 0)
    assert "Record it all the same, as the director's decision." in text_of(page)
    status, page = post_entry(client, address, **IMPOSSIBLE, override="on")
    assert (status, Deal.objects.count()) == (200, 0)
    assert "Give a reason." in text_of(page)
    assert post_entry(client, address, **IMPOSSIBLE, override="on", reason="Nobody saw it")[0] == 302
    version = DealVersion.objects.get()
    assert (version.overridden_errors, version.reason) == (["not_entitled_to_go_out"], "Nobody saw it")


def test_what_no_sheet_can_mean_is_not_offered(evening: Evening) -> None:
    game, client = evening.game(), evening.at_desk()
    typed = {**IMPOSSIBLE, "side1-hand_points": "87"}
    _status, page = post_entry(client, reverse("scoring:deal_new", args=[game.pk]), **typed)
    assert "87 is not" in text_of(page)
    assert "Record it all the same" not in page


def test_a_scorer_is_not_offered_it_and_cannot_send_it(evening: Evening) -> None:
    game, client = evening.game(), scorer_client(evening)
    address = reverse("scoring:deal_new", args=[game.pk])
    _status, page = post_entry(client, address, **IMPOSSIBLE, override="on", reason="I say so")
    assert "Record it all the same" not in page
    assert Deal.objects.count() == 0


def test_who_overrules_a_paragraph_does_not_pass_over_what_cannot_have_happened(evening: Evening) -> None:
    game, client = played(evening, 2), evening.at_desk()
    address = amend_url(game, query="?overrule=1")
    status, page = post_entry(client, address, **IMPOSSIBLE, reason="Forgotten")
    assert (status, DealVersion.objects.filter(deal__number=1).count()) == (200, 1)
    assert "Record it all the same" in page
    assert "You overrule § 35 c." in text_of(page)
    assert post_entry(client, address, **IMPOSSIBLE, reason="Forgotten", override="on")[0] == 302
    assert DealVersion.objects.get(deal__number=1, current=True).overridden_errors == [
        "not_entitled_to_go_out"
    ]


def test_calls_that_a_device_has_kept_open_no_contract_that_is_closed(evening: Evening) -> None:
    game = played(evening, 2, "sitoumussamba")
    client = scorer_client(evening)
    opened = form_values(client.get(amend_url(game)).content.decode())
    answer = client.post(reverse("scoring:preview", args=[game.pk]), {**opened, "act": "hear"})
    box = answer.content.decode()
    assert 'id="contract"' in box
    assert 'type="radio"' not in box
