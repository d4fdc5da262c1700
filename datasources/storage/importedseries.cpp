// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/importedseries.h"

#include "datasources/storage/recordingfolder.h"
#include "datasources/storage/segmentwriter.h"

#include <algorithm>
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
    if (series.isClash)
        return;
    series.samples.push_back({tickIndexOf(time, m_tickPeriod), static_cast<float>(value * series.factor)});
    ++m_counts.samples;
}

void ImportedSeries::settle()
{
    for (Series& series : m_series) {
        std::ranges::stable_sort(series.samples, {}, &Sample::tick);
        // Of equal ticks the last one said stays.
        const auto kept = std::unique(series.samples.rbegin(), series.samples.rend(),
                                      [](const Sample& a, const Sample& b) { return a.tick == b.tick; });
        const auto merged = static_cast<std::size_t>(series.samples.rend() - kept);
        series.samples.erase(series.samples.begin(), series.samples.begin() + static_cast<std::ptrdiff_t>(merged));
        m_counts.merged += merged;
    }
}

Status ImportedSeries::write(const std::string& folder)
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
        = SegmentWriter::create(newSegmentPath(folder, timeOfTick(first, m_tickPeriod)), first, m_tickPeriod);
    if (!writer.isOk())
        return writer.error();
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
            return done;
    }
    return writer.value().close();
}

} // namespace lockstep
