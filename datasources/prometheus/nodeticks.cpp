// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/nodeticks.h"

#include "datasources/collectors/layoutbuilder.h"
#include "datasources/exporters/gpulabels.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/units.h"

#include <deque>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace lockstep {

namespace {

/// NVIDIA's placeholder for a missing value is about 9223372036854775794.
constexpr double notSaid = 9.2e18;
/// Exporters restart in new pods, each with new series: above this number, all are forgotten and learned again.
constexpr std::size_t maxSeries = std::size_t{4} << 20U;
/// Maximum number of values per tick, over all nodes.
constexpr std::size_t maxValues = std::size_t{4} << 20U;
/// A server may show a scrape some seconds late; until then, a node is not silent.
constexpr Duration shortestPeriod = std::chrono::seconds(3);
/// A missing exporter is no longer waited for after this many scrapes.
constexpr int missedScrapes = 3;
/// A missing exporter is reported as silent after this many scrapes, and after this time.
constexpr int silentScrapes = 4;
constexpr Duration shortestSilence = std::chrono::seconds(30);
/// A missing node is no longer waited for after this many ticks.
constexpr TickIndex ticksToMiss = 3;
constexpr std::size_t keptTicks = 8;

std::string placeName(const std::string& metric, const std::vector<PlaceStep>& place)
{
    std::string text = metric;
    for (const PlaceStep& step : place)
        text += fmt::format("\n{} {}", entityKindName(step.kind), step.name);
    return text;
}

/// "metrics:9090" from "https://metrics:9090/prefix".
std::string nameOf(const EngineEndpoint& endpoint)
{
    const std::size_t scheme = endpoint.url.find("://");
    const std::string rest = scheme == std::string::npos ? endpoint.url : endpoint.url.substr(scheme + 3);
    const std::string name = rest.substr(0, rest.find('/')).substr(0, budget::nameBytes);
    return name.empty() ? "engine" : name;
}

} // namespace

struct NodeTicks::Node
{
    struct Declared
    {
        std::size_t row = 0;
        bool isOfNode = true; ///< false: of the cluster
        std::vector<PlaceStep> below; ///< path below the node
    };

    std::string name;
    std::vector<Declared> declared;
    std::vector<float> values; ///< by declared value
    bool hasValue = false;
    bool isIntroduced = false;
    std::map<std::string, GpuLabels> gpus; ///< by name
    std::shared_ptr<const NodeLayout> layout; ///< null: something has been declared since
    std::uint32_t layouts = 0;
    std::vector<std::uint32_t> order; ///< index of the declared value for each value of the layout
    std::uint64_t sequence = 0;
    std::vector<TimePoint> scraped; ///< by exporter; 1970: never
    std::vector<bool> isSilent; ///< by exporter: reported as silent
    std::vector<TimePoint> reportedScrapes; ///< scrapes of these that were reported
    std::deque<TickIndex> reported; ///< the latest reported ticks

    [[nodiscard]] TimePoint newestScrape() const
    {
        return scraped.empty() ? TimePoint{} : *std::ranges::max_element(scraped);
    }
    void makeLayout(const EnginePlan& plan)
    {
        LayoutBuilder builder(name, false);
        std::vector<std::vector<std::uint32_t>> columns;
        for (std::uint32_t at = 0; at < declared.size(); ++at) {
            std::uint32_t entity = LayoutBuilder::node;
            for (const PlaceStep& step : declared[at].below) {
                // A switch named after a node is on that node's board.
                const bool isTop
                    = isOfCluster(step.kind) && !(step.kind == EntityKind::Switch && declared[at].isOfNode);
                entity = builder.addEntity(step.kind, step.name, isTop ? EntityDescriptor::clusterScope : entity);
            }
            const Slot slot = builder.add(plan.rows[declared[at].row].metric.metric, entity);
            columns.resize(std::max<std::size_t>(columns.size(), slot.column + 1));
            columns[slot.column].push_back(at);
        }
        order.clear();
        for (const std::vector<std::uint32_t>& column : columns)
            order.insert(order.end(), column.begin(), column.end());
        layout = std::make_shared<const NodeLayout>(builder.finish(++layouts));
    }
};

NodeTicks::NodeTicks(SourceId source, const EnginePlan& plan, std::uint64_t epoch)
    : m_source(source), m_plan(plan), m_epoch(epoch), m_targets(plan.rows.size()), m_engineName(nameOf(plan.endpoint))
{
    std::unordered_map<std::string, std::size_t> exporters;
    for (const EnginePlan::Row& row : plan.rows) {
        const auto [known, isNew] = exporters.try_emplace(row.metric.exporter, exporters.size());
        if (isNew) {
            m_exporters.push_back(row.metric.exporter);
            m_intervals.push_back(row.interval);
        }
        m_exporterOf.push_back(known->second);
    }
    m_scrapedNodes.resize(m_intervals.size());
}

NodeTicks::~NodeTicks() = default;

std::uint32_t NodeTicks::nodeOf(const std::string& name)
{
    const auto [known, isNew] = m_nodeByName.try_emplace(name, static_cast<std::uint32_t>(m_nodes.size()));
    if (isNew) {
        m_nodes.push_back(std::make_unique<Node>());
        m_nodes.back()->name = name;
    }
    return known->second;
}

NodeTicks::Target NodeTicks::declare(std::size_t row, std::vector<PlaceStep> place, LabelViews labels)
{
    const std::string text = placeName(m_plan.rows[row].metric.metric, place);
    if (m_taken.contains(text)) {
        ++m_clashes;
        return {};
    }
    const bool isOfNode = place.front().kind == EntityKind::Node;
    const std::string nodeName = isOfNode ? place.front().name : m_engineName;
    const bool isKnown = m_nodeByName.contains(nodeName);
    if (m_taken.size() >= maxValues || (!isKnown && m_nodes.size() >= budget::nodesPerSource)) {
        ++m_homeless;
        return {};
    }
    Target target;
    target.node = nodeOf(nodeName);
    Node& node = *m_nodes[target.node];
    if (node.declared.size() >= budget::entitiesPerLayout) {
        ++m_homeless;
        return {};
    }
    const auto labelOf = [labels](std::string_view name) {
        const auto found = std::ranges::find(labels, name, &LabelViews::value_type::first);
        return std::string(found == labels.end() ? std::string_view() : found->second);
    };
    if (GpuLabels gpu{labelOf(GpuLabels::modelLabel), labelOf(GpuLabels::driverLabel)};
        isOfNode && place.back().kind == EntityKind::Gpu && !gpu.model.empty()) {
        GpuLabels& known = node.gpus[place.back().name];
        node.isIntroduced = node.isIntroduced && known == gpu;
        known = std::move(gpu);
    }
    target.value = static_cast<std::uint32_t>(node.declared.size());
    if (isOfNode)
        place.erase(place.begin());
    node.declared.push_back({row, isOfNode, std::move(place)});
    node.values.push_back(noData);
    node.layout.reset();
    m_taken.emplace(text, target);
    return target;
}

NodeTicks::Target NodeTicks::targetOf(std::size_t row, LabelViews labels)
{
    seriesKey(labels, m_key);
    if (const auto known = m_targets[row].find(m_key); known != m_targets[row].end())
        return known->second;
    if (++m_series > maxSeries) {
        for (auto& targets : m_targets)
            targets.clear();
        m_series = 0;
    }
    std::vector<PlaceStep> place = placeOfSeries(m_plan.rows[row].metric, labels, m_plan.hosts);
    Target target;
    if (place.empty()) {
        ++m_homeless;
        m_firstUnplaced = m_firstUnplaced.value_or(row);
    } else if (const auto taken = m_taken.find(placeName(m_plan.rows[row].metric.metric, place));
               taken != m_taken.end()) {
        // The same entity with other labels, such as a new exporter pod or driver version. If both exist at once, add()
        // keeps the first.
        target = taken->second;
    } else {
        target = declare(row, std::move(place), labels);
    }
    m_targets[row].emplace(m_key, target);
    return target;
}

void NodeTicks::add(std::size_t row, LabelViews labels, double value)
{
    const Target target = targetOf(row, labels);
    if (target.node == Target::nowhere || !(std::fabs(value) < notSaid))
        return;
    Node& node = *m_nodes[target.node];
    float& kept = node.values[target.value];
    if (!std::isnan(kept)) {
        ++m_clashes;
        return;
    }
    kept = static_cast<float>(m_plan.rows[row].metric.ours(value));
    node.hasValue = true;
}

void NodeTicks::noteScrape(std::size_t row, LabelViews labels, TimePoint scraped)
{
    const std::size_t exporter = m_exporterOf[row];
    auto& nodes = m_scrapedNodes[exporter];
    seriesKey(labels, m_key);
    auto known = nodes.find(m_key);
    if (known == nodes.end()) {
        const std::vector<PlaceStep> place = placeOfSeries(m_plan.rows[row].metric, labels, m_plan.hosts);
        if (place.empty())
            return;
        const auto node = m_nodeByName.find(place.front().kind == EntityKind::Node ? place.front().name : m_engineName);
        // A node is known from its first value on. Until then, its series are looked up again.
        if (node == m_nodeByName.end())
            return;
        if (nodes.size() >= maxSeries)
            nodes.clear();
        known = nodes.emplace(m_key, node->second).first;
    }
    Node& node = *m_nodes[known->second];
    node.scraped.resize(m_intervals.size());
    node.scraped[exporter] = std::max(node.scraped[exporter], scraped);
    m_newestScrape = std::max(m_newestScrape, scraped);
}

bool NodeTicks::isFresh(const Node& node, TickIndex tick) const
{
    if (node.scraped.empty() || tickIndexOf(node.newestScrape(), m_plan.period) != tick)
        return false;
    const TimePoint end = timeOfTick(tick + 1, m_plan.period);
    bool hasNews = node.reportedScrapes.empty();
    for (std::size_t exporter = 0; exporter < node.scraped.size(); ++exporter) {
        const Duration interval = m_intervals[exporter];
        const bool isDue = tick % std::max<TickIndex>(1, interval / m_plan.period) == 0;
        const bool isAlive = node.scraped[exporter] > end - missedScrapes * interval;
        if (isDue && isAlive && node.scraped[exporter] < end - interval)
            return false;
        hasNews = hasNews || node.scraped[exporter] > node.reportedScrapes[exporter];
    }
    return hasNews;
}

std::vector<TickIndex> NodeTicks::freshTicks() const
{
    std::set<TickIndex> ticks;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        const TickIndex newest = tickIndexOf(node->newestScrape(), m_plan.period);
        if (!ticks.contains(newest) && isFresh(*node, newest))
            ticks.insert(newest);
    }
    return {ticks.begin(), ticks.end()};
}

bool NodeTicks::isReported(TickIndex tick) const
{
    bool hasAny = false;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        const std::deque<TickIndex>& reported = node->reported;
        if (std::ranges::none_of(reported, [tick](TickIndex each) { return each >= tick - ticksToMiss; }))
            continue;
        if (std::ranges::find(reported, tick) == reported.end())
            return false;
        hasAny = true;
    }
    return hasAny;
}

BatchPtr NodeTicks::batchOf(Node& node, TickIndex tick) const
{
    const TimePoint begin = timeOfTick(tick, m_plan.period);
    const TimePoint last = begin + m_plan.period - std::chrono::milliseconds(1);
    auto batch = std::make_shared<Batch>();
    batch->source = m_source;
    batch->received = node.scraped.empty() ? std::min(last, wallClockNow()) : std::min(last, node.newestScrape());
    batch->node = node.name;
    batch->sequence = ++node.sequence;
    if (!node.isIntroduced) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = node.name;
        identity->epoch = m_epoch;
        identity->tickPeriod = std::max(m_plan.period, shortestPeriod);
        if (node.name == m_engineName) // see isReporter()
            identity->inventory = {{"prometheus", true, m_plan.summary()}};
        std::vector<GpuLabels> gpus;
        for (const auto& [name, gpu] : node.gpus)
            gpus.push_back(gpu);
        std::ranges::move(gpuInventory(gpus), std::back_inserter(identity->inventory));
        batch->identity = std::move(identity);
        node.isIntroduced = true;
    }
    if (!node.layout)
        node.makeLayout(m_plan);
    NodeTick& said = batch->tick.emplace();
    said.time = begin;
    said.layout = node.layout;
    said.values.reserve(node.order.size());
    for (const std::uint32_t at : node.order)
        said.values.push_back(node.values[at]);
    reportSilentExporters(node, said);
    return batch;
}

/// Only for nodes that report; SilenceWatch handles the others.
void NodeTicks::reportSilentExporters(Node& node, NodeTick& tick) const
{
    const TimePoint end = tick.time + m_plan.period;
    node.isSilent.resize(node.scraped.size());
    for (std::size_t exporter = 0; exporter < node.scraped.size(); ++exporter) {
        if (node.scraped[exporter] == TimePoint{})
            continue;
        const Duration since = end - node.scraped[exporter];
        const bool isSilent = since > std::max(silentScrapes * m_intervals[exporter], shortestSilence);
        if (isSilent == node.isSilent[exporter])
            continue;
        node.isSilent[exporter] = isSilent;
        // Each exporter separately: one may be silent while another returns.
        tick.events.push_back(
            {tick.time, isSilent ? Severity::Warning : Severity::Information, 0,
             fmt::format("{}.{}", codes::agentTargetSilent, m_exporters[exporter]),
             isSilent ? fmt::format("{}: no samples from {} for {}", node.name, m_exporters[exporter],
                                    formatQuantity(std::chrono::duration<double>(since).count(), Unit::Seconds))
                      : fmt::format("{}: receiving samples from {} again", node.name, m_exporters[exporter])});
    }
}

std::vector<BatchPtr> NodeTicks::finish(TickIndex tick, Nodes nodes)
{
    std::vector<BatchPtr> batches;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        if (!std::exchange(node->hasValue, false))
            continue;
        if (nodes == Nodes::All || isFresh(*node, tick)) {
            batches.push_back(batchOf(*node, tick));
            node->reportedScrapes = node->scraped;
            node->reported.push_back(tick);
            if (node->reported.size() > keptTicks)
                node->reported.pop_front();
        }
        std::ranges::fill(node->values, noData);
    }
    return batches;
}

} // namespace lockstep
