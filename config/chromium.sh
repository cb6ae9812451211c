#!/bin/sh
# Prints the path of a Chromium for the browser tests. As root it installs Debian's if there is none.
for name in "${VEXILLUM_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    if [ -n "$name" ] && command -v "$name"; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No Chromium found: installing Debian's" >&2
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium; } >&2 || exit 1
    command -v chromium && exit 0
fi
echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set VEXILLUM_CHROMIUM to its path." >&2
exit 1
