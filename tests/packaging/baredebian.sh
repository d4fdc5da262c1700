#!/usr/bin/env bash
# baredebian.sh BUILD [PACKAGES OF THE PREVIOUS VERSION]: installs the packages of a build in a bare Debian 12, uses them,
# upgrades them from the previous version and purges them. Without packages of a previous version, it builds the same programs
# with an older version number. Needs root, debootstrap and the distribution's package server.
#
# The chroot has no init. The agent runs with those limits of its unit that a process can set itself (user, capabilities, no
# new privileges, umask, folders), but without its namespaces and cgroup.
set -euo pipefail
build=$(realpath "$1")
before=${2:-}
# shellcheck source=baresystem.sh
. "$(dirname "$0")/baresystem.sh"

say() { echo "== $*"; }
install() { # PACKAGE FILE...: with their dependencies only
    rm -rf "$root/packages"
    mkdir "$root/packages"
    cp "$@" "$root/packages"
    inside sh -c 'apt-get install -y -qq --no-install-recommends --allow-downgrades /packages/*.deb > /packages/log 2>&1' \
        || { cat "$root/packages/log"; fail "apt-get install $*"; }
}
# As in the unit: its user, no capabilities, its folders.
service() { # USER STATE COMMAND...
    local user=$1 state=$2
    shift 2
    chroot "$root" setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
        env -i PATH=/usr/bin:/bin STATE_DIRECTORY="$state" sh -c 'umask 0077; exec "$@"' sh "$@"
}
traces() { find "$root" -xdev \( -path "$root/home" -o -path "$root/packages" -o -path "$root/proc" \) -prune -o -iname '*lockstep*' -print; }

# The agent, and the shell that waits for it.
stop() { pkill -P "$agent" 2> /dev/null || true; }

say "bare Debian 12"
make_bare_system bookworm "${LOCKSTEP_BARE_DEBIAN:-}"
echo exit 101 > "$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir -m 700 "$root/tmp/alice"
inside chown alice: /tmp/alice
[ -z "$(traces)" ] || fail "not bare: $(traces)"

say "the version before"
packages=("$build"/packages/lockstep{,-agent,-record,-sim,-nccl}_*.deb)
if [ -z "$before" ]; then
    before=$work/before
    mkdir "$before"
    for package in "${packages[@]}"; do
        rm -rf "$work/unpacked"
        dpkg-deb -R "$package" "$work/unpacked"
        sed -i 's/^Version: .*/Version: 0.0.1/' "$work/unpacked/DEBIAN/control"
        dpkg-deb -Zgzip --root-owner-group -b "$work/unpacked" "$before/$(basename "${package%%_*}")_0.0.1_amd64.deb" > /dev/null
    done
fi
size() { du -sm --exclude="$root/packages" --exclude="$root/proc" --exclude="$root/dev" "$root" | cut -f1; }
bare=$(size)
began=$SECONDS
install "$before"/lockstep-agent_*.deb
echo "lockstep-agent: $(($(size) - bare)) MB with what it depends on, $((SECONDS - began)) s"
install "$before"/*.deb
for program in lockstep lockstep-agent lockstep-analyze lockstep-record lockstep-sim; do
    inside $program --version
    [ -e "$root/usr/share/man/man1/$program.1.gz" ] || fail "no manual page of $program"
    [ -e "$root/usr/share/bash-completion/completions/$program" ] || fail "no completion of $program"
done
for unit in agent recorder relay; do
    [ -e "$root/lib/systemd/system/lockstep-$unit.service" ] || fail "no unit of the $unit"
    inside systemd-analyze verify --man=no "/lib/systemd/system/lockstep-$unit.service" 2>&1 | grep lockstep && fail "unit of the $unit"
done
[ -L "$root/etc/systemd/system/multi-user.target.wants/lockstep-agent.service" ] || fail "the agent is not enabled"
[ ! -L "$root/etc/systemd/system/multi-user.target.wants/lockstep-recorder.service" ] || fail "the recorder is enabled"
inside lockstep-agent --check-config /etc/lockstep/agent.toml
inside lockstep-record record --check-config /etc/lockstep/record.toml

say "connect, record, watch"
port=7$((RANDOM % 900 + 100))
inside mkdir -p -m 700 /var/lib/lockstep-recorder /var/lib/lockstep
inside chown lockstep: /var/lib/lockstep-recorder
inside chown nobody: /var/lib/lockstep
service 65534 /var/lib/lockstep lockstep-agent --listen 127.0.0.1:$port > "$work/agent.log" 2>&1 &
agent=$!
trap 'stop; finish' EXIT
service lockstep /var/lib/lockstep-recorder lockstep-record record --connect 127.0.0.1:$port --duration 10 \
    --out /var/lib/lockstep-recorder/site 2> "$work/record.log" || { cat "$work/record.log" "$work/agent.log"; fail record; }
samples() { inside lockstep info --json /var/lib/lockstep-recorder/site | sed -n 's/.*"samples":\([0-9]*\).*/\1/p'; }
recorded=$(samples)
[ "$recorded" -gt 0 ] || fail "nothing was recorded"
echo "recorded $recorded samples; agent's log begins with:"
head -3 "$work/agent.log"
inside apt-get install -y -qq --no-install-recommends xvfb xauth > /dev/null 2>&1
window() { # SECONDS OPTIONS...: prints the statistics of the window
    alice xvfb-run -a -s '-screen 0 1600x900x24' lockstep "${@:2}" --after "$1" --stats-json /tmp/alice/stats.json >&2
    cat "$root/tmp/alice/stats.json"
}
window 10 --connect 127.0.0.1:$port
counted=$(samples_shown "$root/tmp/alice/stats.json")
[ "$counted" -gt 0 ] || fail "the window shows nothing"
echo "the window took $counted samples"
sed -i 's/^period = 1.0/period = 2.0/' "$root/etc/lockstep/agent.toml"
kept() { (cd "$root" && find home/alice -name dashboard.ini -o -name incidents.sqlite | sort | xargs sha256sum); }
kept > "$work/kept"
grep -q dashboard.ini "$work/kept" || fail "no settings"
grep -q incidents "$work/kept" || fail "no incidents"

say "upgrade"
install "${packages[@]}"
inside lockstep --version
stop
grep -q '^period = 2.0' "$root/etc/lockstep/agent.toml" || fail "the upgrade replaced agent.toml"
[ "$(samples)" = "$recorded" ] || fail "the recording changed"
kept | diff "$work/kept" - || fail "settings or incidents changed"
service lockstep /var/lib/lockstep-recorder lockstep-record info /var/lib/lockstep-recorder/site | head -3

say "remove, and install again"
inside apt-get remove -y -qq 'lockstep*' > /dev/null 2>&1
[ -e "$root/etc/lockstep/agent.toml" ] || fail "removing took the configuration"
[ -e "$root/var/lib/lockstep-recorder/site" ] || fail "removing took the recording"
install "${packages[@]}"
[ "$(samples)" = "$recorded" ] || fail "the recording is not there any more"

say "purge"
inside apt-get purge -y -qq 'lockstep*' > /dev/null 2>&1
left=$(traces | grep -v -e '/var/log/' -e '/var/cache/apt/' -e '/tmp/alice' || true)
[ -z "$left" ] || fail "purging left: $left"
! inside getent passwd lockstep || fail "purging left the user"
[ -n "$(kept)" ] || fail "purging took a user's own files"

say "the package of the window alone: install and show the demo"
rm -rf "$root/packages"
mkdir "$root/packages"
cp "$build"/packages/lockstep_*.deb "$root/packages"
inside apt-get autoremove -y -qq --purge > /dev/null 2>&1
began=$SECONDS
install "$build"/packages/lockstep_*.deb
echo "$(du -m "$build"/packages/lockstep_*.deb | cut -f1) MB package, installed in $((SECONDS - began)) s"
inside apt-get install -y -qq --no-install-recommends xvfb xauth > /dev/null 2>&1
window 15 --demo --fresh --screenshot /tmp/alice/demo.png
cp "$root/tmp/alice/demo.png" "${LOCKSTEP_DEMO_PICTURE:-$build/packages/demo.png}"
echo "1 passed, 0 failed"
