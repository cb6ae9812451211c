"""What organisers do: create, change, announce, cancel, give roles, invite, rank by hand, forbid pairs.

`by` is the player who acts, None the service; `expected` the version that was seen; `tournament` the id; `reason` a
text, which can be erased. Commands raise `Illegal` (`not-allowed`, `moved-on` and what each says), `NoTournament` and
`Conflict`, and return the tournament after the change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Unpack
from uuid import UUID

from django.db import transaction

from accounts.conduct.allowances import What, most, spend
from accounts.conduct.restrictions import Barred, refuse_barred
from accounts.models import Player
from accounts.people.bots import machines_among
from eventlog import store
from eventlog.canonical import microseconds
from eventlog.sources import new_id
from games.domain.daily_limits import approach
from games.models import key_of
from tournaments.domain import events as e
from tournaments.domain.command_handler import Command, begin, execute
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.formats import pairs_by_score
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.terms import Terms, check_change, check_terms
from tournaments.models import Announcement, Tournament
from web.words import clean_line, clean_text

MOST_DRAFTS = 20
"""Events that an account may have which nobody else can see."""

_DESCRIBED = ("name", "description", "place", "zone", "code")


def create_tournament(
    *,
    owner: UUID,
    terms: Terms,
    name: str,
    description: str = "",
    place: str = "",
    zone: str = "UTC",
    code: str = "",
    imported: bool = False,
    id: UUID | None = None,
) -> UUID:
    """Begins to prepare a tournament, which nobody but its staff sees until it is announced.

    Side effects: appends TournamentCreated and keeps the announcement.

    Args:
        terms: what is played, when, and how it is counted.
        owner: the player who organises it.
        name, description, place, zone, code: how it presents itself; the description is Markdown, `zone` an IANA name.
        imported: it comes from a report file.
        id: of the tournament; the same again gives the one there is, so a form may come twice.

    Raises:
        Illegal: as `check_terms`; `name-needed`, `code-needed`; `guest`: guests organise nothing;
            `too-many-drafts` (`most`); `too-many-events` (`most`) in a day. Imports have a limit of their own.
        PlayerBarred: a penalty stands against holding events, or against names that others read.
    """
    check_terms(terms)
    _check_words(terms, name, code)
    if not Player.objects.filter(id=owner, guest=False).exists():
        raise refuse("guest")
    refuse_barred(owner, Barred.EVENTS, Barred.TALK)
    tournament = id if id is not None and not _is_taken(id) else new_id()
    words = _in_lines({"name": name, "description": description, "place": place, "zone": zone, "code": code})
    with transaction.atomic():
        _row, new = Announcement.objects.get_or_create(tournament=tournament, defaults={**words, "owner": owner})
        if new:
            _check_drafts(owner)
            if not imported and not spend(owner, What.EVENTS):
                raise refuse("too-many-events", most=most(What.EVENTS))
            created = e.TournamentCreated(owner=str(owner), imported=imported, **terms.value())
            begin(tournament=tournament, by=owner, events=[created])
    return tournament


def _is_taken(id: UUID) -> bool:
    """Whether an id is that of a game, or leads to the address of another tournament: no form of ours has one, but
    anybody can send it."""
    if Tournament.objects.filter(key=key_of(id)).exclude(id=id).exists():
        return True
    return not Announcement.objects.filter(tournament=id).exists() and store.open_stream(id).version > 0


def _check_drafts(owner: UUID) -> None:
    """Refuses one draft more than an account may have. Two forms at once wait here for each other."""
    Player.objects.select_for_update(no_key=True).get(id=owner)
    if Tournament.objects.filter(owner=owner, status=Status.DRAFT.value).count() >= MOST_DRAFTS:
        raise refuse("too-many-drafts", most=MOST_DRAFTS)


def _in_lines(words: dict[str, str]) -> dict[str, str]:
    """What is kept of the words: all but the description on one line, since names stand in subjects of mails, in lists
    and in files of lines."""
    return {name: clean_text(text) if name == "description" else clean_line(text) for name, text in words.items()}


def _check_words(terms: Terms, name: str, code: str) -> None:
    if not clean_line(name):
        raise refuse("name-needed", field="name")
    if terms.entry == "code" and not clean_line(code):
        raise refuse("code-needed", field="code")


def describe(*, tournament: UUID, by: UUID | None, expected: int | None = None, **words: str) -> TournamentFold:
    """Changes how a tournament presents itself: `name`, `description`, `place`, `zone`, `code`.

    Side effects: appends TournamentDescribed, which says what is different and holds no word of it.

    Raises:
        Illegal: `name-needed`.
        PlayerBarred: a penalty stands against words that others read.
        ValueError: a word is none of these.
    """
    if unknown := set(words) - set(_DESCRIBED):
        raise ValueError(f"a tournament has no {', '.join(sorted(unknown))} to describe")
    words = _in_lines(words)

    def decide(draft: DraftedEvents) -> None:
        draft.need("owner")
        if not words.get("name", "-"):
            raise refuse("name-needed", field="name")
        row = Announcement.objects.filter(tournament=tournament)
        before = row.values(*_DESCRIBED).get()
        parts = tuple(part for part in _DESCRIBED if words.get(part, before[part]) != before[part])
        if draft.by is not None and {"name", "description", "place"} & set(parts):
            refuse_barred(draft.by, Barred.TALK)
        if parts:
            # What somebody wrote is erased with its writer, who may not be the first owner any more.
            row.update(**words, **({} if draft.by is None else {"owner": draft.by}))
            draft.add(e.TournamentDescribed(parts))

    return execute(tournament=tournament, by=by, decide=decide, expected=expected)


def change_terms(*, terms: Terms, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Changes the terms: all of them while it is prepared, then only what is fair (`tournaments.domain.terms`).

    It is the owner's to do. Once play has begun arbiters say whether rounds are paired and begun by themselves: so they
    hold the next round, and let it go on.

    Side effects: appends TermsChanged, if anything changes.

    Args:
        reason: why; everybody can read it.

    Raises:
        Illegal: as `check_terms` and `check_change`; `over`; `start-is-past`: what is announced would begin at once.
    """
    check_terms(terms)

    def decide(draft: DraftedEvents) -> None:
        pace = draft.now.begun and draft.now.terms.same_but_automatic(terms)
        draft.need("arbiter" if pace else "owner")
        draft.need_not_over()
        if terms == draft.now.terms:
            return
        if draft.now.entries and terms.team != draft.now.terms.team:
            raise refuse("too-late-to-change", field="variant")
        if draft.now.public:
            check_change(
                draft.now.terms,
                terms,
                begun=draft.now.begun,
                paired=len(draft.now.rounds),
                as_in_file=draft.now.as_in_file,
            )
        if draft.now.status is Status.OPEN and terms.starts != draft.now.terms.starts:
            _starts_later(draft, terms)
        draft.add(e.TermsChanged(**terms.value(), **draft.because(reason)))

    return execute(decide=decide, **command)


def announce(**command: Unpack[Command]) -> TournamentFold:
    """Shows a tournament to everybody and takes entries. Side effects: appends TournamentAnnounced; nothing if it is.

    Raises:
        Illegal: `start-is-past`: it would have begun already.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("owner")
        if draft.now.status is Status.OPEN:
            return
        if draft.now.status is not Status.DRAFT:
            raise refuse("already-started")
        _starts_later(draft, draft.now.terms)
        draft.add(e.TournamentAnnounced())

    return execute(decide=decide, **command)


def _starts_later(draft: DraftedEvents, terms: Terms) -> None:
    if terms.starts is not None and terms.starts <= microseconds(draft.at):
        raise refuse("start-is-past", field="starts")


def cancel_tournament(*, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Calls a tournament off: it does not take place, or stops without places. Its games go on and count as games.

    Side effects: appends TournamentCancelled.

    Raises:
        Illegal: `over`.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("owner")
        draft.need_not_over()
        draft.add(e.TournamentCancelled(**draft.because(reason)))

    return execute(decide=decide, **command)


# -- roles and invitations ------------------------------------------------------------------------


def give_role(*, player: UUID, role: str, **command: Unpack[Command]) -> TournamentFold:
    """Makes a player `owner`, `arbiter` or `helper`. The owner before stays as an arbiter.

    Side effects: appends RoleGiven.

    Args:
        role: one of these three.

    Raises:
        Illegal: `no-choice`; `guest`: a player without an account; `last-owner`; `blocked` (`name`); as `approach`.
    """
    if role not in ("owner", "arbiter", "helper"):
        raise refuse("no-choice", field="role")
    if not Player.objects.filter(id=player, account__isnull=False, guest=False, unproven=False).exists():
        raise refuse("guest")

    def decide(draft: DraftedEvents) -> None:
        draft.need("owner")
        now = draft.now
        if now.role(player) == role:
            return
        draft.need_no_block([player])
        if now.role(player) == "owner":
            raise refuse("last-owner")
        if draft.by is not None and player != draft.by:
            approach(draft.by, [player])
        if role == "owner":
            for id_ in [role for role, had in now.roles.items() if had == "owner"]:
                draft.add(e.RoleGiven(player=str(id_), role="arbiter"))
        draft.add(e.RoleGiven(player=str(player), role=role))

    return execute(decide=decide, **command)


def take_role(*, player: UUID, **command: Unpack[Command]) -> TournamentFold:
    """Takes a player's role away; players may lay down their own. Side effects: appends RoleTaken.

    Raises:
        Illegal: `last-owner`: somebody has to be the owner.
    """

    def decide(draft: DraftedEvents) -> None:
        if draft.by != player:
            draft.need("owner")
        role = draft.now.role(player)
        if role == "owner":
            raise refuse("last-owner")
        if role:
            draft.add(e.RoleTaken(player=str(player)))

    return execute(decide=decide, **command)


def invite(*, players: Sequence[UUID], **command: Unpack[Command]) -> TournamentFold:
    """Lets players enter a tournament by invitation. Who was invited before becoming a bot is invited once more.

    Side effects: appends PlayerInvited for each who is not yet.

    Raises:
        Illegal: `blocked` (`name`); `over`; `too-many-invitations`, `invited-enough` for the day.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("helper")
        draft.need_not_over()
        draft.need_no_block(players)
        machines = machines_among(players)
        there = draft.now.invited - machines | draft.now.bots
        new = [player for player in dict.fromkeys(players) if player not in there]
        if draft.by is not None:
            approach(draft.by, [player for player in new if player != draft.by])
        draft.add(*(e.PlayerInvited(str(player), bot=player in machines or None) for player in new))

    return execute(decide=decide, **command)


def uninvite(*, player: UUID, **command: Unpack[Command]) -> TournamentFold:
    """Takes the invitation of a player back; who has entered stays. Side effects: appends PlayerUninvited."""

    def decide(draft: DraftedEvents) -> None:
        draft.need("helper")
        if player in draft.now.invited:
            draft.add(e.PlayerUninvited(str(player)))

    return execute(decide=decide, **command)


# -- ranking and pairs that must not meet ---------------------------------------------------------


def seed_by_hand(*, order: Sequence[int], **command: Unpack[Command]) -> TournamentFold:
    """Sets the initial ranking: entries, the highest first. Who is missing follows by rating.

    Side effects: appends SeedsSet.

    Args:
        order: numbers of entries.

    Raises:
        Illegal: `already-started`; `no-entry`; `named-twice`; `terms-clash` unless the terms seed by hand.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if draft.now.begun or draft.now.ended:
            raise refuse("already-started")
        if draft.now.terms.seeding != "hand":
            raise refuse("terms-clash", field="seeding", other="seeding")
        if len(set(order)) < len(order):
            raise refuse("named-twice")
        for entry in order:
            draft.need_entry(entry)
        draft.add(e.SeedsSet(tuple(order)))

    return execute(decide=decide, **command)


MOST_APART = 20
"""Entries of one group that is kept apart: each two of them are an event of their own."""


def keep_apart(*, entries: Sequence[int], reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Keeps each two of some entries from being paired: family, club mates. Rounds that are paired stay.

    Side effects: appends PairForbidden for each two that might meet until now.

    Raises:
        Illegal: `no-entry`; `named-twice`; `too-few-apart`, `too-many-apart` (`most`); `terms-clash`: the format
            leaves no choice.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        draft.need_not_over()
        if not pairs_by_score(draft.now):
            raise refuse("terms-clash", field="pair", other="format")
        if len(set(entries)) < len(entries):
            raise refuse("named-twice")
        if len(entries) < 2:
            raise refuse("too-few-apart", field="entries")
        if len(entries) > MOST_APART:
            raise refuse("too-many-apart", field="entries", most=MOST_APART)
        for entry in entries:
            draft.need_entry(entry)
        new = [pair for pair in combinations(entries, 2) if frozenset(pair) not in draft.now.forbidden]
        because = draft.because(reason) if new else {}
        draft.add(*(e.PairForbidden(number, other, **because) for number, other in new))

    return execute(decide=decide, **command)


def allow_pair(*, number: int, other: int, reason: str = "", **command: Unpack[Command]) -> TournamentFold:
    """Lets two entries meet after all. Side effects: appends PairAllowed, if they were not to.

    Args:
        number, other: numbers of entries.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need("arbiter")
        if frozenset((number, other)) in draft.now.forbidden:
            draft.add(e.PairAllowed(number, other, **draft.because(reason)))

    return execute(decide=decide, **command)
