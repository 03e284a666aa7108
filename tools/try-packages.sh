#!/bin/sh
# Tests the packages slideway, slideway-gmsh and python3-slideway in a chroot: installs them, runs the first case, a
# script and a figure, and removes them. Creates the chroot if the folder has none, and leaves it there. Needs root,
# debootstrap and the network.
#   tools/try-packages.sh DIR_OF_DEBS [FOLDER_OF_THE_CHROOT]
set -eu
packages=$(readlink -f "$1")
root=${2:-$(mktemp -d /tmp/slideway-chroot.XXXXXX)}
here=$(dirname "$(readlink -f "$0")")
[ -e "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$root"
[ -e "$root/proc/self" ] || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
rm -rf "$root/packages"
cp -r "$packages" "$root/packages"
cp "$here/image.sh" "$root/packages/"
in_root() { chroot "$root" env LC_ALL=C.UTF-8 HOME=/root "$@"; }
in_root sh /packages/image.sh install /packages
in_root sh -c 'cd /root && slideway run beam_on_beam/unstable_rough --quiet --plot'
in_root sh -c 'cd /root && python3 -c "
import slideway as sw
print(sw.load(\"beam_on_beam/lock_in\").modes(of=\"bodies\", n_modes=1).status)"'
in_root apt-get purge -y slideway slideway-gmsh python3-slideway
left=$(find "$root/usr" "$root/etc" -name '*slideway*' ! -path '*/dpkg/*')
[ -z "$left" ] || { echo "left behind: $left" >&2; exit 1; }
echo "installed, ran and removed in $root"
