// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importedseries.h"

#include "datasources/recording/recordingfolder.h"
#include "datasources/recording/segmentwriter.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr TickIndex noBlock = std::numeric_limits<TickIndex>::max();

} // namespace

EntityRef ImportedSeries::entityOf(const std::vector<PlaceStep>& place)
{
    EntityRef parent;
    for (const PlaceStep& step : place) {
        if (step.kind != EntityKind::Node) {
            parent = m_builder.add(step.kind, step.name, parent);
            continue;
        }
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = step.name;
        parent = m_builder.describeNode(std::move(identity));
    }
    return parent;
}

/// Empty: there is room for it.
std::string ImportedSeries::reasonToRefuse(const MetricDescriptor& metric, const std::vector<PlaceStep>& place) const
{
    const auto isTooLong = [](const PlaceStep& step) {
        return step.name.size() > budget::storedNameBytes;
    };
    if (metric.name.size() > budget::nameBytes)
        return fmt::format("the name of a metric has {} bytes, {} are allowed", metric.name.size(), budget::nameBytes);
    if (std::ranges::any_of(place, isTooLong))
        return fmt::format("{}: its labels make a name of over {} bytes", metric.name, budget::storedNameBytes);
    if (m_metrics.size() >= budget::metricsPerSegment && !m_metrics.find(metric.name).isValid())
        return fmt::format("{}: there are more than {} metrics", metric.name, budget::metricsPerSegment);
    return {};
}

void ImportedSeries::addTo(Series& series, std::string_view name, const Labels& labels)
{
    ForeignMetric foreign = foreignMetric(name, labels);
    const std::vector<PlaceStep> place = placeOf(labels, foreign.metric.entityKind);
    if (const std::string reason = reasonToRefuse(foreign.metric, place); !reason.empty()) {
        series.use = Use::Refused;
        if (m_counts.refused++ == 0 && m_counts.firstRefused.empty())
            m_counts.firstRefused = reason;
        return;
    }
    series.metric = m_metrics.add(foreign.metric);
    // Of what kind a metric is says the first that names it.
    const EntityKind kind = m_metrics.descriptor(series.metric).entityKind;
    series.entity = entityOf(kind == foreign.metric.entityKind ? place : placeOf(labels, kind));
    series.factor = foreign.factor;
    const std::uint64_t metricAndEntity = std::uint64_t{series.metric.value} << 32U | series.entity.index;
    if (!m_byPlace.try_emplace(metricAndEntity, m_series.size()).second) {
        series.use = Use::Clash;
        ++m_counts.clashes;
    }
}

std::size_t ImportedSeries::seriesOf(const std::string& key, std::string_view name, const Labels& labels)
{
    const auto [known, isNew] = m_byKey.try_emplace(key, m_series.size());
    if (!isNew)
        return known->second;
    Series series;
    addTo(series, name, labels);
    ++m_counts.series;
    m_series.push_back(std::move(series));
    return m_series.size() - 1;
}

void ImportedSeries::add(std::size_t at, TimePoint time, double value)
{
    Series& series = m_series[at];
    const auto kept = static_cast<float>(value * series.factor);
    if (series.use == Use::Refused) {
        ++m_counts.refusedSamples;
    } else if (series.use == Use::Clash) {
        ++m_counts.clashSamples;
    } else if (time < budget::earliestTime || time > budget::latestTime) {
        ++m_counts.noTimes;
    } else if (std::isinf(kept)) {
        ++m_counts.tooLarge;
    } else if (!std::isnan(kept)) { // which is how files spell that there is none
        series.samples.push_back({time, kept});
        ++m_counts.samples;
    }
}

/// Of equal times the last one said stays.
void ImportedSeries::dropRepeats()
{
    for (Series& series : m_series) {
        std::ranges::stable_sort(series.samples, {}, &Sample::time);
        const auto kept = std::unique(series.samples.rbegin(), series.samples.rend(),
                                      [](const Sample& a, const Sample& b) { return a.time == b.time; });
        const auto repeated = series.samples.rend() - kept;
        series.samples.erase(series.samples.begin(), series.samples.begin() + repeated);
        m_counts.repeated += static_cast<std::uint64_t>(repeated);
    }
}

void ImportedSeries::choosePeriod(std::span<const SampleTimes> times)
{
    const auto found = findPeriod(times);
    m_ticks.isFound = !m_wanted && found;
    const Duration usual = found ? found->fit.period : Duration(std::chrono::seconds(1));
    m_ticks.period = std::clamp(m_wanted.value_or(usual), budget::shortestTickPeriod, SegmentWriter::longestTick);
    if (m_ticks.isFound) {
        m_ticks.slower = found->slower;
        m_ticks.slowest = found->slowest;
    }
}

void ImportedSeries::settle()
{
    dropRepeats();
    std::vector<SampleTimes> times(m_series.size());
    for (std::size_t at = 0; at < m_series.size(); ++at) {
        times[at].reserve(m_series[at].samples.size());
        for (const Sample& sample : m_series[at].samples)
            times[at].push_back(sample.time);
    }
    choosePeriod(times);
    const GridFit fit = fitTo(m_ticks.period, times);
    times.clear();
    m_counts.merged = fit.lost;
    for (Series& series : m_series) {
        TickChooser chooser(fit.period, fit.isOnGrid);
        auto last = series.samples.begin();
        for (auto each = series.samples.begin(); each != series.samples.end(); ++each) {
            const TickChooser::Choice choice = chooser.next(each->time);
            each->tick = choice.tick;
            if (!choice.isTaken && each != series.samples.begin())
                ++last;
            *last = *each;
        }
        if (!series.samples.empty())
            series.samples.erase(last + 1, series.samples.end());
        for (const Sample& sample : series.samples)
            m_counts.farthest
                = std::max(m_counts.farthest, std::chrono::abs(sample.time - timeOfTick(sample.tick, fit.period)));
    }
}

/// The first one that has samples which are not written yet.
TickIndex ImportedSeries::nextBlock() const
{
    TickIndex first = noBlock;
    for (const Series& series : m_series) {
        if (series.next < series.samples.size())
            first = std::min(first, RecordedBlock::firstOf(series.samples[series.next].tick));
    }
    return first;
}

std::uint64_t ImportedSeries::cellsOfBlock(TickIndex first) const
{
    std::unordered_map<std::uint32_t, std::uint64_t> widths; // by metric
    for (const Series& series : m_series) {
        if (series.next < series.samples.size() && series.samples[series.next].tick < first + RecordedBlock::ticks) {
            std::uint64_t& width = widths[series.metric.value];
            width = std::max<std::uint64_t>(width, series.entity.index + 1);
        }
    }
    std::uint64_t cells = 0;
    for (const auto& [metric, width] : widths)
        cells += width * RecordedBlock::ticks;
    return cells;
}

/// Before anything is written, as the whole is needed for it.
Status ImportedSeries::checkCells()
{
    std::uint64_t cells = 0;
    const std::uint64_t allowed = std::max(maxCells, m_counts.kept() * maxCellsOfSample);
    for (TickIndex first = nextBlock(); first != noBlock; first = nextBlock()) {
        const std::uint64_t ofBlock = cellsOfBlock(first);
        cells += ofBlock;
        if (ofBlock > maxCellsOfBlock || cells > allowed)
            return Error{fmt::format("The samples lie too far apart: {} of {} series with ticks of {} s would need "
                                     "columns for more than {} values; import fewer series or less time at once",
                                     m_counts.kept(), m_series.size(),
                                     std::chrono::duration<double>(m_ticks.period).count(),
                                     ofBlock > maxCellsOfBlock ? maxCellsOfBlock : allowed)};
        for (Series& series : m_series) {
            while (series.next < series.samples.size()
                   && series.samples[series.next].tick < first + RecordedBlock::ticks)
                ++series.next;
        }
    }
    for (Series& series : m_series)
        series.next = 0;
    return success();
}

Result<TickRange> ImportedSeries::write(const std::string& folder, std::span<const std::string> analyses)
{
    settle();
    const TickIndex first = nextBlock();
    if (first == noBlock)
        return Error{"There is nothing to import: "
                     + (m_counts.firstRefused.empty() ? "no sample has a time" : m_counts.firstRefused)};
    if (const Status affordable = checkCells(); !affordable.isOk())
        return affordable.error();
    Result<FolderLock> lock = FolderLock::take(folder);
    if (!lock.isOk())
        return lock.error();
    Result<SegmentWriter> writer
        = SegmentWriter::create(newSegmentPath(folder, timeOfTick(first, m_ticks.period)), first, m_ticks.period);
    if (!writer.isOk())
        return writer.error();
    if (Status noted = writer.value().noteAnalyses(analyses); !noted.isOk())
        return noted.error();
    Result<TickRange> written = fill(writer.value());
    if (written.isOk()) {
        if (Status closed = writer.value().close(); !closed.isOk())
            return closed.error();
    }
    return written;
}

Result<TickRange> ImportedSeries::fill(SegmentWriter& writer)
{
    const TopologyPtr topology = m_builder.build();
    const NameTable names;
    const RecordedRows rows;
    TickRange written;
    for (TickIndex first = nextBlock(); first != noBlock; first = nextBlock()) {
        std::map<std::uint32_t, RecordedBlock> blocks;
        for (Series& series : m_series) {
            for (;
                 series.next < series.samples.size() && series.samples[series.next].tick < first + RecordedBlock::ticks;
                 ++series.next) {
                const Sample& sample = series.samples[series.next];
                RecordedBlock& block = blocks[series.metric.value];
                block.first = first;
                block.put(sample.tick, series.entity.index, {&sample.value, 1});
                written = written.isEmpty()
                    ? TickRange{sample.tick, sample.tick + 1}
                    : TickRange{std::min(written.from, sample.tick), std::max(written.to, sample.tick + 1)};
            }
        }
        const Status done = writer.commit({*topology, m_metrics, names, rows, {}, {}, {}, written, &blocks});
        if (!done.isOk())
            return done.error();
    }
    return written;
}

} // namespace lockstep
