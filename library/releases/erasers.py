"""What releases remember of a player who leaves: that there was a wish to be left out."""

from __future__ import annotations

from uuid import UUID

from accounts.erasing.deletion import eraser
from accounts.models import Preferences
from library.releases.models import LeftOutPlayer


@eraser
def keep_the_wish(player: UUID, account: UUID | None) -> None:
    """Keeps the id of a player who wanted no game in a release; it means nobody any more. The games stay, and a later
    release would have them otherwise: who leaves says by that nothing else."""
    if Preferences.objects.filter(account=account, open_data=Preferences.OpenData.NONE).exists():
        LeftOutPlayer.objects.get_or_create(player=player)
