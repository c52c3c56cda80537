"""What a start does with existing data."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.serving.preparing import refuse_incompatible_data


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("app", "migration", "why"),
    [
        (
            "clubs",
            "0001_initial",
            r"from before the first release \(0\.1\.0\).*--data NEW-FOLDER",
        ),
        ("scoring", "9999_of_tomorrow", r"made by a newer Talon than 0\.1\.0"),
    ],
)
def test_data_with_other_tables_is_refused_before_anything_is_changed(
    app: str, migration: str, why: str
) -> None:
    MigrationRecorder(connection).record_applied(app, migration)
    with pytest.raises(SystemExit, match=why):
        refuse_incompatible_data()


@pytest.mark.django_db
def test_data_of_this_release_is_served() -> None:
    refuse_incompatible_data()
