// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "datasources/imports/sampleperiod.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/metrictable.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

class SegmentWriter;

/// Gathers samples of other systems' files by metric and entity, in memory, in any order of time, and writes them as a
/// recording. Not thread-safe.
class ImportedSeries
{
public:
    struct Counts
    {
        std::uint64_t samples = 0; ///< kept
        std::uint64_t repeated = 0; ///< had the time of another one of their series: the later one counts
        std::uint64_t merged = 0; ///< found no tick without a value of their series: the later one counts
        std::uint64_t tooLarge = 0; ///< for a float: left out
        std::uint64_t series = 0;
        std::uint64_t clashes = 0; ///< series that name the same metric of the same entity as another: left out
        std::uint64_t clashSamples = 0; ///< of these
        std::uint64_t refused = 0; ///< series that no recording has room for, or whose names are too long: left out
        std::uint64_t refusedSamples = 0; ///< of these
        std::uint64_t noTimes = 0; ///< of no time that a clock shows: left out
        std::string firstRefused; ///< the first of all these, with why
        Duration farthest{}; ///< of a sample from its tick

        [[nodiscard]] std::uint64_t kept() const { return samples - repeated - merged; }
    };
    /// The grid that the samples were put on.
    struct Ticks
    {
        Duration period{};
        bool isFound = false; ///< in the samples; else it was given, or there was nothing to find it in
        std::size_t slower = 0; ///< series that come less than half as often
        Duration slowest{}; ///< what the slowest of them usually keeps between its samples
    };

    /// @param tickPeriod of the recording; nullopt: as the samples come
    explicit ImportedSeries(std::optional<Duration> tickPeriod = {}) : m_wanted(tickPeriod) { }

    /// The series of that name and labels; the key is theirs, as the file spells it. An index for add().
    [[nodiscard]] std::size_t seriesOf(const std::string& key, std::string_view name, const Labels& labels);
    void add(std::size_t series, TimePoint time, double value);

    /// Makes one segment in the folder. What was gathered is used up. Fails without leaving a file where few samples
    /// lie so far apart that their columns would be nearly empty: maxCells, or maxCellsOfSample for each.
    /// @param analyses that are to see it; see SegmentWriter::noteAnalyses()
    /// @return its ticks
    Result<TickRange> write(const std::string& folder, std::span<const std::string> analyses = {});

    [[nodiscard]] const Counts& counts() const { return m_counts; }
    [[nodiscard]] const Ticks& ticks() const { return m_ticks; } ///< once written

private:
    struct Sample
    {
        TimePoint time;
        float value;
        TickIndex tick = 0; ///< once settled
    };
    enum class Use : std::uint8_t { Kept, Clash, Refused };
    struct Series
    {
        MetricId metric;
        EntityRef entity;
        double factor = 1;
        Use use = Use::Kept;
        std::vector<Sample> samples;
        std::size_t next = 0; ///< to be written
    };

    /// A column is as wide as its kind has entities, and a block as long as its ticks: what an import may fill in all,
    /// and what it holds at a time.
    static constexpr std::uint64_t maxCells = std::uint64_t{1} << 30;
    static constexpr std::uint64_t maxCellsOfSample = 256;
    static constexpr std::uint64_t maxCellsOfBlock = std::uint64_t{1} << 28;

    [[nodiscard]] std::string reasonToRefuse(const MetricDescriptor& metric, const std::vector<PlaceStep>& place) const;
    void addTo(Series& series, std::string_view name, const Labels& labels);
    EntityRef entityOf(const std::vector<PlaceStep>& place);
    [[nodiscard]] TickIndex nextBlock() const;
    [[nodiscard]] std::uint64_t cellsOfBlock(TickIndex first) const;
    [[nodiscard]] Status checkCells();
    Result<TickRange> fill(SegmentWriter& writer);
    void settle();
    void dropRepeats();
    void choosePeriod(std::span<const SampleTimes> times);

    std::optional<Duration> m_wanted;
    Ticks m_ticks;
    TopologyBuilder m_builder;
    MetricTable m_metrics;
    std::unordered_map<std::string, std::size_t> m_byKey;
    std::unordered_map<std::uint64_t, std::size_t> m_byPlace; ///< metric and entity index
    std::vector<Series> m_series;
    Counts m_counts;
};

} // namespace lockstep
