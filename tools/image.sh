#!/bin/sh
# Installs Slideway on a plain Debian 12, for images of containers and for tests in a chroot:
#   tools/image.sh build          installs what a build needs, and makes the packages in build/packages/debian
#   tools/image.sh install DIR    installs the packages of DIR with all that they need, and runs the program once
set -eu
export DEBIAN_FRONTEND=noninteractive
case "${1:-}" in
build)
    cd "$(dirname "$0")/.."
    apt-get update
    apt-get install -y --no-install-recommends dpkg-dev file $(cat tools/debian-packages.txt)
    cmake --preset packages
    cmake --build --preset packages
    cpack --preset packages
    ;;
install)
    folder=$(readlink -f "${2:?folder of the packages}")
    apt-get update
    apt-get install -y --no-install-recommends \
        "$folder"/slideway_*.deb "$folder"/slideway-gmsh_*.deb "$folder"/python3-slideway_*.deb
    rm -rf /var/lib/apt/lists/*
    slideway --version
    ;;
*)
    echo "usage: $0 build | install DIR" >&2
    exit 2
    ;;
esac
