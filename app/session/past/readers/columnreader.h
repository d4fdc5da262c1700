// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/pastreader.h"
#include "datasources/recording/recording.h"
#include "models/store/columns/coldcolumns.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Reads the columns of a recording.
class ColumnReader : public PastReader
{
public:
    explicit ColumnReader(Recording recording) : m_recording(std::move(recording)) { }

    /// For everything other than columns.
    [[nodiscard]] Recording& recording() { return m_recording; }

    void stopWith(const std::stop_token& stop) override { m_recording.stopWith(stop); }
    [[nodiscard]] Status refresh() override { return m_recording.refresh(); }
    [[nodiscard]] TickRange ticks() const override { return m_recording.ticks(); }
    [[nodiscard]] std::vector<TickRange> pauses() const override
    {
        return m_recording.pauses(ColdColumns::shortestPause);
    }
    [[nodiscard]] bool reportsPresence() const override;

private:
    [[nodiscard]] const PointwiseMetric* computedFrom(std::string_view metric) const override;
    [[nodiscard]] RecordedBlock keptBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                          const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> keptRow(const std::string& metric, TickIndex tick,
                                             const TopologyPtr& topology) override;
    /// The store's index by the recording's; empty: identical.
    [[nodiscard]] std::span<const std::uint32_t> indicesOf(MetricId metric, const TopologyPtr& topology);
    void mapTo(const TopologyPtr& topology);

    Recording m_recording;
    TopologyPtr m_mappedFrom;
    TopologyPtr m_mappedTo;
    std::array<std::vector<std::uint32_t>, entityKindCount> m_indexOf; ///< the store's index by ours; empty: identical
};

/// Up to @p count readers of a recording, one per thread; fewer if it cannot be opened that often.
[[nodiscard]] PastReaders readersOf(Recording recording, std::size_t count);

} // namespace lockstep
