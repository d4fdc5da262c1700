#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes series of links that degrade, fail without a sign, or stay healthy, to score `lockstep links`.

Usage: series.py SEED DIR    writes DIR/links.csv for `lockstep import` and DIR/truth.json

Sixty days, a sample an hour, 400 links. Nothing here is taken from the simulator or the detector: bit errors follow from the
optical power by the Gaussian Q factor of a PAM4 receiver, counts are Poisson, noise is correlated over a day, and modules
follow a daily, a weekly and a seasonal temperature. Links are repaired one to three days after they went down.
"""
import json
import math
import random
import sys

DAYS = 60
START = 1767225600  # 2026-01-01 UTC
KINDS = [("healthy", 180), ("step", 40), ("wandering", 40), ("bursts", 20), ("busy", 20),
         ("ratio", 25), ("onset", 20), ("power", 20), ("warm", 10), ("errors", 15), ("sudden", 10)]
FAILING = {"ratio", "onset", "power", "warm", "errors", "sudden"}


def ratio_of(dbm, sensitivity):
    """Bit error ratio at a receive power. At the sensitivity it is 2.4e-4, the limit of RS(544,514)."""
    q = 3.49 * 10 ** ((dbm - sensitivity) / 10)
    return max(0.5 * math.erfc(q / math.sqrt(2)), 1e-15)


def poisson(rng, mean):
    if mean > 50:
        return max(0, round(rng.gauss(mean, math.sqrt(mean))))
    limit, count, product = math.exp(-mean), 0, rng.random()
    while product > limit:
        count += 1
        product *= rng.random()
    return count


class Link:
    def __init__(self, rng, kind):
        self.rng = rng
        self.kind = kind
        self.base = rng.uniform(-9.5, -5.5)  # logarithm of the ratio while healthy
        self.dbm = rng.uniform(-4.5, -1.0)
        self.noise = rng.uniform(0.03, 0.2)
        self.warmth = rng.uniform(38, 52)
        self.sway = rng.uniform(1, 5)
        self.phase = rng.uniform(-2, 2)
        self.wander = 0.0
        self.dbm_wander = 0.0
        self.begin = rng.uniform(10, 40)  # days
        self.length = {"ratio": rng.uniform(4, 25), "onset": rng.uniform(0.7, 4), "power": rng.uniform(5, 25),
                       "warm": rng.uniform(5, 20), "errors": rng.uniform(4, 20)}.get(kind, 0)
        self.bend = rng.uniform(0.8, 1.5)  # 1: the logarithm rises evenly
        self.jump = rng.choice((-1, 1)) * rng.uniform(0.5, 1.5)
        self.down = None
        self.repaired = None

    def progress(self, day):
        """0 while healthy, 1 where the link fails."""
        if self.repaired is not None or day < self.begin or self.length == 0:
            return 0.0
        return ((day - self.begin) / self.length) ** self.bend

    def sample(self, day, hall):
        rng = self.rng
        if self.down is not None and self.repaired is None:
            if day < self.down + self.outage:
                return None
            self.repaired = day
        share = self.progress(day)
        is_failing = share >= 1 or (self.kind == "sudden" and self.repaired is None and day >= self.begin)
        if is_failing and rng.random() < 0.25:  # goes down some hours after it reached its limit
            self.down = day
            self.outage = rng.uniform(1, 3)
            return None
        slow = 0.3 if self.kind == "wandering" else 0.08
        self.wander += -self.wander / 24 + rng.gauss(0, slow * math.sqrt(2 / 24))
        self.dbm_wander += -self.dbm_wander / 24 + rng.gauss(0, 0.05 * math.sqrt(2 / 24))
        warmth = self.warmth + hall + self.sway * math.sin(2 * math.pi * (day + self.phase / 24)) + rng.gauss(0, 0.4)
        if self.kind == "busy" and int(day / 5) % 2:  # jobs of five days
            warmth += 6
        logarithm = self.base + self.wander + 0.01 * (warmth - self.warmth) + rng.gauss(0, self.noise)
        dbm = self.dbm + self.dbm_wander - 0.01 * (warmth - self.warmth) + rng.gauss(0, 0.05)
        errors = 0.02
        if self.kind == "step" and day >= self.begin:
            logarithm += self.jump
            dbm -= abs(self.jump)
        if self.kind == "bursts" and rng.random() < 0.01:
            logarithm += rng.uniform(1, 3)
            errors += rng.uniform(0, 100)
        if self.kind in ("ratio", "onset"):
            logarithm += share * (-3.62 - self.base)
        if self.kind == "power":
            dbm -= share * (self.dbm + 10)
            logarithm = max(logarithm, math.log10(ratio_of(dbm, -10)))
        if self.kind == "warm":
            warmth += share * (70 - self.warmth)
        if self.kind == "errors":
            errors += share and 10 ** (share * math.log10(120))
        return logarithm, round(dbm, 2), round(warmth, 1), poisson(rng, errors)


def main():
    seed, folder = int(sys.argv[1]), sys.argv[2]
    rng = random.Random(seed)
    kinds = [kind for kind, count in KINDS for _ in range(count)]
    rng.shuffle(kinds)
    links = {f"leaf{at // 32:02}/{at % 32 + 1}": Link(random.Random(rng.random()), kind)
             for at, kind in enumerate(kinds)}
    outages = [rng.uniform(0, DAYS) for _ in range(4)]  # of the source, six hours each
    with open(f"{folder}/links.csv", "w", encoding="ascii") as out:
        out.write("time,node,port,port.up,port.fec.bit_error_ratio,port.optics.receive_power,port.optics.temperature,"
                  "port.symbol_errors\n")
        for hour in range(DAYS * 24):
            day = hour / 24
            hall = 2 * math.sin(2 * math.pi * day / 7) + 4 * math.sin(2 * math.pi * day / 365)
            is_lost = any(begin <= day < begin + 0.25 for begin in outages)
            for name, link in links.items():
                sample = link.sample(day, hall)
                if is_lost or rng.random() < 0.03:
                    continue
                place = f"{START + hour * 3600},{name.replace('/', ',')}"
                if sample is None:
                    out.write(f"{place},0,,,,\n")
                    continue
                logarithm, dbm, warmth, errors = sample
                out.write(f"{place},1,{10 ** logarithm:.3e},{10 ** (dbm / 10) / 1000:.4e},{warmth},{errors / 3600:.6f}\n")
    truth = {name: {"kind": link.kind, "begin_h": link.begin * 24 if link.kind in FAILING else None,
                    "down_h": link.down and link.down * 24} for name, link in links.items()}
    with open(f"{folder}/truth.json", "w", encoding="ascii") as out:
        json.dump(truth, out, indent=1)


main()
