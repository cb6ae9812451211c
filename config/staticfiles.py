"""Where static files are kept: hashed, compressed, and with scripts that import each other by their hashed names."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage with Django's rewriting of imports between JavaScript modules switched on."""

    support_js_module_import_aggregation = True
