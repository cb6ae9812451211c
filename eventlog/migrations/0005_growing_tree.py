"""Checkpoints go on from one another, and cover what changed.

The database notes what is appended below the mark of the last checkpoint (`eventlog/checkpoints.py`).
"""

from importlib import import_module

from django.db import migrations, models

BEFORE = import_module("eventlog.migrations.0003_what_follows").FUNCTIONS.replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"
)

# The mark is a sequence, because all see its value at once, whatever their snapshot. Nobody but this function sets it,
# and it never goes back: the service may read sequences and draw from them, and no more.
MARK = """
CREATE SEQUENCE eventlog_marked MINVALUE 0;
SELECT setval('eventlog_marked', 0);
DO $do$
BEGIN
    EXECUTE format($format$
        CREATE FUNCTION eventlog_mark() RETURNS bigint LANGUAGE sql SECURITY DEFINER
        SET search_path = pg_catalog, %1$I, pg_temp AS $$
            SELECT setval('eventlog_marked', greatest(
                pg_sequence_last_value('eventlog_event_position_seq'), pg_sequence_last_value('eventlog_marked'), 0))
        $$
    $format$, current_schema());
END
$do$
"""

# As in 0003; what lies below the mark is noted, which is looked at together with the rest so that it costs nothing.
FUNCTIONS = """
DO $do$
BEGIN
    EXECUTE format($format$
        CREATE OR REPLACE FUNCTION eventlog_event_follows() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog, %1$I, pg_temp SET enable_seqscan = off AS $$
        DECLARE
            drawn bigint := pg_sequence_last_value('eventlog_event_position_seq');
            marked bigint := pg_sequence_last_value('eventlog_marked');
            wrong record;
        BEGIN
            FOR pass IN 1..2 LOOP
                SELECT stream, version INTO wrong FROM appended WHERE (
                    appended.position <= drawn AND appended.position > marked
                    AND CASE appended.version
                        WHEN 1 THEN appended.previous = '\\x%2$s'::bytea
                        ELSE (
                            SELECT before.hash = appended.previous AND before.time <= appended.time
                                AND before.position < appended.position
                            FROM eventlog_event before
                            WHERE before.stream = appended.stream AND before.version = appended.version - 1
                        )
                    END
                ) IS NOT TRUE LIMIT 1;
                EXIT WHEN NOT FOUND;
                IF pass = 2 THEN
                    RAISE EXCEPTION
                        'The log refuses version %% of the stream %%: it does not follow from the one before.',
                        wrong.version, wrong.stream USING ERRCODE = 'restrict_violation',
                        HINT = 'Version, previous hash, time and position follow.';
                END IF;
                INSERT INTO eventlog_late (stream)
                    SELECT DISTINCT stream FROM appended WHERE (appended.position > marked) IS NOT TRUE;
                marked := -9223372036854775808;
            END LOOP;
            RETURN NULL;
        END
        $$
    $format$, current_schema(), repeat('00', 32));

    EXECUTE format($format$
        CREATE OR REPLACE FUNCTION eventlog_checkpoint_follows() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog, %1$I, pg_temp AS $$
        DECLARE
            wrong integer;
        BEGIN
            SELECT number INTO wrong FROM appended WHERE (
                appended.time BETWEEN transaction_timestamp() AND clock_timestamp()
                AND (appended.day IS NULL OR appended.day = (appended.time AT TIME ZONE 'UTC')::date)
                AND octet_length(appended.root) = 32
                AND appended.upto BETWEEN 0 AND pg_sequence_last_value('eventlog_marked')
                AND octet_length(appended.peaks) = 32 * bit_count(appended.size::bit(64))
                AND CASE appended.number
                    WHEN 1 THEN appended.previous = '\\x%2$s'::bytea
                    ELSE (
                        SELECT before.root = appended.previous AND before.time <= appended.time
                            AND coalesce(before.size, 0) <= appended.size AND coalesce(before.upto, 0) <= appended.upto
                        FROM eventlog_checkpoint before WHERE before.number = appended.number - 1
                    )
                END
            ) IS NOT TRUE LIMIT 1;
            IF FOUND THEN
                RAISE EXCEPTION 'Checkpoint %% is refused: it does not follow from the one before, or is not of now.',
                    wrong USING ERRCODE = 'restrict_violation';
            END IF;
            RETURN NULL;
        END
        $$
    $format$, current_schema(), repeat('00', 32));
END
$do$
"""


class Migration(migrations.Migration):
    dependencies = [("eventlog", "0004_damage")]

    operations = [
        migrations.CreateModel(
            name="LateStream",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("stream", models.UUIDField()),
            ],
            options={"db_table": "eventlog_late"},
        ),
        migrations.AddField("checkpoint", "size", models.BigIntegerField(null=True)),
        migrations.AddField("checkpoint", "peaks", models.BinaryField(null=True)),
        migrations.AddField("checkpoint", "upto", models.BigIntegerField(null=True)),
        migrations.RunSQL(MARK, "DROP FUNCTION eventlog_mark; DROP SEQUENCE eventlog_marked"),
        migrations.RunSQL(FUNCTIONS, BEFORE),
    ]
