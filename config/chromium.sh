#!/bin/sh
# Prints the path of a Chromium for the browser tests. As root it installs Debian's if there is none. The one that has
# no window (`chromium-headless-shell`) goes first: a new page in it costs half.
for name in "${VEXILLUM_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    if [ -n "$name" ] && command -v "$name"; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No Chromium found: installing Debian's" >&2
    apt-get update >&2
    for name in chromium-headless-shell chromium; do
        DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$name" >&2 && command -v "$name" && exit 0
    done
    exit 1
fi
echo "The browser tests need Chromium: install it (on Debian: apt-get install chromium-headless-shell) or set" \
    "VEXILLUM_CHROMIUM to its path." >&2
exit 1
