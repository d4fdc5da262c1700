// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/pastreader.h"

namespace lockstep {

/// Combines two readers: the recording and, for times that it does not cover, a server that goes back further.
class LayeredReader : public PastReader
{
public:
    LayeredReader(std::unique_ptr<PastReader> upper, std::unique_ptr<PastReader> lower);

    void stopWith(const std::stop_token& stop) override;
    [[nodiscard]] Status refresh() override;
    [[nodiscard]] TickRange ticks() const override;
    [[nodiscard]] std::vector<TickRange> pauses() const override { return m_lower->pauses(); }
    [[nodiscard]] bool reportsPresence() const override { return m_lower->reportsPresence(); }
    [[nodiscard]] bool takeFailure() override { return m_lower->takeFailure(); }

    /// From the lower reader, which has all data, because recorded data came from it.
    [[nodiscard]] std::set<std::string> extentMetrics() const override { return m_lower->extentMetrics(); }
    [[nodiscard]] std::vector<float> extents(const std::string& metric, std::uint32_t entity, TickIndex first,
                                             TickIndex step, std::size_t steps, const TopologyPtr& topology) override
    {
        return m_lower->extents(metric, entity, first, step, steps, topology);
    }

    [[nodiscard]] std::vector<float> sheet(const std::string& metric, const SheetKey& key,
                                           const TopologyPtr& topology) override
    {
        return m_lower->sheet(metric, key, topology);
    }

private:
    /// Each reader computes for itself, depending on the metrics it has.
    [[nodiscard]] const PointwiseMetric* computedFrom(std::string_view) const override { return nullptr; }
    [[nodiscard]] RecordedBlock keptBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                          const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> keptRow(const std::string& metric, TickIndex tick,
                                             const TopologyPtr& topology) override;
    [[nodiscard]] bool isAbove(TickIndex tick) const; ///< whether the upper reader has this tick

    std::unique_ptr<PastReader> m_upper;
    std::unique_ptr<PastReader> m_lower;
};

} // namespace lockstep
