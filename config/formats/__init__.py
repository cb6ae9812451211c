"""How dates and times are written where a page names no form of its own: `FORMAT_MODULE_PATH` of the settings."""
