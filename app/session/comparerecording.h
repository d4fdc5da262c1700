// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/recordedpast.h"
#include "models/core/topologymatch.h"
#include "models/view/comparebaseline.h"

#include <memory>

namespace lockstep {

/// Another recording as a baseline: its things and metrics are found by name. GUI thread; it reads on its own.
class CompareRecording : public BaselineSource
{
public:
    /// @param matches what it has in common with the cluster that is shown
    CompareRecording(Recording recording, const TopologyMatches& matches, ClusterModel& cluster);

    [[nodiscard]] const TopologyMatches& matches() const { return m_matches; }

    [[nodiscard]] TickRange ticks() const override { return m_past->ticks(); }
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override;
    [[nodiscard]] bool isComing(MetricId metric, TickRange range) const override;

private:
    TopologyMatches m_matches;
    std::unique_ptr<RecordedPast> m_past;
};

} // namespace lockstep
