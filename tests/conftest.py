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


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep tests that share a fixture on one worker; leave those marked `long` out of the quick profile."""
    for item in items:
        if _shares_a_fixture(item):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))
    if LONG:
        return
    left = [item for item in items if item.get_closest_marker("long")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def _shares_a_fixture(item: pytest.Item) -> bool:
    """Whether something is made once for the tests of the module, which another worker would make again."""
    definitions = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
    return any(definition.scope in ("module", "class") for known in definitions for definition in known)


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
