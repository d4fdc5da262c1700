#!/usr/bin/env bash
# portable.sh BUILD: packs the window, its commands and the libraries that they need into
# BUILD/packages/lockstep-VERSION-ARCHITECTURE.tar.xz, for distributions without packages of Lockstep. It runs from any
# folder. From the system it needs glibc of at least this system's version, and libraries that belong to the system's
# graphics drivers and fonts: libstdc++, X11 or Wayland, OpenGL, fontconfig, freetype, harfbuzz.
set -euo pipefail
build=$(realpath "$1")
package=$(echo "$build"/packages/lockstep_*.deb)
name=lockstep-$(dpkg-deb -f "$package" Version)-$(uname -m)
work=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-portable.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/$name

ofTheSystem='^(ld-linux-x86-64|lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s|GL|GLX|EGL|OpenGL|GLdispatch|drm|gbm|X11|X11-xcb|xcb|xcb-dri[23]|xcb-glx|xcb-present|wayland-(client|egl|server)|fontconfig|freetype|expat|z|harfbuzz|fribidi))\.so'

dpkg-deb -x "$package" "$work/package"
mkdir -p "$root"
mv "$work"/package/usr/lib/lockstep "$root/bin"
mv "$work"/package/usr/share "$root/share"

plugins=$(qmake6 -query QT_INSTALL_PLUGINS)
[ -e "$plugins"/platforms/libqwayland-generic.so ] || { echo "portable.sh: install qt6-wayland" >&2; exit 1; }
for plugin in platforms/libq{xcb,wayland-generic,wayland-egl,offscreen} xcbglintegrations/ imageformats/ iconengines/ tls/ \
    wayland-{decoration-client,graphics-integration-client,shell-integration}/; do
    mkdir -p "$root/plugins/${plugin%/*}"
    cp "$plugins/$plugin"*.so "$root/plugins/${plugin%/*}"
done
cat > "$root/bin/qt.conf" << 'CONF'
[Paths]
Prefix = ..
Plugins = plugins
CONF

mkdir "$root/lib"
ldd "$root"/bin/lockstep* "$root"/plugins/*/*.so | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | while read -r library; do
    [[ $(basename "$library") =~ $ofTheSystem ]] || cp -L "$library" "$root/lib"
done
# RPATH instead of RUNPATH, because RUNPATH does not apply to indirect dependencies.
for program in "$root"/bin/lockstep*; do
    # shellcheck disable=SC2016 # the dynamic linker expands it
    patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$program"
done
ln -s bin/lockstep "$root/lockstep"

tar -C "$work" --owner=0 --group=0 -c "$name" | xz -T0 -6 > "$build/packages/$name.tar.xz"
echo "$build/packages/$name.tar.xz: $(du -m "$build/packages/$name.tar.xz" | cut -f1) MB, $(du -sm "$root" | cut -f1) MB unpacked"
