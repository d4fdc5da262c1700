// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/spans/tracebatches.h"

#include "models/core/batch.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t maxSpansInBatch = 20'000;

/// A node of the trace, and its identity.
struct TraceNode
{
    std::string name;
    std::shared_ptr<const NodeLayout> layout;
    std::uint64_t sequence = 0;
    bool hasNames = false;
};

/// A span and its destination: tick and node.
struct PlacedSpan
{
    TickIndex tick = 0;
    std::uint32_t node = 0;
    Span span;
};

class BatchMaker
{
public:
    BatchMaker(const TraceSpans& spans, SourceId source, Duration tickPeriod)
        : m_source(source),
          m_rack(spans.job),
          m_period(tickPeriod),
          m_names(std::make_shared<const std::vector<std::string>>(spans.names))
    {
        std::map<std::string, std::uint32_t> nodes;
        std::vector<NodeLayout> layouts;
        for (const TraceLane& lane : spans.lanes) {
            const auto [found, isNew] = nodes.try_emplace(lane.node, static_cast<std::uint32_t>(m_nodes.size()));
            if (isNew) {
                m_nodes.push_back({lane.node, {}, 0, false});
                layouts.emplace_back();
                layouts.back().id = 1;
                layouts.back().entities.push_back({EntityKind::Node, lane.node, 0, {}, {}});
            }
            NodeLayout& layout = layouts[found->second];
            const auto entity = static_cast<std::uint32_t>(layout.entities.size());
            layout.entities.push_back({EntityKind::Gpu, lane.gpu, 0, {}, {}});
            for (Span span : lane.spans) {
                span.entity = entity;
                m_spans.push_back({tickIndexOf(span.end, tickPeriod), found->second, span});
            }
        }
        for (std::size_t node = 0; node < layouts.size(); ++node)
            m_nodes[node].layout = std::make_shared<const NodeLayout>(std::move(layouts[node]));
        std::ranges::stable_sort(m_spans, {}, [](const PlacedSpan& placed) {
            return std::tuple(placed.tick, placed.node, placed.span.end);
        });
    }

    std::vector<BatchPtr> make()
    {
        std::vector<BatchPtr> batches;
        for (std::uint32_t node = 0; node < m_nodes.size(); ++node)
            batches.push_back(introduction(node));
        for (std::size_t from = 0; from < m_spans.size();) {
            std::size_t to = from;
            while (to < m_spans.size() && to - from < maxSpansInBatch && m_spans[to].tick == m_spans[from].tick
                   && m_spans[to].node == m_spans[from].node)
                ++to;
            batches.push_back(tick(from, to));
            from = to;
        }
        return batches;
    }

private:
    BatchPtr introduction(std::uint32_t node)
    {
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = m_nodes[node].name;
        identity->epoch = 1;
        identity->tickPeriod = m_period;
        identity->operatingSystem = "a trace";
        identity->position = RackPosition{{}, m_rack, node + 1, 1};
        auto batch = std::make_shared<Batch>();
        batch->source = m_source;
        batch->node = m_nodes[node].name;
        batch->identity = std::move(identity);
        batch->names = m_names;
        return batch;
    }

    BatchPtr tick(std::size_t from, std::size_t to)
    {
        TraceNode& node = m_nodes[m_spans[from].node];
        auto batch = std::make_shared<Batch>();
        batch->source = m_source;
        batch->node = node.name;
        batch->sequence = ++node.sequence;
        NodeTick tick;
        tick.time = timeOfTick(m_spans[from].tick, m_period);
        batch->received = tick.time; // a trace has only one clock
        tick.layout = node.layout;
        for (; from < to; ++from)
            tick.spans.push_back(m_spans[from].span);
        batch->tick = std::move(tick);
        return batch;
    }

    SourceId m_source;
    std::string m_rack; ///< placeholder for the unknown rack
    Duration m_period;
    std::shared_ptr<const std::vector<std::string>> m_names;
    std::vector<TraceNode> m_nodes;
    std::vector<PlacedSpan> m_spans;
};

} // namespace

std::vector<BatchPtr> batchesOfTrace(const TraceSpans& spans, SourceId source, Duration tickPeriod)
{
    return BatchMaker(spans, source, tickPeriod).make();
}

} // namespace lockstep
