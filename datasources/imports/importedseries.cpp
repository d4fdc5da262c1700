// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importedseries.h"

#include "datasources/recording/recordingfolder.h"
#include "datasources/recording/segmentwriter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

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

std::size_t ImportedSeries::seriesOf(const std::string& key, std::string_view name, const Labels& labels)
{
    const auto [known, isNew] = m_byKey.try_emplace(key, m_series.size());
    if (!isNew)
        return known->second;
    ForeignMetric foreign = foreignMetric(name, labels);
    Series series;
    series.metric = m_metrics.add(foreign.metric);
    series.entity = entityOf(placeOf(labels, m_metrics.descriptor(series.metric).entityKind));
    series.factor = foreign.factor;
    const std::uint64_t place = std::uint64_t{series.metric.value} << 32U | series.entity.index;
    series.isClash = !m_byPlace.try_emplace(place, m_series.size()).second;
    m_counts.clashes += series.isClash ? 1 : 0;
    ++m_counts.series;
    m_series.push_back(std::move(series));
    return m_series.size() - 1;
}

void ImportedSeries::add(std::size_t at, TimePoint time, double value)
{
    Series& series = m_series[at];
    const auto kept = static_cast<float>(value * series.factor);
    if (series.isClash) {
        ++m_counts.clashSamples;
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
    m_ticks.period = m_wanted ? *m_wanted : found ? found->fit.period : Duration(std::chrono::seconds(1));
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

Result<TickRange> ImportedSeries::write(const std::string& folder, std::span<const std::string> analyses)
{
    settle();
    Result<FolderLock> lock = FolderLock::take(folder);
    if (!lock.isOk())
        return lock.error();
    constexpr TickIndex none = std::numeric_limits<TickIndex>::max();
    const auto nextBlock = [this] {
        TickIndex first = none;
        for (const Series& series : m_series) {
            if (series.next < series.samples.size())
                first = std::min(first, RecordedBlock::firstOf(series.samples[series.next].tick));
        }
        return first;
    };
    TickIndex first = nextBlock();
    if (first == none)
        return Error{"There is nothing to import: no sample has a time"};
    Result<SegmentWriter> writer
        = SegmentWriter::create(newSegmentPath(folder, timeOfTick(first, m_ticks.period)), first, m_ticks.period);
    if (!writer.isOk())
        return writer.error();
    if (Status noted = writer.value().noteAnalyses(analyses); !noted.isOk())
        return noted.error();
    const TopologyPtr topology = m_builder.build();
    const NameTable names;
    const RecordedRows rows;
    TickRange written;
    for (; first != none; first = nextBlock()) {
        std::map<TickIndex, ColumnAssembly::Metrics> open;
        for (Series& series : m_series) {
            for (;
                 series.next < series.samples.size() && series.samples[series.next].tick < first + RecordedBlock::ticks;
                 ++series.next) {
                const Sample& sample = series.samples[series.next];
                RecordedBlock& block = open[first][series.metric.value].block;
                block.first = first;
                block.put(sample.tick, series.entity.index, {&sample.value, 1});
                written = written.isEmpty()
                    ? TickRange{sample.tick, sample.tick + 1}
                    : TickRange{std::min(written.from, sample.tick), std::max(written.to, sample.tick + 1)};
            }
        }
        const Status done = writer.value().commit({*topology, m_metrics, names, rows, {&first, 1}, open, {}, written});
        if (!done.isOk())
            return done.error();
    }
    if (Status closed = writer.value().close(); !closed.isOk())
        return closed.error();
    return written;
}

} // namespace lockstep
