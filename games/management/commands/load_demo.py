"""Fill an installation with demo accounts, complete games, and a small archive whose set-ups are in families."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from tqdm import tqdm

from accounts.management.demo import demo_account, need_demo
from accounts.models import Player
from eventlog.corruption import skipping_damaged
from eventlog.sources import injected
from games.domain import commands, creation
from games.domain.clocks import PRESETS
from games.domain.imports import import_records, judge
from games.domain.listeners import unheard
from games.domain.projections import fingerprint
from games.models import Game
from games.notation import Record, read_records
from games.rules import Seat, Viewer, variant
from library.archive.domain.families import sort_all
from library.archive.tasks import count_all_opened
from library.puzzles.domain.creation import make_puzzles, remember, waiting
from library.puzzles.domain.selection import choose_days
from library.puzzles.models import Puzzle
from library.studies.domain import commands as studie_commands
from library.studies.domain import edits
from library.studies.domain.lines import StudyPlace
from library.studies.models import Study, StudyMember
from play.bots.accounts import agree, become_bot
from play.lobby.domain import open_seek
from play.lobby.models import Seek
from play.lobby.terms import GameTerms
from ratings import ladders_of

FOLDER = Path(__file__).parents[2] / "demo"
ARCHIVE = FOLDER.with_name("demo_archive")
ACCOUNTS = (("red", False), ("blue", False), ("arbiter", True))
IN_PLAY, PLIES = "between-classic.json", 90
SEALED = "between-duel.json"
RATED = ("barrage-2.json", "barrage-3.json", "classic-6.json", "duel-3.json")
AGAINST_A_BOT = ("barrage-4.json", "duel-4.json")
AT_THE_BOARD, PLIES_AT_THE_BOARD = "barrage-1.json", 14
PUZZLES = 20  # at once
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SHUFFLED = re.compile("!.*")


class Command(BaseCommand):
    """Safe to run again: what is there stays. Exit 2 where `VEXILLUM_DEMO` is not set."""

    help = "Make demo accounts and play the recorded demo games through the log; --records brings in an archive too."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the options."""
        parser.add_argument("--records", type=Path, metavar="FOLDER", help=_("import an archive too"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Make, play, import, and say what there is; nothing where it is no demo."""
        need_demo()
        records = {Path(name).name: record for name, record in read_records(FOLDER)}
        broken = [name for name, record in records.items() if not isinstance(record, Record)]
        if broken or not records:
            raise CommandError(_("The demo games are damaged: %(names)s") % {"names": ", ".join(broken) or FOLDER.name})
        players = [demo_account(name, operator=operator) for name, operator in ACCOUNTS]
        import_records([judge(name, record) for name, record in read_records(ARCHIVE)])  # first, so that it lies below
        bot, new = _make_bot(players[1]), 0  # which plays its first rated game as the bot that it is
        sides = dict.fromkeys(RATED, players[:2]) | {name: [players[0], bot] for name in AGAINST_A_BOT}
        complete = {name: record for name, record in records.items() if name not in {IN_PLAY, SEALED}}
        for name, record in tqdm(complete.items(), unit=_(" games"), disable=None, file=sys.stderr):
            if isinstance(record, Record):
                new += _play_complete(record, rated=sides.get(name))
        new += _play_between(players[0], players[1], records)
        new += _play_now(players[0], players[1], records)
        _make_puzzles()
        _write_study(players[0])
        self.stdout.write(ngettext("%(n)d demo game played.", "%(n)d demo games played.", new) % {"n": new})
        if options["records"]:
            self._import(options["records"])
        count_all_opened()
        sort_all()
        self.stdout.write(_("Demo accounts (name / password):"))
        powers = _("may use the admin")
        for name, staff in ACCOUNTS:
            self.stdout.write(f"  {name} / demo-{name}" + (f"  ({powers})" if staff else ""))

    def _import(self, folder: Path) -> None:
        """Imports an archive; the import reports a rejected record and does not stop the demo."""
        try:
            call_command("import_games", str(folder), stdout=self.stdout, stderr=self.stderr)
        except SystemExit:
            self.stdout.write(_("Some records were rejected, as told above; the others are in."))


def _make_puzzles() -> None:
    """Some puzzles of the games that are open, those of an older folder too, and one for today. What there is stays;
    the rest is made while the demo runs.
    """
    remember(None)
    for game in waiting(PUZZLES):
        if Puzzle.objects.count() < PUZZLES:
            with skipping_damaged():
                make_puzzles(game)
    choose_days()


def _play_complete(record: Record, *, rated: list[Player] | None) -> bool:
    """Plays a recorded game to its end at the times of the record, unless it was played before.

    Args:
        rated: accounts that play it rated; otherwise the players named in the record.
    """
    stamp = fingerprint(
        variant=record.variant, setups=record.setups, turns=record.turns, result=None, chance=record.chance
    )
    if Game.objects.filter(fingerprint=stamp, origin=None).exists():
        return False
    if rated is not None:
        ids = {seat: player.id for seat, player in zip(record.setups, rated, strict=True)}
    else:
        names = record.players.items()
        ids = {seat: Player.objects.get_or_create(name=name, account=None, event=None)[0].id for seat, name in names}
    _play(record, players=ids, plies=len(record.turns), rated=rated is not None)
    return True


def _play_between(red: Player, blue: Player, records: dict[str, Any]) -> int:
    """A game in play between the demo accounts, and a finished one that is never revealed."""
    if Game.objects.filter(rated=False, time__isnull=True, seats__player__in=[red, blue]).exists():
        return 0
    players = {Seat.RED: red.id, Seat.BLUE: blue.id}
    _play(records[IN_PLAY], players=players, plies=PLIES)
    _play(records[SEALED], players=players, plies=len(records[SEALED].turns), reveal="never")
    return 2


def _play_now(red: Player, blue: Player, records: dict[str, Any]) -> int:
    """What a visitor can take part in: a rated game with the clock running in which it is red's turn, a game that waits
    for red's set-up, and a seek of blue's in the lobby. Anew once they are over.
    """
    if not Seek.objects.filter(state=Seek.State.OPEN, places__player=blue).exists():
        open_seek(host=blue, terms=GameTerms("duel", PRESETS["2-days"]))
    if Game.objects.exclude(status=Game.Status.OVER).filter(seats__player=red, time__isnull=False).exists():
        return 0
    players = {Seat.RED: red.id, Seat.BLUE: blue.id}
    record = records[AT_THE_BOARD]
    game = creation.create_game(
        variant=variant(record.variant),
        players=players,
        options=GameTerms(record.variant, PRESETS["3-days"]).options,
        time=PRESETS["3-days"],
        rated=True,
    )
    for seat, placement in record.setups.items():
        commands.make_setup(game=game, seat=seat, placement=placement)
    for ply, turn in enumerate(record.turns[:PLIES_AT_THE_BOARD]):
        commands.play_turn(game=game, seat=Seat(ply % 2), turn=turn)
    terms = GameTerms("classic", PRESETS["bank-7d-12h"])
    creation.create_game(variant=terms.rules, players=players, options=terms.options, time=terms.time)
    return 2


def _make_bot(owner: Player) -> Player:
    """An account that is a bot, and looks for a game in the lobby."""
    bot = demo_account("clockwork")
    bot = become_bot(player=bot, confirm="clockwork", keeper=owner.name, site=settings.VEXILLUM_SITE)
    agree(keeper=owner, bot=bot.name)
    if not Seek.objects.filter(state=Seek.State.OPEN, host=bot).exists():
        open_seek(host=bot, terms=GameTerms("barrage", PRESETS["3-days"]))
    return bot


def _write_study(red: Player) -> None:
    """A public study of red's rated game of Barrage, unless red has written one: comments around its first attack, an
    arrow and a variation there."""
    games = Game.objects.filter(seats__player=red, variant="barrage", rated=True, revealed=True)
    game = games.order_by("created", "id").first()
    if game is None or StudyMember.objects.filter(player=red).exists():
        return
    study = studie_commands.make_study(game=game, by=red, title=str(_("The first attack")))
    lines = edits.lines_of(study)
    attacks = (ply for ply, turn in lines.game.turns(Viewer.ALL, 1, lines.game.plies) if turn.attack is not None)
    ply = next(attacks, 1)
    turn = next(iter(lines.game.turns(Viewer.ALL, ply, ply)))[1]
    board, before, at = lines.game.rules.board, StudyPlace(0, ply - 1), StudyPlace(0, ply)
    here = {"study": study.pk, "by": red.pk}
    squares = [board.name(turn.path[0]), board.name(turn.path[-1])]
    edits.draw(**here, place=before, colour="green", squares=squares)
    edits.write_comment(
        **here, place=before, text=_("Until now nobody knows a single piece. The arrow is the attack to come."), seen=0
    )
    edits.write_comment(
        **here,
        place=at,
        text=_("Both pieces are known from here on. The variation before it waits for one move."),
        seen=0,
    )
    other = next(text for text in lines.legal(before) if (text,) != lines.submissions(0, ply))
    edits.play(**here, place=before, turn=other)
    studie_commands.change_settings(
        **here, title=study.title, visibility=Study.Visibility.PUBLIC, seen=study.version + 10
    )


def _play(record: Record, *, players: dict[Seat, UUID], plies: int, reveal: str = "end", rated: bool = False) -> None:
    times = record.times or (0,)
    clock = [EPOCH + timedelta(microseconds=times[0]) - timedelta(minutes=5)]
    # A recorded card game has the seed of its shuffles, so that the same cards come again.
    seed = bytes.fromhex((record.proof or {}).get("shuffles", {}).get("seed", ""))
    with unheard(), injected(clock=lambda: clock[0], seed=(lambda: seed) if seed else None):
        game = creation.create_game(
            variant=record.rules,
            players=players,
            options=record.options,
            reveal=reveal,
            rated=rated,
            ladders=ladders_of(players) if rated else None,
        )
        for seat, placement in record.setups.items():
            now = commands.make_setup(game=game, seat=seat, placement=placement)
        for turn, time in zip(record.turns[:plies], times, strict=False):
            clock[0] = EPOCH + timedelta(microseconds=time)
            assert now.state is not None
            # The order behind a shuffle is drawn here too: nobody may send one.
            now = commands.play_turn(game=game, seat=now.state.to_move, turn=SHUFFLED.sub("!", turn))
