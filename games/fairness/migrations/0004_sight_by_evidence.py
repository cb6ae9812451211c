"""Attacks are scored otherwise, and their variance is asked for no more: open games are looked at again. A look that
filed a case stays, so that none is filed twice."""

from django.db import migrations

AGAIN = """
INSERT INTO fairness_unsighted (game) SELECT DISTINCT game FROM fairness_sight ON CONFLICT DO NOTHING;
DELETE FROM fairness_sight;
DELETE FROM fairness_sightcount;
DELETE FROM fairness_sightlook WHERE NOT filed;
"""


class Migration(migrations.Migration):
    dependencies = [("fairness", "0003_sight_by_likelihood")]

    operations = [
        migrations.RunSQL(AGAIN, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="seatsight", name="spread"),
    ]
