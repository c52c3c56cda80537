"""What signing in asks for after the password: codes of an app, passkeys, and recovery codes."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.models.accounts import User
from clubs.models.fields import name_field


class CodeApp(models.Model):
    """The secret that an app shares with an account: both reckon each half minute's code from it."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="code_app")
    secret = models.CharField(max_length=64)
    # The latest half minute whose code was used: no code is taken twice.
    last_used = models.BigIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"codes of an app since {self.since:%F %T}"


class Passkey(models.Model):
    """A key that a device or a password manager keeps for an account; only its public half is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = name_field(_lazy("name"))
    # The name of the site for which it was made: a browser uses it nowhere else.
    site = models.CharField(max_length=253)
    credential = models.CharField(max_length=1400, unique=True)
    public_key = models.TextField()
    # How often it was used, as its device says: a copy of it would say less. Many never count.
    sign_count = models.BigIntegerField(default=0)
    # The digest of the latest challenge that it answered: no answer is taken twice.
    last_answered = models.CharField(max_length=64, blank=True)
    since = models.DateTimeField()
    last_used = models.DateTimeField(null=True)

    class Meta:
        ordering = ["since", "pk"]

    def __str__(self) -> str:
        return f"passkey since {self.since:%F %T}"


class RecoveryCode(models.Model):
    """A code on paper that is taken once in place of the second step; only its digest is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_recovery_code")]

    def __str__(self) -> str:
        return "a recovery code"
