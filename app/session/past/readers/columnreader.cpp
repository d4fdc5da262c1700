// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/readers/columnreader.h"

#include "datasources/recording/recordedrows.h"
#include "models/core/topology/topologymatch.h"
#include "models/store/columns/pointwisecolumns.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lockstep {

LayeredReader::LayeredReader(std::unique_ptr<PastReader> upper, std::unique_ptr<PastReader> lower)
    : m_upper(std::move(upper)), m_lower(std::move(lower))
{ }

void LayeredReader::stopWith(const std::stop_token& stop)
{
    m_upper->stopWith(stop);
    m_lower->stopWith(stop);
}

Status LayeredReader::refresh()
{
    Status refreshed = m_upper->refresh();
    return m_lower->refresh().isOk() ? refreshed : success();
}

TickRange LayeredReader::ticks() const
{
    const TickRange upper = m_upper->ticks();
    const TickRange lower = m_lower->ticks();
    if (upper.isEmpty() || lower.isEmpty())
        return upper.isEmpty() ? lower : upper;
    return {std::min(upper.from, lower.from), std::max(upper.to, lower.to)};
}

bool LayeredReader::isAbove(TickIndex tick) const
{
    const std::vector<TickRange> pauses = m_upper->pauses();
    return m_upper->ticks().contains(tick)
        && std::ranges::none_of(pauses, [tick](TickRange pause) { return pause.contains(tick); });
}

RecordedBlock LayeredReader::storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                         const TopologyPtr& topology)
{
    RecordedBlock block = m_upper->block(metric, first, slice, topology);
    bool isWhole = true;
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick)
        isWhole = isWhole && isAbove(tick);
    if (isWhole)
        return block;
    const RecordedBlock below = m_lower->block(metric, first, slice, topology);
    block.widen(std::max(block.width, below.width));
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
        if (const std::span<const float> row = below.row(tick); !row.empty() && !isAbove(tick))
            block.put(tick, 0, row);
    }
    return block;
}

std::vector<float> LayeredReader::storedRow(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
{
    return (isAbove(tick) ? m_upper : m_lower)->row(metric, tick, topology);
}

namespace {

constexpr std::uint32_t nowhere = 0xFFFFFFFF;

std::vector<float> mapped(std::span<const float> row, std::span<const std::uint32_t> indexOf, std::size_t width)
{
    std::vector<float> ours(width, noData);
    for (std::size_t index = 0; index < std::min(row.size(), indexOf.size()); ++index) {
        if (indexOf[index] != nowhere && indexOf[index] < width)
            ours[indexOf[index]] = row[index];
    }
    return ours;
}

RecordedBlock mapped(const RecordedBlock& block, std::span<const std::uint32_t> indexOf, std::size_t width)
{
    RecordedBlock ours;
    ours.first = block.first;
    ours.widen(static_cast<std::uint32_t>(width));
    for (TickIndex tick = block.first; tick < block.first + RecordedBlock::ticks; ++tick) {
        if (const std::span<const float> row = block.row(tick); !row.empty())
            ours.put(tick, 0, mapped(row, indexOf, width));
    }
    return ours;
}

} // namespace

void ColumnReader::mapTo(const TopologyPtr& topology)
{
    const TopologyPtr& own = m_recording.topology();
    if (m_mappedTo == topology && m_mappedFrom == own)
        return;
    m_mappedTo = topology;
    m_mappedFrom = own;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        std::vector<std::uint32_t> indices(own == topology ? 0 : own->count(static_cast<EntityKind>(kind)));
        bool isSame = true;
        for (std::uint32_t index = 0; index < indices.size(); ++index) {
            indices[index] = counterpart(*own, {static_cast<EntityKind>(kind), index}, *topology).index;
            isSame = isSame && indices[index] == index;
        }
        m_indexOf[kind] = isSame ? std::vector<std::uint32_t>() : std::move(indices);
    }
}

std::span<const std::uint32_t> ColumnReader::indicesOf(MetricId metric, const TopologyPtr& topology)
{
    if (!topology)
        return {};
    mapTo(topology);
    return m_indexOf[static_cast<std::size_t>(m_recording.metrics().descriptor(metric).entityKind)];
}

const PointwiseMetric* ColumnReader::computedFrom(std::string_view metric) const
{
    return pointwiseFrom(m_recording.metrics(), metric);
}

bool ColumnReader::reportsPresence() const
{
    return m_recording.metrics().find(presenceMetric().name).isValid();
}

Status ColumnReader::refresh()
{
    Status refreshed = m_recording.refresh();
    m_summarised = m_recording.summarised();
    return refreshed;
}

std::optional<std::size_t> ColumnReader::tierAt(TickIndex tick) const
{
    const auto next
        = std::ranges::upper_bound(m_summarised, tick, {}, [](const SummarisedRange& each) { return each.ticks.from; });
    if (next == m_summarised.begin() || !std::prev(next)->ticks.contains(tick))
        return std::nullopt;
    return static_cast<std::size_t>(std::ranges::find(recordingTiers(), std::prev(next)->step, &RecordingTier::step)
                                    - recordingTiers().begin());
}

TickIndex ColumnReader::stepAt(TickIndex tick, std::size_t tier) const
{
    return tickIndexOf(timeOfTick(tick, m_recording.tickPeriod()), recordingTiers()[tier].step);
}

void ColumnReader::addMeans(RecordedBlock& block, MetricId metric, EntitySlice slice)
{
    std::optional<std::size_t> tierRead;
    RecordedBlock means;
    for (TickIndex tick = block.first; tick < block.first + RecordedBlock::ticks; ++tick) {
        const std::optional<std::size_t> tier = tierAt(tick);
        if (!tier)
            continue;
        const TickIndex step = stepAt(tick, *tier);
        if (tier != tierRead || means.first != RecordedBlock::firstOf(step))
            means = m_recording.summaries(*tier, metric, Summary::Mean, RecordedBlock::firstOf(step), slice);
        tierRead = tier;
        if (const std::span<const float> row = means.row(step); !row.empty())
            block.put(tick, 0, row);
    }
}

void ColumnReader::forEachExtreme(MetricId metric, TickRange ticks, TickIndex step, EntitySlice slice,
                                  const UseExtremes& use)
{
    for (const Recording::Part& part : m_recording.partsFor(ticks, step))
        forEachExtreme(metric, part, slice, use);
}

void ColumnReader::forEachExtreme(MetricId metric, const Recording::Part& part, EntitySlice slice,
                                  const UseExtremes& use)
{
    if (!part.tier) {
        for (const TickIndex first : m_recording.blocksWithin(part.ticks)) {
            RecordedBlock block = m_recording.block(metric, first, slice);
            block.first = first;
            for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
                if (const auto row = block.row(tick); !row.empty() && part.ticks.contains(tick))
                    use({tick, tick + 1}, row, row);
            }
        }
        return;
    }
    const Duration length = recordingTiers()[*part.tier].step;
    const TickIndex last = stepAt(part.ticks.to - 1, *part.tier);
    std::vector<float> low;
    std::vector<float> high;
    for (TickIndex first = RecordedBlock::firstOf(stepAt(part.ticks.from, *part.tier)); first <= last;
         first += RecordedBlock::ticks) {
        const RecordedBlock means = m_recording.summaries(*part.tier, metric, Summary::Mean, first, slice);
        if (means.written == 0)
            continue;
        const RecordedBlock lows = m_recording.summaries(*part.tier, metric, Summary::Minimum, first, slice);
        const RecordedBlock highs = m_recording.summaries(*part.tier, metric, Summary::Maximum, first, slice);
        for (TickIndex step = first; step < first + RecordedBlock::ticks; ++step) {
            const TickRange all{tickIndexOf(timeOfTick(step, length), m_recording.tickPeriod()),
                                tickIndexOf(timeOfTick(step + 1, length), m_recording.tickPeriod())};
            const TickRange ticks{std::max(all.from, part.ticks.from), std::min(all.to, part.ticks.to)};
            const std::span<const float> mean = means.row(step);
            if (ticks.isEmpty() || mean.empty())
                continue;
            low.assign(mean.begin(), mean.end());
            high.assign(mean.begin(), mean.end());
            overlayValues(low, lows.row(step));
            overlayValues(high, highs.row(step));
            use(ticks, low, high);
        }
    }
}

std::vector<float> ColumnReader::extents(const std::string& metric, std::uint32_t entity, TickIndex first,
                                         TickIndex step, std::size_t steps, const TopologyPtr& topology)
{
    std::vector<float> extents(2 * steps, noData);
    const auto put = [&](std::size_t at, float low, float high) {
        extents[2 * at] = std::fmin(extents[2 * at], low);
        extents[2 * at + 1] = std::fmax(extents[2 * at + 1], high);
    };
    if (computedFrom(metric) != nullptr) {
        for (std::size_t at = 0; at < steps; ++at) {
            const std::vector<float> all = row(metric, first + step * static_cast<TickIndex>(at) + step / 2, topology);
            if (entity < all.size())
                put(at, all[entity], all[entity]);
        }
        return extents;
    }
    const MetricId id = m_recording.metrics().find(metric);
    if (!id.isValid())
        return extents;
    std::uint32_t own = entity;
    if (const std::span<const std::uint32_t> indexOf = indicesOf(id, topology); !indexOf.empty())
        own = static_cast<std::uint32_t>(std::ranges::find(indexOf, entity) - indexOf.begin());
    const TickRange all{first, first + step * static_cast<TickIndex>(steps)};
    forEachExtreme(id, all, step, {own, 1},
                   [&](TickRange ticks, std::span<const float> low, std::span<const float> high) {
                       for (TickIndex at = (ticks.from - first) / step; at <= (ticks.to - 1 - first) / step; ++at)
                           put(static_cast<std::size_t>(at), low.front(), high.front());
                   });
    return extents;
}

std::vector<float> ColumnReader::sheet(const std::string& metric, const SheetKey& key, const TopologyPtr& topology)
{
    const bool isHighest = key.extreme == Extreme::Highest;
    std::vector<std::vector<float>> rows(key.steps);
    const auto put = [&](std::size_t at, std::span<const float> values) {
        std::vector<float>& into = rows[at];
        into.resize(std::max(into.size(), values.size()), noData);
        for (std::size_t entity = 0; entity < values.size(); ++entity)
            into[entity]
                = isHighest ? std::fmax(into[entity], values[entity]) : std::fmin(into[entity], values[entity]);
    };
    const MetricId id = m_recording.metrics().find(metric);
    std::span<const std::uint32_t> indexOf;
    if (computedFrom(metric) != nullptr) {
        for (std::size_t at = 0; at < key.steps; ++at)
            put(at, row(metric, key.first + key.step * static_cast<TickIndex>(at) + key.step / 2, topology));
    } else if (id.isValid()) {
        indexOf = indicesOf(id, topology);
        forEachExtreme(id, key.ticks(), key.step, {},
                       [&](TickRange ticks, std::span<const float> low, std::span<const float> high) {
                           for (TickIndex at = (ticks.from - key.first) / key.step;
                                at <= (ticks.to - 1 - key.first) / key.step; ++at)
                               put(static_cast<std::size_t>(at), isHighest ? high : low);
                       });
    }
    std::size_t width = 0;
    for (std::vector<float>& each : rows) {
        if (!indexOf.empty() && !each.empty())
            each = mapped(each, indexOf, topology->count(m_recording.metrics().descriptor(id).entityKind));
        width = std::max(width, each.size());
    }
    std::vector<float> values;
    for (std::vector<float>& each : rows) {
        each.resize(width, noData);
        values.insert(values.end(), each.begin(), each.end());
    }
    return values;
}

RecordedBlock ColumnReader::storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                        const TopologyPtr& topology)
{
    RecordedBlock block;
    block.first = first;
    const MetricId id = m_recording.metrics().find(metric);
    if (!id.isValid())
        return block;
    const std::span<const std::uint32_t> indexOf = indicesOf(id, topology);
    if (indexOf.empty()) {
        block = m_recording.block(id, first, slice);
        block.first = first;
        addMeans(block, id, slice);
    } else {
        const EntityKind kind = m_recording.metrics().descriptor(id).entityKind;
        RecordedBlock own = m_recording.block(id, first);
        own.first = first;
        addMeans(own, id, {});
        block = mapped(own, indexOf, topology->count(kind));
        if (!slice.isAll())
            block = block.sliced(slice);
    }
    block.first = first;
    return block;
}

std::vector<float> ColumnReader::storedRow(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
{
    const MetricId id = m_recording.metrics().find(metric);
    if (!id.isValid())
        return {};
    const std::optional<std::size_t> tier = tierAt(tick);
    std::vector<float> row = tier ? m_recording.means(*tier, id, stepAt(tick, *tier)) : m_recording.row(id, tick);
    const std::span<const std::uint32_t> indexOf = indicesOf(id, topology);
    if (row.empty() || indexOf.empty())
        return row;
    return mapped(row, indexOf, topology->count(m_recording.metrics().descriptor(id).entityKind));
}

PastReaders readersOf(Recording recording, std::size_t count)
{
    PastReaders readers;
    for (std::size_t other = 1; other < count; ++other) {
        if (Result<Recording> again = recording.again(Recording::Reads::TicksAndTiers); again.isOk())
            readers.push_back(std::make_unique<ColumnReader>(std::move(again).value()));
    }
    readers.push_back(std::make_unique<ColumnReader>(std::move(recording)));
    return readers;
}

} // namespace lockstep
