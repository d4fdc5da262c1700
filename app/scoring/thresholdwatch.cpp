// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/thresholdwatch.h"

#include "models/analysis/seams/culpritname.h"
#include "models/core/eventcodes.h"

namespace lockstep::scoring {

namespace {

/// The kind that somebody would guess who knows the trade and sees nothing but the one event.
std::string guessedKind(const Event& event)
{
    if (event.code == codes::portDown)
        return "nic_down";
    if (event.code == codes::gpuXid && event.text.starts_with("XID 79"))
        return "gpu_off_bus";
    if (event.code == codes::gpuXid && event.text.starts_with("XID 48"))
        return "memory_errors";
    return {};
}

} // namespace

void ThresholdWatch::look(std::span<const DerivedEvent> news, const Topology& topology,
                          [[maybe_unused]] const ObservedJobs& jobs, TimePoint now)
{
    for (const DerivedEvent& told : news) {
        std::string code = told.event.code == codes::portUp ? codes::portDown : told.event.code;
        if (!code.starts_with(codes::metricLimit) && code != codes::gpuXid && code != codes::portDown)
            continue;
        const std::pair place(told.entity, std::move(code));
        if (told.event.severity == Severity::Information) {
            m_active.erase(place);
            continue;
        }
        if (!m_active.emplace(place, now).second)
            continue;
        const Cause cause{guessedKind(told.event), {culpritName(topology, told.entity)}};
        m_told.push_back({place.second + " " + cause.culprits.front() + " " + std::to_string(m_told.size()),
                          now,
                          told.event.time,
                          cause,
                          cause,
                          {},
                          told.event.text});
    }
}

} // namespace lockstep::scoring
