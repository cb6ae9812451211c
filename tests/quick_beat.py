"""Celery with a beat that looks at tournaments every second: `celery --app tests.quick_beat beat`.

A soak cannot wait a minute for each message that is lost with a worker; everything else is as in the `Procfile`.
"""

from __future__ import annotations

from config.celery import app

app.conf.beat_schedule = {"tournaments": {"task": "tournaments.tasks.run_all", "schedule": 1.0}}
app.conf.beat_max_loop_interval = 1
