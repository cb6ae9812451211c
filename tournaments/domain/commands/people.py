"""The people of an event: entered by name, corrected, and two rows made one or one made two.

What is told of a person stands in rows that can be erased: the name in that of the player, the rest in `EntryPerson`.
The log says only that something of an entry was changed, and holds its rating.

A name that somebody types or pastes is nobody's account. It gets a row of its own, for this event alone; a member whose
name it is may be asked, and the entry is theirs only once they agree (`tournaments.domain.commands.name_claims`).

`tournament` is an id; `by` the player who acts, None the service; `entry` a number, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.models import Player
from eventlog import store
from notices.domain.commands import withdraw as take_back
from notices.models import Kind
from tournaments.domain import events as e
from tournaments.domain.command_handler import execute
from tournaments.domain.commands.name_claims import Naming, ask_members
from tournaments.domain.consequences import check_room, has_room, takes_entries
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.state import Entry, Presence, Status, TournamentFold
from tournaments.models import EntryPerson, NamedMember
from web.words import clean_line

LONGEST_NAME = 150
MOST_RATING = 9999

EntryPlace = tuple[int, int]
"""The number of an entry, and the place in the pair from 0."""

LENGTHS: Mapping[str, int] = {"club": 80, "federation": 40, "fide": 30, "title": 20, "sex": 10, "birth": 20}
"""What is told of a person in words, as `EntryPerson` names it, and how many characters each has at most."""

TEXTS = tuple(LENGTHS)


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody who is entered by name. What is not known is "".

    Args:
        fide: the number that the federation gave.
        birth: a year, or a day as it was written.
        ask: the member who is asked whether it is them.
    """

    name: str
    club: str = ""
    federation: str = ""
    fide: str = ""
    title: str = ""
    birth: str = ""
    ask: UUID | None = None

    @property
    def known_texts(self) -> dict[str, str]:
        """What is known beside the name, by the names of `EntryPerson`."""
        named = {field.name: getattr(self, field.name) for field in fields(self) if field.name in TEXTS}
        return {name: value for name, value in named.items() if value}


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Who is entered together, and the rating for the initial ranking; 0 for none."""

    people: tuple[NewPerson, ...]
    rating: int = 0


# -- what is told of people -----------------------------------------------------------------------


def persons_of(tournament: UUID) -> dict[EntryPlace, EntryPerson]:
    """What is told of the people of an event beside their names, by entry and place in the pair; one query. Who has
    nothing told of them is missing."""
    return {(person.entry, person.partner): person for person in EntryPerson.objects.filter(tournament=tournament)}


def known(row: EntryPerson) -> dict[str, Any]:
    """What a row tells, without what it does not."""
    result = {name: getattr(row, name) for name in (*TEXTS, "rating")}
    return {name: value for name, value in result.items() if value}


def keep_persons(tournament: UUID, result: Mapping[EntryPlace, Mapping[str, Any]]) -> None:
    """Keeps what is told of people, of which nothing was told before; texts are cut to what fits."""
    EntryPerson.objects.bulk_create(
        EntryPerson(tournament=tournament, entry=entry, partner=partner, **_cut(values))
        for (entry, partner), values in result.items()
        if values
    )


def renumber_persons(tournament: UUID, before: int, after: int) -> None:
    """Lets an entry have what was told of the people of another, which has become that entry, and the questions to
    members whether it is them.

    Args:
        before, after: the numbers of the entries.
    """
    for rows in (EntryPerson.objects, NamedMember.objects):
        rows.filter(tournament=tournament, entry=before).update(entry=after)


def _cut(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: clean_line(value)[: LENGTHS[name]] if name in LENGTHS else value for name, value in values.items()}


# -- entering by name -----------------------------------------------------------------------------


def enter_people(
    *, tournament: UUID, entries: Sequence[NewEntry], by: UUID | None, seen: int | None = None
) -> list[int]:
    """Enters people by name, across real boards. Who comes when the tournament is full waits.

    Side effects: makes a player for each name, for this event alone; keeps what is told of them; appends PlayerEntered;
    asks the members who are to be asked.

    Args:
        seen: how many entries there were when somebody looked who is new; refused if there are more by now.

    Returns:
        The numbers of the entries.

    Raises:
        Illegal: `not-allowed`; `online` if the games are played here; `entries-closed`; `team-size` (`players`);
            `too-many-entries` (`most`); `entries-moved-on`; `blocked` (`name`); `named-already` (`name`): the member
            was asked before; `not-announced`: who cannot see a draft is not asked about it; as `approach`.
    """
    numbers: list[int] = []

    def decide(draft: DraftedEvents) -> None:
        numbers.clear()
        draft.need("helper")
        now = draft.now
        _may_enter(now, entries)
        if seen is not None and seen != len(now.entries):
            raise refuse("entries-moved-on")
        _may_ask(draft, tournament, [person.ask for entry in entries for person in entry.people if person.ask])
        places = {
            (len(now.entries) + at, partner): person
            for at, entry in enumerate(entries, 1)
            for partner, person in enumerate(entry.people)
        }
        rows = {place: Player(name=clean_line(person.name), event=tournament) for place, person in places.items()}
        Player.objects.bulk_create(rows.values())
        keep_persons(tournament, {place: person.known_texts for place, person in places.items()})
        for number, entry in enumerate(entries, len(now.entries) + 1):
            ids = tuple(str(rows[number, partner].id) for partner in range(len(entry.people)))
            waiting = bool(draft.now.waiting) or not has_room(draft.now)
            draft.add(e.PlayerEntered(entry=number, players=ids, rating=entry.rating, waiting=waiting))
            numbers.append(number)
        named = [Naming(*place, person.ask, rows[place].id) for place, person in places.items() if person.ask]
        if by is not None and named:
            ask_members(tournament=tournament, by=by, named=named)
        for naming in named:
            if naming.player == by:
                draft.add(e.PlayerIdentified(naming.entry, naming.partner, str(by)))

    execute(tournament=tournament, by=by, decide=decide)
    return numbers


def take_list_back(*, tournament: UUID, first: int, last: int, by: UUID) -> TournamentFold:
    """Takes back that a list was entered by name: all of its entries leave at once, but for who is a member by now.

    Side effects: appends EntryWithdrawn; takes back the questions to members.

    Args:
        first, last: the numbers of its entries, which follow one another.

    Raises:
        Illegal: `over`; `not-allowed`; `online`; `no-entry`; `list-played`: one of them has been paired.
    """

    def decide(draft: DraftedEvents) -> None:
        draft.need_not_over()
        if not draft.now.terms.real:
            raise refuse("online")
        entries = [_named_entry(draft, number) for number in range(first, last + 1)]
        if any(round.board_of(entry.number) for round in draft.now.rounds for entry in entries):
            raise refuse("list-played")
        people = [player for entry in entries for player in entry.players]
        own = {*Player.objects.filter(id__in=people, event=tournament).values_list("id", flat=True)}
        for entry in entries:
            if entry.here and own.issuperset(entry.players):
                _forget_question(tournament, entry)
                draft.add(e.EntryWithdrawn(entry.number))

    return execute(tournament=tournament, by=by, decide=decide)


def _may_enter(now: TournamentFold, entries: Sequence[NewEntry]) -> None:
    if not now.terms.real:
        raise refuse("online")
    if not takes_entries(now) and now.status is not Status.DRAFT:
        raise refuse("entries-closed")
    if now.terms.team_boards:
        raise refuse("of-teams")
    if any(len(entry.people) != now.terms.team for entry in entries):
        raise refuse("team-size", players=now.terms.team)
    check_room(now, len(entries))


def _may_ask(draft: DraftedEvents, tournament: UUID, members: Sequence[UUID]) -> None:
    """Nobody is asked by somebody they want nothing to do with, or twice, or for a second entry."""
    if members and not draft.now.public:
        raise refuse("not-announced")
    draft.need_no_block(members)
    before = {*NamedMember.objects.filter(tournament=tournament, player__in=members).values_list("player", flat=True)}
    for at, member in enumerate(members):
        entry = draft.now.entry_of(member)
        if member in before or member in members[:at] or (entry is not None and entry.here):
            raise refuse("named-already", name=_name_of(member))


def _name_of(player: UUID) -> str:
    return Player.objects.filter(id=player).values_list("name", flat=True).first() or ""


# -- correcting -----------------------------------------------------------------------------------


def correct(
    *,
    tournament: UUID,
    entry: int,
    by: UUID | None,
    partner: int = 0,
    name: str | None = None,
    rating: int | None = None,
    texts: Mapping[str, str] | None = None,
) -> TournamentFold:
    """Corrects what is told of a person, at any time; the rating of the entry until the event is over.

    The name of a member is the member's own. A name that other events know too gets a row of its own here, so it
    changes nowhere else.

    Side effects: changes or makes rows of people; appends EntryDescribed, and PlayerIdentified for a new row. Nothing
    if all of it is so already.

    Args:
        partner: which of two partners is meant, from 0.
        name, rating: None leaves them.
        texts: some of `TEXTS`; "" for what is not known.

    Raises:
        Illegal: `no-entry`; `not-allowed`; `name-is-theirs`; `over`: the rating of an event that is over.
    """

    def decide(draft: DraftedEvents) -> None:
        result = _named_entry(draft, entry)
        changed = _rename(draft, tournament, result, partner, name)
        changed |= _retell(tournament, (entry, partner), texts or {})
        other = None if rating is None or rating == result.rating else rating
        if other is not None:
            draft.need_not_over()
            EntryPerson.objects.filter(tournament=tournament, entry=entry).update(rating=0)
        if changed or other is not None:
            draft.add(e.EntryDescribed(entry, other))

    return execute(tournament=tournament, by=by, decide=decide)


def _named_entry(draft: DraftedEvents, entry: int) -> Entry:
    draft.need("helper")
    result = draft.now.entries.get(entry)
    if result is None:
        raise refuse("no-entry", entry=entry)
    return result


def _rename(draft: DraftedEvents, tournament: UUID, entry: Entry, partner: int, name: str | None) -> bool:
    id = entry.players[partner]
    player = Player.objects.filter(id=id).first()
    name = None if name is None else clean_line(name)
    if name is None or (player is not None and player.name == name):
        return False
    if player is not None and (player.bot or player.account_id is not None):
        raise refuse("name-is-theirs", field="name")
    if player is not None and player.event == tournament:
        Player.objects.filter(id=id).update(name=name)
        return True
    _own_row(draft, tournament, entry, partner, name)
    return True


def _own_row(draft: DraftedEvents, tournament: UUID, entry: Entry, partner: int, name: str) -> UUID:
    """Gives a place of an entry a player of its own for this event, whose id it returns."""
    new = Player.objects.create(name=name, event=tournament)
    NamedMember.objects.filter(tournament=tournament, entry=entry.number, partner=partner).update(written=new.id)
    draft.add(e.PlayerIdentified(entry.number, partner, str(new.id)))
    return new.id


def _retell(tournament: UUID, place: EntryPlace, texts: Mapping[str, str]) -> bool:
    rows = EntryPerson.objects.filter(tournament=tournament, entry=place[0], partner=place[1])
    row = rows.select_for_update().first() or EntryPerson(tournament=tournament, entry=place[0], partner=place[1])
    other = {name: value for name, value in _cut(texts).items() if getattr(row, name) != value}
    for name, value in other.items():
        setattr(row, name, value)
    if other:
        row.save()
    return bool(other)


# -- one person, or two ---------------------------------------------------------------------------


def merge(*, tournament: UUID, keep: int, gone: int, by: UUID | None) -> TournamentFold:
    """Two entries are the same person: one goes on with what is told of both, the other is withdrawn.

    A member who has entered by themselves keeps the entry that goes on, whatever name it had.

    Side effects: appends EntryWithdrawn, PlayerIdentified, EntryDescribed, CheckedIn, as far as needed; moves rows of
    people; takes back the question to a member that the withdrawn one was.

    Args:
        keep: the entry that goes on.
        gone: the entry that is withdrawn.

    Raises:
        Illegal: `over`; `no-entry`; `team-size` where partners play; `same-entry`; `not-here` (`entry`);
            `merge-accounts`: both are members; `merge-other-way`: the other one has been paired, or has a place while
            this one waits; `merge-played`: both have been paired.
    """

    def decide(draft: DraftedEvents) -> None:
        kept, left = _named_entry(draft, keep), _named_entry(draft, gone)
        draft.need_not_over()
        _may_merge(draft.now, kept, left)
        mine, other = kept.players[0], left.players[0]
        accounts = {
            *Player.objects.filter(id__in=[mine, other]).exclude(account=None, bot=False).values_list("id", flat=True)
        }
        if len(accounts) == 2:
            raise refuse("merge-accounts")
        draft.add(e.EntryWithdrawn(gone))
        if other in accounts:
            draft.add(e.PlayerIdentified(keep, 0, str(other)), e.PlayerIdentified(gone, 0, str(mine)))
        _forget_question(tournament, left if other not in accounts else kept)
        filled = _fill(tournament, keep, gone)
        rating = left.rating if not kept.rating and left.rating else None
        if filled or rating is not None:
            draft.add(e.EntryDescribed(keep, rating))
        if left.checked_in and not kept.checked_in:
            draft.add(e.CheckedIn(keep))

    return execute(tournament=tournament, by=by, decide=decide)


def _may_merge(now: TournamentFold, kept: Entry, left: Entry) -> None:
    if not now.terms.single:
        raise refuse("merge-pairs")
    if kept.number == left.number:
        raise refuse("same-entry")
    for entry in (kept, left):
        if not entry.here:
            raise refuse("not-here", entry=entry.number)
    played = [any(round.board_of(entry.number) for round in now.rounds) for entry in (kept, left)]
    if all(played):
        raise refuse("merge-played")
    if played[1] or (kept.presence is Presence.WAITING and left.presence is Presence.ENTERED):
        raise refuse("merge-other-way")


def _fill(tournament: UUID, keep: int, gone: int) -> bool:
    """Tells of one entry what was told of another and not of it."""
    rows = EntryPerson.objects.select_for_update().filter(tournament=tournament, partner=0)
    other = rows.filter(entry=gone).first()
    if other is None:
        return False
    mine = rows.filter(entry=keep).first() or EntryPerson(tournament=tournament, entry=keep)
    more = {name: value for name, value in known(other).items() if name != "rating" and not getattr(mine, name)}
    for name, value in more.items():
        setattr(mine, name, value)
    mine.save()
    other.delete()
    return bool(more)


def _forget_question(tournament: UUID, entry: Entry) -> None:
    """Takes back that members were asked whether they are who an entry names."""
    rows = NamedMember.objects.filter(tournament=tournament, entry=entry.number)
    for player in rows.values_list("player", flat=True):
        take_back(Kind.NAMED, player_id=player, tournament=tournament)
    rows.delete()


def split(*, tournament: UUID, entry: int, by: UUID, person: NewPerson, rating: int = 0) -> int:
    """An entry stands for two people of one name: it stays with the one, and the other gets an entry of the own.

    Side effects: as `enter_people`.

    Args:
        person, rating: who the other is, and the rating of the new entry; 0 for none.

    Raises:
        Illegal: `no-entry`, and as `enter_people`.
    """

    def check(draft: DraftedEvents) -> None:
        _named_entry(draft, entry)

    execute(tournament=tournament, by=by, decide=check)
    (number,) = enter_people(tournament=tournament, entries=[NewEntry((person,), rating)], by=by)
    return number


def disown(*, tournament: UUID, entry: int, by: UUID | None, partner: int = 0) -> TournamentFold:
    """A place of an entry across real boards is not the member's whose name it bears: it gets a row of its own with the
    same name, to which nothing leads. The staff says so, or the member.

    Side effects: makes a player; appends PlayerIdentified; takes back a question to the member. Where the
        member says so, the copied name goes with the account (`erase_written_names`): a NamedMember keeps whose it was.

    Args:
        partner: which of two partners is meant, from 0.

    Raises:
        Illegal: `no-entry`; `not-allowed`; `online`; `no-account` (`name`): it is nobody's account;
            `entered-themselves`: the member has made the entry, and the staff cannot say that it is not theirs.
    """

    def decide(draft: DraftedEvents) -> None:
        result = draft.need_entry(entry)
        if not draft.now.terms.real:
            raise refuse("online")
        player = Player.objects.filter(id=result.players[partner]).first()
        if player is None or not player.member:
            raise refuse("no-account", name="" if player is None else player.name)
        if draft.by != player.id and _entered_by(tournament, entry) == player.id:
            raise refuse("entered-themselves")
        _forget_question(tournament, result)
        written = _own_row(draft, tournament, result, partner, player.name)
        if draft.by == player.id:
            NamedMember.objects.create(
                tournament=tournament,
                entry=entry,
                partner=partner,
                player=player.id,
                written=written,
                state=NamedMember.State.LEFT,
                answered=timezone.now(),
            )

    return execute(tournament=tournament, by=by, decide=decide)


def _entered_by(tournament: UUID, entry: int) -> UUID | None:
    made = (
        event
        for event in store.load(tournament)
        if isinstance(event.event, e.PlayerEntered) and event.event.entry == entry
    )
    return next(made).actor
