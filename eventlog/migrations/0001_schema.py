from django.db import migrations, models

from eventlog.grants import grant

# The database itself refuses to change or remove an event or a checkpoint.

TABLES = ("eventlog_event", "eventlog_checkpoint")

# A statement-level trigger also fires for a statement that finds no row, and for an empty table. It fires for
# INSERT ... ON CONFLICT DO UPDATE and for MERGE too. ALWAYS: under session_replication_role = replica as well.
REFUSE = """
CREATE FUNCTION eventlog_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log is append only: % on % is refused.', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'A correction is a new event.';
END
$$
"""

APPEND_ONLY = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION eventlog_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only;
"""

CHECKS = """
ALTER TABLE eventlog_event
    ADD CONSTRAINT eventlog_event_version CHECK (version > 0),
    ADD CONSTRAINT eventlog_event_hashes CHECK (octet_length(previous) = 32 AND octet_length(hash) = 32);
"""


# It refuses an event or a checkpoint that does not follow from the one before it.
#
# Statement-level, so that COPY of a million events runs it once; after the rows are there, so that the events of one
# statement follow one another, and so that of two appends of one version the second has met the unique index by now.
# Each row costs one look-up in the index of its stream: a scalar subquery is never turned into a join that would read
# the whole log. The path of names is fixed, because a role could lay tables of its own before ours.
# What lies below the mark is noted, which is looked at together with the rest so that it costs nothing.
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

WHAT_FOLLOWS = """
DO $do$
BEGIN
    EXECUTE format($format$
        CREATE FUNCTION eventlog_event_follows() RETURNS trigger LANGUAGE plpgsql
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
        CREATE FUNCTION eventlog_checkpoint_follows() RETURNS trigger LANGUAGE plpgsql
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

FOLLOWS = """
CREATE TRIGGER {table}_follows AFTER INSERT ON {table} REFERENCING NEW TABLE AS appended
    FOR EACH STATEMENT EXECUTE FUNCTION {table}_follows();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_follows;
"""

def revoke(apps, schema_editor):
    grant(using=schema_editor.connection.alias)


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("eventlog", "0001_initial"),
        ("eventlog", "0002_append_only"),
        ("eventlog", "0003_what_follows"),
        ("eventlog", "0004_damage"),
        ("eventlog", "0005_growing_tree"),
        ("eventlog", "0006_what_is_folded"),
        ("eventlog", "0007_log_readers"),
    ]

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('number', models.IntegerField(primary_key=True, serialize=False)),
                ('time', models.DateTimeField(verbose_name='time')),
                ('day', models.DateField(null=True, unique=True, verbose_name='day')),
                ('previous', models.BinaryField(max_length=32)),
                ('root', models.BinaryField(max_length=32)),
                ('size', models.BigIntegerField(null=True)),
                ('peaks', models.BinaryField(null=True)),
                ('upto', models.BigIntegerField(null=True)),
            ],
            options={
                'verbose_name': 'checkpoint',
                'verbose_name_plural': 'checkpoints',
            },
        ),
        migrations.CreateModel(
            name='Damage',
            fields=[
                ('stream', models.UUIDField(primary_key=True, serialize=False)),
                ('version', models.IntegerField(null=True)),
                ('found', models.DateTimeField(auto_now_add=True, verbose_name='found')),
            ],
            options={
                'verbose_name': 'damaged stream',
                'verbose_name_plural': 'damaged streams',
            },
        ),
        migrations.CreateModel(
            name='LateStream',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stream', models.UUIDField()),
            ],
            options={
                'db_table': 'eventlog_late',
            },
        ),
        migrations.CreateModel(
            name='LogReader',
            fields=[
                ('name', models.CharField(max_length=32, primary_key=True, serialize=False)),
                ('mark', models.BigIntegerField(null=True)),
                ('coming', models.BigIntegerField()),
                ('since', models.DateTimeField()),
                ('appending', models.TextField()),
            ],
            options={
                'db_table': 'eventlog_reader',
            },
        ),
        migrations.CreateModel(
            name='ProjectionVersion',
            fields=[
                ('pk', models.CompositePrimaryKey('name', 'stream', blank=True, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=32)),
                ('stream', models.UUIDField()),
                ('version', models.IntegerField()),
            ],
            options={
                'verbose_name': 'projection',
                'verbose_name_plural': 'projections',
                'db_table': 'eventlog_projection',
            },
        ),
        migrations.CreateModel(
            name='Snapshot',
            fields=[
                ('stream', models.UUIDField(primary_key=True, serialize=False)),
                ('version', models.IntegerField()),
                ('engine', models.CharField(max_length=64)),
                ('state', models.TextField()),
            ],
            options={
                'verbose_name': 'snapshot',
                'verbose_name_plural': 'snapshots',
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('position', models.BigAutoField(primary_key=True, serialize=False)),
                ('time', models.DateTimeField(verbose_name='time')),
                ('stream', models.UUIDField(verbose_name='stream')),
                ('actor', models.UUIDField(null=True, verbose_name='actor')),
                ('version', models.IntegerField(verbose_name='version')),
                ('type_version', models.SmallIntegerField(verbose_name='type version')),
                ('type', models.CharField(max_length=32, verbose_name='type')),
                ('previous', models.BinaryField(max_length=32)),
                ('hash', models.BinaryField(max_length=32)),
                ('data', models.JSONField(verbose_name='data')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'constraints': [models.UniqueConstraint(fields=('stream', 'version'), name='eventlog_event_stream_version')],
            },
        ),
        migrations.RunSQL(REFUSE, "DROP FUNCTION eventlog_refuse"),
        *(
            migrations.RunSQL(APPEND_ONLY.format(table=table), f"DROP TRIGGER {table}_append_only ON {table}")
            for table in TABLES
        ),
        migrations.RunSQL(
            CHECKS,
            "ALTER TABLE eventlog_event DROP CONSTRAINT eventlog_event_version,"
            " DROP CONSTRAINT eventlog_event_hashes",
        ),
        migrations.RunSQL(MARK, "DROP FUNCTION eventlog_mark; DROP SEQUENCE eventlog_marked"),
        migrations.RunSQL(
            WHAT_FOLLOWS, "DROP FUNCTION eventlog_event_follows; DROP FUNCTION eventlog_checkpoint_follows"
        ),
        *(
            migrations.RunSQL(FOLLOWS.format(table=table), f"DROP TRIGGER {table}_follows ON {table}")
            for table in TABLES
        ),
        migrations.RunPython(revoke, migrations.RunPython.noop),
    ]
