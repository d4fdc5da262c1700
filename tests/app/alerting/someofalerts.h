// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <string>
#include <utility>

namespace lockstep::test {

/// An alert like those of the alert analysis, with the current time.
inline Alert someAlert(const std::string& key, TimePoint onset, std::string kind = "pump_degradation",
                       std::string place = "cdu-1")
{
    Alert alert;
    alert.key = key;
    alert.kind = std::move(kind);
    alert.names = {std::move(place)};
    alert.onset = alert.raisedAt = onset;
    alert.title = "Loop cdu-1 loses flow: \"27\" of 180 L/min";
    alert.chain = {{"Loop cdu-1 loses flow", {}, onset}, {"60 GPUs warm", {}, onset + std::chrono::seconds(40)}};
    alert.confidence = 0.9;
    alert.owners = {"facilities"};
    alert.runbook = "resources/runbooks/pump_degradation.md";
    return alert;
}

} // namespace lockstep::test
