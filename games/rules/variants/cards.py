"""Cards: twenty-three shuffled cards a player, five of them in a front line, three in hand."""

from games.rules import combat
from games.rules.board import Board
from games.rules.card_table import CardTable, read_card_turn
from games.rules.pieces import Rank
from games.rules.variant import Variant
from games.rules.words import gettext_noop

VARIANT = Variant(
    slug="cards",
    name=gettext_noop("Cards"),
    # Two front lines of five numbered places, face to face.
    board=Board(
        columns=5,
        rows=2,
        lakes=[],
        homes=[[f"{column}1" for column in "abcde"], [f"{column}2" for column in "abcde"]],
        moves=False,
    ),
    army={
        Rank.MARSHAL: 1,
        Rank.GENERAL: 1,
        Rank.COLONEL: 1,
        Rank.MAJOR: 1,
        Rank.CAPTAIN: 2,
        Rank.LIEUTENANT: 2,
        Rank.SERGEANT: 2,
        Rank.MINER: 4,
        Rank.SCOUT: 4,
        Rank.SPY: 1,
        Rank.BOMB: 3,
        Rank.FLAG: 1,
    },
    combat=combat.cards,
    two_squares=0,
    deals=True,
    drawn=8,
    secret_turns=True,
    position=CardTable,
    notation=read_card_turn,
    rated_from=10,
)
