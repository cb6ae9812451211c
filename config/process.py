"""What a process is and how it starts: its patience with the servers behind it, and when it looks for garbage."""

import gc

kind = "work"
"""`web` in a process that answers people (`config/wsgi.py`), else `work`: commands and workers."""

COLLECT_AFTER = (20_000, 20, 50)
"""New objects, and rounds of the two younger generations, after which Python looks for garbage. A page makes thousands
of objects and hardly a circle of them."""


def starts() -> None:
    """Look for no garbage while modules load. Nearly all that they make stays, and to look at it again and again takes
    a fifth of the start.
    """
    gc.disable()


def has_loaded() -> None:
    """Look for garbage from now on, but never again among what is there: modules, models, rule books."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()
