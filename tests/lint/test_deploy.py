"""The files of `deploy/`: container, compose file, services, proxy. Each is read by a tool that knows it.

None of them is started here: `tests/house/test_faults.py` starts the same processes without containers.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

from tests import ROOT
from tests.needs import program

DEPLOY = ROOT / "deploy"
UNITS = "talon-server@8000.service", "talon-keeper.service"
# Published by the Compose Specification under the Apache License 2.0, which lies beside it.
SCHEMA = Path(__file__).with_name("compose-spec.json")
MOST_EXPOSED = 2  # of ten: as `systemd-analyze security` counts
LIMIT = 60  # seconds; it ends what hangs


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return read


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The services as if this program were installed where they look for it."""
    folder = shutil.copytree(DEPLOY / "systemd", tmp_path / "systemd")
    for file in folder.rglob("*.*"):
        if file.is_file():
            text = file.read_text(encoding="utf-8").replace("/opt/talon/.venv", sys.prefix)
            file.write_text(text.replace("/opt/talon", str(ROOT)), encoding="utf-8")
    return folder


def test_hadolint_has_nothing_against_the_containerfile() -> None:
    found = run(Path(sys.prefix) / "bin/hadolint", "--no-color", DEPLOY / "Containerfile")
    assert (found.returncode, found.stdout) == (0, "")


def test_the_container_has_each_folder_of_the_product_and_nothing_else() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = {name for names in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for name in names.split()}
    left_out = {"bench", "bin", "deploy", "docs", "node_modules", "tests", "var"}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert {name for name in copied if (ROOT / name).is_dir()} == folders - left_out - {"__pycache__"}
    let_through = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(let_through) == copied


def test_the_compose_file_is_one_by_the_published_schema() -> None:
    schema = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert [error.message for error in schema.iter_errors(compose())] == []
    assert not schema.is_valid({"services": {"server": {"image": "talon", "port": ["80:80"]}}})


def test_every_image_names_its_version_and_ours_is_this_release() -> None:
    images = {service["image"] for service in compose()["services"].values()}
    assert all(re.search(r":\d[\w.-]*$", image) for image in images)
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    assert version
    assert f"localhost/talon:{version[1]}" in images


def test_every_setting_of_the_examples_is_a_setting() -> None:
    known = set(re.findall(r"^\| `(TALON_[A-Z_]+)`", (ROOT / "docs/settings.md").read_text("utf-8"), re.M))
    files = (file for file in DEPLOY.rglob("*") if file.is_file() and file.suffix != ".pyc")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    used = set(re.findall(r"\bTALON_[A-Z_]+\b", text))
    assert used
    assert used - known == set()


def test_systemd_understands_every_line_of_the_services(units: Path) -> None:
    analyze = program("systemd-analyze", "systemd")
    found = run(analyze, "verify", *UNITS, SYSTEMD_UNIT_PATH=f"{units}:")
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_a_line_that_systemd_does_not_know_is_found(units: Path) -> None:
    analyze = program("systemd-analyze", "systemd")
    with (units / UNITS[1]).open("a") as file:
        file.write("\n[Service]\nRestart=sometimes\n")
    assert "sometimes" in run(analyze, "verify", UNITS[1], SYSTEMD_UNIT_PATH=f"{units}:").stderr


@pytest.mark.parametrize("unit", UNITS)
def test_a_service_may_do_little_more_than_it_needs(units: Path, unit: str) -> None:
    analyze = program("systemd-analyze", "systemd")
    threshold = f"--threshold={10 * MOST_EXPOSED}"
    found = run(analyze, "security", "--offline=true", threshold, unit, SYSTEMD_UNIT_PATH=f"{units}:")
    assert found.returncode == 0, found.stdout.splitlines()[-1:]


def test_a_service_that_ends_is_started_again_for_ever(units: Path) -> None:
    shared = (units / "talon-.service.d/shared.conf").read_text(encoding="utf-8")
    assert {"Restart=always", "StartLimitIntervalSec=0"} <= set(shared.splitlines())


def test_the_page_of_the_proxy_needs_nothing_else() -> None:
    page = (DEPLOY / "unavailable.html").read_text(encoding="utf-8")
    assert not re.search(r"\b(src|href)=", page)
    assert {'lang="sv"', 'lang="fi"', 'lang="da"', 'lang="en"'} <= set(re.findall(r'lang="\w+"', page))
