"""Attacks are scored otherwise: all open games that were looked at are looked at again."""

from django.db import migrations

AGAIN = """
INSERT INTO fairness_unsighted (game) SELECT DISTINCT game FROM fairness_sight ON CONFLICT DO NOTHING;
DELETE FROM fairness_sight;
DELETE FROM fairness_sightcount;
DELETE FROM fairness_sightlook;
"""


class Migration(migrations.Migration):
    dependencies = [("fairness", "0002_sight")]

    operations = [migrations.RunSQL(AGAIN, migrations.RunSQL.noop)]
