import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import scoring.models.games


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "book",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="games", to="clubs.book"
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        blank=True,
                        max_length=30,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$",
                                "A name has no tabs, line breaks or other invisible characters.",
                                code="control_characters",
                            )
                        ],
                        verbose_name="table",
                    ),
                ),
                ("ruleset", models.SlugField(verbose_name="rule set")),
                ("edition", models.CharField(max_length=20)),
                ("options", models.JSONField(blank=True, default=dict)),
                (
                    "players_per_side",
                    models.JSONField(default=list, help_text="How many players of each side hold cards."),
                ),
                (
                    "approval",
                    models.CharField(
                        choices=[
                            ("shared", "on the table's phone, which is handed over"),
                            ("own_code", "with the side's own four digits"),
                            ("own_phone", "on a phone of the side's own"),
                        ],
                        default="shared",
                        max_length=10,
                        verbose_name="approval",
                    ),
                ),
                (
                    "corrections",
                    models.CharField(
                        choices=[
                            ("strict", "strictly by the rules"),
                            ("by_consent", "with the other side's consent"),
                        ],
                        default="strict",
                        max_length=10,
                        verbose_name="corrections",
                    ),
                ),
                (
                    "protocols",
                    models.CharField(
                        choices=[
                            ("one", "one side keeps the protocol"),
                            ("both", "each side keeps its own, and they are compared"),
                        ],
                        default="one",
                        max_length=5,
                        verbose_name="protocols",
                    ),
                ),
                (
                    "signers",
                    models.CharField(
                        choices=[("all", "every player of each side"), ("one", "one player of each side")],
                        default="all",
                        max_length=5,
                        verbose_name="signatures",
                    ),
                ),
                ("director_signs", models.BooleanField(default=False, verbose_name="the director signs too")),
                (
                    "carried_totals",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Totals taken over from paper, before the first deal.",
                    ),
                ),
                (
                    "deals_agreed",
                    models.PositiveSmallIntegerField(
                        help_text="So many deals that count end the game, instead of its target.", null=True
                    ),
                ),
                (
                    "entered_result",
                    models.JSONField(
                        help_text="Totals entered as the result only: the deals are not known.", null=True
                    ),
                ),
                (
                    "first_side",
                    models.PositiveSmallIntegerField(help_text="Whose player drew highest.", null=True),
                ),
                (
                    "keeper",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("finished", "finished"),
                            ("signed", "signed"),
                            ("official", "official"),
                            ("set_aside", "set aside"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                ("over", models.BooleanField(default=False)),
                ("is_draw", models.BooleanField(default=False)),
                ("winner", models.PositiveSmallIntegerField(null=True)),
                (
                    "extra_deal",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="The sides that share the top and play an extra deal.",
                    ),
                ),
                (
                    "ended_by",
                    models.CharField(
                        blank=True,
                        choices=[("time", "time"), ("forfeit", "given up"), ("stopped", "stopped by a side")],
                        help_text="Why the game ended before its target: time, forfeit, stopped.",
                        max_length=10,
                    ),
                ),
                ("end_side", models.PositiveSmallIntegerField(null=True)),
                (
                    "set_aside_at",
                    models.DateTimeField(
                        help_text="From when on the game counts for nothing; nothing of it is deleted.",
                        null=True,
                    ),
                ),
                ("set_aside_because", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sides", to="scoring.game"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField(default=0, help_text="What the deals make together.")),
                ("adjustment", models.IntegerField(default=0, help_text="Penalties and awards of the game.")),
                (
                    "code",
                    models.CharField(
                        default=scoring.models.games.random_code,
                        help_text="The four digits with which the side approves.",
                        max_length=4,
                    ),
                ),
                (
                    "secret",
                    models.CharField(
                        default=scoring.models.games.random_secret,
                        help_text="What the side's own link holds.",
                        max_length=32,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_side_per_number"),
                    models.UniqueConstraint(fields=("secret",), name="one_side_per_secret"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="scoring.side"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="clubs.player"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("from_deal", models.PositiveSmallIntegerField(default=1)),
                ("until_deal", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ["side", "position", "from_deal"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_deal__isnull", True)),
                        fields=("side", "position"),
                        name="one_player_in_a_seat_now",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="deals", to="scoring.game"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("openings", models.JSONField(default=list)),
                (
                    "dealer",
                    models.JSONField(
                        help_text="Side and place of the dealer, once seats are taken.", null=True
                    ),
                ),
                ("leader", models.JSONField(help_text="Side and place of the player who begins.", null=True)),
                (
                    "sits_out",
                    models.JSONField(
                        blank=True, default=list, help_text="Side and place of each who sits out."
                    ),
                ),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("entered", "entered"),
                            ("confirmed", "approved"),
                            ("disputed", "disputed"),
                            ("void", "void"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                (
                    "version",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The number of the current version."
                    ),
                ),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_deal_per_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="Hand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="scoring.deal"
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="scoring.side"
                    ),
                ),
                ("base", models.IntegerField()),
                ("cards", models.IntegerField()),
                ("total", models.IntegerField()),
                ("after", models.IntegerField()),
                ("combinations", models.JSONField(default=dict)),
            ],
            options={
                "ordering": ["deal", "side"],
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "side"), name="one_hand_per_side_and_deal")
                ],
            },
        ),
        migrations.CreateModel(
            name="OwnProtocol",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="protocols",
                        to="scoring.deal",
                    ),
                ),
                ("side", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("sheet", models.JSONField()),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField()),
                ("current", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ["deal", "side", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("deal", "side", "number"), name="one_protocol_per_deal_side_and_number"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("deal", "side"),
                        name="one_current_protocol_per_deal_and_side",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cancelled_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("cancelled_because", models.TextField(blank=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="scoring.game"
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="scoring.deal",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("stands", "the deal stands as it is written"),
                            ("anew", "the deal is written anew"),
                            ("void", "the deal is void"),
                            ("none", "the deal is not touched"),
                        ],
                        default="none",
                        max_length=6,
                        verbose_name="outcome",
                    ),
                ),
                ("text", models.TextField(verbose_name="ruling")),
                ("rule", models.CharField(blank=True, max_length=40, verbose_name="paragraph")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_ruling_per_number"),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="a_ruling_says_something"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DealVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="scoring.deal",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("sheet", models.JSONField()),
                ("result", models.JSONField()),
                (
                    "warnings",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="What was unlikely, and was recorded all the same.",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("recorded", "recorded"),
                            ("arithmetic", "arithmetic"),
                            ("wrong_side", "wrong side"),
                            ("transcription", "transcription"),
                            ("forgotten", "added in time"),
                            ("detail", "melds added"),
                            ("ruling", "ruling"),
                        ],
                        default="recorded",
                        max_length=14,
                    ),
                ),
                (
                    "rule",
                    models.CharField(blank=True, help_text="The paragraph of a correction.", max_length=40),
                ),
                ("reason", models.TextField(blank=True)),
                (
                    "overridden_rule",
                    models.CharField(
                        blank=True,
                        help_text="The paragraph against which the director decided.",
                        max_length=40,
                    ),
                ),
                (
                    "overridden_errors",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Errors that the director has passed over, by their codes.",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="scoring.ruling",
                    ),
                ),
                (
                    "paper",
                    models.JSONField(
                        blank=True, default=list, help_text="What the paper says each side has of the deal."
                    ),
                ),
                (
                    "seen_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seen_at",
                    models.DateTimeField(
                        help_text="When the director looked at what is unlikely.", null=True
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "side",
                    models.PositiveSmallIntegerField(
                        help_text="The side that wrote it at the table.", null=True
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField()),
                ("current", models.BooleanField(default=True)),
                ("confirmed", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["deal", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("deal", "number"), name="one_version_per_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("deal",),
                        name="one_current_version_per_deal",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("confirmed", True)),
                        fields=("deal",),
                        name="one_confirmed_version_per_deal",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="confirmations",
                        to="scoring.dealversion",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("approved", "approved"),
                            ("sent_back", "sent back"),
                            ("disputed", "disputed"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "side",
                    models.PositiveSmallIntegerField(help_text="None when the director decided.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["version", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "approved")),
                        fields=("version", "side"),
                        name="one_approval_per_version_and_side",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cancelled_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("cancelled_because", models.TextField(blank=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="adjustments",
                        to="scoring.game",
                    ),
                ),
                (
                    "deal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="adjustments",
                        to="scoring.deal",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="adjustments",
                        to="scoring.side",
                    ),
                ),
                ("points", models.IntegerField()),
                ("rule", models.CharField(blank=True, max_length=40, verbose_name="paragraph")),
                ("reason", models.TextField(verbose_name="reason")),
                (
                    "ruling",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="charges",
                        to="scoring.ruling",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("points", 0), _negated=True), name="an_adjustment_moves_points"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="an_adjustment_has_a_reason"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Juror",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jurors",
                        to="scoring.ruling",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "recused_because",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "sat"),
                            ("plays", "plays at the table"),
                            ("club", "plays for a side's club"),
                        ],
                        default="",
                        max_length=5,
                    ),
                ),
            ],
            options={
                "ordering": ["ruling", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("ruling", "user"), name="a_juror_sits_once_at_a_ruling")
                ],
            },
        ),
        migrations.CreateModel(
            name="WrittenWarning",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cancelled_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("cancelled_because", models.TextField(blank=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="warnings",
                        to="scoring.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="warnings",
                        to="clubs.player",
                    ),
                ),
                ("rule", models.CharField(blank=True, max_length=40, verbose_name="paragraph")),
                ("text", models.TextField(verbose_name="warning")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["player", "at", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="a_warning_says_something"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Signing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signings",
                        to="scoring.game",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("collecting", "being signed"),
                            ("signed", "signed"),
                            ("changed", "the result changed before all had signed"),
                            ("reopened", "reopened by the director"),
                        ],
                        default="collecting",
                        max_length=10,
                    ),
                ),
                ("content", models.JSONField(help_text="What is signed.")),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("signed_at", models.DateTimeField(null=True)),
                ("reopened_at", models.DateTimeField(null=True)),
                (
                    "reopened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("reopened_because", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["game", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_signing_per_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ["collecting", "signed"])),
                        fields=("game",),
                        name="one_signing_of_a_game_at_a_time",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "signing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signatures",
                        to="scoring.signing",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("signed", "signed"),
                            ("refused", "refused to sign"),
                            ("absent", "absent; the director signed"),
                            ("director", "the director signed"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "side",
                    models.PositiveSmallIntegerField(help_text="None when it is the director's.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                (
                    "strokes",
                    models.JSONField(blank=True, default=list, help_text="The signature as it was drawn."),
                ),
                (
                    "typed",
                    models.CharField(blank=True, help_text="The name, where it was typed.", max_length=100),
                ),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["signing", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind__in", ["signed", "absent"])),
                        fields=("signing", "player"),
                        name="a_player_signs_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "director")),
                        fields=("signing",),
                        name="the_director_signs_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReadBack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="read_backs",
                        to="scoring.game",
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["game", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Slip",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="slips", to="scoring.game"
                    ),
                ),
                ("totals", models.JSONField()),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("current", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)),
                        fields=("game",),
                        name="one_current_slip_per_game",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tables", to="clubs.club"
                    ),
                ),
                (
                    "label",
                    models.CharField(
                        max_length=30,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$",
                                "A name has no tabs, line breaks or other invisible characters.",
                                code="control_characters",
                            )
                        ],
                        verbose_name="table",
                    ),
                ),
                (
                    "secret",
                    models.CharField(default=scoring.models.games.random_secret, max_length=32, unique=True),
                ),
                ("pin", models.CharField(max_length=6, unique=True, verbose_name="PIN")),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="table",
                        to="scoring.game",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "label"), name="one_table_per_label")
                ],
            },
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="scoring.game"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("inspection", "to look at an opening or the pile"),
                            ("dispute", "we do not agree"),
                            ("time", "time"),
                            ("technical", "the phone or this page"),
                            ("other", "something else"),
                        ],
                        max_length=12,
                        verbose_name="why",
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=300, verbose_name="in a few words")),
                ("side", models.PositiveSmallIntegerField(null=True)),
                ("device", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at__isnull", True)),
                        fields=("game",),
                        name="one_open_call_per_game",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Photo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="photos", to="scoring.game"
                    ),
                ),
                ("image", models.ImageField(upload_to="games/%Y/%m/", verbose_name="photograph")),
                ("digest", models.CharField(max_length=64)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("device", models.CharField(blank=True, max_length=32)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["game", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "digest"), name="one_photo_of_a_kind_per_game")
                ],
            },
        ),
    ]
