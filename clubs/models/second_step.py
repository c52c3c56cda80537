"""What an account asks for after the password: codes of an app, and codes for an emergency."""

from __future__ import annotations

from django.db import models

from clubs.models.accounts import User


class CodeApp(models.Model):
    """The secret that an app shares with an account: both reckon each half minute's code from it."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="code_app")
    secret = models.CharField(max_length=64)
    # The latest half minute whose code was used: no code is taken twice.
    last_used = models.BigIntegerField(default=0)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"codes of an app since {self.since:%F %T}"


class RecoveryCode(models.Model):
    """A code on paper that is taken once in place of the second step; only its digest is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_recovery_code")]

    def __str__(self) -> str:
        return "a recovery code"
