"""What tests of acts on events share: the director, signed in. Each module has an event of its own."""

import pytest
from django.test import Client

from tests.tournaments.support.events import Played


@pytest.fixture
def director(event: Played) -> Client:
    client = Client()
    assert event.by.user is not None
    client.force_login(event.by.user)
    return client
