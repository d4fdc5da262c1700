#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the backtest of `lockstep links --json` with the truth of series.py, by kind of link.

Usage: score.py TRUTH.json LINKS.json [TRUTH.json LINKS.json ...]
"""
import collections
import json
import statistics
import sys

DAYS = 60


def main():
    kinds = collections.defaultdict(lambda: collections.defaultdict(list))
    for truth_path, links_path in zip(sys.argv[1::2], sys.argv[2::2]):
        with open(truth_path, encoding="ascii") as file:
            truth = json.load(file)
        with open(links_path, encoding="utf-8") as file:
            backtest = json.load(file)["backtest"]
        ends = {name: "/".join(part.strip() for part in name.split("/")[-2:]) for name in
                {each["port"] for part in ("downs", "predictions") for each in backtest[part]}}
        for link in truth.values():
            kinds[link["kind"]]["links"].append(1)
        for down in backtest["downs"]:
            kind = kinds[truth[ends[down["port"]]]["kind"]]
            kind["downs"].append(1)
            if down["ahead_h"] is not None:
                kind["ahead"].append(down["ahead_h"])
        for each in backtest["predictions"]:
            kind = kinds[truth[ends[each["port"]]]["kind"]]
            kind[each["outcome"]].append(1)
            if each["after_h"] is not None:
                late = each["latest_h"] if each["latest_h"] is not None else float("inf")
                kind["within"].append(each["soonest_h"] - 4 <= each["after_h"] <= late + 4)
                if each["expected_h"] > 0:
                    kind["ratio"].append(each["after_h"] / each["expected_h"])
    print("| kind | links | link downs | predicted | median ahead | true predictions | within interval | false | "
          "false a link-year |\n|---|---|---|---|---|---|---|---|---|")
    total = collections.defaultdict(list)
    for name, kind in sorted(kinds.items()):
        for key, values in kind.items():
            total[key] += values
        print(row(name, kind))
    print(row("all", total))


def row(name, kind):
    ahead = f"{statistics.median(kind['ahead']) / 24:.1f} d" if kind["ahead"] else "-"
    true = len(kind["went_down"]) + len(kind["reached_limit"])
    years = len(kind["links"]) * DAYS / 365.25
    return (f"| {name} | {len(kind['links'])} | {len(kind['downs'])} | {len(kind['ahead'])} | {ahead} | {true} | "
            f"{sum(kind['within'])} | {len(kind['false'])} | {len(kind['false']) / years:.3f} |")


main()
