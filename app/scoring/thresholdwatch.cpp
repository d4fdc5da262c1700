// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/thresholdwatch.h"

#include "models/analysis/causality/culpritname.h"
#include "models/core/eventcodes.h"

namespace lockstep::scoring {

namespace {

/// The kind that somebody would guess who knows the trade and sees nothing but the one event.
std::string guessedKind(const Event& event)
{
    if (event.code == codes::portDown)
        return "nic_down";
    if (event.code == codes::gpuXid && event.fields.xid == 79)
        return "gpu_off_bus";
    if (event.code == codes::gpuXid && event.fields.xid == 48)
        return "memory_errors";
    return {};
}

} // namespace

void ThresholdWatch::look(std::span<const DerivedEvent> news, const Topology& topology,
                          [[maybe_unused]] const ObservedJobs& jobs, TimePoint now)
{
    for (const DerivedEvent& reported : news) {
        std::string code = reported.event.code == codes::portUp ? codes::portDown : reported.event.code;
        if (!code.starts_with(codes::metricLimit) && code != codes::gpuXid && code != codes::portDown)
            continue;
        const std::pair place(reported.entity, std::move(code));
        if (reported.event.severity == Severity::Information) {
            m_active.erase(place);
            continue;
        }
        if (!m_active.emplace(place, now).second)
            continue;
        const Cause cause{guessedKind(reported.event), {culpritName(topology, reported.entity)}};
        m_reported.push_back({place.second + " " + cause.culprits.front() + " " + std::to_string(m_reported.size()),
                              now,
                              reported.event.time,
                              cause,
                              cause,
                              {},
                              reported.event.text});
    }
}

} // namespace lockstep::scoring
