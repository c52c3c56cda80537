"""Users, and the attempts that throttling counts."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _lazy

from clubs.models.fields import LANGUAGES, name_field


def random_try() -> str:
    """Something that was never tried before."""
    return secrets.token_hex(16)


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save()
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """A person who signs in with e-mail and password. Players at a table need no account."""

    email = models.EmailField(_lazy("e-mail"), unique=True)
    # Asked for by its owner, until an admin has confirmed it.
    wanted_email = models.EmailField(_lazy("new e-mail"), blank=True)
    name = name_field(_lazy("name"))
    language = models.CharField(_lazy("language"), max_length=5, choices=LANGUAGES, blank=True)
    is_active = models.BooleanField(default=True)
    closed_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text=_lazy("When the account was closed; its name and address are gone."),
    )
    is_keeper = models.BooleanField(
        default=False,
        help_text=_lazy("Looks after this installation: may add clubs that belong to no federation."),
    )
    player = models.OneToOneField(
        "Player",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="user",
        verbose_name=_lazy("player"),
    )

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def has_second_step(self) -> bool:
        """Whether signing in asks for more than the password."""
        return hasattr(self, "code_app") or bool(self.passkeys.all())


class Attempt(models.Model):
    """One attempt that throttling counts: a sign-in, a reset link, a side's code, a table's PIN.

    `key` is a hash of what is limited (an account, an address, a side): the table holds no e-mail and no
    address. `tried` is one of what was tried, where the same thing tried again counts once.
    """

    key = models.CharField(max_length=64)
    tried = models.CharField(max_length=64, default=random_try)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["key", "at"], name="attempts_of_a_key")]

    def __str__(self) -> str:
        return f"attempt at {self.at:%F %T}"
