"""Words of tournaments: refusals, names of what the terms choose among, results, statuses.

The domain speaks in codes (`Illegal(Refusal(code, params))`); whoever adds a code adds its sentence to `REFUSALS`.
Sentences say what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from eventlog.canonical import at as as_time
from games.presentation.clock_text import span_text
from games.presentation.words import refusal_text
from games.rules import Refusal
from play.lobby.words import range_text
from tournaments.domain.consequences import takes_entries
from tournaments.domain.formats import stage_of
from tournaments.domain.state import Board, Presence, Status, TournamentFold
from tournaments.domain.terms import Terms
from tournaments.pairing.rounds import CannotPair, Choice
from tournaments.scoring.points import TENTHS, Mark
from web.words import all_isolated

# -- names ----------------------------------------------------------------------------------------

STATUSES: dict[str, Promise] = {
    Status.DRAFT: gettext_lazy("Draft, seen by its staff alone"),
    Status.OPEN: gettext_lazy("Announced"),
    Status.RUNNING: gettext_lazy("Running"),
    Status.PAUSED: pgettext_lazy("tournament", "Paused"),
    Status.FINISHED: pgettext_lazy("tournament", "Finished"),
    Status.CANCELLED: pgettext_lazy("tournament", "Cancelled"),
}

PRESENCES: dict[str, Promise] = {
    Presence.WAITING: gettext_lazy("On the waiting list"),
    Presence.ENTERED: gettext_lazy("Entered"),
    Presence.WITHDRAWN: gettext_lazy("Withdrawn"),
    Presence.EXPELLED: gettext_lazy("Expelled"),
}

ROLES: dict[str, Promise] = {
    "owner": pgettext_lazy("role", "Organiser"),
    "arbiter": pgettext_lazy("role", "Arbiter"),
    "helper": pgettext_lazy("role", "Helper"),
}

ENTRIES: dict[str, Promise] = {
    "open": gettext_lazy("Open to everybody"),
    "invitation": gettext_lazy("By invitation"),
    "code": gettext_lazy("With an entry code"),
}

SEEDINGS: dict[str, Promise] = {
    "rating": gettext_lazy("By rating"),
    "hand": gettext_lazy("By hand"),
    "lot": gettext_lazy("By lot"),
}

START_RATINGS: dict[str, Promise] = {
    "entered": gettext_lazy("As entered; who has none gets the one of this site"),
    "current": gettext_lazy("Members have theirs of this site at the start"),
}

BOARD_ORDERS: dict[str, Promise] = {
    "rating": gettext_lazy("members sit by rating"),
    "fixed": gettext_lazy("members sit in the order of the roster"),
    "free": gettext_lazy("members sit in any order"),
}

SPECTATORS: dict[str, Promise] = {
    "live": gettext_lazy("Anybody may watch, without the ranks"),
    "delayed": gettext_lazy("Anybody may watch, some time behind"),
    "ended": gettext_lazy("Nobody sees a game before it is over"),
}

BYES: dict[str, Promise] = {
    "half": gettext_lazy("Half-point bye"),
    "full": gettext_lazy("Full-point bye"),
    "zero": gettext_lazy("No points"),
}

MARKS: dict[Mark, Promise] = {
    Mark.WIN: gettext_lazy("Win"),
    Mark.DRAW: gettext_lazy("Draw"),
    Mark.LOSS: gettext_lazy("Loss"),
    Mark.WIN_UNRATED: gettext_lazy("Win, not rated"),
    Mark.DRAW_UNRATED: gettext_lazy("Draw, not rated"),
    Mark.LOSS_UNRATED: gettext_lazy("Loss, not rated"),
    Mark.FORFEIT_WIN: gettext_lazy("Win by forfeit"),
    Mark.FORFEIT_LOSS: gettext_lazy("Loss by forfeit"),
    Mark.PAIRING_BYE: gettext_lazy("Pairing bye"),
    Mark.FULL_BYE: gettext_lazy("Full-point bye"),
    Mark.HALF_BYE: gettext_lazy("Half-point bye"),
    Mark.ABSENT: gettext_lazy("Not paired"),
}

RESULTS: dict[tuple[Mark, Mark], Promise] = {
    (Mark.WIN, Mark.LOSS): gettext_lazy("Red wins"),
    (Mark.DRAW, Mark.DRAW): gettext_lazy("Draw"),
    (Mark.LOSS, Mark.WIN): gettext_lazy("Blue wins"),
    (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS): gettext_lazy("Red wins by forfeit"),
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN): gettext_lazy("Blue wins by forfeit"),
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS): gettext_lazy("Forfeit of both"),
    (Mark.LOSS, Mark.LOSS): gettext_lazy("Lost for both"),
}
"""What a game of a round can have ended with, in the words of pages; in the order in which forms offer it."""

ANNULLED = gettext_lazy("left before half: results do not count")
"""What stands beside who left a round robin before half of the games."""

SHORT_RESULTS: dict[tuple[Mark, Mark], str] = {
    (Mark.WIN, Mark.LOSS): "1 – 0",
    (Mark.DRAW, Mark.DRAW): "½ – ½",
    (Mark.LOSS, Mark.WIN): "0 – 1",
    (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS): "+ – −",
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN): "− – +",
    (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS): "− – −",
    (Mark.LOSS, Mark.LOSS): "0 – 0",
}


def result_text(marks: tuple[Mark, Mark] | None) -> str:
    """The result of a game in words, such as “Red wins by forfeit”."""
    if marks is None:
        return _("Not decided")
    text = RESULTS.get(marks)
    return str(text) if text is not None else f"{MARKS[marks[0]]} – {MARKS[marks[1]]}"


def score_text(board: Board, entries: tuple[int, int]) -> str:
    """What two entries have won of the games of their match, in the order in which they are named: “1½ – ½”."""
    halves = board.halves
    return " – ".join(points_text(halves[entry] * 5) for entry in entries)


def match_text(fold: TournamentFold, round: int, board: Board) -> str:
    """Which game of a match is the last one there is, and how the match stands for red and blue of that game: “Game 2
    of 3, 1 – 0”; empty where a board is one game. Of teams: which board is to be decided next.

    Args:
        fold: the event.
        round: of the board.
    """
    if board.teams:
        words = {"number": board.leg_number, "boards": len(board.legs), "score": score_text(board, board.entries)}
        return _("Board %(number)d of %(boards)d, match %(score)s") % words
    number, stage = len(board.legs), stage_of(fold, round)
    games = stage.format.best_of(stage.fold, round - stage.before, board)
    if not stage.format.has_bracket or (games == 1 and number == 1):
        return ""
    if number <= games:
        text = _("Game %(number)d of %(games)d") % {"number": number, "games": games}
    else:
        text = _("Replay %(number)d") % {"number": number - games}
    if number == 1 and board.leg.marks is None:
        return text
    return f"{text}, {score_text(board, (board.leg.red, board.leg.blue))}"


def points_text(tenths: int) -> str:
    """Points as they are written: whole ones plain, halves as ½, other parts with one decimal."""
    whole, rest = divmod(abs(tenths), TENTHS)
    sign = "−" if tenths < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == TENTHS // 2:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}.{rest}"


def places_text(fold: TournamentFold) -> str:
    """How many take part; while entries are taken, of how many places. Who has left an event that has begun took part
    in it, but the place is free for who comes late."""
    if fold.terms.capacity and (not fold.begun or takes_entries(fold)):
        return _("%(number)d of %(room)d") % {"number": len(fold.playing), "room": fold.terms.capacity}
    return str(fold.taking_part)


def moment_text(microseconds: int) -> str:
    """A time in the zone of who reads it, such as “Saturday, 5 December 2026, 19:30”."""
    return date_format(timezone.localtime(as_time(microseconds)), "l, j F Y, H:i")


def missed_text(terms: Terms) -> str:
    """What becomes of who misses an agreed time: pages, notices and calendars say the same."""
    if terms.no_show is None:
        return _("Who misses the agreed time has not lost yet: an arbiter decides.")
    text = _("A player who is not there %(span)s after the agreed time loses by forfeit.")
    return text % {"span": span_text(terms.no_show)}


# -- refusals -------------------------------------------------------------------------------------

REFUSALS: dict[str, Promise] = {
    "nobody-to-write": gettext_lazy("There is nobody whom this letter could go to."),
    "too-many-letters": gettext_lazy("You can write at most %(most)s letters in a day. Go on tomorrow."),
    "too-many-notes": gettext_lazy("You can send a player at most %(most)s notes in a day. Propose times without one."),
    # who
    "not-allowed": gettext_lazy("Your role in this event does not allow that. Ask its organiser or an arbiter."),
    "sign-in": gettext_lazy("Sign in first."),
    "no-tournament": gettext_lazy("There is no such event. Capitals matter in its address."),
    "moved-on": gettext_lazy(
        "Something has changed since you opened this page, so nothing was done. This is the current state; what you "
        "typed is kept."
    ),
    "bots": gettext_lazy("Bots play in an event if its organiser invites them. Ask for an invitation."),
    "guest": gettext_lazy("You need an account for that. Guests can sign up and keep their games."),
    "last-owner": gettext_lazy("Every event has an organiser. Make somebody else the organiser first."),
    # terms
    "name-needed": gettext_lazy("Give the event a name."),
    "too-many-drafts": gettext_lazy(
        "You have %(most)s events that are not announced, and cannot keep more. Announce or cancel one of them first."
    ),
    "too-many-events": gettext_lazy(
        "You have created %(most)s events today, as many as one account may. Nothing was created; what you typed stays "
        "on this page. Send it again tomorrow."
    ),
    "too-many-imports": gettext_lazy(
        "You have imported as many events as one account may in a day. Nothing was created. What you see stays on this "
        "page: send it again tomorrow."
    ),
    "code-needed": gettext_lazy("Choose the word that you will give out, or another way to enter."),
    "no-such-bracket": gettext_lazy("The rounds of this file follow no bracket. Choose another format for it."),
    "no-choice": gettext_lazy("This is none of the choices. Choose one of those that are offered."),
    "out-of-bounds": gettext_lazy("Choose a number from %(least)s to %(most)s."),
    "terms-clash": gettext_lazy("This does not go together with the other choices. Change one of them."),
    "tiebreak-twice": gettext_lazy("A tie-break is chosen twice. Choose each once."),
    "calendar-order": gettext_lazy("Each round begins after the one before. Put the times in order."),
    "time-needed": gettext_lazy("Games on the site need a time control. Choose one."),
    "too-late-to-change": gettext_lazy(
        "This cannot be changed any more: people have entered for it, or results depend on it."
    ),
    "rounds-paired": gettext_lazy("There cannot be fewer rounds than are paired already: %(rounds)s."),
    "start-is-past": gettext_lazy("The time of the start is over already. Choose a later one."),
    # templates
    "template-unnamed": gettext_lazy("Give the template a name."),
    "template-there": gettext_lazy("You have a template of this name. Choose another name, or rename that one first."),
    "too-many-templates": gettext_lazy("You can keep at most %(most)s templates. Delete one of them first."),
    # rating lists
    "list-unnamed": gettext_lazy("Give the list a name."),
    "list-empty": gettext_lazy("The file has no person below its headings."),
    "list-too-long": gettext_lazy("A list has at most %(most)s persons. Leave out those who will not come."),
    "list-unheaded": gettext_lazy(
        "The first line has to name the columns: at least “Name” and “Rating”, with tabs, semicolons or commas between."
    ),
    "list-line": gettext_lazy(
        "Line %(line)s cannot be read: “%(cell)s” is no name or no rating. Correct the file, and choose it again."
    ),
    "too-many-lists": gettext_lazy("You can keep at most %(most)s versions of rating lists. Delete an old one first."),
    # sections
    "no-section": gettext_lazy("This section is gone. Look at the list of sections."),
    "section-begun": gettext_lazy("Play has begun: sections and who is in them stay as they are."),
    "too-many-sections": gettext_lazy("An event has at most %(most)s sections."),
    "season-goes-on": gettext_lazy("A division is not over yet. The next season begins with the places of all."),
    "season-there": gettext_lazy("A draft of yours has the name of a division already: the next season is made."),
    # series
    "series-unnamed": gettext_lazy("Give the series a name."),
    "series-points": gettext_lazy("Write the points of at most %(most)s places, none more than the one before it."),
    "no-series": gettext_lazy("This series is gone. Look at the list of your series."),
    "series-full": gettext_lazy("A series has at most %(most)s events. Begin a new one."),
    "too-many-series": gettext_lazy("You can keep at most %(most)s series. Delete one of them first."),
    # prizes
    "no-currency": gettext_lazy("Write the currency as three letters, such as EUR."),
    "too-many-prizes": gettext_lazy("At most %(most)s are possible. Leave some out."),
    "prizes-grow": gettext_lazy(
        "Amounts may not grow from one prize to the next. Put the largest first, and things without an amount last."
    ),
    "no-prizes": gettext_lazy("Say what there is to win in this category, or empty its limits."),
    "no-such-board": gettext_lazy(
        "Prizes of boards are for matches of teams, which have %(boards)s boards here. Leave the board out, or name "
        "another one."
    ),
    "no-limits": gettext_lazy("Say who can win these prizes: give the category a limit."),
    # the course of events
    "over": gettext_lazy("This event is over, so nothing was changed."),
    "already-started": gettext_lazy("The event has begun, so this is too late."),
    "no-entry": gettext_lazy("There is no such entry. Choose one of those that are listed."),
    "named-twice": gettext_lazy("Somebody is named twice. Name each once."),
    "reason-needed": gettext_lazy("Say why. Everybody can read it in the event’s log."),
    "not-announced": gettext_lazy("Announce the event first."),
    "not-running": gettext_lazy("The event is not running just now. Start or resume it first."),
    "too-few-entries": gettext_lazy("It takes at least %(least)s entries to begin."),
    # entries
    "entries-closed": gettext_lazy("Entries are closed. Ask the organiser."),
    "team-size": gettext_lazy("Name as many players as each entry has: %(players)s."),
    "no-player": gettext_lazy("There is no such player. Check the spelling."),
    "no-account": gettext_lazy("%(name)s has no account here, and games on the site need one."),
    "player-barred": gettext_lazy("A moderator keeps %(name)s out of events of this kind at present."),
    "entered-already": gettext_lazy("This player has entered already."),
    "come-back": gettext_lazy("This player has left the event. Take the entry back in instead of entering anew."),
    "ask-first": gettext_lazy("A member is not entered unasked. Invite them, or enter the name and ask."),
    "online": gettext_lazy("Members enter by themselves. Invite these players instead."),
    "list-played": gettext_lazy("A player of this list has been paired. Take the others out one by one."),
    "entries-moved-on": gettext_lazy("Entries have changed since this list was read. Look it over once more."),
    "named-already": gettext_lazy("%(name)s is entered, or was asked before. Enter the name without asking."),
    "name-is-theirs": gettext_lazy(
        "This is a member’s name, which is the member’s own. Say first that the entry is not this member’s."
    ),
    "entered-themselves": gettext_lazy("This member has entered without you. Withdraw the entry if it is wrong."),
    "merge-pairs": gettext_lazy("Entries of partners are not made one. Withdraw the one that is too many."),
    "same-entry": gettext_lazy("Choose two different entries."),
    "merge-accounts": gettext_lazy("Both are members, with an account each. Ask them which entry is to stay."),
    "merge-other-way": gettext_lazy(
        "The other entry has a place or boards already. Open it, and merge this one into it."
    ),
    "merge-played": gettext_lazy(
        "Both have been paired, and boards that were paired stay. Withdraw one of the two, and correct its results."
    ),
    "entry-refused": gettext_lazy("%(name)s: %(why)s Nobody was entered."),
    "expelled": gettext_lazy(
        "This entry is expelled. Ask an arbiter, who can reverse that with a reason on the page of the entry."
    ),
    "imports-waiting": gettext_lazy(
        "%(most)d files of yours are being imported. Wait until one of them is done, or call one off."
    ),
    "import-misfit": gettext_lazy(
        "What the file says does not fit together, so no event can be made of it. Nothing was created. Look at its "
        "rounds, byes and results."
    ),
    "import-broken": gettext_lazy(
        "The event could not be made of this file, though it was tried several times. Nothing was created, and whoever "
        "runs this service has been told. Try it again later, or with a smaller file."
    ),
    "not-named": gettext_lazy("The file that this event comes from does not name you."),
    "not-invited": gettext_lazy("This event is by invitation. Ask its organiser for one."),
    "wrong-code": gettext_lazy("This is not the entry code. Check it, or ask the organiser."),
    "rating-limits": gettext_lazy(
        "This event is for ratings %(wanted)s, and yours is outside. Who has no rating in this variant counts as 0."
    ),
    "too-many-entries": gettext_lazy("An event has at most %(most)s entries, and this one has as many."),
    "no-check-in": gettext_lazy("There is no check-in now."),
    "check-in-closed": gettext_lazy("The check-in opens on %(opens)s. Come back then."),
    "out": gettext_lazy("This entry has lost its match, and is out."),
    "not-here": gettext_lazy("This entry does not take part just now. Take it back in first."),
    "no-byes": gettext_lazy("There are no byes in this format."),
    "no-round": gettext_lazy("There is no such round. Choose one that is to come."),
    "round-paired": gettext_lazy("Round %(round)s is paired already, so this is too late for it."),
    "bye-requested": gettext_lazy("There is a bye for round %(round)s already."),
    "bye-exhausted": gettext_lazy("There are no more byes of this kind; at most %(most)s are given."),
    "byes-closed": gettext_lazy("Half-point byes are given up to round %(round)s only."),
    "no-bye": gettext_lazy("There is no bye for round %(round)s."),
    # teams
    "one-team-board": gettext_lazy("Teams have two boards or more; choose none where single players enter."),
    "format-without-teams": gettext_lazy("This format has no events of teams. Choose another one."),
    "of-teams": gettext_lazy("Teams enter this event, not single players. Enter a team, or ask to join one."),
    "no-teams": gettext_lazy("Single players enter this event. There are no teams."),
    "no-name": gettext_lazy("Write a name."),
    "name-taken": gettext_lazy("Another team has this name. Choose another one."),
    "too-many-members": gettext_lazy("A team has at most %(most)s members, reserves included."),
    "roster-closed": gettext_lazy("Play has begun. Ask the staff of the event to change who is in a team."),
    "no-match": gettext_lazy("This team has no match in the round at hand."),
    "lineups-open": gettext_lazy("The line-ups of this match are open already. Ask an arbiter for a change."),
    "lineups-closed": gettext_lazy("It is too late for a line-up: they are about to be opened. Ask an arbiter."),
    "lineups-sealed": gettext_lazy("The line-ups of this match are not open yet. Hand one in, or open them first."),
    "lineup-size": gettext_lazy("Name a member for each of the %(boards)s boards, at least for one."),
    "not-in-team": gettext_lazy("Only members of the team play for it. Choose one of those that are offered."),
    "board-order": gettext_lazy(
        "In this event members sit in the order of the roster: nobody above who is higher there."
    ),
    "board-left-out": gettext_lazy("A board may stay empty only at the end. Move the players up."),
    "member-barred": gettext_lazy("%(name)s cannot play at present. Choose another member."),
    "game-is-there": gettext_lazy("The game at board %(game)s is there already, with its players."),
    "not-published": gettext_lazy("Publish the pairing of round %(round)s first."),
    "teams-whole-round": gettext_lazy("Of teams a whole round is taken back. Take round %(round)s back."),
    # rounds
    "nothing-paired": gettext_lazy("There is no round for that now: pair one, or begin the one that is paired."),
    "round-not-over": gettext_lazy("Round %(round)s is not over. Decide its open boards first."),
    "round-not-begun": gettext_lazy("Round %(round)s has not begun. Begin it first."),
    "rounds-left": gettext_lazy("There are rounds left to be played."),
    "event-over": gettext_lazy("All rounds are paired. There is no next one."),
    "too-few-apart": gettext_lazy("Choose two or more."),
    "too-many-pairs-apart": gettext_lazy(
        "The file keeps more pairs apart than an event may that goes on here: at most %(most)s. Keep fewer apart in it."
    ),
    "too-many-apart": gettext_lazy("Keep at most %(most)s apart at once."),
    "twice-seated": gettext_lazy("Somebody sits at two boards. Give each one place."),
    "left-out": gettext_lazy("More than one has no board. Only one can be free."),
    "breaks-criterion": gettext_lazy(
        "This pairing breaks a rule that may not be broken (%(criterion)s). Change it, or overrule it if there is no "
        "other way."
    ),
    "pairings-fixed": gettext_lazy("In this format it is fixed who meets whom. Only colours can be changed."),
    # results
    "no-board": gettext_lazy("There is no such board."),
    "no-result": gettext_lazy("This is no result that a game can have. Choose one of those that are offered."),
    "result-stands": gettext_lazy("Board %(board)s has a result already. Correct it instead."),
    "nothing-to-correct": gettext_lazy("Board %(board)s has no result yet. Record it instead."),
    "winner-went-on": gettext_lazy(
        "With this result somebody else would go on, and round %(round)s is paired. Once that round has begun, use "
        "“Take back what follows from this match” below; before, “Take the pairing back” at the desk."
    ),
    "no-tie": gettext_lazy("These are not level for the last place that plays on, or the next stage is paired."),
    "tie-places": gettext_lazy("Choose %(places)s of them."),
    "others-go-on": gettext_lazy(
        "By this result others play on, or in another order, and round %(round)d is paired already. "
        "Take that round back first."
    ),
    "match-goes-on": gettext_lazy(
        "With this result the match would go on, and round %(round)s is paired. Use “Correct the whole match”, with "
        "the results of all its games."
    ),
    "places-follow": gettext_lazy(
        "The event is over, and its last rounds were played as this result was. Who went on cannot be changed any more."
    ),
    "nobody-meets": gettext_lazy(
        "Nobody meets anybody in this round, and byes alone are no round. Take somebody back in, or end the event."
    ),
    "match-decided": gettext_lazy("The match is decided before game %(game)s. Leave that game out."),
    "taken-back": gettext_lazy("Board %(board)s is taken back, and has to be paired again first."),
    "not-last": gettext_lazy("Round %(round)s is paired as well. Take it back first: rounds go from the last one on."),
    "arena-over": gettext_lazy("An arena that comes from a file is kept as it was, and does not go on here."),
    "round-grows": gettext_lazy(
        "The games of an arena are not taken back as a whole. Correct results that are wrong, or call the event off."
    ),
    "ladder-closed": gettext_lazy("Nobody can be challenged here now: the ladder does not go on."),
    "not-on-ladder": gettext_lazy("You are not on the ladder. Come back to it first: your entry says how."),
    "other-not-on-ladder": gettext_lazy("This player is not on the ladder any more."),
    "you-pause": gettext_lazy("You pause until %(until)s. End your pause first."),
    "other-pauses": gettext_lazy("Pauses until %(until)s."),
    "challenges-enough": gettext_lazy("You have as many challenges as one may have at a time (%(most)s). Play first."),
    "other-challenges-enough": gettext_lazy("Has a challenge to answer or to play first."),
    "not-above": gettext_lazy("Only who stands above you can be challenged."),
    "out-of-range": gettext_lazy("More than %(most)s places above you."),
    "rematch-too-soon": gettext_lazy(
        "You two had a game or a challenge a short while ago. You can meet again from %(until)s on."
    ),
    "challenged-already": gettext_lazy("There is a challenge between you two already."),
    "no-challenge": gettext_lazy("There is no such challenge on this ladder."),
    "challenge-answered": gettext_lazy("This challenge is answered already, or was taken back."),
    "answer-late": gettext_lazy("The time to answer is over: the challenge is lost by default."),
    "answer-first": gettext_lazy("A challenge of yours waits for an answer. You can pause once it is answered."),
    "pause-too-long": gettext_lazy("You can pause for %(days)s more days in all. Choose an earlier day."),
    "nothing-follows": gettext_lazy("No match that is paired follows from board %(board)s of round %(round)s."),
    "owner-confirms": gettext_lazy(
        "Results of these boards count already (%(results)s), so only the organiser can take them back. Ask the "
        "organiser."
    ),
    "nobody-named": gettext_lazy("Say who loses: one side, or both."),
    "relay-book": gettext_lazy(
        "Boards of this rule book cannot be relayed: a turn there is more than a piece that goes to a square."
    ),
    "relay-goes-on": gettext_lazy("Board %(board)s is relayed already. End the relay first to begin anew."),
    "no-relay": gettext_lazy("Board %(board)s is not relayed."),
    "not-across": gettext_lazy("Games on the site have their record already."),
    "result-first": gettext_lazy("Board %(board)s has no result of a game that was played. Record it first."),
    "record-there": gettext_lazy("Board %(board)s has its record already."),
    "record-elsewhere": gettext_lazy("This record belongs to another board already. Look whether the file is right."),
    "record-variant": gettext_lazy("This record is of another variant. Look whether it is the right file."),
    "record-differs": gettext_lazy(
        "In this record the game ended otherwise than the result of board %(board)s. Correct one of them first."
    ),
    "not-your-board": gettext_lazy("You do not sit at this board."),
    "not-real": gettext_lazy("The result of a game on the site comes from the game."),
    # calls for the arbiter
    "no-call": gettext_lazy("There is no such call in this event."),
    "call-closed": gettext_lazy("This call is closed already. Look at what was decided."),
    "call-answered": gettext_lazy(
        "This call was answered meanwhile. Look at it as it is now; if it is still needed, send yours again."
    ),
    "blocked": gettext_lazy("There is a block between you and %(name)s. Ask somebody else of the staff."),
    "plays-here": gettext_lazy(
        "Somebody who plays in the event may meet these players, so another arbiter has to look."
    ),
    "has-looked": gettext_lazy("An arbiter who has looked at both sides of a game of this event cannot play in it."),
    "own-board": gettext_lazy("You cannot decide your own case. Leave this to another arbiter."),
    "no-game": gettext_lazy("There is no game on this site at this board, so this cannot be done to it."),
    # agreeing a time
    "not-scheduled": gettext_lazy("The games of this round begin by themselves; there is no time to agree."),
    "board-decided": gettext_lazy("This board is decided already."),
    "board-begun": gettext_lazy("The game of this board has begun already."),
    "time-is-agreed": gettext_lazy("A time is agreed already. Take it back first."),
    "too-many-slots": gettext_lazy("Propose at most %(most)s times."),
    "nothing-proposed": gettext_lazy("There is no proposal to answer any more. Look at the current state."),
    "not-proposed": gettext_lazy("This time is not proposed any more. Choose one of those that are."),
    "slot-over": gettext_lazy("This time is over already. Choose a later one."),
    "slot-too-late": gettext_lazy("The round is over by then. Choose an earlier time, or ask an arbiter for more."),
    "no-show-over": gettext_lazy("The time to be here for the agreed game is over. Call an arbiter."),
    # times on the wall
    "year-out-of-reach": gettext_lazy("Choose a year from %(least)s to %(most)s."),
    "skipped-hour": gettext_lazy(
        "%(time)s does not exist in %(zone)s: the clocks are put forward over it. Choose %(before)s or %(after)s."
    ),
    "doubled-hour": gettext_lazy(
        "%(time)s comes twice in %(zone)s: the clocks are put back. Choose a time before or after that hour."
    ),
    "past": gettext_lazy("This time is over already. Choose a later one."),
}

_STATUS = {
    "challenge-answered": 409,
    "answer-late": 409,
    "call-closed": 409,
    "call-answered": 409,
    "blocked": 403,
    "own-board": 403,
    "owner-confirms": 403,
    "has-looked": 403,
    "plays-here": 403,
    "not-allowed": 403,
    "sign-in": 403,
    "no-tournament": 404,
    "moved-on": 409,
    "too-many-imports": 429,
    "too-many-events": 429,
    "too-many-invitations": 429,
    "invited-enough": 429,
    "imports-waiting": 429,
}


def status_of(refusal: Refusal) -> int:
    """The HTTP status of an answer that refuses: 422 unless the code says more."""
    return _STATUS.get(refusal.code, 422)


def tournament_refusal(refusal: Refusal) -> str:
    """A refusal as a sentence that says what to do."""
    values = refusal.params
    params = all_isolated(values)
    if refusal.code == "rating-limits":
        low, high = (
            int(str(value)) if str(value) else None for value in (values.get("least", ""), values.get("most", ""))
        )
        params["wanted"] = range_text(low or None, high)
    if refusal.code == "check-in-closed":
        opens = timezone.localtime(datetime.fromisoformat(str(values["opens"])))
        params["opens"] = date_format(opens, "j F Y, H:i T")
    if refusal.code in ("you-pause", "other-pauses", "rematch-too-soon"):
        until = timezone.localtime(datetime.fromisoformat(str(values["until"])))
        params["until"] = date_format(until, "j F Y, H:i T")
    if refusal.code == "cannot-pair":
        return _cannot_pair(params)
    words = REFUSALS.get(refusal.code)
    return refusal_text(refusal) if words is None else str(words) % params


def _cannot_pair(params: Mapping[str, object]) -> str:
    text = _("Round %(round)s cannot be paired.") % {"round": params.get("round", "")}
    words = CANNOT_PAIR.get(str(params.get("reason")))
    try:
        return text if words is None else f"{text} {str(words) % params}"
    except KeyError:
        return text


# -- rounds that cannot be paired -----------------------------------------------------------------

TIE_REASONS: dict[str, Promise] = {
    "lot": gettext_lazy("by lot"),
    "match": gettext_lazy("by a match elsewhere"),
    "agreed": gettext_lazy("as they agreed"),
    "rules": gettext_lazy("by the rules of the event"),
    "tie-breaks": gettext_lazy("by the tie-breaks"),
}
"""Why some go on of those who are level for the last place that does."""

CANNOT_PAIR: dict[str, Promise] = {
    "too-few-players": gettext_lazy("A round needs two players who are present. Present: %(players)s."),
    "event-over": gettext_lazy("The last round is paired already. There is no next one."),
    "round-not-over": gettext_lazy(
        "Round %(round)s is not over: player %(number)s has no result yet. Record it first."
    ),
    "bye-exhausted": gettext_lazy(
        "The number of players is odd, and each of the %(players)s has had a point without a game before. "
        "Somebody has to leave this round out, or have a second bye."
    ),
    "no-pairing": gettext_lazy(
        "No pairing keeps all the rules that may not be broken: nobody meets twice, nobody has a second bye, nobody "
        "has one colour too often, and forbidden pairs do not meet."
    ),
    "tie-to-decide": gettext_lazy("Some have as many points for the last place that plays on: an arbiter decides."),
    "engine-failed": gettext_lazy("The pairing program failed. Try again; if it fails once more, pair by hand."),
    "engine-broke-criterion": gettext_lazy(
        "The pairing program gave a round that breaks a rule (%(criterion)s), and it was thrown away. Pair by hand."
    ),
}

CHOICES: dict[str, Promise] = {
    "allow-forbidden": gettext_lazy("Allow a pair that must not meet. One of these would do: %(pairs)s."),
    "second-bye": gettext_lazy("Give somebody a second bye. One of these would do: %(numbers)s."),
    "same-colour": gettext_lazy("Pair by hand, and let somebody have one colour once more than the rules allow."),
    "meet-again": gettext_lazy("Pair by hand, and let two meet again. One of these pairs would do: %(pairs)s."),
    "meet-again-all": gettext_lazy("Pair by hand, and let several pairs meet again."),
    "leave-out": gettext_lazy("Let somebody leave this round out, with a bye. One of these would do: %(numbers)s."),
    "by-hand": gettext_lazy("Pair by hand: more than one of these rules has to be broken."),
    "come-back": gettext_lazy("Take somebody back in who has left, or take back a bye for this round."),
    "end": gettext_lazy("End the event after the rounds that were played."),
}


def cannot_pair_text(error: CannotPair) -> str:
    return str(CANNOT_PAIR[error.code]) % error.params


def choice_text(choice: Choice) -> str:
    """What an arbiter could do about it, as a sentence with pairing numbers."""
    params = {key: ", ".join(_choice_names(value)) for key, value in choice.params.items()}
    code = "meet-again-all" if choice.code == "meet-again" and not params["pairs"] else choice.code
    return str(CHOICES[code]) % params


def _choice_names(value: object) -> list[str]:
    numbers = value if isinstance(value, tuple) else (value,)
    return ["–".join(map(str, number)) if isinstance(number, tuple) else str(number) for number in numbers]


# -- report files ---------------------------------------------------------------------------------
