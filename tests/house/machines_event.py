"""An event with a published round, for two servers: what a test needs to know of it, as a line of JSON."""

import json

import django

django.setup()

from django.db import transaction  # noqa: E402 - the settings come first

from tests.builders import PASSWORD  # noqa: E402 - the settings come first
from tests.tournaments.support.events import Played  # noqa: E402


def main() -> None:
    with transaction.atomic():  # a keeper that saw half of it would make a second backup for the rest
        played = Played()
        played.enter(2)
        drawn = played.publish()
    user = played.by.user
    assert user is not None
    user.is_keeper = True
    user.save()
    (game,) = played.games(drawn)
    account = {"username": user.email, "password": PASSWORD}
    print(json.dumps({"account": account, "game": game.pk, "round": drawn.pk}))


if __name__ == "__main__":
    main()
