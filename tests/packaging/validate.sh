#!/usr/bin/env bash
# validate.sh SOURCE BUILD: runs the checkers of the distribution. A checker that is not installed is skipped with a
# message.
set -uo pipefail
source=$1 build=$2
files=$source/resources/packaging
failed=0

check() { # NAME COMMAND...
    local name=$1
    shift
    if ! command -v "$1" > /dev/null; then
        echo "skipped: $name ($1 is not installed)"
    elif output=$("$@" 2>&1); then
        echo "passed: $name"
    else
        echo "FAILED: $name"
        echo "$output"
        failed=1
    fi
}

check "lintian" lintian --tag-display-limit 0 --fail-on error,warning "$build"/packages/*.deb
check "desktop entry" desktop-file-validate "$files"/desktop/lockstep.desktop
check "AppStream" appstreamcli validate --no-net --pedantic "$build"/packaging/lockstep.metainfo.xml
check "MIME types" xmllint --noout "$files"/desktop/lockstep-mime.xml
check "Prometheus rules" promtool check rules "$files"/fleet/prometheus-rules.yml
check "Prometheus rules, tests" promtool test rules "$files"/fleet/prometheus-tests.yml
check "Alertmanager" amtool check-config "$files"/fleet/alertmanager.yml
check "Grafana dashboard" python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$files"/fleet/grafana-dashboard.json
check "Kubernetes manifest" python3 -c 'import sys, yaml; list(yaml.safe_load_all(open(sys.argv[1])))' "$files"/fleet/kubernetes.yml
check "shell scripts" shellcheck -x -P SCRIPTDIR "$files"/fleet/*.sh "$build"/packaging/*/p{ostinst,rerm,ostrm} "$source"/tests/packaging/*.sh
check "completions for bash" shellcheck --shell=bash "$build"/pages/bash/*
for unit in "$source"/resources/agent/*.service; do
    check "$(basename "$unit")" systemd-analyze security --offline=yes --no-pager --threshold=15 "$unit"
done
exit $failed
