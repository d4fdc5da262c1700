// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/readers/enginereader.h"

#include "datasources/exporters/exportertable.h"
#include "datasources/recording/recordedrows.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/pointwise.h"
#include "models/core/work/stoppablewait.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr std::chrono::seconds pauseAfterFailure{2};
constexpr std::chrono::seconds freshFor{10};
constexpr Duration settling = std::chrono::seconds(3); ///< delay until a scrape can be queried
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

/// Label matchers that select one entity in the query; empty: not expressible.
std::string matchersFrom(LabelViews labels, std::string_view query)
{
    static constexpr auto telling = std::to_array<std::string_view>(
        {"Hostname", "gpu", "device", "port", "guid", "switch", "chip", "sensor", "zone", "cpu", "nvlink", "nvswitch",
         "model_name", "model", "pool", "engine_type", "dynamo_component"});
    // Labels created by the query itself do not exist on the series yet.
    const auto isMade = [query](std::string_view label) {
        return query.find(", \"" + std::string(label) + "\", ") != std::string_view::npos;
    };
    std::string text;
    bool hasHost = false;
    const auto add = [&text](std::string_view label, std::string_view value) {
        text.append(text.empty() ? "" : ",").append(label).append("=\"").append(value).append("\"");
    };
    for (const auto& [label, value] : labels) {
        if (value.find_first_of("\\\"\n") != std::string_view::npos)
            return {};
        hasHost |= label == "Hostname";
        if (std::ranges::find(telling, label) != telling.end() && !isMade(label))
            add(label, value);
    }
    for (const auto& [label, value] : labels) {
        if (label == "instance" && !hasHost)
            add(label, value);
    }
    return text;
}

bool isNameLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

/// A query with matchers added to each of its selectors.
std::string narrowed(std::string_view query, const std::string& matchers)
{
    std::string text;
    bool isQuoted = false;
    for (std::size_t at = 0; at < query.size(); ++at) {
        const char c = query[at];
        isQuoted = isQuoted != (c == '"');
        const bool isBehindName = !isQuoted && at > 0 && isNameLetter(query[at - 1]);
        if (c == '[' && isBehindName)
            text += "{" + matchers + "}";
        text += c;
        if (c == '{' && isBehindName)
            text += matchers + ",";
    }
    return text;
}

/// Minimum and maximum per step, distinguished by a label.
std::string extentQuery(const EnginePlan::Row& row, const std::string& matchers, Duration step)
{
    const auto milliseconds = [](Duration duration) {
        return std::to_string(duration / std::chrono::milliseconds(1)) + "ms";
    };
    const bool isPlain = row.metric.query == latestOf(row.metric.seen);
    const std::string within = isPlain
        ? row.metric.seen + "{" + matchers + "}[" + milliseconds(step) + "]"
        : "(" + narrowed(row.query, matchers) + ")[" + milliseconds(step) + ":" + milliseconds(row.interval) + "]";
    return "label_replace(max_over_time(" + within
        + R"(),"lockstep_extent","high","","") or label_replace(min_over_time()" + within
        + R"(),"lockstep_extent","low","",""))";
}

/// Minimum or maximum of all series per step.
std::string sheetQuery(const EnginePlan::Row& row, bool isHighest, Duration step)
{
    const auto milliseconds = [](Duration duration) {
        return std::to_string(duration / std::chrono::milliseconds(1)) + "ms";
    };
    const bool isPlain = row.metric.query == latestOf(row.metric.seen);
    const std::string within = isPlain
        ? row.metric.seen + "[" + milliseconds(step) + "]"
        : "(" + row.query + ")[" + milliseconds(step) + ":" + milliseconds(row.interval) + "]";
    return (isHighest ? "max_over_time(" : "min_over_time(") + within + ")";
}

} // namespace

EngineReader::EngineReader(std::shared_ptr<const EnginePlan> plan)
    : m_plan(std::move(plan)),
      m_engine(m_plan->endpoint),
      m_entities(m_plan->rows.size()),
      m_matchers(m_plan->rows.size()),
      m_examined(m_plan->rows.size(), -1)
{ }

void EngineReader::stopWith(const std::stop_token& stop)
{
    m_stop = stop;
    m_engine.stopWith(stop);
}

TickRange EngineReader::ticks() const
{
    // Newer data arrives live, starting before this.
    const TickIndex end = m_plan->isHistorical() ? tickIndexOf(m_plan->newest, m_plan->period) + 1
                                                 : tickIndexOf(wallClockNow() - settling, m_plan->period);
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
    if (isNew && entity.isValid())
        m_matchers[row][entity.index] = matchersFrom(labels, m_plan->rows[row].query);
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
            const auto value = isPresence ? 1.0F : static_cast<float>(scraped.metric.ours(sample.value));
            const TickIndex tick = tickIndexOf(sample.time, m_plan->period);
            if (ticks.contains(tick))
                block.put(tick, index, std::span(&value, 1));
        }
    };
    const auto answer
        = m_engine.overRange(scraped.query, m_plan->momentOf(from), m_plan->momentOf(to), scraped.interval, use);
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
    for (auto& matchers : m_matchers)
        matchers.clear();
    std::ranges::fill(m_examined, -1);
}

std::set<std::string> EngineReader::extentMetrics() const
{
    const auto isKnown = [](const EnginePlan::Row& row) {
        return std::ranges::any_of(exporterTable(), [&](const ScrapedMetric& each) {
            return each.exporter == row.metric.exporter && each.query == row.metric.query;
        });
    };
    std::set<std::string> metrics;
    for (const EnginePlan::Row& row : m_plan->rows)
        metrics.insert(row.metric.metric);
    for (const EnginePlan::Row& row : m_plan->rows) {
        if (!isKnown(row))
            metrics.erase(row.metric.metric);
    }
    return metrics;
}

std::string EngineReader::matchersOf(std::size_t row, std::uint32_t entity, TickIndex tick, const Topology& topology)
{
    auto found = m_matchers[row].find(entity);
    if (found == m_matchers[row].end() && std::exchange(m_examined[row], tick) != tick) {
        const auto use = [&](LabelViews labels, std::span<const EngineSample>) {
            (void)indexOf(row, labels, false, topology);
        };
        const auto answer = m_engine.atMoment(m_plan->rows[row].query, m_plan->momentOf(tick), use);
        m_hasFailed |= !answer.isOk();
        found = m_matchers[row].find(entity);
    }
    return found == m_matchers[row].end() ? std::string() : found->second;
}

std::vector<float> EngineReader::extents(const std::string& metric, std::uint32_t entity, TickIndex first,
                                         TickIndex step, std::size_t steps, const TopologyPtr& topology)
{
    std::vector<float> extents(2 * steps, noData);
    if (!topology)
        return extents;
    mapTo(topology);
    const Duration width = step * m_plan->period;
    const TickIndex last = first + step * static_cast<TickIndex>(steps) - 1;
    for (const std::size_t row : rowsOf(metric)) {
        const std::string matchers = matchersOf(row, entity, std::min(last, ticks().to - 1), *topology);
        if (matchers.empty())
            continue;
        const ScrapedMetric& scraped = m_plan->rows[row].metric;
        const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
            if (indexOf(row, labels, false, *topology) != entity)
                return;
            const bool isHigh = std::ranges::any_of(
                labels, [](const auto& each) { return each.first == "lockstep_extent" && each.second == "high"; });
            for (const EngineSample& sample : samples) {
                const TickIndex at = (tickIndexOf(sample.time, m_plan->period) - first) / step;
                if (at >= 0 && static_cast<std::size_t>(at) < steps)
                    extents[2 * static_cast<std::size_t>(at) + ((isHigh != (scraped.factor < 0)) ? 1 : 0)]
                        = static_cast<float>(scraped.ours(sample.value));
            }
        };
        const auto answer = m_engine.overRange(extentQuery(m_plan->rows[row], matchers, width),
                                               m_plan->momentOf(first + step - 1), m_plan->momentOf(last), width, use);
        if (!answer.isOk()) {
            m_hasFailed = true;
            (void)waitFor(pauseAfterFailure, m_stop);
        }
    }
    return extents;
}

std::vector<float> EngineReader::sheet(const std::string& metric, const SheetKey& key, const TopologyPtr& topology)
{
    const MetricDescriptor* const ours = findMetric(metric);
    if (!topology || ours == nullptr)
        return {};
    mapTo(topology);
    const std::size_t width = topology->count(ours->entityKind);
    std::vector<float> values(key.steps * width, noData);
    const Duration step = key.step * m_plan->period;
    const TickRange known = ticks();
    const TickIndex end = std::min(key.ticks().to, (known.to + key.step) / key.step * key.step);
    const TickIndex begin = std::max(key.first, known.from / key.step * key.step);
    bool hasAny = false;
    for (const std::size_t row : rowsOf(metric)) {
        if (begin >= end)
            break;
        const ScrapedMetric& scraped = m_plan->rows[row].metric;
        const auto use = [&](LabelViews labels, std::span<const EngineSample> samples) {
            const std::uint32_t entity = indexOf(row, labels, false, *topology);
            for (const EngineSample& sample : samples) {
                const TickIndex at = (tickIndexOf(sample.time, m_plan->period) - key.first) / key.step;
                if (entity >= width || at < 0 || static_cast<std::size_t>(at) >= key.steps)
                    continue;
                values[static_cast<std::size_t>(at) * width + entity] = static_cast<float>(scraped.ours(sample.value));
                hasAny = true;
            }
        };
        const bool isHighest = (key.extreme == Extreme::Highest) != (scraped.factor < 0);
        const auto answer
            = m_engine.overRange(sheetQuery(m_plan->rows[row], isHighest, step), m_plan->momentOf(begin + key.step - 1),
                                 m_plan->momentOf(end - 1), step, use);
        if (!answer.isOk()) {
            m_hasFailed = true;
            (void)waitFor(pauseAfterFailure, m_stop);
        }
    }
    return hasAny ? values : std::vector<float>();
}

RecordedBlock EngineReader::storedBlock(const std::string& metric, TickIndex first, EntitySlice slice,
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

std::vector<float> EngineReader::storedRow(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
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
