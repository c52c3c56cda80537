"""Talon installed on a phone: its manifest, its icons, and what its service worker keeps."""

from __future__ import annotations

import json
import re
import struct

import pytest
from django.templatetags.static import static
from django.test import Client

from config import installed
from tests import ROOT
from tests.pages.world import STRANGER, Scene

pytestmark = pytest.mark.django_db

STATIC = ROOT / "static"
LOADED = re.compile(r'(?:href|src)="/static/([^"#]+)')


def manifest_in(language: str) -> dict[str, object]:
    response = Client().get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert response["Content-Type"] == "application/manifest+json"
    told: dict[str, object] = json.loads(response.content)
    return told


def test_the_manifest_is_in_the_language_of_the_page() -> None:
    manifests = {language: manifest_in(language) for language in ("sv", "fi", "da", "en")}
    assert {language: told["lang"] for language, told in manifests.items()} == {
        each: each for each in manifests
    }
    assert len({told["description"] for told in manifests.values()}) == len(manifests)
    assert {(told["name"], told["start_url"], told["display"]) for told in manifests.values()} == {
        ("Talon", "/", "standalone")
    }


def size_of(name: str) -> tuple[int, int]:
    """The size of a PNG, from its header."""
    data = (STATIC / name).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_every_icon_is_there_in_the_size_that_is_named() -> None:
    icons = manifest_in("en")["icons"]
    assert isinstance(icons, list)
    for icon in icons:
        width, height = size_of(icon["src"].removeprefix("/static/"))
        assert icon["sizes"] == f"{width}x{height}"
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    assert size_of("icons/talon-180.png") == (180, 180)


def test_every_page_names_the_manifest_and_an_icon_for_phones() -> None:
    page = Client().get("/t/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert '<link rel="apple-touch-icon" href="/static/icons/talon-180.png">' in page


def test_the_worker_names_files_that_there_are_and_is_asked_for_each_time() -> None:
    response = Client().get("/service-worker.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    first = response.content.decode().splitlines()[0]
    told = json.loads(first.removeprefix("self.talon = ").removesuffix(";"))
    assert told["offlineUrl"] == "/offline/"
    for name in told["files"]:
        assert (STATIC / name.removeprefix("/static/")).is_file()


def test_another_file_is_another_version_of_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        installed._worker_script.cache_clear()
        return installed._worker_script()

    before = version()
    assert version() == before
    monkeypatch.setattr("config.installed.static", lambda name: static(name.replace("live.js", "live.2.js")))
    after = version()
    monkeypatch.undo()
    installed._worker_script.cache_clear()
    assert json.loads(before[before.index("{") : before.index("}") + 1])["version"] not in after


@pytest.mark.parametrize(
    "page",
    [
        "/t/{fresh_secret}/",
        "/t/{fresh_secret}/seats/",
        "/t/{fresh_secret}/deals/1/",
        "/t/{written_secret}/deals/1/answer/",
        "/t/{unsigned_secret}/sign/",
        "/games/{written_game}/",
        "/games/{written_game}/deals/1/",
    ],
)
def test_what_a_page_loads_is_kept_with_it(scene: Scene, page: str) -> None:
    answer = scene.world.as_(STRANGER).get(scene.world.address(page))
    assert answer.status_code == 200
    html = answer.content.decode()
    loaded = set(LOADED.findall(html)) - {"icons/talon-180.png"}
    assert loaded
    assert loaded <= set(installed.OFFLINE_FILES)


def test_the_page_for_what_is_not_kept_holds_nothing_of_anybody() -> None:
    page = Client().get("/offline/")
    assert page.status_code == 200
    assert "csrfmiddlewaretoken" not in page.content.decode()
