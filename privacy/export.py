"""My data: the parts of an export of everything about a person, in this order.

Each function is of the room whose rows it writes down. A model that has ids of people stands in one of the two lists,
and so does each table that `privacy/erase.py` touches: a test compares them with the database
(`tests/privacy/test_export.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.idp.oidc.models import Client, Token
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.db.models import Model

from accounts import models as people
from accounts.agreements.models import Agreement
from accounts.audit.models import AuditEntry
from accounts.models import Account, Player
from accounts.people.exporters import export_account, export_agreements, export_audit, export_people
from accounts.people.personal_data import DataOwner, ExportPart
from api import models as api
from api.tokens.exporters import export_programs, export_tokens
from api.webhooks.exporters import export_webhooks
from eventlog.models import Event
from games.models import GameSeat, PlayerTally, Vacation
from games.replay.exporters import export_games
from library.archive.exporters import export_archive
from library.archive.models import ArchiveEntry, PlayedSetup
from library.figures.exporters import export_figures
from library.figures.models import PlayerFigures
from library.puzzles.exporters import export_puzzles
from library.puzzles.models import Attempt, Solver
from library.releases.models import LeftOutPlayer
from library.reliability.exporters import export_reliability
from library.reliability.models import LapseTold, ReliabilityDay
from library.studies import models as studies
from library.studies.exporters import export_studies
from moderation.cases.exporters import export_cases
from moderation.cases.models import Appeal, Case, CaseLink, CaseText, DueEffect, EffectMark
from moderation.fairness.exporters import export_fairness
from moderation.fairness.models import PairDay, RingLook, SeatSight, SightCount, SightLook
from notices.domain.exporters import export_notices
from notices.models import Notice, ToldOfTournament, Wish
from play.lobby.exporters import export_lobby
from play.lobby.models import Place, Seek
from play.setups.exporters import export_setups
from play.setups.models import Draft, SavedSetup
from play.talk import models as talk
from play.talk.exporters import export_talk
from privacy.models import DataExport
from ratings.domain.exporters import export_ratings
from ratings.models import BoardGame, Change, Meeting, Rating, RefoldPart, SetBack
from tournaments import models as tournaments
from tournaments.domain.exporters import export_tournaments

Models = tuple[type[Model], ...]


_WHO: Models = (Account, Player, EmailAddress, people.AddressChange, people.SeenAddress)
_HOW: Models = (Authenticator, people.Preferences, people.Session, people.OutgoingMail, LogEntry)
_ENTERED: Models = (
    *(tournaments.TournamentEntry, tournaments.TournamentStaff, tournaments.EntryPerson, tournaments.NamedMember),
    *(tournaments.PartnerRequest, tournaments.LargeImport, tournaments.EventTemplate, tournaments.FormEntry),
    tournaments.SealedLineup,
    *(tournaments.RatingList, tournaments.EventSeries),
)
_ORGANISED: Models = (tournaments.Tournament, tournaments.Announcement, tournaments.Text, tournaments.Letter)

EXPORTED: dict[Callable[[DataOwner], Iterable[ExportPart]], Models] = {
    export_account: (*_WHO, *_HOW),
    export_archive: (PlayedSetup,),
    export_audit: (AuditEntry,),
    export_cases: (Case, CaseText, Appeal),
    export_fairness: (PairDay, SeatSight),
    export_figures: (PlayerFigures,),
    export_games: (GameSeat, PlayerTally, Vacation),
    export_lobby: (Seek, Place),
    export_notices: (Notice, Wish, ToldOfTournament),
    export_people: (people.Block, people.Report, people.Allowance, people.Penalty),
    export_programs: (Client, api.Program, api.Grant, api.KnownAs),
    export_puzzles: (Solver, Attempt),
    export_ratings: (Rating, Change, BoardGame, Meeting, SetBack),
    export_reliability: (ReliabilityDay, LapseTold),
    export_setups: (Draft, SavedSetup),
    export_studies: (
        *(studies.Study, studies.StudyMember, studies.StudyVariation, studies.StudyComment, studies.StudyDrawing),
    ),
    export_talk: (talk.Message, talk.Reading, talk.Mute, talk.Note, talk.Guess, talk.GuessOpening),
    export_agreements: (Agreement,),
    export_tokens: (api.AccessToken,),
    export_tournaments: (*_ENTERED, *_ORGANISED),
    export_webhooks: (api.Webhook,),
}
"""What writes down a part of a person, and the models whose rows of this person are in it."""

NOT_EXPORTED: dict[type[Model], str] = {
    DataExport: "this very export, of which there is one at a time",
    EmailConfirmation: "a secret link to an address; the addresses are exported",
    Account.groups.through: "groups are those of the staff, and the audit tells who was appointed",
    Account.user_permissions.through: "nobody has rights of their own, and the audit tells who was appointed",
    Event: "the log holds ids and codes; rooms give out what somebody did, as far as they may know it",
    CaseLink: "who reported what, which the own reports say",
    DueEffect: "what follows from a penalty, which is exported",
    EffectMark: "what follows from a penalty, which is exported",
    RingLook: "whom a detector looked at: what follows is a case, and is told when it is decided",
    SightLook: "whom a detector looked at: what follows is a case, and is told when it is decided",
    SightCount: "how many of the rows are given out that are",
    RefoldPart: "work that is under way for a minute",
    ArchiveEntry: "what a game is found by; each game is given out as a record or as the player's own view",
    LeftOutPlayer: "the wish of who has no account any more; as long as there is one it is given out",
    tournaments.LargeArchive: "the archive of an event is the same for everybody who may see the event",
    api.GrantSecret: "secrets that a program exchanges for tokens, as hashes",
    api.DeviceSignIn: "codes of minutes, which a program exchanges for tokens",
    api.KeptAnswer: "an answer that its owner's program was given already, kept for a day",
    Token: "allauth's own table of tokens, which stays empty: ours are in AccessToken and Grant",
}
"""The models that have ids of people and are not given out, each with the reason."""


def parts_of(owner: DataOwner) -> Iterator[ExportPart]:
    """All that the service has of a person, part by part. Rows are read as they are taken."""
    for export in EXPORTED:
        yield from export(owner)


def written(content: Iterable[Any] | bytes) -> Iterator[bytes]:
    """The content of a part's file, in pieces."""
    if isinstance(content, bytes):
        yield content
        return
    before = "[\n"
    for row in content:
        yield (before + _json(row)).encode()
        before = ",\n"
    yield ("[]\n" if before == "[\n" else "\n]\n").encode()


def _value(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    raise TypeError(f"nothing says how {type(value).__name__} is written down")


_json = json.JSONEncoder(default=_value, ensure_ascii=False).encode
