# shellcheck shell=bash
# Sourced by the tests in this folder. Makes a bare Debian under $root, which is unmounted and removed at exit. Needs root,
# debootstrap and the distribution's package server.
work=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-packaging.XXXXXX")
root=$work/root

finish() {
    umount -l "$root/proc" "$root/dev" 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT

fail() {
    echo "FAILED: $*" >&2
    exit 1
}
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root "$@"; }
alice() { inside setpriv --reuid alice --regid alice --clear-groups env HOME=/home/alice XDG_RUNTIME_DIR=/home/alice "$@"; }

make_bare_system() { # RELEASE [ARCHIVE]: unpacks the archive; if the file is missing, saves the new system there
    local archive=${2:-}
    if [ -n "$archive" ] && [ -e "$archive" ]; then
        mkdir "$root"
        tar -C "$root" -xf "$archive"
    else
        debootstrap --variant=minbase "$1" "$root" > "$work/log" || { tail "$work/log"; fail debootstrap; }
        cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null || true
        [ -z "$archive" ] || tar -C "$root" -cf "$archive" .
    fi
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    inside apt-get update -qq
    inside useradd --create-home alice
}

samples_shown() { sed -n 's/.*"samples": *\([0-9]*\).*/\1/p' "$1"; } # STATS FILE of the window
