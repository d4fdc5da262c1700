// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/storage/foreignmetric.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/core/topologybuilder.h"
#include "models/store/metrictable.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Gathers samples of other systems' files by metric and thing, in memory, in any order of time, and writes them as a
/// recording. Not thread-safe.
class ImportedSeries
{
public:
    struct Counts
    {
        std::uint64_t samples = 0; ///< taken in
        std::uint64_t merged = 0; ///< fell on a tick that their series had a value for already: the later one counts
        std::uint64_t series = 0;
        std::uint64_t clashes = 0; ///< series that name the same metric of the same thing as another: left out
    };

    explicit ImportedSeries(Duration tickPeriod) : m_tickPeriod(tickPeriod) { }

    /// The series of that name and labels; the key is theirs, as the file spells it. An index for add().
    [[nodiscard]] std::size_t seriesOf(const std::string& key, std::string_view name, const Labels& labels);
    void add(std::size_t series, TimePoint time, double value);

    /// Makes one segment in the folder. What was gathered is used up.
    Status write(const std::string& folder);

    [[nodiscard]] const Counts& counts() const { return m_counts; }

private:
    struct Sample
    {
        TickIndex tick;
        float value;
    };
    struct Series
    {
        MetricId metric;
        EntityRef entity;
        double factor = 1;
        bool isClash = false;
        std::vector<Sample> samples;
        std::size_t next = 0; ///< to be written
    };

    EntityRef entityOf(const std::vector<PlaceStep>& place);
    void settle();

    Duration m_tickPeriod;
    TopologyBuilder m_builder;
    MetricTable m_metrics;
    std::unordered_map<std::string, std::size_t> m_byKey;
    std::unordered_map<std::uint64_t, std::size_t> m_byPlace; ///< metric and entity index
    std::vector<Series> m_series;
    Counts m_counts;
};

} // namespace lockstep
