"""Who is signed in: Django's backend, with the query for the user compiled once.

Every page of somebody signed in asks it.
"""

from __future__ import annotations

from typing import Final

from django.contrib.auth.backends import ModelBackend

from clubs.db.prepared import PreparedQuery
from clubs.models import User

_USER: Final = PreparedQuery(lambda pk: User.objects.filter(pk=pk), int)


class UserBackend(ModelBackend):
    def get_user(self, user_id: int) -> User | None:
        user = _USER.first(user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
