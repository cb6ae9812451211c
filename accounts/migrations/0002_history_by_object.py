"""The history of a row is looked for when an account is deleted. Django has no index for that."""

from django.db import migrations


class Migration(migrations.Migration):
    replaces = [("players", "0010_history_by_object")]

    dependencies = [
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("players", "0001_schema"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX players_history_by_object ON django_admin_log (object_id, content_type_id)",
            "DROP INDEX players_history_by_object",
        ),
    ]
