"""A game is signed on a phone: drawn, typed, refused and closed by the director, and opened again."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.beside import inside
from tests.browser.conftest import PHONE, Open
from tests.browser.signatures import FOUR as NAMES
from tests.browser.signing import draw
from tests.browser.world import PASSWORD
from tests.house.starting import Talon

MADE = """
import json
from tests.browser.signatures import a_game_to_sign
print(json.dumps(a_game_to_sign({name!r})))
"""


@pytest.fixture
def made(talon: Talon) -> dict[str, Any]:
    """A table at which a game is over."""
    told: dict[str, Any] = json.loads(inside(talon.data, MADE.format(name=f"Club {uuid.uuid4().hex[:8]}")))
    return told


@pytest.fixture
def phone(open_page: Open, made: dict[str, Any]) -> Page:
    page = open_page(PHONE)
    page.goto(f"/t/{made['secret']}/")
    return page


def come_to_sign(page: Page) -> None:
    page.locator("main").get_by_role("link", name=re.compile("^Sign")).first.click()
    expect(page.get_by_role("heading", name="Signatures")).to_be_visible()


def sign_by_name(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check()
    page.get_by_label("Or type your name").fill(name)
    page.get_by_role("button", name="Sign", exact=True).click()


def director_of(open_page: Open, made: dict[str, Any]) -> Page:
    page = open_page()
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(made["email"])
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button.primary").click()
    page.wait_for_url(lambda url: "sign-in" not in url)
    page.goto(f"/games/{made['game']}/desk/")
    return page


def test_a_signature_is_drawn_on_a_small_phone_and_the_next_one_sees_it(phone: Page) -> None:
    come_to_sign(phone)
    expect(phone.get_by_text("only the director can correct addition errors")).to_be_visible()
    undo = phone.get_by_role("button", name="Undo the last stroke")
    line = phone.locator(".pen-line")
    expect(undo).to_be_disabled()
    draw(phone)
    expect(line).to_have_attribute("d", re.compile(r"^M\d+ \d+L.*M\d+ \d+L"))
    undo.click()
    expect(line).to_have_attribute("d", re.compile(r"^M[^M]*$"))
    phone.get_by_role("button", name="Clear").click()
    expect(line).to_have_attribute("d", "")
    draw(phone)
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.locator(".error-summary")).to_contain_text("Who signs?")
    expect(line).to_have_attribute("d", re.compile(r"^M\d+ \d+L"))
    phone.get_by_role("radio", name="Anna Berg").check()
    phone.get_by_role("button", name="Sign", exact=True).click()
    expect(phone.get_by_text("Anna Berg has signed.").first).to_be_visible()
    expect(phone.get_by_role("img", name="Signature: Anna Berg")).to_be_visible()
    expect(phone.get_by_role("radio", name="Anna Berg")).to_have_count(0)
    for name in NAMES[1:]:
        sign_by_name(phone, name)
    expect(phone.get_by_role("heading", name="The game is signed")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_finger_draws_and_the_page_does_not_move_under_it(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(PHONE)
    page.goto(f"/t/{made['secret']}/sign/")
    box = page.locator(".pen-box")
    assert box.evaluate("box => getComputedStyle(box).touchAction") == "none"
    place = box.bounding_box()
    assert place is not None
    kinds = ("pointerdown", *["pointermove"] * 4, "pointerup")
    for at, kind in enumerate(kinds):
        share = at / len(kinds)
        sent = {
            "pointerId": 7,
            "pointerType": "touch",
            "isPrimary": True,
            "button": 0 if kind != "pointermove" else -1,
            "clientX": place["x"] + share * place["width"],
            "clientY": place["y"] + (0.2 if at % 2 else 0.8) * place["height"],
        }
        box.evaluate(
            """(box, [kind, sent]) => {
                box.setPointerCapture = () => {};
                box.dispatchEvent(new PointerEvent(kind, { ...sent, bubbles: true, cancelable: true }));
            }""",
            [kind, sent],
        )
    kept = page.locator("[name=strokes]").input_value()
    assert re.fullmatch(r"\[\[(\[\d+,\d+\],?){5,}\]\]", kept)


def test_a_refusal_calls_the_director_who_closes_the_protocol(
    phone: Page, open_page: Open, made: dict[str, Any]
) -> None:
    come_to_sign(phone)
    phone.get_by_role("radio", name="Ulf Lind").check()
    phone.get_by_text("I will not sign").first.click()
    phone.get_by_label("Why will you not sign?").fill("A samba is missing")
    phone.get_by_role("button", name="I will not sign").click()
    expect(phone.get_by_text("Ulf Lind does not sign. The director has been called.")).to_be_visible()
    for name in NAMES[:3]:
        sign_by_name(phone, name)
    expect(phone.get_by_text("The director signs at the desk")).to_be_visible()
    expect(phone.get_by_role("link", name="Sign after all")).to_be_visible()
    director = director_of(open_page, made)
    expect(director.get_by_text("A samba is missing").first).to_be_visible()
    director.get_by_role("link", name="Sign as director").first.click()
    draw(director)
    director.get_by_role("button", name="Sign", exact=True).click()
    expect(director.get_by_text("The director has signed.").first).to_be_visible()
    phone.goto(f"/t/{made['secret']}/")
    expect(phone.get_by_role("heading", name="The game is signed")).to_be_visible()
    expect(phone.get_by_text("Ulf Lind has refused to sign.")).to_be_visible()
    expect(phone.get_by_text("The director was called")).to_have_count(0)


def test_a_game_is_opened_again_and_what_was_signed_stays_readable(
    phone: Page, open_page: Open, made: dict[str, Any]
) -> None:
    come_to_sign(phone)
    for name in NAMES:
        sign_by_name(phone, name)
    expect(phone.get_by_role("heading", name="The game is signed")).to_be_visible()
    director = director_of(open_page, made)
    director.get_by_role("link", name="Open the game again").click()
    director.get_by_label("Reason").fill("Deal 1 is wrong")
    director.get_by_role("button", name="Open the game again").click()
    expect(director.get_by_text("The game is open again.")).to_be_visible()
    director.get_by_role("link", name=re.compile("^As it was signed on")).click()
    expect(director.get_by_role("heading", name="As signed")).to_be_visible()
    expect(director.get_by_text("Deal 1 is wrong")).to_be_visible()
    expect(director.get_by_text("Unchanged since it was signed.")).to_be_visible()


def test_with_the_keyboard_alone_a_name_is_typed_and_signs(phone: Page) -> None:
    come_to_sign(phone)
    radio = phone.get_by_role("radio", name="Anna Berg")
    reached = tab_to(phone, radio)
    phone.keyboard.press("Space")
    expect(radio).to_be_checked()
    reached += tab_to(phone, phone.get_by_label("Or type your name"))
    phone.keyboard.type("Anna Berg")
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("Anna Berg has signed.").first).to_be_visible()
    assert reached


def tab_to(page: Page, wanted: Any, most: int = 40) -> int:
    """Press Tab until something has the focus; how often."""
    for pressed in range(1, most):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return pressed
    raise AssertionError(f"Tab does not reach {wanted}")


def test_without_scripts_the_name_is_typed(open_page: Open, made: dict[str, Any]) -> None:
    page = open_page(PHONE, scripts=False)
    page.goto(f"/t/{made['secret']}/sign/")
    expect(page.locator(".pen")).to_be_hidden()
    sign_by_name(page, "Bo Ek")
    expect(page.get_by_text("Bo Ek has signed.").first).to_be_visible()
