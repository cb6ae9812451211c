"""Accounts that programs of people play for: how an account becomes such a bot, for good, and whose bot it is.

A bot's rating comes from games in which all knew what it is: so nobody becomes one who has played a rated game, or
plays one; nor whom others expect as a person, in a game that is looked for or an event. What is not to be taken for a
person bears its mark in its name (`accounts.people.bots.shown_name`).
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.mails.outbox import post
from accounts.models import Account, Player
from accounts.people.bots import is_counted_on, shown_name
from games.models import OPEN, GameSeat
from games.rules import Illegal, Refusal
from ratings import has_rated_games
from web.words import all_isolated

MOST_KEPT = 5
"""Bots that one person may be named as the owner of."""


def become_bot(*, player: Player, confirm: str, keeper: str = "", site: str) -> Player:
    """Make a member's account a bot. Nothing makes it a person's again.

    Side effects: the player has another name from now on, and is the owner of no bots any more; a mail tells the
    account's proven address. Who calls it has asked for the password, or a fresh sign-in.

    Args:
        player: whose account it is.
        site: the beginning of the links in the mail.
        confirm: the name of the account, typed by who does this.
        keeper: the name of a member whose bot it is, who has yet to agree; none to name nobody.

    Returns:
        The player as it is now.

    Raises:
        Illegal: `bot-confirm`, `bot-guest`, `bot-staff`, `bot-rated`: it has played for ratings; `bot-playing`: games
            go on; `bot-expected`: others count on a person; `bot-keeper`: there is no such member, or it is a bot
            itself; `bot-name`: somebody else has the name.
    """
    with transaction.atomic():
        mine = Player.objects.select_for_update().get(pk=player.pk)
        if mine.machine:
            return mine
        # Asked for once the player is held: whom somebody appointed meanwhile is one of the staff here.
        account = Account.objects.filter(player=mine).first()
        if account is None or mine.guest or mine.unproven:
            raise Illegal(Refusal("bot-guest"))
        if confirm.casefold() != account.username.casefold():
            raise Illegal(Refusal("bot-confirm", {"name": account.username}))
        if account.is_staff or mine.organiser:
            raise Illegal(Refusal("bot-staff"))
        if has_rated_games(mine.id):
            raise Illegal(Refusal("bot-rated"))
        if GameSeat.objects.filter(OPEN, player=mine).exists():
            raise Illegal(Refusal("bot-playing"))
        if is_counted_on(mine.id):
            raise Illegal(Refusal("bot-expected"))
        mine.machine, mine.keeper, mine.kept = True, _keeper(keeper, mine), False
        mine.name = shown_name(account.username, machine=True)
        try:
            with transaction.atomic():
                mine.save(update_fields=["machine", "keeper", "kept", "name"])
        except IntegrityError:
            raise Illegal(Refusal("bot-name")) from None
        Player.objects.filter(keeper=mine).update(keeper=None, kept=False)  # whose bots they are is a person
        post("bot-made", site=site, account=account)
    return mine


def _keeper(name: str, bot: Player) -> Player | None:
    if not name:
        return None
    people = Player.objects.filter(account__is_active=True, guest=False, unproven=False, machine=False)
    player = people.filter(name__iexact=name).exclude(pk=bot.pk).first()
    if player is None:
        raise Illegal(Refusal("bot-keeper", {"name": name}))
    return player


def agree(*, keeper: Player, bot: str) -> None:
    """Be named as the owner of a bot that says so. Raises `Illegal`: `bot-not-yours`, `bot-too-many` (with `most`).

    Args:
        keeper: who agrees.
        bot: the name of the bot.
    """
    with transaction.atomic():
        Player.objects.select_for_update(of=("self",), no_key=True).get(
            pk=keeper.pk
        )  # one at a time, so the limit holds
        mine = Player.objects.filter(keeper=keeper, machine=True)
        if not mine.filter(name=bot).exists():
            raise Illegal(Refusal("bot-not-yours"))
        if mine.filter(kept=True).exclude(name=bot).count() >= MOST_KEPT:
            raise Illegal(Refusal("bot-too-many", {"most": MOST_KEPT}))
        mine.filter(name=bot).update(kept=True)


def refuse(*, keeper: Player, bot: str) -> None:
    """Be named no more as the owner of a bot."""
    Player.objects.filter(keeper=keeper, machine=True, name=bot).update(kept=False, keeper=None)


def bots_of(keeper: Player) -> list[Player]:
    """The bots that name somebody as their owner, those who wait for an answer first."""
    return list(Player.objects.filter(keeper=keeper, machine=True).order_by("kept", "name")[: 20 * MOST_KEPT])


def machine_refusal(refusal: Refusal) -> str:
    """A refusal of this module in words."""
    words = {
        "bot-password": _("The password is not that of the account. Nothing was changed."),
        "bot-passwords": ngettext(
            "Too many wrong passwords. Wait %(seconds)d second, or use the page of your account.",
            "Too many wrong passwords. Wait %(seconds)d seconds, or use the page of your account.",
            int(str(refusal.params.get("seconds", 0))),
        ),
        "bot-guest": _("Only an account whose mail address is proven can become a bot."),
        "bot-confirm": _("Type the name of the account, %(name)s, to say that you mean it."),
        "bot-staff": _("The staff of the site, and organisers that it approved, are people. Make another account."),
        "bot-rated": _("This account has played for ratings, as a person. Make another account for the bot."),
        "bot-playing": _("Games of this account go on, against people who took it for one. End them first."),
        "bot-expected": _(
            "Others count on a person: end your seeks and challenges, answer those of others, and wait until events"
            " that you entered are over. Or make another account."
        ),
        "bot-keeper": _("There is no member called %(name)s who could be the owner."),
        "bot-name": _("The name that the bot would have is taken. Ask the operator."),
        "bot-not-yours": _("This bot does not say that it is yours."),
        "bot-too-many": _("You are named as the owner of %(most)d bots, as many as there can be."),
    }
    return words[refusal.code] % all_isolated(refusal.params)
