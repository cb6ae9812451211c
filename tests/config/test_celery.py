"""What Celery is to do, and when."""

from config.celery import app


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled == {
        "games.bots.tasks.clear_guests",
        "games.bots.tasks.move_all_due",
        "games.eventlog.tasks.write_checkpoint",
        "games.lobby.tasks.expire_seeks",
        "games.tasks.end_overdue",
        "games.tasks.reveal_due",
        "players.notices.tasks.sweep",
        "players.tasks.tidy",
    }
    assert scheduled <= set(app.tasks)


def test_a_task_is_given_back_when_its_worker_dies() -> None:
    assert (app.conf.task_acks_late, app.conf.task_reject_on_worker_lost, app.conf.task_ignore_result) == (
        True,
        True,
        True,
    )
