#!/usr/bin/env bash
# portable.sh SOURCE BUILD: makes the portable archive, and shows the demo from it in a bare Debian 13, whose Qt, VTK and gRPC
# are newer and not installed. Needs root, debootstrap and the distribution's package server.
set -euo pipefail
source=$1
build=$(realpath "$2")
# shellcheck source=baresystem.sh
. "$(dirname "$0")/baresystem.sh"

rm -f "$build"/packages/lockstep-*.tar.xz
"$source/resources/packaging/portable.sh" "$build"
make_bare_system trixie
# Libraries that a desktop provides.
inside apt-get install -y -qq --no-install-recommends xvfb xauth libgl1 libegl1 libopengl0 libgl1-mesa-dri libx11-xcb1 libwayland-egl1 \
    libfontconfig1 libharfbuzz0b fonts-dejavu-core > "$work/log" 2>&1 || { tail "$work/log"; exit 1; }
tar -C "$root/home/alice" -xf "$build"/packages/lockstep-*.tar.xz
program=$(cd "$root" && echo home/alice/lockstep-*/lockstep)
alice "/$program" --version
missing=$(alice sh -c 'LD_LIBRARY_PATH= ldd /home/alice/lockstep-*/bin/lockstep*' | grep 'not found' || true)
[ -z "$missing" ] || fail "$missing"
alice xvfb-run -a -s '-screen 0 1600x900x24' "/$program" --demo --fresh --after 15 \
    --screenshot /home/alice/demo.png --stats-json /home/alice/stats.json
counted=$(samples_shown "$root/home/alice/stats.json")
[ "${counted:-0}" -gt 0 ] || fail "the window shows nothing"
cp "$root/home/alice/demo.png" "$build/packages/portable.png"
echo "1 passed, 0 failed"
