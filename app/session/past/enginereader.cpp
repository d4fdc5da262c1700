// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/enginereader.h"

#include "datasources/recording/recordedrows.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/work/stoppablewait.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

constexpr std::chrono::seconds pauseAfterFailure{2};
constexpr std::chrono::seconds freshFor{10};
constexpr std::size_t maxKept = 8;
constexpr std::uint32_t noSuchEntity = 0xFFFFFFFF;

EntityRef entityAt(const std::vector<PlaceStep>& place, const Topology& topology)
{
    EntityRef found;
    for (std::size_t depth = 0; depth < place.size(); ++depth) {
        const PlaceStep& step = place[depth];
        found = step.kind == EntityKind::Node && depth == 0 ? topology.findNode(step.name)
                                                            : topology.find(step.kind, found, step.name);
        if (!found.isValid())
            return {};
    }
    return found;
}

} // namespace

EngineReader::EngineReader(std::shared_ptr<const EnginePlan> plan)
    : m_plan(std::move(plan)), m_engine(m_plan->endpoint), m_entities(m_plan->rows.size())
{ }

void EngineReader::stopWith(const std::stop_token& stop)
{
    m_stop = stop;
    m_engine.stopWith(stop);
}

TickRange EngineReader::ticks() const
{
    // The newest come live.
    const TickIndex end = tickIndexOf(wallClockNow() - std::chrono::minutes(1), m_plan->period);
    return {std::min(end, tickIndexOf(m_plan->earliest, m_plan->period)), end};
}

bool EngineReader::knows(std::string_view metric) const
{
    return std::ranges::any_of(m_plan->rows, [&](const EnginePlan::Row& row) { return row.metric.metric == metric; });
}

const PointwiseMetric* EngineReader::computedFrom(std::string_view metric) const
{
    const PointwiseMetric* const computed = findPointwise(metric);
    const bool isComputable
        = computed && !knows(metric) && std::ranges::all_of(computed->inputs, [this](std::string_view input) {
              return knows(input) || findPointwise(input) != nullptr;
          });
    return isComputable ? computed : nullptr;
}

std::vector<std::size_t> EngineReader::rowsOf(const std::string& metric) const
{
    const bool isPresence = metric == presenceMetric().name;
    std::set<std::string> exporters;
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < m_plan->rows.size(); ++row) {
        const ScrapedMetric& scraped = m_plan->rows[row].metric;
        if (isPresence ? exporters.insert(scraped.exporter).second : scraped.metric == metric)
            rows.push_back(row);
    }
    return rows;
}

std::uint32_t EngineReader::indexOf(std::size_t row, LabelViews labels, bool isPresence, const Topology& topology)
{
    seriesKey(labels, m_key);
    const auto [known, isNew] = m_entities[row].try_emplace(m_key);
    if (isNew)
        known->second = entityAt(placeOfSeries(m_plan->rows[row].metric, labels, m_plan->hosts), topology);
    EntityRef entity = known->second;
    if (isPresence && entity.isValid())
        entity = topology.ancestor(entity, EntityKind::Node);
    return entity.isValid() ? entity.index : noSuchEntity;
}

void EngineReader::read(std::size_t row, TickRange ticks, bool isPresence, const TopologyPtr& topology,
                        RecordedBlock& block)
{
    const EnginePlan::Row& scraped = m_plan->rows[row];
    const TickIndex every = std::max<TickIndex>(1, scraped.interval / m_plan->period);
    const TickIndex from = (ticks.from + every - 1) / every * every;
    const TickIndex to = (ticks.to - 1) / every * every;
    if (from > to)
        return;
    const MetricDescriptor* const ours = findMetric(scraped.metric.metric);
    const EntityKind kind = isPresence || !ours ? EntityKind::Node : ours->entityKind;
    block.widen(static_cast<std::uint32_t>(topology->count(kind)));
    const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
        const std::uint32_t index = indexOf(row, labels, isPresence, *topology);
        if (index >= block.width)
            return;
        for (const EngineSample& sample : samples) {
            const auto value = isPresence ? 1.0F : static_cast<float>(sample.value * scraped.metric.factor);
            const TickIndex tick = tickIndexOf(sample.time, m_plan->period);
            if (ticks.contains(tick))
                block.put(tick, index, std::span(&value, 1));
        }
    };
    const auto answer = m_engine.overRange(scraped.query, timeOfTick(from, m_plan->period),
                                           timeOfTick(to, m_plan->period), scraped.interval, use);
    if (answer.isOk())
        return;
    m_hasFailed = true;
    (void)waitFor(pauseAfterFailure, m_stop);
}

void EngineReader::mapTo(const TopologyPtr& topology)
{
    if (std::exchange(m_topology, topology) == topology)
        return;
    m_kept.clear();
    for (auto& entities : m_entities)
        entities.clear();
}

RecordedBlock EngineReader::keptBlock(const std::string& metric, TickIndex first, EntitySlice slice,
                                      const TopologyPtr& topology)
{
    RecordedBlock block;
    block.first = first;
    if (!topology)
        return block;
    mapTo(topology);
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(m_kept, [now](const Kept& kept) { return now - kept.since > freshFor; });
    const auto known = std::ranges::find_if(
        m_kept, [&](const Kept& kept) { return kept.block.first == first && kept.metric == metric; });
    if (known != m_kept.end())
        return slice.isAll() ? known->block : known->block.sliced(slice);
    for (const std::size_t row : rowsOf(metric))
        read(row, {first, first + RecordedBlock::ticks}, metric == presenceMetric().name, topology, block);
    if (slice.isAll() || m_hasFailed)
        return slice.isAll() ? block : block.sliced(slice);
    m_kept.push_back({metric, block, now});
    if (m_kept.size() > maxKept)
        m_kept.pop_front();
    return block.sliced(slice);
}

std::vector<float> EngineReader::keptRow(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
{
    RecordedBlock block;
    block.first = RecordedBlock::firstOf(tick);
    if (!topology)
        return {};
    mapTo(topology);
    for (const std::size_t row : rowsOf(metric))
        read(row, {tick, tick + 1}, metric == presenceMetric().name, topology, block);
    const std::span<const float> values = block.row(tick);
    return {values.begin(), values.end()};
}

} // namespace lockstep
