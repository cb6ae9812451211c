"""Attacks are scored otherwise, and their variance is asked for by the release before alone: open games are looked at
again. A look that filed a case stays, so that none is filed twice."""

from django.db import migrations, models

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
        migrations.AlterField(
            model_name="seatsight",
            name="spread",
            field=models.FloatField(db_default=0.0, editable=False, verbose_name="variance"),
        ),
    ]
