"""Nonsense in every field, address and header: an answer, never an error, and nothing of it stored.

The forms are found by visiting every page of the table of `test_access.py` as somebody who is let in, and are
read from its HTML: a new field of a new page is tried without a word here. What was typed stands in the
answer again, as far as it can be seen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import pytest
from _pytest.mark.structures import ParameterSet
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponseBase
from django.test import override_settings

from tests.conftest import LONG
from tests.pages.doors import FILES, Door, Sent, doors_of, one_of_each, view_of
from tests.pages.reading_pages import Field, forms_of
from tests.pages.test_access import LINES, Line, once, who_is_let_in
from tests.pages.world import FORM, STRANGER, Scene, undone

pytestmark = pytest.mark.django_db
on_each_engine = pytest.mark.engine

MARK = "Qvidx"  # stands in everything that must not be stored
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ufffd]")

# What nobody writes in any field: refused wherever something is typed, chosen or carried along.
NONSENSE = {
    "a zero byte": f"{MARK}\x00berg",
    "control characters": f"{MARK}\x01\x0b\x1bberg",
    "a text turned around": f"{MARK}\u202eberg",
    "ten thousand letters": (f"{MARK} å " * 1250)[:10_000],
}
# What reaches the database nearly as it was sent, and is taken by one engine and refused by the other.
DIFFERS = frozenset({"a zero byte", "a huge number"})


def by_engine(what: str) -> ParameterSet:
    return pytest.param(what, marks=[pytest.mark.engine] if what in DIFFERS else [])


LIST = "\n".join(f"Namn{number} {MARK}" for number in range(10_000))
# What is refused where a figure, a day, an address, a choice or a key is wanted; some of it may be a name.
MISFITS = {
    "a word": MARK,
    "a huge number": "9" * 30,
    "a number that no machine reads": "9" * 4400,
    "a number below any": "-" + "9" * 30,
    "not a number": "NaN",
    "a sum of more than all cards": "+".join(["999995"] * 31),
}
# Of what must be there once and no more, the quick profile tries one field in so many.
QUICK_FIELDS = 4
# A body that no form sends, at one form in so many.
QUICK_DOORS = 6
# What a script asks while somebody types: it stores nothing, and no form leads there.
COUNTED = frozenset({"scoring:preview", "scoring:table_preview"})
# Forms that stand on their pages only when a result was corrected between the draw and its publication, when
# an entry has left, when a table of a round has no phone page, or while a start or a call may be taken back;
# those of an account with a second session or step, with an e-mail that waits, or whose owner is not missed;
# and the one that sends the codes of an official event again.
AFTER_SOMETHING = frozenset(
    {
        *("tournaments:draw_again", "tournaments:entry_replace", "tournaments:make_tables"),
        *("tournaments:team_undo", "tournaments:match_confirm"),
        *("tournaments:clock_pause", "tournaments:time_up"),
        *("scoring:table_call_take_back", "scoring:table_start_take_back"),
        *("clubs:session_end", "clubs:person_email", "clubs:account_close", "clubs:sign_in_code"),
        "tournaments:codes_send",
    }
)
# Acts that a device sends later, by itself: their answer says by its status that nothing was done, and why.
SENT_LATER = frozenset({"scoring:table_start"})
# Forms that are sent beside their page and answered with it.
ANSWERED_WITH_THE_PAGE = frozenset({"tournaments:round_results", "scoring:pin"})
# What may be anything in a field that is not seen: there is only yes or no to it.
YES_OR_NO = frozenset({"anyway", "sure"})
CHOSEN = frozenset({"select", "radio", "hidden"})
# Nobody sees it: what a browser has filled in by itself is not sent a second time.
EMPTIED = frozenset({"website"})


@pytest.fixture(scope="module", autouse=True)
def mail_server() -> Iterator[None]:
    """So that there is a form that asks for a link."""
    with override_settings(EMAIL_HOST="mail.example.org"):
        yield


@pytest.fixture(scope="module")
def all_doors(scene: Scene, mail_server: None) -> list[Door]:
    """Every form of every page that is shown to somebody."""
    shown = [line for line in LINES if line.method == "GET" and "200" in line.answers.values()]
    pages = [line for line in shown if not FILES.search(line.address)]
    with undone():
        return [
            door
            for line in pages
            for door in doors_of(scene, who_sees(line), scene.world.address(line.address))
        ]


def who_sees(line: Line) -> str:
    """Somebody to whom the page is shown."""
    return next(who for who, answer in line.answers.items() if answer == "200")


@pytest.fixture(scope="module")
def doors(all_doors: list[Door]) -> list[Door]:
    """Every form once, whichever club or event it is about."""
    return list({(door.form.method, door.view, *door.form.fields): door for door in all_doors}.values())


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a submission: the status, the page, and the tables that changed."""

    status: int
    page: str
    changed: Sequence[str]
    marked: Sequence[str]


def sent(scene: Scene, door: Door, body: Sent) -> Answer:
    with undone():
        return answer(scene, submitted(scene, door, body))


def is_taken(scene: Scene, door: Door) -> bool:
    """Whether a right body is stored: one table that says so is enough."""
    with undone():
        submitted(scene, door, list(door.body.items())).getvalue()  # a file is closed at its end
        return any(scene.changes())


def submitted(scene: Scene, door: Door, body: Sent) -> HttpResponseBase:
    client = scene.world.as_(door.who)
    if door.form.method == "get":
        return client.get(door.form.action, query_params=dict(body))
    if any(value and is_file(door, name) for name, value in body):
        return client.post(door.form.action, in_parts(door, body))
    return client.generic("POST", door.form.action, urlencode(body), FORM)


def is_file(door: Door, name: str) -> bool:
    return name in door.form.fields and door.form.fields[name].sort == "file"


def in_parts(door: Door, body: Sent) -> dict[str, list[str | SimpleUploadedFile]]:
    """The body as a browser sends it with a file, which is what the field of the file says."""
    parts: dict[str, list[str | SimpleUploadedFile]] = {}
    for name, value in body:
        if not is_file(door, name):
            parts.setdefault(name, []).append(value)
        elif value:
            parts.setdefault(name, []).append(SimpleUploadedFile("sheet.png", value.encode(), "image/png"))
    return parts


def answer(scene: Scene, response: HttpResponseBase) -> Answer:
    page = response.getvalue().decode(errors="replace")
    if response.status_code >= 500:  # the database may answer nothing any more
        return Answer(response.status_code, page, (), ())
    changes = list(scene.changes())
    marked = [table for table, rows in changes if MARK in repr(rows)]
    return Answer(response.status_code, page, [table for table, _rows in changes], marked)


# --- forms ------------------------------------------------------------------------------------------------


def test_every_form_is_found_and_takes_what_is_right(scene: Scene, all_doors: list[Door]) -> None:
    posted = [door for door in all_doors if door.form.method == "post"]
    taken: set[str] = set()
    for door in posted:
        if door.view not in taken and is_taken(scene, door):
            taken.add(door.view)
    # An e-mail is changed by the link that is mailed there, the second step begins with the code of an app
    # for the secret that was offered, a passkey is what a browser makes after the password, signing out
    # is no act of the club's, nobody of that address has asked for a link, photographs and scans come in
    # another kind of body, a PIN only leads to its table, a code to its page, and a copy is a file.
    # Settings are only corrected after what that changes was shown, deals are moved only to a table that was
    # chosen, and a game goes on only after it was cut short; the totals of a round have the numbers of its
    # games in their names, and a sheet of them is only looked at, as the file of an event, a list of past
    # results and a list of players are. The code of a Wi-Fi is shown and not stored, and minutes are given
    # to a table whose clock runs. A league is closed when all its matches are over, its next season made when
    # it is closed, and an order by strength only taken over as it was looked at.
    assert {door.view for door in posted} - taken == {
        "clubs:account_email",
        "clubs:copies",
        "clubs:players_register",
        "clubs:passkey_new",
        "clubs:second_step",
        "clubs:second_step_app",
        "reach",
        "clubs:sign_out",
        "clubs:reset_ask",
        "scoring:game_resume",
        "scoring:photo_new",
        "scoring:pin",
        "tournaments:event_bring_in",
        "tournaments:minutes",
        "tournaments:move_deals",
        "tournaments:my_code",
        "tournaments:team_code",
        "tournaments:past_results",
        "tournaments:round_results",
        "tournaments:round_sheet",
        "tournaments:scans",
        "tournaments:league_close",
        "tournaments:league_next",
        "tournaments:settings_correct",
        "tournaments:signup_code",
        "tournaments:strength",
    }
    told = {view_of(scene.world.address(line.address)) for line in LINES if line.method == "POST"}
    assert {door.view for door in posted} == told - COUNTED - AFTER_SOMETHING


@pytest.fixture(scope="module")
def fields(doors: list[Door]) -> list[tuple[Door, Field]]:
    """Every field of every form. In the quick profile one of those that are alike."""
    every = [(door, field) for door in doors for field in door.fields() if not names_a_game(door, field)]
    return every if LONG else one_of_each(every)


@pytest.mark.parametrize("what", [by_engine(what) for what in NONSENSE])
def test_nonsense_in_any_field_is_refused_and_stands_there_again(
    scene: Scene, fields: list[tuple[Door, Field]], what: str
) -> None:
    assert refusals_missing(scene, tried_with(fields, what), NONSENSE[what]) == []


@pytest.mark.parametrize("what", [by_engine(what) for what in MISFITS])
def test_what_is_no_figure_no_day_and_no_choice_is_refused_and_stands_there_again(
    scene: Scene, fields: list[tuple[Door, Field]], what: str
) -> None:
    assert refusals_missing(scene, tried_with(fields, what), MISFITS[what]) == []


def tried_with(fields: Iterable[tuple[Door, Field]], what: str) -> list[tuple[Door, Field]]:
    """All that may not be this; in the quick profile a field meets one of them, the next another."""
    met: Counter[tuple[str, bool]] = Counter()
    tried = []
    for door, field in fields:
        values, kind = wrong_for(field), (field.sort, is_figure(field))
        if what in values if LONG else values and what == values[met[kind] % len(values)]:
            tried.append((door, field))
        met[kind] += 1
    return tried


def wrong_for(field: Field) -> list[str]:
    """What is nonsense in a field."""
    return [*(NONSENSE if is_text(field) else ()), *(MISFITS if is_figure(field) else ())]


def names_a_game(door: Door, field: Field) -> bool:
    """Whether the field is the game in an address: one that does not exist has no page."""
    return door.form.method == "get" and field.name == "ruleset"


@pytest.mark.parametrize("value", ["nothing", NONSENSE["a zero byte"], MISFITS["a huge number"]])
def test_a_game_that_does_not_exist_has_no_page(scene: Scene, doors: list[Door], value: str) -> None:
    asked = [door for door in doors for field in door.fields() if names_a_game(door, field)]
    assert {door.view for door in asked} == {"scoring:blank", "scoring:games", "scoring:table_open"}
    assert {sent(scene, door, door.with_("ruleset", value)).status for door in asked} == {404}


def few_of(fields: list[tuple[Door, Field]], share: int, at: int = 0) -> list[tuple[Door, Field]]:
    """All of them in the long profile; in the quick one in so many, of each form other ones."""
    return fields if LONG else fields[at::share]


def test_a_list_of_ten_thousand_names_is_refused_and_stands_there_again(
    scene: Scene, fields: list[tuple[Door, Field]]
) -> None:
    tried = [(door, field) for door, field in fields if field.sort == "textarea"]
    assert {door.view for door, _list in tried} >= {"clubs:players_paste", "tournaments:pairs"}
    assert refusals_missing(scene, tried, LIST) == []


def is_text(field: Field) -> bool:
    """Whether what is sent is text at all: a tick is a tick whatever it says, and so is a button."""
    return field.sort not in ("checkbox", "button") and field.name not in YES_OR_NO


def is_figure(field: Field) -> bool:
    return is_text(field) and (field.figures or field.sort in CHOSEN or field.sort == "email")


def refusals_missing(scene: Scene, tried: Sequence[tuple[Door, Field]], value: str) -> list[str]:
    """What should have been refused and was not, or was forgotten."""
    found = []
    for door, field in tried:
        body = door.with_(field.name, value)
        got = sent(scene, door, body)
        found += [f"{door.view} {field.name}: {complaint}" for complaint in complaints(door, body, got)]
    return found


def complaints(door: Door, body: Sent, got: Answer) -> Iterator[str]:
    """An act without a page of its own sends one back to where it was asked for; a page shows the form."""
    if got.changed:
        yield f"changed {', '.join(got.changed)}"
    has_its_page = door.form.action == door.page
    if got.status == 200 and (has_its_page or door.view in ANSWERED_WITH_THE_PAGE):
        yield from forgotten(door, dict(body), got.page)
    elif has_its_page or got.status not in statuses_of(door) - {200}:
        yield f"answered {got.status}"


def statuses_of(door: Door) -> set[int]:
    """With which a form may answer what is wrong."""
    return {200, 302, 409} if door.view in SENT_LATER else {200, 302}


def forgotten(door: Door, body: Mapping[str, str], page: str) -> Iterator[str]:
    """What was typed or chosen and does not stand in the form again. A password is never said again."""
    again = {name: each for form in forms_of(page, door.page) for name, each in form.fields.items()}
    for name, field in door.form.fields.items():
        value = "" if name in EMPTIED else body.get(name)
        there = again[name].value if name in again else None
        if field.sort == "password" and there:
            yield f"{name} is said again"
        if value and (field.is_typed or value in field.choices) and visible(there or "") != visible(value):
            yield f"{name} is forgotten"


def visible(text: str) -> str:
    return UNSEEN.sub("", text.replace("\r\n", "\n")).strip()


def test_a_field_that_is_not_sent_is_no_error(
    scene: Scene, doors: list[Door], fields: list[tuple[Door, Field]]
) -> None:
    wrong = []
    for door, field in few_of(fields, QUICK_FIELDS):
        body = [(name, value) for name, value in door.body.items() if name != field.name]
        got = sent(scene, door, body)
        if got.status not in statuses_of(door) or (got.status == 200 and got.changed):
            wrong.append(f"{door.view} {field.name}: {got.status} {got.changed}")
    for door in doors:
        got = sent(scene, door, [])
        # A button that is not pressed is not sent: a form of nothing but buttons is right without them.
        asked = {name for name, field in door.form.fields.items() if field.sort != "button"}
        if got.status not in statuses_of(door) or (got.changed and asked - {"csrfmiddlewaretoken"}):
            wrong.append(f"{door.view}: {got.status} {got.changed}")
    assert wrong == []


@pytest.mark.parametrize("last", ["nonsense", "right"])
def test_a_field_that_is_sent_twice_is_no_error(
    scene: Scene, fields: list[tuple[Door, Field]], last: str
) -> None:
    """The last value counts; nothing is put together from the two."""
    wrong = []
    for door, field in few_of(fields, 2 * QUICK_FIELDS, 1 if last == "nonsense" else 1 + QUICK_FIELDS):
        bad, right = (field.name, NONSENSE["a zero byte"]), (field.name, door.body.get(field.name, ""))
        others = [(name, value) for name, value in door.body.items() if name != field.name]
        got = sent(scene, door, [*others, right, bad] if last == "nonsense" else [*others, bad, right])
        if got.status not in statuses_of(door) or got.marked:
            wrong.append(f"{door.view} {field.name}: {got.status} {got.marked}")
    assert wrong == []


# --- addresses --------------------------------------------------------------------------------------------

NUMBERS = ("0", "2147483648", "9" * 30, "9" * 4400, "-1")
# PostgreSQL has columns of a certain width, and takes no zero byte; all else is alike on both engines.
NUMBERS_OF_POSTGRESQL, WORDS_OF_POSTGRESQL = ("2147483648", "9" * 30), ("\x00", "a\x00b")
WORDS = ("\x00", "a\x00b", "\u202e", "å", "x" * 5000, "../../etc/passwd", "%", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5")


def tried_in_addresses(at: int, *, is_number: bool) -> Sequence[str]:
    """All of them; in the quick profile what PostgreSQL refuses there, and elsewhere one of them in turn."""
    values = NUMBERS if is_number else WORDS
    if LONG:
        return values
    if connection.vendor == "postgresql":
        return NUMBERS_OF_POSTGRESQL if is_number else WORDS_OF_POSTGRESQL
    return [values[at % len(values)]]


ADDRESSES = [pytest.param(at, line, id=str(line)) for at, line in enumerate(once(LINES))]


@on_each_engine
@pytest.mark.parametrize(("at", "line"), ADDRESSES)
def test_an_address_that_cannot_be_leads_nowhere(scene: Scene, at: int, line: Line) -> None:
    """Each number and each word of the address by itself; the others name what is there."""
    statuses = {}
    for name in re.findall(r"{(\w+)}", line.address):
        for value in tried_in_addresses(at, is_number=isinstance(scene.world.words[name], int)):
            words = {**scene.world.words, name: quote(value, safe="")}
            got = scene.world.send(who_is_let_in(line), line.method, line.address.format_map(words), {})
            statuses[name, value[:30], len(value)] = got.status_code
    assert {asked: status for asked, status in statuses.items() if status not in (404, 410)} == {}
    assert scene.changed() == []


QUERIED = (
    *("page", "sort", "per_page", "invited-page", "invited-sort", "tables", "entries"),
    *("q", "former", "act", "author", "day", "text", "federation", "next"),
    *("deal", "form", "languages", "places"),
    *("one", "other", "at", "side0", "again", "late", "to"),
    *("desk", "table", "after", "check", "way", "done", "chosen"),
)
QUESTIONS = {**NONSENSE, **MISFITS}


def by_profile(what: str) -> ParameterSet:
    """In the quick profile one of each sort; PostgreSQL is asked what its columns refuse."""
    if LONG or what == "a huge number":
        return pytest.param(what, marks=on_each_engine)
    return pytest.param(what, marks=() if what == "a zero byte" else pytest.mark.long)


ASKED = [by_profile(what) for what in QUESTIONS]


@pytest.mark.parametrize("what", ASKED)
def test_a_question_that_makes_no_sense_shows_the_page_all_the_same(scene: Scene, what: str) -> None:
    asked = dict.fromkeys(QUERIED, QUESTIONS[what])
    pages = once(line for line in LINES if line.method == "GET")
    if not LONG and connection.vendor == "sqlite":
        pages = pages[what == "a huge number" :: 2]
    statuses = {str(line): status_of(scene, line, asked) for line in pages}
    assert statuses == {str(line): line.answers[who_is_let_in(line)] for line in pages}
    assert scene.changed() == []


def status_of(scene: Scene, line: Line, asked: Mapping[str, str]) -> str:
    client = scene.world.as_(who_is_let_in(line))
    answer = client.get(scene.world.address(line.address), query_params=asked)
    answer.getvalue()  # a file is closed at its end
    return str(answer.status_code)


# --- what no browser sends --------------------------------------------------------------------------------

BOUNDARY = "multipart/form-data; boundary=x"
BODIES: Mapping[str, tuple[str, bytes]] = {
    "JSON": ("application/json", f'{{"name": "{MARK}", "names": "{MARK}"}}'.encode()),
    "XML": ("text/xml", f"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>{MARK}&b;</a>".encode()),
    "bytes of no alphabet": (FORM, b"name=%ff%fe&names=%ed%a0%80&email=%c3&seed=\xff&key=\x00"),
    "an alphabet that is none": (f"{FORM}; charset=nonsense", b"name=a%00b&names=a%00b&seed=a%00b"),
    "an alphabet that is not ours": (f"{FORM}; charset=utf-16", f"name={MARK}&names={MARK}".encode()),
    "parts without an end": (
        BOUNDARY,
        f'--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n{MARK}'.encode(),
    ),
    "parts without a boundary": ("multipart/form-data", f"--x\r\n\r\n{MARK}".encode()),
    "a file for a name": (
        BOUNDARY,
        b'--x\r\nContent-Disposition: form-data; name="name"; filename="a\x00.txt"\r\n\r\n'
        + b"Q\r\n--x--\r\n",
    ),
    "more fields than any form has": (
        FORM,
        "&".join(f"field{number}={MARK}" for number in range(2000)).encode(),
    ),
    "more than may be sent": (FORM, b"names=" + MARK.encode() * 1_100_000),
}
_TAKES_FILES = (
    *("scoring:photo_new", "scoring:sign_paper"),
    *("tournaments:event_bring_in", "tournaments:scans"),
)
TOO_MUCH = {"more fields than any form has": 400, "more than may be sent": 413}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_no_form_sends_is_no_error_and_nothing_of_it_is_stored(
    scene: Scene, doors: list[Door], what: str
) -> None:
    sort, body = BODIES[what]
    wrong = []
    for door in doors if LONG else doors[list(BODIES).index(what) % QUICK_DOORS :: QUICK_DOORS]:
        if door.form.method == "post":
            with undone():
                client = scene.world.as_(door.who)
                got = answer(scene, client.generic("POST", door.form.action, body, sort))
            if got.status not in refusals_of(door, what) or got.marked:
                wrong.append(f"{door.view}: {got.status} {got.marked}")
    assert wrong == []


def refusals_of(door: Door, what: str) -> Collection[int]:
    """Where a picture may be sent much is read, and it is Django that refuses so much text."""
    refused = statuses_of(door) | {TOO_MUCH.get(what, 400)}
    return refused | {400} if door.view in _TAKES_FILES else refused


@pytest.mark.parametrize("what", sorted(TOO_MUCH))
@pytest.mark.parametrize("enforced", [False, True])
def test_more_than_may_be_sent_is_refused_whole(scene: Scene, what: str, enforced: bool) -> None:
    """Whether it is the page that reads it first or the look for the token of the page."""
    sort, body = BODIES[what]
    client = scene.world.as_("admin", enforce_csrf_checks=enforced)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    address = scene.world.address("/clubs/{club}/players/paste/")
    assert client.generic("POST", address, body, sort).status_code == TOO_MUCH[what]


JUNK = ("", "\x7f\x01", "'", "ÿ" * 300, '"', "a" * 9000, "-1", "9" * 400, "%00", "{}", r'"\000\000abcdefgh"')
COOKIES = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, "messages")
HEADERS = (
    *("Accept-Language", "Accept", "Referer", "Origin", "If-None-Match", "If-Modified-Since", "Range"),
    *("X-Forwarded-For", "X-Forwarded-Proto", "User-Agent", "Content-Length"),
    *("HX-Request", "HX-Current-URL", "HX-Current-URL-URI-AutoEncoded", "HX-Target", "HX-Prompt"),
)


@pytest.mark.parametrize("page", ["/", "/clubs/", "/sign-in/", "/account/menu/"])
def test_headers_and_cookies_that_no_browser_sends_are_no_error(scene: Scene, page: str) -> None:
    statuses = {}
    for junk in JUNK:
        cookies = [{"Cookie": f"{name}={junk}"} for name in COOKIES]
        for given in (*cookies, dict.fromkeys(HEADERS, junk)):
            client = scene.world.as_(STRANGER)
            statuses[junk, *given] = client.get(page, headers=given).status_code
    refused = {asked for asked, status in statuses.items() if status != 200}
    assert {statuses[asked] for asked in refused} == {413}
    assert refused == {("9" * 400, *HEADERS)}  # a body of that length
    assert scene.changed() == []


@pytest.mark.parametrize("host", ["nonsense", "", "testserver:nonsense", "[", "testserver\x00", "a" * 9000])
def test_a_host_that_is_not_ours_is_refused(scene: Scene, host: str) -> None:
    assert scene.world.as_(STRANGER).get("/clubs/", headers={"Host": host}).status_code == 400
