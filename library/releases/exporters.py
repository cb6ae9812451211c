"""What releases give out of a person: nothing of their own."""

from __future__ import annotations

from accounts.erasing.data_export import not_exported
from library.releases.models import LeftOutPlayer

not_exported("the wish of who has no account any more; as long as there is one it is given out", LeftOutPlayer)
