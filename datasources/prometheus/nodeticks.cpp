// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/nodeticks.h"

#include "datasources/collectors/layoutbuilder.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// NVIDIA's libraries say by numbers like 9223372036854775794 that there is nothing to say.
constexpr double notSaid = 9.2e18;
/// Exporters restart under new pods, and each is a new series: when so many have come, all are learned anew.
constexpr std::size_t maxSeries = std::size_t{4} << 20U;
/// Values a tick, of all nodes.
constexpr std::size_t maxValues = std::size_t{4} << 20U;

std::string textOf(const std::string& metric, const std::vector<PlaceStep>& place)
{
    std::string text = metric;
    for (const PlaceStep& step : place)
        text += fmt::format("\n{} {}", entityKindName(step.kind), step.name);
    return text;
}

} // namespace

struct NodeTicks::Node
{
    struct Declared
    {
        std::size_t row = 0;
        bool isOfNode = true; ///< or of the cluster
        std::vector<PlaceStep> below; ///< without the node itself
    };

    std::string name;
    std::vector<Declared> declared;
    std::vector<float> values; ///< by declared
    bool hasValue = false;
    bool isIntroduced = false;
    std::shared_ptr<const NodeLayout> layout; ///< null: something was declared since
    std::uint32_t layouts = 0;
    std::vector<std::uint32_t> order; ///< of the layout's values: which of the declared ones
    std::uint64_t sequence = 0;

    void makeLayout(const EnginePlan& plan)
    {
        LayoutBuilder builder(name, false);
        std::vector<std::vector<std::uint32_t>> columns;
        for (std::uint32_t at = 0; at < declared.size(); ++at) {
            std::uint32_t entity = LayoutBuilder::node;
            for (const PlaceStep& step : declared[at].below) {
                // A switch that is named after its node is on that node's board.
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
    : m_source(source), m_plan(plan), m_epoch(epoch), m_targets(plan.rows.size())
{ }

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

NodeTicks::Target NodeTicks::declare(std::size_t row, std::vector<PlaceStep> place)
{
    const std::string text = textOf(m_plan.rows[row].metric.metric, place);
    if (m_taken.contains(text)) {
        ++m_clashes;
        return {};
    }
    const bool isOfNode = place.front().kind == EntityKind::Node;
    if (!isOfNode && m_nodes.empty()) {
        ++m_homeless;
        return {};
    }
    const bool isKnown = !isOfNode || m_nodeByName.contains(place.front().name);
    if (m_taken.size() >= maxValues || (!isKnown && m_nodes.size() >= budget::nodesPerSource)) {
        ++m_homeless;
        return {};
    }
    Target target;
    target.node = isOfNode ? nodeOf(place.front().name) : 0;
    Node& node = *m_nodes[target.node];
    if (node.declared.size() >= budget::entitiesPerLayout) {
        ++m_homeless;
        return {};
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
    } else if (const auto taken = m_taken.find(textOf(m_plan.rows[row].metric.metric, place)); taken != m_taken.end()) {
        // The same entity under other labels: another pod of its exporter, another driver. Two at once are a clash, of
        // which add() keeps the first.
        target = taken->second;
    } else {
        target = declare(row, std::move(place));
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
    kept = static_cast<float>(value * m_plan.rows[row].metric.factor);
    node.hasValue = true;
}

BatchPtr NodeTicks::batchOf(Node& node, TimePoint tick, TimePoint received) const
{
    auto batch = std::make_shared<Batch>();
    batch->source = m_source;
    batch->received = received;
    batch->node = node.name;
    batch->sequence = ++node.sequence;
    if (!node.isIntroduced) {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = node.name;
        identity->epoch = m_epoch;
        identity->tickPeriod = m_plan.period;
        identity->inventory = {{"prometheus", true, m_plan.summary()}};
        batch->identity = std::move(identity);
        node.isIntroduced = true;
    }
    if (!node.layout)
        node.makeLayout(m_plan);
    NodeTick& said = batch->tick.emplace();
    said.time = tick;
    said.layout = node.layout;
    said.values.reserve(node.order.size());
    for (const std::uint32_t at : node.order)
        said.values.push_back(node.values[at]);
    return batch;
}

void NodeTicks::discard()
{
    for (const std::unique_ptr<Node>& node : m_nodes) {
        if (std::exchange(node->hasValue, false))
            std::ranges::fill(node->values, noData);
    }
}

std::vector<BatchPtr> NodeTicks::finish(TimePoint tick)
{
    const TimePoint received = wallClockNow();
    std::vector<BatchPtr> batches;
    for (const std::unique_ptr<Node>& node : m_nodes) {
        if (!std::exchange(node->hasValue, false))
            continue;
        batches.push_back(batchOf(*node, tick, received));
        std::ranges::fill(node->values, noData);
    }
    return batches;
}

} // namespace lockstep
