// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/analysis/sync/tracking/simulatedspans.h"

#include "models/core/batch.h"

#include <QtGlobal>

#include <bit>

namespace lockstep {

namespace {

constexpr TimePoint start{std::chrono::seconds(1'700'000'000)};

}

SimulatedSpans::SimulatedSpans(std::uint32_t nodes, const sim::Drill& drill, std::uint32_t pipeline,
                               std::uint32_t checkpointEverySteps)
{
    sim::ClusterSpec spec = sim::makeCluster(nodes, 8, *sim::findGpuModel("H100"));
    sim::JobSpec job;
    job.name = "train";
    job.pipelineParallel = pipeline;
    job.checkpointEverySteps = checkpointEverySteps;
    spec.jobs.push_back(job);
    auto made = sim::Simulation::create(std::move(spec), drill, 7, start);
    if (!made.isOk())
        qFatal("%s", made.error().message.c_str());
    m_simulation = std::move(made).value();
    m_nodes.resize(m_simulation->nodeCount());
    idOf("");
}

std::uint32_t SimulatedSpans::idOf(const std::string& name)
{
    const auto [entry, isNew] = m_ids.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
    if (isNew) {
        m_names.push_back(name);
        m_directions.push_back(peerDirectionOf(name));
    }
    return entry->second;
}

std::uint32_t SimulatedSpans::laneOf(std::size_t node, const Span& span, const std::vector<std::uint32_t>& ids)
{
    const auto [entry, isNew] = m_lanes.try_emplace({node, ids[span.lane]}, static_cast<std::uint32_t>(m_lanes.size()));
    if (isNew) {
        m_tracker.addLane({span.rank, ids[span.job]});
        m_laneNodes.push_back(node);
    }
    return entry->second;
}

const std::vector<SyncSpan>& SimulatedSpans::advance()
{
    m_spans.clear();
    m_simulation->advance();
    for (std::size_t at = 0; at < m_nodes.size(); ++at) {
        const NodeTick* tick = m_simulation->tick(at);
        if (tick == nullptr || tick->spans.empty())
            continue;
        Node& node = m_nodes[at];
        if (const auto& names = m_simulation->names(at); names != node.names) {
            node.names = names;
            node.ids.clear();
            for (const std::string& name : *names)
                node.ids.push_back(idOf(name));
        }
        for (const Span& span : tick->spans) {
            SyncSpan sync;
            sync.startNs = span.start.time_since_epoch().count();
            sync.endNs = span.end.time_since_epoch().count();
            sync.lane = laneOf(at, span, node.ids);
            sync.communicator = span.communicator == 0 ? SyncSpan::none : node.ids[span.communicator];
            sync.sequence = static_cast<std::uint32_t>(span.sequence);
            sync.step = span.step;
            sync.op = node.ids[span.op];
            sync.kind = span.kind;
            sync.direction = m_directions[sync.op];
            sync.sizeClass = static_cast<std::uint8_t>(std::bit_width(span.bytes));
            m_spans.push_back(sync);
        }
    }
    return m_spans;
}

void SimulatedSpans::run(int seconds)
{
    for (int second = 0; second < seconds; ++second) {
        m_tracker.add(advance());
        static_cast<void>(m_tracker.closeWhole());
    }
}

std::shared_ptr<const JobSync> SimulatedSpans::job() const
{
    return m_tracker.jobs().begin()->second.snapshot();
}

std::string SimulatedSpans::communicatorName(std::uint32_t communicator) const
{
    return communicator < m_names.size() ? m_names[communicator] : std::string();
}

} // namespace lockstep
