from django.db import migrations

# A game that is over has no snapshot any more. Dropping one changes nothing that anyone can see.
DROP = "DELETE FROM eventlog_snapshot USING games_game WHERE id = stream AND status = 'over'"


class Migration(migrations.Migration):
    dependencies = [("games", "0002_takeback_offer"), ("eventlog", "0001_schema")]

    operations = [migrations.RunSQL(DROP, migrations.RunSQL.noop)]
