// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/past/readers/pastreader.h"
#include "datasources/recording/recording.h"
#include "models/store/columns/columnsource.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Combines two readers: the recording and, for times that the recording does not cover, a server with older data.
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

    /// The metrics of the lower reader, which has all data, because recorded data came from it.
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
    /// Each reader answers for itself, depending on its metrics.
    [[nodiscard]] const PointwiseMetric* computedFrom(std::string_view) const override { return nullptr; }
    [[nodiscard]] RecordedBlock storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                            const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> storedRow(const std::string& metric, TickIndex tick,
                                               const TopologyPtr& topology) override;
    [[nodiscard]] bool isAbove(TickIndex tick) const; ///< whether the upper reader has this tick

    std::unique_ptr<PastReader> m_upper;
    std::unique_ptr<PastReader> m_lower;
};

/// Reads the columns of a recording, or its summaries where columns are missing.
class ColumnReader : public PastReader
{
public:
    explicit ColumnReader(Recording recording)
        : m_recording(std::move(recording)), m_summarised(m_recording.summarised())
    { }

    /// The recording, for reading data other than columns.
    [[nodiscard]] Recording& recording() { return m_recording; }

    void stopWith(const std::stop_token& stop) override { m_recording.stopWith(stop); }
    [[nodiscard]] Status refresh() override;
    [[nodiscard]] TickRange ticks() const override { return m_recording.ticksWithTiers(); }
    [[nodiscard]] std::vector<TickRange> pauses() const override { return m_recording.pauses(ColdColumns::minPause); }
    [[nodiscard]] std::vector<SummarisedRange> summarised() const override { return m_summarised; }
    [[nodiscard]] bool reportsPresence() const override;
    /// For metrics that are computed, the extents of their means.
    [[nodiscard]] std::vector<float> extents(const std::string& metric, std::uint32_t entity, TickIndex first,
                                             TickIndex step, std::size_t steps, const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> sheet(const std::string& metric, const SheetKey& key,
                                           const TopologyPtr& topology) override;

private:
    [[nodiscard]] const PointwiseMetric* computedFrom(std::string_view metric) const override;
    [[nodiscard]] RecordedBlock storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                            const TopologyPtr& topology) override;
    [[nodiscard]] std::vector<float> storedRow(const std::string& metric, TickIndex tick,
                                               const TopologyPtr& topology) override;
    /// The store's index by the recording's; empty: identical.
    [[nodiscard]] std::span<const std::uint32_t> indicesOf(MetricId metric, const TopologyPtr& topology);
    void mapTo(const TopologyPtr& topology);
    /// The tier to read at a tick; nullopt: full resolution.
    [[nodiscard]] std::optional<std::size_t> tierAt(TickIndex tick) const;
    [[nodiscard]] TickIndex stepAt(TickIndex tick, std::size_t tier) const;
    void addMeans(RecordedBlock& block, MetricId metric, EntitySlice slice);
    /// Minima and maxima of ticks or of a tier's steps, by the recording's indices.
    using UseExtremes = std::function<void(TickRange, std::span<const float> low, std::span<const float> high)>;
    void forEachExtreme(MetricId metric, TickRange ticks, TickIndex step, EntitySlice slice, const UseExtremes& use);
    void forEachExtreme(MetricId metric, const Recording::Part& part, EntitySlice slice, const UseExtremes& use);

    Recording m_recording;
    std::vector<SummarisedRange> m_summarised;
    TopologyPtr m_mappedFrom;
    TopologyPtr m_mappedTo;
    std::array<std::vector<std::uint32_t>, entityKindCount>
        m_indexOf; ///< the store's index by that of the recording; empty: identical
};

/// Up to @p count readers of a recording, one per thread; fewer if it cannot be opened that often.
[[nodiscard]] PastReaders readersOf(Recording recording, std::size_t count);

} // namespace lockstep
