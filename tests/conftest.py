"""What all tests share: how much hypothesis tries, which tests wait for --long, which database they meet."""

import os
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

LONG = bool(os.environ.get("TALON_TEST_LONG"))

settings.register_profile(
    "quick",
    max_examples=25,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long",
    max_examples=1000,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("long" if LONG else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `long` out, counted as such, unless full counts are asked for."""
    if LONG:
        return
    left = [item for item in items if item.get_closest_marker("long")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.fixture(autouse=True)
def own_language() -> None:
    """Every test begins in the language of the source: a page leaves the one in which it was asked for."""
    translation.deactivate()


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all workers of this run."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite's tests meet a file in WAL mode, as the product does, not a database in memory."""
    from django.conf import settings as product

    database = product.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        file: Path = tmp_path_factory.mktemp("database") / "test.sqlite3"
        wishes = database.setdefault("TEST", {})
        assert isinstance(wishes, dict)
        wishes["NAME"] = str(file)
