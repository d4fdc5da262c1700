#!/usr/bin/env bash
# portable.sh SOURCE BUILD: makes the portable archive, and shows the demo from it in a bare Debian 13, whose Qt, VTK and gRPC
# are newer and not installed. Needs root, debootstrap and the distribution's package server.
set -euo pipefail
source=$1
build=$(realpath "$2")
work=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-portable.XXXXXX")
root=$work/root

finish() {
    umount -l "$root/proc" "$root/dev" 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT

rm -f "$build"/packages/lockstep-*.tar.xz
"$source/resources/packaging/portable.sh" "$build"
debootstrap --variant=minbase trixie "$root" > "$work/log" || { tail "$work/log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null || true
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
inside apt-get update -qq
# What a desktop has.
inside apt-get install -y -qq --no-install-recommends xvfb xauth libgl1 libegl1 libopengl0 libgl1-mesa-dri libx11-xcb1 libwayland-egl1 \
    libfontconfig1 libharfbuzz0b fonts-dejavu-core > "$work/log" 2>&1 || { tail "$work/log"; exit 1; }
inside useradd --create-home alice
tar -C "$root/home/alice" -xf "$build"/packages/lockstep-*.tar.xz
alice() { inside setpriv --reuid alice --regid alice --clear-groups env HOME=/home/alice XDG_RUNTIME_DIR=/home/alice "$@"; }
program=$(cd "$root" && echo home/alice/lockstep-*/lockstep)
alice "/$program" --version
missing=$(alice sh -c 'LD_LIBRARY_PATH= ldd /home/alice/lockstep-*/bin/lockstep*' | grep 'not found' || true)
[ -z "$missing" ] || { echo "FAILED: $missing" >&2; exit 1; }
alice xvfb-run -a -s '-screen 0 1600x900x24' "/$program" --demo --fresh --after 15 \
    --screenshot /home/alice/demo.png --stats-json /home/alice/stats.json
counted=$(sed -n 's/.*"samples": *\([0-9]*\).*/\1/p' "$root/home/alice/stats.json")
[ "${counted:-0}" -gt 0 ] || { echo "FAILED: the window shows nothing" >&2; exit 1; }
cp "$root/home/alice/demo.png" "$build/packages/portable.png"
echo "1 passed, 0 failed"
