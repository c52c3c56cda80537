"""The pages of those who sign up, and of the director who looks at them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.accounts import throttling
from clubs.models import Attempt, Player
from tests.builders import a_player
from tests.tournaments.signup.support import (
    an_announced_event,
    announcement_of,
    sign_up,
    sign_up_with_code,
    state_of,
    states,
)
from tests.tournaments.support.arriving import arrived
from tests.tournaments.support.events import Played
from tournaments import running, signup
from tournaments.models import Announcement, Entry, Signup, Tournament
from tournaments.signup.forms import TRAP

pytestmark = pytest.mark.django_db

State = Signup.State
MARKUP = "<script>alert(1)</script>"


def url(event: Played, name: str, *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[event.event.pk, *more])


def director_of(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client


def body(*names: str, **fields: Any) -> dict[str, Any]:
    sent: dict[str, Any] = {"key": str(uuid4()), "way": "pair" if len(names) > 1 else "alone"}
    for number, name in enumerate(names):
        sent[f"given{number}"], _space, sent[f"family{number}"] = name.partition(" ")
    return sent | fields


def send(event: Played, *names: str, **fields: Any) -> Any:
    return Client().post(url(event, "signup"), body(*names, **fields))


@pytest.fixture
def with_mail(settings: Any) -> None:
    """There is a mail server, whose place the outbox of the test takes."""
    settings.EMAIL_HOST = "mail.example.org"


def test_a_stranger_reads_the_announcement_and_a_draft_is_read_by_nobody() -> None:
    event = an_announced_event(
        place="Old School", fee="20 € a pair", contact="Anna, 040 123", announced_text="Coffee"
    )
    page = Client().get(url(event, "announcement")).content.decode()
    assert all(words in page for words in ("Old School", "20 € a pair", "Anna, 040 123", "Coffee", "Samba"))
    signup.take_down(event.by, event.event)
    for name in ("announcement", "signup", "event", "event_rules", "event_embed", "event_whole"):
        assert Client().get(url(event, name)).status_code == 404


@pytest.mark.parametrize("hides_event", [True, False])
def test_an_event_is_in_no_public_list_before_it_is_announced_unless_the_director_wants_it(
    hides_event: bool,
) -> None:
    event = an_announced_event(hides_event=hides_event)
    running.change_event(event.by, event.event, replace(plan_of_event(event), name="Hidden Cup"))
    lists = ("/", reverse("clubs:club", args=[event.club.pk]))

    def shown() -> list[bool]:
        return ["Hidden Cup" in Client().get(address).content.decode() for address in lists]

    assert shown() == [True, True]
    signup.take_down(event.by, event.event)
    assert shown() == [not hides_event] * 2
    assert Client().get(url(event, "event")).status_code == (404 if hides_event else 200)
    assert director_of(event).get(url(event, "desk")).status_code == 200


def plan_of_event(event: Played) -> running.EventPlan:
    """The plan of the event, on a day that the front page shows."""
    tomorrow = timezone.localdate() + timedelta(days=1)
    return running.EventPlan(name="Spring", date=tomorrow, ruleset=event.ruleset, agreement=event.agreement)


def test_an_event_that_has_begun_is_hidden_no_more() -> None:
    event = an_announced_event()
    signup.take_down(event.by, event.event)
    event.enter(4)
    event.publish()
    assert Client().get(url(event, "event")).status_code == 200


def test_somebody_with_a_code_finds_the_own_sign_up_of_an_event_that_is_hidden_again() -> None:
    event = an_announced_event()
    _made, code = sign_up_with_code(event, "Anna Berg", "Bo Ek")
    signup.take_down(event.by, event.event)
    assert Client().get(url(event, "own_signup", code)).status_code == 200


@pytest.mark.parametrize(
    ("form", "kind"), [("pdf", "application/pdf"), ("text", "text/plain; charset=utf-8")]
)
def test_the_announcement_is_a_pdf_and_a_text_to_paste(form: str, kind: str) -> None:
    event = an_announced_event(place="Old School", announced_text="Bring a pen.\n\nCoffee is free.")
    answer = Client().get(url(event, "announcement"), {"as": form})
    assert answer.headers["Content-Type"] == kind
    if form == "text":
        text = answer.content.decode()
        assert "Old School" in text
        assert "Bring a pen." in text
        assert f"http://testserver{url(event, 'signup')}" in text
        assert f"http://testserver{url(event, 'event_rules')}" in text


def test_somebody_signs_up_and_gets_a_code_that_opens_changes_and_cancels_it() -> None:
    event, client = an_announced_event(), Client()
    answer = client.post(url(event, "signup"), body("Anna Berg", "Bo Ek", phone="040 123"), follow=True)
    page = answer.content.decode()
    found = re.search(r'<p class="code"[^>]*>([a-z2-9-]{14})</p>', page)
    assert found is not None
    code = found[1]
    assert "Anna Berg – Bo Ek" in page
    again = Client().post(url(event, "signup_code"), {"code": code.upper().replace("-", " ")})
    assert again.headers["Location"] == url(event, "own_signup", code)
    own = url(event, "own_signup", code)
    assert client.post(own, body("Anna Berg", "Dan Frid")).status_code == 302
    assert "Anna Berg – Dan Frid" in client.get(own).content.decode()
    assert client.post(url(event, "signup_cancel", code)).status_code == 302
    assert states(event) == [State.CANCELLED]
    assert "Sign up again" in client.get(own).content.decode()


def test_who_comes_alone_looks_for_a_partner() -> None:
    event = an_announced_event()
    assert send(event, "Anna Berg").status_code == 302
    assert states(event) == [State.LOOKING]
    missing = send(event, "Bo Ek", way="pair")
    assert missing.status_code == 200
    assert "Who is your partner?" in missing.content.decode()


def test_a_double_tap_shows_the_same_code() -> None:
    event, sent = an_announced_event(), body("Anna Berg", "Bo Ek")
    first, second = (Client().post(url(event, "signup"), sent) for _tap in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert states(event) == [State.IN]


def test_a_sign_up_that_is_closed_says_so() -> None:
    event = an_announced_event(closes_at=timezone.now())
    assert "The sign-up is closed." in Client().get(url(event, "signup")).content.decode()
    assert "The sign-up is closed." in send(event, "Anna Berg", "Bo Ek").content.decode()
    assert states(event) == []


# Attacked.


def test_a_program_that_fills_in_the_hidden_field_signs_nobody_up() -> None:
    event = an_announced_event()
    assert send(event, "Anna Berg", "Bo Ek", **{TRAP: "http://spam.example"}).status_code == 200
    assert states(event) == []


def test_a_flood_from_one_address_ends_and_says_when_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "SIGNUPS_PER_ADDRESS", 3)
    event = an_announced_event()
    answers = [send(event, f"Anna Berg{number}", "Bo Ek").status_code for number in range(5)]
    assert answers == [302, 302, 302, 200, 200]
    assert len(states(event)) == 3


def test_a_flood_from_many_addresses_ends_for_one_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "SIGNUPS_PER_EVENT", 3)
    event = an_announced_event()
    for number in range(5):
        sent = body(f"Anna Berg{number}", "Bo Ek")
        Client(REMOTE_ADDR=f"192.0.2.{number}").post(url(event, "signup"), sent)
    assert len(states(event)) == 3
    assert "192.0.2" not in "".join(Attempt.objects.values_list("key", flat=True))


def test_forged_codes_open_nothing_and_are_soon_not_even_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "FAILURES_PER_ADDRESS", 4)
    event = an_announced_event()
    _made, code = sign_up_with_code(event, "Anna Berg", "Bo Ek")
    tries = [
        Client().get(url(event, "own_signup", f"aaaa-bbbb-ccc{number}")).status_code for number in range(6)
    ]
    assert tries == [404, 404, 404, 404, 429, 429]
    assert Client().get(url(event, "own_signup", code)).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    assert [elsewhere.get(url(event, "own_signup", code)).status_code for _look in range(6)] == [200] * 6


def test_a_code_of_another_event_opens_nothing() -> None:
    event, other = an_announced_event(), an_announced_event()
    _made, code = sign_up_with_code(other, "Anna Berg", "Bo Ek")
    assert Client().get(url(event, "own_signup", code)).status_code == 404
    assert Client().post(url(event, "signup_cancel", code)).status_code == 404
    assert states(other) == [State.IN]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("given0", "A" * 101),
        ("given0", "12345"),
        ("given0", "An\x00na"),
        ("family0", "Berg\u202egreb"),
        ("email", "nobody"),
        ("email", "a@example.org\nBcc: b@example.org"),
        ("phone", "0" * 41),
        ("remark", "a" * 301),
        ("licence0", "9" * 21),
        ("way", "both"),
        ("key", "none"),
    ],
)
def test_what_is_too_long_or_no_name_is_refused_at_its_field(field: str, value: str) -> None:
    event = an_announced_event()
    assert send(event, "Anna Berg", "Bo Ek", **{field: value}).status_code == 200
    assert states(event) == []


def test_markup_is_shown_as_it_was_typed_and_a_formula_is_none_in_a_spreadsheet() -> None:
    event, formula = an_announced_event(), '=HYPERLINK("http://x","y")'
    send(event, f"{MARKUP} Berg", f"Bo {formula}", remark=formula, club0=MARKUP)
    client = director_of(event)
    for name in ("signups", "signups_enter"):
        page = client.get(url(event, name)).content.decode()
        assert MARKUP not in page
        assert "&lt;script&gt;" in page
    book = load_workbook(BytesIO(client.get(url(event, "signups"), {"as": "xlsx"}).content))
    cells = [cell for row in book.active.iter_rows() for cell in row if cell.value]
    assert [cell for cell in cells if formula in str(cell.value)]
    assert not [cell for cell in cells if cell.data_type == "f"]
    lines = client.get(url(event, "signups"), {"as": "csv"}).content.decode("utf-8-sig").splitlines()
    assert not [line for line in lines for cell in line.split(";") if cell.startswith(("=", '"='))]


def test_a_stranger_does_not_learn_who_is_a_member() -> None:
    event = an_announced_event(who=Announcement.Who.CLUB)
    a_player("Anna Member", club=event.club)
    pages = []
    for name in ("Anna Member", "Anna Stranger"):
        answer = Client().post(url(event, "signup"), body(name, "Bo Ek"), follow=True)
        page = answer.content.decode().replace(name.split()[1], "")
        pages.append(re.sub(r"[a-z2-9]{4}(-[a-z2-9]{4}){2}|[0-9a-f-]{36}|[A-Za-z0-9]{64}", "", page))
    assert pages[0] == pages[1]


# The director.


def test_the_director_is_led_from_approval_to_entries() -> None:
    event = an_announced_event(lets_in=False)
    anna = a_player("Anna Berg", club=event.club)
    made, client = sign_up(event, "Anna Berg", "Bo Ek"), director_of(event)
    page = client.get(url(event, "signups")).content.decode()
    assert "1 sign-up waits for your approval." in page
    assert "Bo Ek is new to the club" in page
    client.post(url(event, "signups"), {"act": "approve", "chosen": [made.pk]})
    assert "1 sign-up has a place and is no entry yet." in client.get(url(event, "signups")).content.decode()
    answer = client.post(url(event, "signups_enter"), {"take": made.pk}, follow=True)
    assert "Undo" in answer.content.decode()
    (entry,) = Entry.objects.filter(tournament=event.event)
    assert anna in entry.players.all()
    assert state_of(made) == State.ENTERED


def test_a_doubtful_name_is_asked_about_and_the_answer_is_taken() -> None:
    event = an_announced_event(players=1)
    anna = a_player("Anna Berg", club=event.club)
    made, client = sign_up(event, "Ana Berg"), director_of(event)
    asked = client.post(url(event, "signups_enter"), {"take": made.pk})
    assert "Choose who this is." in asked.content.decode()
    person = made.people.get()
    client.post(url(event, "signups_enter"), {"take": made.pk, f"person-{person.pk}": str(anna.pk)})
    assert Entry.objects.get(tournament=event.event).players.get() == anna


def test_the_consent_that_was_given_goes_along_to_a_new_player() -> None:
    event = an_announced_event(players=1)
    send(event, "Anna Berg", consent0="on")
    send(event, "Bo Ek")
    client = director_of(event)
    taken = {"take": list(Signup.objects.values_list("pk", flat=True))}
    client.post(url(event, "signups_enter"), taken)
    found = Player.objects.filter(home_club=event.club).values_list("given_name", "may_publish")
    assert dict(found) == {"Anna": True, "Bo": False}


def test_the_list_takes_as_many_queries_however_many_sign_up() -> None:
    event = an_announced_event()
    client = director_of(event)

    def count(name: str) -> int:
        client.get(url(event, name))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(url(event, name))
        return len(queries)

    sign_up(event, "Anna Berg", "Bo Ek")
    few = {name: count(name) for name in ("signups", "signups_enter", "announcement")}
    for number in range(12):
        sign_up(event, f"Anna Berg{number}", f"Bo Ek{number}")
    assert {name: count(name) for name in few} == few
    assert max(few.values()) <= 20


# Mail.


@pytest.mark.usefixtures("with_mail")
def test_the_code_is_sent_to_who_gave_an_address_but_never_too_often() -> None:
    event = an_announced_event()
    for number in range(throttling.LETTERS_PER_MAILBOX + 2):
        send(event, f"Anna Berg{number}", "Bo Ek", email="anna@example.org")
    assert len(arrived()) == throttling.LETTERS_PER_MAILBOX
    found = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){2}", str(arrived()[0].body))
    assert found is not None
    assert f"http://testserver{url(event, 'own_signup', found[0])}" in arrived()[0].body


@pytest.mark.usefixtures("with_mail")
def test_who_moves_up_is_told_in_the_own_language(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    event = an_announced_event(number_of_places=1)
    first = sign_up(event, "Anna Berg", "Bo Ek")
    sign_up(event, "Dan Frid", "Eva Gran", email="dan@example.org", language="sv")
    with django_capture_on_commit_callbacks(execute=True):
        signup.cancel_signup(event.by, first)
    (letter,) = arrived()
    assert letter.to == ["dan@example.org"]
    assert event.event.name in letter.subject


@pytest.mark.usefixtures("with_mail")
def test_a_cancelled_event_is_said_on_its_pages_and_told_to_those_who_gave_an_address(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    event = an_announced_event()
    sign_up(event, "Anna Berg", "Bo Ek", email="anna@example.org")
    _made, code = sign_up_with_code(event, "Dan Frid", "Eva Gran")
    sent = {"status": Announcement.Status.CANCELLED, "notice": "The hall is flooded"}
    with django_capture_on_commit_callbacks(execute=True):
        assert director_of(event).post(url(event, "announce_status"), sent).status_code == 302
    (letter,) = arrived()
    assert "The hall is flooded" in letter.body
    for address in (url(event, "announcement"), url(event, "event"), url(event, "own_signup", code)):
        page = Client().get(address).content.decode()
        assert "The event is cancelled." in page
        assert "The hall is flooded" in page


def test_the_announcement_is_written_shown_and_taken_down_on_its_page() -> None:
    event = Played()
    client = director_of(event)
    assert client.get(url(event, "signups")).headers["Location"] == url(event, "announce")
    sent = {
        "fee": "20 €",
        "closes_on": "2026-05-01",
        "closes_at": "18:00",
        "places": "12",
        "who": "anybody",
        "lets_in": "no",
    }
    assert client.post(url(event, "announce"), sent).status_code == 302
    stored = announcement_of(event)
    assert (stored.fee, stored.places, stored.lets_in, stored.is_announced) == ("20 €", 12, False, False)
    wrong = {**sent, "opens_on": "2026-05-02"}
    assert "ends before it begins" in client.post(url(event, "announce"), wrong).content.decode()
    turned = {**sent, "announced_text": "Coffee\r\nand \u202ebuns"}
    assert "invisible characters" in client.post(url(event, "announce"), turned).content.decode()
    client.post(url(event, "announce_show"))
    assert announcement_of(event).is_announced
    client.post(url(event, "announce_show"), {"down": "1"})
    assert not announcement_of(event).is_announced


# What somebody reads who has signed up, and who looks at the event meanwhile.


def test_the_own_sign_up_says_when_and_where_and_is_not_cancelled_after_the_event() -> None:
    event = an_announced_event(place="Old School")
    begins = timezone.now().replace(hour=16, minute=5)
    Tournament.objects.filter(pk=event.event.pk).update(starts_at=begins)
    _row, code = sign_up_with_code(event, "Anna Berg", "Bo Ek")
    page = url(event, "own_signup", code)
    text = Client().get(page, headers={"accept-language": "en"}).content.decode()
    assert f"at {timezone.localtime(begins):%H:%M} · Old School" in text
    assert url(event, "signup_cancel", code) in text
    Tournament.objects.filter(pk=event.event.pk).update(state=Tournament.State.OFFICIAL)
    assert url(event, "signup_cancel", code) not in Client().get(page).content.decode()


def test_the_page_of_the_event_does_not_say_that_nobody_comes_while_people_sign_up() -> None:
    event = an_announced_event(place="Old School")
    sign_up(event, "Anna Berg", "Bo Ek")
    text = Client().get(url(event, "event"), headers={"accept-language": "en"}).content.decode()
    assert "Nobody has entered yet" not in text
    assert "listed here once the director has entered them" in text
    assert "Old School" in text


def test_once_all_are_entered_the_next_step_leads_to_the_entries() -> None:
    event = an_announced_event()
    row = sign_up(event, "Anna Berg", "Bo Ek")
    players = [a_player(name, club=event.club) for name in ("Anna Berg", "Bo Ek")]
    signup.enter_signups(event.by, event.event, [signup.EnteredSignup(row.pk, players)])
    step = director_of(event).get(url(event, "signups")).context["listed"].step
    assert step.address == url(event, "entries")


@pytest.mark.usefixtures("with_mail")
def test_who_gave_an_address_hears_once_of_the_new_day() -> None:
    event = an_announced_event()
    sign_up(event, "Anna Berg", "Bo Ek", email="anna@example.org", language="sv")
    sent = {"status": "postponed", "new_day": "2026-05-09", "notice": "Snö"}
    for _twice in range(2):
        assert director_of(event).post(url(event, "announce_status"), sent).status_code == 302
    (letter,) = arrived()
    assert "9 maj 2026" in letter.body
    assert "Snö" in letter.body
