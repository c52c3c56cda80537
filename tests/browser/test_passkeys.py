"""A passkey in Chromium: made, used to sign in, refused at its copy, over TLS and under a name.

The device is Chromium's own virtual one; everything else is as at a site on the internet.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Browser, CDPSession, Page, Playwright, expect

from config.serving.addresses import free_port
from tests.browser.conftest import DESKTOP, FLAGS, PATIENCE, PHONE, Axe, is_complaint
from tests.house.starting import THIS_VENV, Talon, running_talon
from tests.needs import unavailable
from tests.steps.machine import CHROMIUMS
from tests.steps.machine import chromium as installed_chromium

NAME = "talon.example"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talon]:
    """An installation that everybody can reach: by a name, over TLS."""
    port = free_port("127.0.0.1", 0)
    settings = {"TALON_PUBLIC": "yes", "TALON_HOSTS": NAME, "TALON_ADDRESS": f"https://{NAME}:{port}"}
    data = tmp_path_factory.mktemp("site") / "data"
    arguments = ("--tls", "--no-demo", "--port", str(port))
    with running_talon(data, *arguments, extra=THIS_VENV | settings) as talon:
        talon.address = settings["TALON_ADDRESS"]
        yield talon


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that finds the name on this machine, and has been told to trust its certificate."""
    executable = installed_chromium()
    if executable is None:
        unavailable(f"none of {', '.join(CHROMIUMS)} is there (Debian's package chromium-headless-shell)")
    flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", "--ignore-certificate-errors"]
    running = playwright.chromium.launch(executable_path=executable, args=flags)
    yield running
    running.close()


@pytest.fixture
def visitor(browser: Browser, site: Talon) -> Iterator[Page]:
    context = browser.new_context(
        base_url=site.address,
        ignore_https_errors=True,
        service_workers="block",
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
        locale="en",
    )
    context.set_default_timeout(PATIENCE)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.extend([said.text] if is_complaint(said) else []))
    yield page
    context.close()
    assert complaints == []


def device_of(page: Page) -> tuple[CDPSession, str]:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    return session, session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]


def keys_of(device: tuple[CDPSession, str]) -> list[dict[str, Any]]:
    session, number = device
    keys: list[dict[str, Any]] = session.send("WebAuthn.getCredentials", {"authenticatorId": number})[
        "credentials"
    ]
    return keys


def give_password(page: Page, site: Talon) -> None:
    page.goto("/sign-in/")
    page.get_by_label("E-mail").fill(site.email)
    page.get_by_label("Password").fill(site.password)
    page.get_by_role("button", name="Sign in").click()


def sign_out(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("button", name="Sign out", exact=True).click()


def look_at(page: Page, axe: Axe) -> None:
    """The page breaks no rule and fits, on a desk and on a phone."""
    for size in (PHONE, DESKTOP):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_keeper_adds_a_passkey_and_signs_in_with_it_by_keyboard(
    visitor: Page, site: Talon, axe: Axe, tmp_path: Path
) -> None:
    page = visitor
    device = device_of(page)
    give_password(page, site)
    page.goto("/account/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Set up a second step")
    look_at(page, axe)
    page.get_by_role("link", name="Add a passkey").click()
    look_at(page, axe)
    page.get_by_label("Name of the passkey").fill("Laptop of the club")
    page.get_by_label("Current password").fill(site.password)
    page.keyboard.press("Enter")
    make = page.get_by_role("button", name="Make the passkey")
    expect(make).to_be_visible()
    look_at(page, axe)
    session, number = device
    session.send("WebAuthn.setUserVerified", {"authenticatorId": number, "isUserVerified": False})
    make.click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing came of it")
    session.send("WebAuthn.setUserVerified", {"authenticatorId": number, "isUserVerified": True})
    make.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Your recovery codes")
    (key,) = keys_of(device)
    assert (key["rpId"], key["isResidentCredential"]) == (NAME, True)

    sign_out(page)
    give_password(page, site)
    use = page.get_by_role("button", name="Use a passkey")
    expect(use).to_be_visible()
    look_at(page, axe)
    use.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_have_count(0)
    page.goto("/account/second-step/")
    expect(page.get_by_text("Laptop of the club")).to_be_visible()
    expect(page.get_by_text("last used")).to_be_visible()
    look_at(page, axe)

    # An app beside it, which goes alone again.
    page.get_by_role("link", name="Set up codes of an app").click()
    secret = page.locator(".qr .address").inner_text().replace(" ", "")
    page.get_by_label("Code that the app shows").fill(pyotp.TOTP(secret).now())
    page.get_by_label("Current password").fill(site.password)
    page.get_by_role("button", name="Set up", exact=True).click()
    page.get_by_role("link", name="Remove the app").click()
    look_at(page, axe)
    page.get_by_label("Current password").fill(site.password)
    page.get_by_role("button", name="Remove the app").click()
    expect(page.get_by_text("Signing in asks for a passkey.")).to_be_visible()

    sign_out(page)
    copied = key | {"signCount": 0}
    session.send(
        "WebAuthn.removeCredential", {"authenticatorId": number, "credentialId": key["credentialId"]}
    )
    session.send("WebAuthn.addCredential", {"authenticatorId": number, "credential": copied})
    give_password(page, site)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("This passkey was not accepted")).to_be_visible()
    look_at(page, axe)


def test_without_scripts_the_page_says_so_and_the_code_is_there(browser: Browser, site: Talon) -> None:
    context = browser.new_context(
        base_url=site.address, ignore_https_errors=True, java_script_enabled=False, locale="en"
    )
    page = context.new_page()
    give_password(page, site)
    expect(page.get_by_text("This browser cannot use passkeys here")).to_be_visible()
    expect(page.get_by_label("Code")).to_be_visible()
    context.close()
