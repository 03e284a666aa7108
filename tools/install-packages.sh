#!/bin/sh
# Installs the missing Debian packages of the lists given as arguments. It prints the apt command, asks
# first on a terminal, and uses sudo unless root. It prints nothing if no package is missing.
#   tools/install-packages.sh [--small] LIST ...
# libvtk9-dev depends on development packages of Java, GDAL, MySQL and others, which Slideway does not need. With
# --small, the script installs VTK's libraries, and copies the headers of libvtk9-dev to /usr/local/include. To undo
# this: rm -r /usr/local/include/vtk-9.*
set -eu
small=""
[ "${1:-}" != --small ] || { small=yes && shift; }
missing=""
headers=""
for package in $(cat "$@"); do
    if dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed"; then
        continue
    elif [ "$package" = libvtk9-dev ] && ls /usr/local/include/vtk-9.* >/dev/null 2>&1; then
        continue # an earlier --small
    elif [ "$package" = libvtk9-dev ] && [ -n "$small" ]; then
        headers=libvtk9-dev
    else
        missing="$missing $package"
    fi
done
[ -n "$missing$headers" ] || exit 0
sudo=""
[ "$(id -u)" -eq 0 ] || sudo="sudo"
echo "Missing Debian packages:$missing $headers"
[ -z "$missing" ] || echo "  $sudo apt-get install -y --no-install-recommends$missing"
[ -z "$headers" ] || echo "  and the libraries of VTK, with the headers of $headers in /usr/local/include"
if [ -t 0 ] && [ -t 1 ]; then
    printf "Install them now? [Y/n] "
    read -r answer
    case "$answer" in [nN]*) exit 1 ;; esac
fi
install() {
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}
# Installs the libraries of a package "libvtk9-dev", and copies its headers.
install_headers() {
    libraries=$(apt-cache depends "$1" | sed -n 's/^ *Depends: \(libvtk9\.[0-9a-z]*\)$/\1/p')
    [ -n "$libraries" ] && install $libraries || return 1
    folder=$(mktemp -d)
    (cd "$folder" && apt-get -o APT::Sandbox::User=root download "$1" && dpkg-deb --fsys-tarfile "$1"_*.deb >files.tar) &&
        $sudo tar -xf "$folder/files.tar" -C /usr/local/include --strip-components=3 --no-same-owner ./usr/include
    status=$?
    rm -r "$folder"
    return $status
}
# Package servers are shared and sometimes busy: try three times.
for attempt in 1 2 3; do
    if $sudo apt-get update && { [ -z "$missing" ] || install $missing; } &&
        { [ -z "$headers" ] || install_headers "$headers"; }; then
        exit 0
    fi
    echo "apt-get failed (attempt $attempt of 3)" >&2
    sleep 10
done
exit 1
