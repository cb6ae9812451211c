"""Plays at random whatever waits for it: `python random_bot.py https://vexillum.example TOKEN`."""

import random
import sys

from vexillum_client import Client, Refused, random_rows


def act(bot: Client, key: str, variant: str) -> None:
    """Set up, or play one turn."""
    legal = bot.list_legal_turns(key)
    if legal["turns"]:
        bot.play_turn(key, turn=random.choice(legal["turns"]), version=legal["version"])
    else:
        bot.make_setup(key, rows=random_rows(bot.get_rule_book(variant), bot.get_setup(key)))


def look(bot: Client) -> None:
    """Take up every challenge, and act in every game that waits."""
    for challenge in bot.list_challenges()["seeks"]:
        bot.join_seek(challenge["id"])
    for mine in bot.list_my_games()["games"]:
        if mine["waits"]:
            try:
                act(bot, mine["game"]["key"], mine["game"]["variant"])
            except Refused as no:
                print(no)  # the game moved on meanwhile, or is over: the next look sees it


if __name__ == "__main__":
    with Client(*sys.argv[1:3]) as bot:
        for _line in bot.stream_me():  # something stands otherwise
            look(bot)
