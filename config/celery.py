"""The Celery application: `celery -A config.celery worker`, `celery -A config.celery beat`."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("vexillum")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "checkpoint": {"task": "games.eventlog.tasks.write_checkpoint", "schedule": crontab(hour="0", minute="10")},
    "reveals": {"task": "games.tasks.reveal_due", "schedule": crontab()},
}
