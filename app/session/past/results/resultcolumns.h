// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ingest/derived.h"
#include "models/ingest/metrictable.h"
#include "models/store/columns/columnsource.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Results of analyses for each tick of a trace, or of a recording that was made without them. Covers the whole time
/// range, unlike the columns of live data. Uses memory only for ticks with results. GUI thread; owned by the session.
class ResultColumns : public ColdColumns
{
public:
    /// @param ticks all ticks shown @param kept how many of them are kept, from the first
    ResultColumns(TickRange ticks, TickIndex kept)
        : m_ticks(ticks), m_kept{ticks.from, std::min(ticks.to, ticks.from + kept)}
    { }

    /// Takes columns of metrics that are in @p metrics. A value replaces an earlier one; NaN does not.
    /// @return ticks that were added or changed
    TickRange take(const std::vector<DerivedColumn>& columns, const MetricTable& metrics);

    [[nodiscard]] TickRange ticks() const override { return m_ticks; }
    [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override;
    [[nodiscard]] float value(MetricId metric, std::uint32_t entity, TickIndex tick) const override;
    /// Number of ticks with any value, over all metrics.

    /// Always unknown: in a trace no node stops reporting.
    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex tick) const override;

private:
    using Column = std::vector<float>;

    TickRange m_ticks;
    TickRange m_kept;
    std::vector<std::unordered_map<TickIndex, Column>> m_metrics; ///< by metric, then by tick
};

} // namespace lockstep
