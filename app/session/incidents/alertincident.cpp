// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/alertincident.h"

#include "models/analysis/causality/causes.h"
#include "models/view/time/timeaxis.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

std::string wordsOf(const std::string& kind)
{
    const CauseRow* const known = causeRow(kind);
    return known == nullptr ? kind : std::string(known->words);
}

} // namespace

void fillFrom(const Alert& alert, const Topology& topology, Incident& incident)
{
    incident.title = alert.title;
    incident.severity = alert.severity;
    incident.tags = {alert.kind};
    incident.entities.clear();
    for (const EntityRef entity : alert.entities) {
        if (topology.contains(entity))
            incident.entities.push_back(nameOf(topology, entity));
    }
    incident.summary = "Chain of effects:\n";
    for (const Alert::Stage& stage : alert.chain)
        incident.summary += fmt::format("- {} {}\n", formatTime(stage.since, std::chrono::seconds(1)), stage.what);
    incident.causes
        = fmt::format("Most likely {} (confidence {:.0f} %).\n", wordsOf(alert.kind), 100 * alert.confidence);
    for (const Alert::Alternative& other : alert.considered)
        incident.causes += fmt::format("- Not {}: {}\n", wordsOf(other.kind), other.whyNot);
}

} // namespace lockstep
