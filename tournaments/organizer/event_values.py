"""What the fields of an event's form hold: read into `Terms`, and written back. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games.domain.clocks import TimeControl, preset_of
from games.rules import VARIANTS, Options
from play.lobby.game_form import OWN
from tournaments.domain.formats import asked_fields
from tournaments.domain.local_times import wall_of
from tournaments.domain.terms import Terms, usual_terms
from tournaments.organizer.fields import DAY, HOUR, MINUTE
from tournaments.scoring.formats import FORMATS, parts_by_default
from tournaments.scoring.points import SCORINGS, Scoring

NONE = "none"
"""The first tie-break, where there is to be none; a round, where it has no hard end."""

UNTIL_NEXT = "next"
"""The length of a round that lasts until the next one begins."""

BY_ITSELF, BY_HAND = "itself", "hand"
"""Who pairs and begins the rounds."""

MADE = ("day", "week", "every")
"""Calendars that are made by a rule."""

TIEBREAKS_AT_MOST = 6
TIEBREAK_FIELDS = tuple(f"tiebreak_{number}" for number in range(1, TIEBREAKS_AT_MOST + 1))
SCORING_FIELDS = {
    "win": "own_win",
    "draw": "own_draw",
    "loss": "own_loss",
    "forfeit_win": "own_forfeit_win",
    "forfeit_loss": "own_forfeit_loss",
    "pairing_bye": "own_pairing_bye",
    "full_bye": "own_full_bye",
    "half_bye": "own_half_bye",
    "absent": "own_absent",
}

_SAME = (
    *("entry", "capacity", "rating_from", "rating_to", "seeding"),
    *("no_show", "scheduled", "reveal", "spectators"),
    *("notes", "stop_clocks", "board_order"),
)
"""Fields that are called like their term and hold it as it is."""

_EMPTY_IF_NONE = ("pause", "check_in", "publish_before", "team_boards", "lineup_before")
"""Fields that are left empty for 0."""

_ANNOUNCED = ("name", "description", "zone", "place", "code")


def announcement_of(values: Mapping[str, Any]) -> dict[str, str]:
    """How an event presents itself, as far as it is told."""
    return {name: values.get(name, "") for name in _ANNOUNCED}


def terms_of(
    values: Mapping[str, Any], *, time: TimeControl | None, starts: int | None, calendar: tuple[int, ...]
) -> Terms:
    """The terms that cleaned fields make.

    Args:
        values: by the names of the fields.
        time: the time control, or None for the usual one.
        starts, calendar: microseconds since the epoch.
    """
    format = FORMATS[values["format"]]
    result = {name: values[name] for name in _SAME} | {name: values[name] or 0 for name in _EMPTY_IF_NONE}
    result |= _parts_of(values)
    result |= {"time": time} if time is not None else {}
    result |= {"automatic": values["automatic"] == BY_ITSELF} if values["automatic"] else {}
    result |= {"publishing": values["publishing"]} if values["publishing"] else {}
    result |= {"start_ratings": values["start_ratings"]} if values["start_ratings"] else {}
    result |= _length_of(values)
    chosen = tuple(slug for name in TIEBREAK_FIELDS if (slug := values.get(name)))
    result |= {"tiebreaks": tuple(item for item in chosen if item != NONE)} if chosen else {}
    return usual_terms(
        values["variant"],
        values["format"],
        real=bool(values["real"]),
        **result,
        options=Options(**{name: values[name] for name in ("no_attack_limit", "spotter", "memory")}),
        rounds=(values["rounds"] or values["every_rounds"] or 0) if "rounds" in format.terms.fields else 0,
        rated=values["rated"] and not (values["real"] and len(VARIANTS[values["variant"]].seats) > 2),
        scoring=_scoring(values),
        starts=starts,
        calendar=calendar,
        reveal_after=values["reveal_after"] if values["reveal"] == "delay" else None,
        delay=values["delay"] if values["spectators"] == "delayed" else None,
        delay_plies=values["delay_plies"] if values["spectators"] == "delayed" else None,
    )


def _parts_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """What is chosen of the formats' own terms. What is left empty is as usual."""
    return {name: values[name] for name in parts_by_default() if values.get(name) not in (None, "")}


def _length_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """How long a round lasts. What a rule makes says when rounds end as well, if nothing else is chosen."""
    chosen = values["round_length"] or (UNTIL_NEXT if values["rhythm"] in MADE else NONE)
    if chosen == UNTIL_NEXT:
        return {"until_next": True}
    return {} if chosen == NONE else {"round_length": chosen}


def rounds_of(values: Mapping[str, Any]) -> int | None:
    """The most rounds that an event with a capacity can have, where its format says how many; else None."""
    format = FORMATS.get(values["format"])
    if values["capacity"] is None or format is None or "rounds" in format.terms.fields:
        return None
    usual = {name: value for name, value in format.terms.usual.items() if name in format.terms.fields}
    return format.rounds_for(values["capacity"], parts_by_default() | usual | _parts_of(values))


def _scoring(values: Mapping[str, Any]) -> Scoring:
    """The scoring by name, or one's own: what is left empty follows from win, draw and loss."""
    if values["scoring"] != OWN:
        return SCORINGS[values["scoring"]]
    usual = Scoring.of(values["own_win"], values["own_draw"], values["own_loss"])
    result = {name: values[field] for name, field in SCORING_FIELDS.items() if values[field] is not None}
    return replace(usual, **result)


def initial_of(terms: Terms, announcement: Mapping[str, str], *, shift: timedelta | None = None) -> dict[str, Any]:
    """What the fields hold for an event that there is.

    Args:
        terms: those of the event.
        announcement: its name, description, zone, place and code.
        shift: for one like it: times on the wall are moved by so much; None leaves them as they are.
    """
    zone = announcement.get("zone") or "UTC"
    same = (*_SAME, "variant", "format", "reveal_after", "delay", "delay_plies", "rated")
    result = terms.by_name()
    values: dict[str, Any] = {name: result[name] for name in same}
    values |= {name: result[name] or None for name in _EMPTY_IF_NONE}
    values |= {
        name: result[name] or (None if field.zero_is_empty else result[name]) for name, field in asked_fields().items()
    }
    values |= announcement_of(announcement)
    values |= {
        "automatic": BY_ITSELF if terms.automatic else BY_HAND,
        "publishing": terms.publishing,
        "start_ratings": terms.start_ratings,
        "round_length": UNTIL_NEXT if terms.until_next else terms.round_length or NONE,
    }
    values |= {
        "zone": zone,
        "real": "real" if terms.real else "",
        "no_attack_limit": terms.options.no_attack_limit,
        "spotter": terms.options.spotter,
        "memory": terms.options.memory,
        "rhythm": OWN if terms.calendar else "after",
        "starts": _wall(terms.starts, zone, shift),
        "calendar": [_wall(item, zone, shift) for item in terms.calendar],
    }
    tiebreaks = terms.tiebreaks or (NONE,)
    values |= dict(zip(TIEBREAK_FIELDS, (*tiebreaks, *[""] * TIEBREAKS_AT_MOST), strict=False))
    return values | _scoring_initial(terms.scoring) | _time_initial(terms.time)


def _wall(at: int | None, zone: str, shift: timedelta | None) -> datetime | None:
    if at is None:
        return None
    wall = wall_of(at, zone).replace(tzinfo=None)
    return wall + shift if shift else wall


def _scoring_initial(scoring: Scoring) -> dict[str, Any]:
    named = next((slug for slug, item in SCORINGS.items() if item == scoring), None)
    if named is not None:
        return {"scoring": named}
    return {"scoring": OWN, **{field: getattr(scoring, name) for name, field in SCORING_FIELDS.items()}}


def _time_initial(control: TimeControl | None) -> dict[str, Any]:
    if control is None:
        return {"time": "", "vacation": True, "own_kind": "live"}
    slug = preset_of(control) or (None if control.live else preset_of(replace(control, vacation=True)))
    if slug is not None:
        return {"time": slug, "vacation": control.vacation or control.live}
    unit, small = (MINUTE, 1) if control.live else (DAY, HOUR)
    return {
        "time": OWN,
        "vacation": control.vacation,
        "own_kind": "live" if control.live else control.kind,
        "own_base": control.base // unit,
        "own_more": control.increment // small,
        "own_cap": control.cap // unit if control.cap else None,
        "own_free": control.free // small or None,
        "own_turn": control.turn // small if control.turn else None,
        "own_game": control.game // unit if control.game else None,
        "own_setup": control.setup // unit,
    }
