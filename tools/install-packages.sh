#!/bin/sh
# Installs the missing Debian packages of the lists given as arguments. It prints the apt command, asks
# first on a terminal, and uses sudo unless root. It prints nothing if no package is missing.
set -eu
missing=""
for package in $(cat "$@"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo"
echo "Missing Debian packages:$missing"
echo "  $sudo apt-get install -y --no-install-recommends$missing"
if [ -t 0 ] && [ -t 1 ]; then
    printf "Install them now? [Y/n] "
    read -r answer
    case "$answer" in [nN]*) exit 1 ;; esac
fi
# Package servers are shared and sometimes busy: try three times.
for attempt in 1 2 3; do
    if $sudo apt-get update && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y --no-install-recommends $missing; then
        exit 0
    fi
    echo "apt-get failed (attempt $attempt of 3)" >&2
    sleep 10
done
exit 1
