// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/columnreader.h"
#include "models/analysis/moment/momentresults.h"
#include "models/analysis/moment/spanlookback.h"

#include <stop_token>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Completes the inputs of the results at a moment from a recording. One thread at a time.
class LookBackReader
{
public:
    /// @param recording not shared @param isGrowing look for newly written data
    LookBackReader(Recording recording, bool isGrowing) : m_columns(std::move(recording)), m_isGrowing(isGrowing) { }

    void stopWith(const std::stop_token& stop) { m_columns.stopWith(stop); }

    /// Reads spans until there are enough, and the missing columns of their time.
    /// @param earliest beginning of the recording
    /// @return false: part of the data has not been written yet
    [[nodiscard]] bool complete(SpanLookBack& spans, TimePoint earliest, MomentSurroundings& around,
                                const std::stop_token& stop);

private:
    void addStretch(SpanLookBack& spans, const TopologyPtr& topology);
    [[nodiscard]] EntityRef entityOf(EntityRef recorded, const TopologyPtr& topology);
    void addThrottles(const SpanLookBack& spans, MomentSurroundings& around);

    ColumnReader m_columns;
    const bool m_isGrowing;
    TopologyPtr m_mappedFrom;
    TopologyPtr m_mappedTo;
    std::unordered_map<EntityRef, EntityRef> m_entities; ///< by the recording's
};

} // namespace lockstep
