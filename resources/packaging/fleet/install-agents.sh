#!/bin/sh
# Installs or upgrades lockstep-agent on many nodes over ssh, a few at a time, and reports whether each one runs.
#
#     install-agents.sh lockstep-agent_0.1.0_amd64.deb agent.toml node-001 node-002 ...
#     install-agents.sh lockstep-agent_0.1.0_amd64.deb agent.toml $(scontrol show hostnames 'node-[001-128]')
#
# The remote account must be root, or allowed to use sudo without a password. agent.toml replaces the node's own file; "-"
# keeps it. PARALLEL sets the number of nodes at a time (default 8). Exit status: 0 all run, 1 some do not, 2 wrong usage.
set -eu

if [ $# -lt 3 ] || [ ! -r "$1" ] || { [ "$2" != - ] && [ ! -r "$2" ]; }; then
    echo "Usage: $0 PACKAGE.deb AGENT.toml|- NODE..." >&2
    exit 2
fi
package=$1 config=$2
shift 2

# The node unpacks one archive, so that a broken connection leaves no partial installation.
bundle=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$bundle" "$work"' EXIT
cp "$package" "$work/agent.deb"
if [ "$config" != - ]; then
    cp "$config" "$work/agent.toml"
fi
tar -C "$work" -cf "$bundle" .

remote=$(
    cat << 'END'
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -C "$folder" -xf -
chmod 0755 "$folder"
if [ "$(id -u)" -ne 0 ]; then as=sudo; else as=; fi
if [ -e "$folder/agent.toml" ]; then
    $as install -D -m 0644 "$folder/agent.toml" /etc/lockstep/agent.toml
fi
$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Options::=--force-confold "$folder/agent.deb" > "$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
lockstep-agent --check-config /etc/lockstep/agent.toml > /dev/null
$as systemctl restart lockstep-agent
sleep 2
systemctl is-active --quiet lockstep-agent || { systemctl status --no-pager lockstep-agent >&2; exit 1; }
lockstep-agent --version
END
)
export bundle remote

# shellcheck disable=SC2016 # expanded by the shell that xargs starts
printf '%s\n' "$@" | xargs -P "${PARALLEL:-8}" -I NODE sh -c '
    if answer=$(ssh -o BatchMode=yes -o ConnectTimeout=10 "$1" "$remote" < "$bundle" 2>&1); then
        printf "%s: %s\n" "$1" "$answer"
    else
        printf "%s: FAILED\n%s\n" "$1" "$answer" >&2
        exit 1
    fi' sh NODE || exit 1
