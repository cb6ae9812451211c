"""What releases give out of a person: nothing of their own."""

from __future__ import annotations

from games.releases.models import LeftOutPlayer
from players.erasing.exporting import not_exported

not_exported("the wish of who has no account any more; as long as there is one it is given out", LeftOutPlayer)
