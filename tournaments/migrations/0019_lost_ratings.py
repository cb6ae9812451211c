from django.db import migrations

NOTE = """
UPDATE tournaments_tournament AS event SET next_due = now()
WHERE event.status IN ('running', 'paused') AND EXISTS (
    SELECT 1 FROM eventlog_event AS start
    CROSS JOIN LATERAL jsonb_array_elements_text(start.data -> 'order') WITH ORDINALITY AS ranked (entry, at)
    CROSS JOIN LATERAL (
        SELECT (told.data ->> 'rating')::int AS rating FROM eventlog_event AS told
        WHERE told.stream = event.id AND told.version < start.version
            AND told.type IN ('player-entered', 'entry-described')
            AND told.data ->> 'entry' = ranked.entry AND told.data ->> 'rating' IS NOT NULL
        ORDER BY told.version DESC LIMIT 1
    ) AS entered
    WHERE start.stream = event.id AND start.type = 'tournament-started'
        AND start.data -> 'ratings' ->> (ranked.at::int - 1) = '0' AND entered.rating > 0
)
"""
"""Events that go on and began without the ratings that people had entered with are looked at once, so that their
arbiters are told."""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_undecided_games'),
        ('eventlog', '0007_log_readers'),
    ]

    operations = [migrations.RunSQL(NOTE, migrations.RunSQL.noop)]
