// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/exporters/foreignmetric.h"
#include "datasources/exporters/gpulabels.h"
#include "datasources/exporters/sampleperiod.h"
#include "datasources/exporters/scrapedmetric.h"
#include "datasources/exporters/seriesformula.h"
#include "models/core/result.h"
#include "models/core/time.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/metrictable.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

template <class Value>
struct RecordedBlockOf;
struct RecordedIdentity;

class SegmentWriter;

/// Collects samples from files by series, in memory, in any order of time, and writes them as a recording. Names,
/// labels and counters are mapped by datasources/exporters, as for servers. Not thread-safe.
class ImportedSeries
{
public:
    struct Counts
    {
        std::uint64_t repeated = 0; ///< samples with the same time as another one of the series; the later one is kept
        std::uint64_t samples = 0; ///< values of all series, without clashing and rejected ones
        std::uint64_t merged = 0; ///< samples in the same tick as another one of their series; the later one is kept
        std::uint64_t tooLarge = 0; ///< for a float: left out
        std::uint64_t series = 0; ///< of metrics and entities after mapping
        std::uint64_t clashes = 0; ///< series for the same metric and entity as another series; skipped
        std::uint64_t clashSamples = 0; ///< of these
        std::uint64_t refused = 0; ///< series above the limits, or with too long names: ignored
        std::uint64_t refusedSamples = 0; ///< of these
        std::uint64_t noTimes = 0; ///< samples with an invalid time: left out
        std::uint64_t reports = 0; ///< ticks with samples, summed over the nodes; recorded in addition
        std::string firstRefused; ///< the first refused series, with the reason
        Duration farthest{}; ///< maximum distance of a sample from its tick; its own time is recorded

        [[nodiscard]] std::uint64_t kept() const { return samples - merged; }
    };
    /// Statistics of the series of one name.
    struct Source
    {
        std::string name;
        std::uint64_t series = 0;
        std::uint64_t samples = 0; ///< offered
        std::vector<std::string> metrics; ///< Lockstep metrics to which they contribute
        std::uint64_t recorded = 0; ///< values of these
        std::string reason; ///< why nothing was recorded; empty: recorded
    };
    /// The tick grid of the samples.
    struct Ticks
    {
        Duration period{};
        bool isFound = false; ///< determined from samples; false: given, or no samples
        std::size_t slower = 0; ///< series with less than half the rate
        Duration slowest{}; ///< usual interval of the slowest of them
    };

    /// @param tickPeriod of the recording; nullopt: determined from samples
    explicit ImportedSeries(std::optional<Duration> tickPeriod = {}) : m_wanted(tickPeriod) { }

    /// A site's own metrics, which take precedence over the exporters'.
    void useMapping(std::vector<ScrapedMetric> mapping) { m_mapping = std::move(mapping); }
    /// Begins another file, possibly of another node.
    void beginFile() { ++m_file; }
    /// Returns the index of a series for add().
    /// @param key spelling of the name and labels in the file
    /// @param isCounter applies only to names of unknown exporters
    [[nodiscard]] std::size_t seriesOf(const std::string& key, std::string_view name, const Labels& labels,
                                       bool isCounter = false);
    void add(std::size_t series, TimePoint time, double value);

    /// Writes one segment to the folder, and discards the samples. Fails without leaving a file if few samples are so
    /// far apart that their columns would be nearly empty: see maxCells and maxCellsOfSample.
    /// @param analyses that will process it; see SegmentWriter::noteAnalyses()
    /// @return its ticks
    Result<TickRange> write(const std::string& folder, std::span<const std::string> analyses = {});

    [[nodiscard]] const Counts& counts() const { return m_counts; }
    [[nodiscard]] const Ticks& ticks() const { return m_ticks; } ///< once written
    [[nodiscard]] const std::vector<Source>& sources() const { return m_sources; } ///< by name, once written

private:
    struct Sample
    {
        TimePoint time;
        double value;
        TickIndex tick = 0; ///< once settled
    };
    /// Samples of a series as read from the file.
    struct Gathered
    {
        std::string name;
        Labels labels;
        int file = 0;
        bool isCounter = false;
        std::vector<FileSeries::Sample> samples;
    };
    /// A series of a Lockstep metric and entity.
    struct Series
    {
        MetricId metric;
        EntityRef entity;
        std::vector<Sample> samples;
        std::size_t next = 0; ///< to be written
    };
    struct Named;
    using Blocks = std::map<std::uint32_t, RecordedBlockOf<double>>; ///< by metric

    /// Limits on cells: in total, per sample and per block. A column has one cell for each entity of its kind, and a
    /// block has a fixed number of ticks.
    static constexpr std::uint64_t maxCells = std::uint64_t{1} << 30;
    static constexpr std::uint64_t maxCellsOfSample = 256;
    static constexpr std::uint64_t maxCellsOfBlock = std::uint64_t{1} << 28;

    [[nodiscard]] std::string rejectionReason(const MetricDescriptor& metric,
                                              const std::vector<PlaceStep>& place) const;
    /// Converts the series of the files to metrics of Lockstep.
    void resolve();
    [[nodiscard]] std::map<std::string, Named> gatheredByName();
    void resolveKnown(std::map<std::string, Named>& byName);
    void resolveUnknown(const std::string& name, Named& named);
    std::uint64_t take(const MetricDescriptor& metric, const ScrapedMetric& scraped, const FileSeries& series);
    EntityRef entityOf(const std::vector<PlaceStep>& place);
    [[nodiscard]] TickIndex nextBlock() const;
    [[nodiscard]] std::uint64_t cellsOfBlock(TickIndex first) const;
    [[nodiscard]] Status checkCells();
    [[nodiscard]] std::vector<RecordedIdentity> introduceNodes(const Topology& topology);
    Result<TickRange> fill(SegmentWriter& writer);
    void noteOffset(const Series& series, const Sample& sample, Blocks& blocks);
    void settle();
    void choosePeriod(std::span<const SampleTimes> times);

    std::optional<Duration> m_wanted;
    Ticks m_ticks;
    std::vector<ScrapedMetric> m_mapping;
    int m_file = 0;
    std::unordered_map<std::string, std::size_t> m_byKey;
    std::vector<Gathered> m_gathered;
    std::vector<Source> m_sources;
    TopologyBuilder m_builder;
    MetricTable m_metrics;
    std::unordered_map<std::uint64_t, std::size_t> m_byPlace; ///< metric and entity index
    std::vector<Series> m_series;
    std::map<EntityRef, GpuLabels> m_gpus;
    Counts m_counts;
};

} // namespace lockstep
