"""What a player's export has of tournaments: entries, roles and texts."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from accounts.people.personal_data import DataOwner, ExportPart, rows
from tournaments.models import (
    Announcement,
    EntryPerson,
    EventSeries,
    EventTemplate,
    FormEntry,
    LargeImport,
    Letter,
    NamedMember,
    PartnerRequest,
    RatingList,
    SealedLineup,
    Text,
    Tournament,
    TournamentEntry,
    TournamentStaff,
)


def export_tournaments(owner: DataOwner) -> Iterator[ExportPart]:
    """What the player took part in, organised and wrote. A pairing that is not published is not told by any of it."""
    entries = TournamentEntry.objects.filter(player=owner.player).order_by("tournament", "entry", "partner")
    yield rows(
        "tournaments/entries",
        entries,
        ("tournament", "entry", "partner", "presence", "rating", "place", "points", "played", "member"),
        ("id", "player", "number"),
    )
    details = Q()
    for tournament, entry, partner in entries.values_list("tournament", "entry", "partner"):
        details |= Q(tournament=tournament, entry=entry, partner=partner)
    said = EntryPerson.objects.filter(details) if details else EntryPerson.objects.none()
    yield rows(
        "tournaments/details",
        said.order_by("tournament", "entry", "partner"),
        *(
            ("tournament", "entry", "partner", "club", "federation", "fide", "title", "sex", "birth", "rating", "paid"),
            ("id",),
        ),
    )
    written = NamedMember.objects.filter(player=owner.player, state=NamedMember.State.AGREED).values("written")
    forms = FormEntry.objects.filter(Q(player=owner.player) | Q(player__in=written)).order_by("created", "pk")
    yield rows(
        "tournaments/forms",
        forms,
        ("tournament", "address", "name", "details", "remark", "created"),
        ("id", "player", "placed"),
    )
    yield rows(
        "tournaments/named",
        NamedMember.objects.filter(player=owner.player).order_by("asked", "pk"),
        ("tournament", "entry", "partner", "state", "asked", "answered"),
        ("id", "player", "written"),
    )
    asked = PartnerRequest.objects.filter(Q(player=owner.player) | Q(partner=owner.player)).order_by("asked", "pk")
    yield rows("tournaments/partners", asked, ("tournament", "player", "partner", "asked"), ("id",))
    roles = TournamentStaff.objects.filter(player=owner.player).order_by("tournament", "pk")
    yield rows("tournaments/roles", roles, ("tournament", "role"), ("id", "player", "over"))
    yield rows(
        "tournaments/lineups",
        SealedLineup.objects.filter(by=owner.player).order_by("tournament", "round", "entry"),
        ("tournament", "round", "entry", "players", "written"),
        ("id", "by", "salt"),
    )
    yield from _organised(owner)
    yield from _written(owner)


def _organised(owner: DataOwner) -> Iterator[ExportPart]:
    when = ("created", "announced", "starts", "started", "ended", "changed")
    terms = ("format", "variant", "time", "live", "real", "rated", "approved", "entry", "reveal", "capacity")
    # How far pairings are, and what the service does next, is on the director's desk.
    inner = ("owner", "entries", "waiting", "round", "rounds", "next_due", "spans", "until", "calls")
    own = Tournament.objects.filter(owner=owner.player).order_by("created", "pk")
    yield rows(
        "tournaments/own", own, ("id", "key", "status", *terms, "imported", *when), (*inner, "version", "position")
    )
    yield rows(
        "tournaments/announcements",
        Announcement.objects.filter(owner=owner.player).order_by("tournament"),
        ("tournament", "name", "description", "place", "zone", "code", "series", "main"),
        ("owner",),
    )
    templates = EventTemplate.objects.filter(owner=owner.player).order_by("name")
    yield rows("tournaments/templates", templates, ("tournament", "name"), ("id", "owner"))
    series = EventSeries.objects.filter(owner=owner.player).order_by("name", "id")
    yield rows("tournaments/series", series, ("id", "key", "name", "best", "points"), ("owner",))
    lists = RatingList.objects.filter(owner=owner.player).order_by("day", "name")
    yield rows("tournaments/rating-lists", lists, ("name", "day", "people", "created"), ("id", "owner"))
    yield rows(
        "tournaments/imports",
        LargeImport.objects.filter(owner=owner.player).order_by("created", "pk"),
        ("id", "text", "choices", "state", "refusal", "created"),
        ("owner", "tries"),
    )


def _written(owner: DataOwner) -> Iterator[ExportPart]:
    """Calls, reasons and notes, and letters. Who got a letter is for its event to tell."""
    texts = Text.objects.filter(by=owner.player).order_by("written", "pk")
    yield rows("tournaments/texts", texts, ("tournament", "text", "written"), ("id", "by", "salt"))
    letters = Letter.objects.filter(by=owner.player).order_by("written", "pk")
    yield rows(
        "tournaments/letters",
        letters,
        ("tournament", "number", "audience", "round", "text", "written"),
        ("id", "by", "to"),
    )
