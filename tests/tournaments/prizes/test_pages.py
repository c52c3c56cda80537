"""The pages of prizes: for the staff, for everybody, on the screen and on paper."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import LogEntry, Role
from clubs.people import erasing
from tests.builders import a_user, an_author
from tests.tournaments.prizes.support import PrizeEvening
from tournaments import running
from tournaments.core.prizes import Sharing
from tournaments.models import PlaceDecider, Tournament
from tournaments.papers.prizes import prize_list, prize_receipts
from tournaments.papers.source import PaperSource
from tournaments.play.prizes import given_prizes, prize_table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> PrizeEvening:
    return PrizeEvening()


def browser(evening: PrizeEvening, kind: Role.Kind = Role.Kind.DIRECTOR) -> Client:
    client = Client()
    client.force_login(a_user(kind, club=evening.club))
    return client


def address(evening: PrizeEvening, name: str = "prizes", *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[evening.event.pk, *more])


def text_of(evening: PrizeEvening, name: str = "prizes", client: Client | None = None) -> str:
    answer = (client or browser(evening)).get(address(evening, name))
    assert answer.status_code == 200
    return answer.content.decode()


def table_form(**fields: str) -> dict[str, str]:
    return {"sharing": "divide", "unit": "1", "public": "on", **fields}


def test_a_table_is_typed_shown_and_changed(evening: PrizeEvening) -> None:
    client = browser(evening)
    sent = table_form(rows_all="1-10:\n50 + cup\n25 €\n11-:\n80", rows_ladies="a bunch of flowers")
    answer = client.post(address(evening, "prize_table"), sent)
    assert answer.headers["Location"] == address(evening)
    shown = text_of(evening, client=client)
    assert "1. 50 + cup" in shown
    assert "a bunch of flowers" in shown
    form = client.get(address(evening, "prize_table")).context["form"]
    assert "1-10:\n1. 50 + cup\n2. 25\n11-:\n1. 80" in str(form["rows_all"])


def test_a_line_that_cannot_be_read_is_named_and_nothing_is_lost(evening: PrizeEvening) -> None:
    sent = table_form(rows_all="1-10:\n50\n5-8:\n60")
    text = browser(evening).post(address(evening, "prize_table"), sent).content.decode()
    assert "Line 3" in text
    assert "5-8:" in text
    assert prize_table_of(evening.fresh) is None


def test_the_next_event_begins_with_the_prizes_of_the_last_one(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25", ladies="10")
    plan = running.EventPlan(
        name="Autumn", date=evening.event.date, ruleset="samba", agreement=evening.fresh.agreement
    )
    following = running.create_event(evening.by, evening.club, plan)
    page = browser(evening).get(reverse("tournaments:prize_table", args=[following.pk]))
    assert "Taken over from Spring" in page.content.decode()
    assert "1. 50\n2. 25" in str(page.context["form"]["rows_all"])
    assert prize_table_of(Tournament.objects.get(pk=following.pk)) is None


def test_categories_are_ticked_for_many_at_once(evening: PrizeEvening) -> None:
    client = browser(evening)
    form = client.get(address(evening, "entry_categories")).context["form"]
    sent = {"seen": form["seen"].value(), "entry1-in": ["ladies", "senior"], "entry3-in": ["mixed"]}
    answer = client.post(address(evening, "entry_categories"), sent)
    assert answer.headers["Location"] == address(evening, "entries")
    stored = dict(evening.event.entries.values_list("number", "categories"))
    assert stored == {1: "ladies,senior", 2: "", 3: "mixed", 4: ""}
    assert "Ladies, Seniors" in client.get(address(evening, "entries")).content.decode()


def test_a_category_is_shown_to_everybody_and_prizes_when_the_results_are(evening: PrizeEvening) -> None:
    first, second = evening.tied
    assert "event_categories" not in Client().get(address(evening, "event")).content.decode()
    running.set_categories(evening.by, evening.fresh, {first: ["ladies"], second: ["ladies"]})
    evening.prizes(ladies="20\n10", all="50\n25")
    before = text_of(evening, "event_categories", Client())
    assert "Ladies" in before
    assert "€" not in before
    assert address(evening, "event_categories") in Client().get(address(evening, "event")).content.decode()
    evening.show()
    after = text_of(evening, "event_categories", Client())
    assert "€15.00" in after
    assert "€37.00" in after
    assert "€1.00 is left over" in after


def test_prizes_that_are_not_for_everybody_are_nowhere_in_public(evening: PrizeEvening) -> None:
    evening.prizes()
    event = evening.fresh
    event.prizes = {**event.prizes, "public": False}
    event.save()
    evening.show()
    for page in ("event_categories", "event", "screen"):
        text = text_of(evening, page, Client())
        assert "cup" not in text
        assert "€" not in text


def test_while_the_standings_are_hidden_only_the_director_sees_who_would_get_what() -> None:
    evening = PrizeEvening(hidden=True)
    running.set_categories(evening.by, evening.fresh, {1: ["ladies"]})
    evening.prizes(all="50\n25")
    director, scorer = browser(evening), browser(evening, Role.Kind.SCORER)
    assert "€37.00" in text_of(evening, client=director)
    assert "€37.00" not in text_of(evening, client=scorer)
    assert prize_receipts(PaperSource(evening.fresh, str)) is None
    assert "Ladies" not in text_of(evening, "event_categories", Client())
    evening.show()
    assert "€37.00" in text_of(evening, client=scorer)
    assert "Ladies" in text_of(evening, "event_categories", Client())


def test_the_screen_says_who_gets_what(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    evening.show()
    assert "€37.00" in text_of(evening, "screen", Client())


def test_a_prize_is_ticked_by_somebody_and_given_once(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    evening.show()
    client, entry = browser(evening, Role.Kind.SCORER), evening.tied[0]
    sent = {"code": "", "entry": entry, "amount": 3700, "thing": ""}
    for _twice in range(2):
        client.post(address(evening, "prize_give"), sent)
    assert given_prizes(evening.fresh).keys() == {("", entry)}
    assert LogEntry.objects.filter(act="prize.given").count() == 1
    shown = text_of(evening, client=client)
    author = LogEntry.objects.get(act="prize.given").author
    assert author is not None
    assert f"by {author.name}" in shown
    client.post(address(evening, "prize_back", 1))
    assert given_prizes(evening.fresh) == {}


def test_the_page_says_what_no_longer_matches(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    evening.show()
    evening.give(evening.tied[1], 3700)
    evening.correct()
    text = text_of(evening)
    assert "It no longer matches the standings. Now it would be: Second place, €25.00" in text
    assert "€37.00" in text


def test_a_decider_is_written_down_and_stands_beside_the_places(evening: PrizeEvening) -> None:
    first, second = evening.tied
    sent = {"kind": "game", f"entry{first}-rank": "2", f"entry{second}-rank": "1", "words": "320 to 180"}
    answer = browser(evening).post(address(evening, "place_decide", first), sent)
    assert answer.headers["Location"] == address(evening)
    assert PlaceDecider.objects.get().order == [second, first]
    assert "extra game: 320 to 180" in Client().get(address(evening, "event")).content.decode()
    number = PlaceDecider.objects.get().number
    browser(evening).post(address(evening, "decider_withdraw", number))
    assert "extra game" not in Client().get(address(evening, "event")).content.decode()


def test_two_cannot_both_have_won_the_decider(evening: PrizeEvening) -> None:
    first, second = evening.tied
    sent = {"kind": "deal", f"entry{first}-rank": "1", f"entry{second}-rank": "1"}
    answer = browser(evening).post(address(evening, "place_decide", first), sent)
    assert "another place" in answer.content.decode()
    assert not PlaceDecider.objects.exists()


def test_a_lot_is_drawn_by_a_tap(evening: PrizeEvening) -> None:
    evening.prizes(Sharing.DRAW)
    evening.show()
    client = browser(evening)
    assert "Draw the lot" in text_of(evening, client=client)
    client.post(address(evening, "prize_lot"), {"code": "", "entry": evening.tied[0]})
    assert PlaceDecider.objects.get().is_lot
    assert PlaceDecider.objects.get().seed in text_of(evening, client=client)


def test_it_is_read_aloud_from_the_last_place(evening: PrizeEvening) -> None:
    evening.prizes(all="50 + cup\n25\n10")
    assert "stand here once" in text_of(evening, "prizes_aloud")
    first, second = evening.tied
    evening.decide(first, second)
    evening.show()
    lines = browser(evening).get(address(evening, "prizes_aloud")).context["lists"][0].lines
    assert [line.place for line in lines] == [
        "Third place, shared",
        "Third place, shared",
        "Second place",
        "First place",
    ]
    assert lines[-1].sentence.endswith("extra deal: 320 to 180, prize: €50.00 and cup.")


def test_receipts_are_two_to_a_page_and_keep_what_was_given(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    evening.show()
    evening.give(evening.tied[0], 3700)
    evening.prizes(all="60\n25")
    cards = prize_receipts(PaperSource(evening.fresh, str))
    assert cards is not None
    assert (cards.across, cards.down) == (1, 2)
    assert [card.tables[0].rows[0].values[0] for card in cards.cards] == ["€37.00", "€42.00"]
    answer = browser(evening).get(address(evening, "paper", "prize-receipts"))
    assert answer.headers["Content-Type"] == "application/pdf"


def test_the_prize_list_has_each_category(evening: PrizeEvening) -> None:
    running.set_categories(evening.by, evening.fresh, {evening.tied[0]: ["senior"]})
    evening.prizes(all="50\n25", senior="flowers")
    paper = prize_list(PaperSource(evening.fresh, str), 3)
    assert paper is not None
    assert [table.caption for table in paper.tables] == ["All entries", "Seniors"]
    assert paper.tables[1].rows[0].values[-2] == "flowers"


def test_somebody_who_is_erased_is_named_nowhere(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25")
    player = evening.entry(evening.tied[0]).players.first()
    assert player is not None
    evening.decide(words=f"{player.family_name} had 320")
    admin = an_author(a_user(Role.Kind.ADMIN, club=evening.club))
    erasing.erase_player(admin, player, player.name)
    assert player.family_name not in PlaceDecider.objects.get().words
    assert player.family_name not in text_of(evening)


def test_reading_the_prizes_takes_as_many_queries_for_twelve_as_for_four(evening: PrizeEvening) -> None:
    evening.prizes(all="50\n25\n10\n5\n5\n5\n5\n5")
    client = browser(evening)
    evening.show()
    counted = []
    for entry in evening.tied:
        client.get(address(evening))
        with CaptureQueriesContext(connection) as asked:
            client.get(address(evening))
        counted.append(len(asked))
        evening.give(entry, 3700)
    assert counted[1] <= counted[0] + 1
