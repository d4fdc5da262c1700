// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pipeline/coverage.h"

#include "models/core/containstext.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace lockstep {

namespace {

using namespace metrics;

constexpr DetectorRow detectorRows[] = {
    {"GPU cooling",
     EntityKind::Gpu,
     {{{{gpu::temperature}, {gpu::power}, {sensor::temperature, "coolant"}}, "coolant temperature"},
      {{{gpu::temperature}, {gpu::power}, {sensor::temperature, "inlet"}}, "inlet air"},
      {{{gpu::temperature}, {gpu::power}}, "other GPUs of the node, and its own past"}}},
    {"node cooling",
     EntityKind::Node,
     {{{{gpu::temperature}, {gpu::power}, {sensor::temperature, "coolant"}}, "coolant temperature"},
      {{{gpu::temperature}, {gpu::power}, {sensor::temperature, "inlet"}}, "inlet air"},
      {{{gpu::temperature}, {gpu::power}}, "its own past, against other nodes"}}},
    {"rack inlet air", EntityKind::Node, {{{{sensor::temperature, "inlet"}}, "inlet air"}}},
    {"coolant flow",
     EntityKind::Loop,
     {{{{loop::flow}, {loop::pumpSpeed}, {loop::electricalPower}}, "flow, pump speed and load"},
      {{{loop::flow}}, "flow alone"}}},
    {"coolant supply", EntityKind::Loop, {{{{loop::supplyTemperature}}, "supply temperature"}}},
    {"heat balance of a loop",
     EntityKind::Loop,
     {{{{loop::flow}, {loop::supplyTemperature}, {loop::returnTemperature}}, "flow, supply and return"}}},
    {"coolant leak", EntityKind::Loop, {{{{loop::leak}}, "leak detectors of the loop"}}},
    {"rack leak", EntityKind::Rack, {{{{rack::leak}}, "leak detectors of the rack"}}},
    {"GPU over its temperature limit",
     EntityKind::Gpu,
     {{{{gpu::temperature}, {gpu::temperatureSlowdownLimit}}, "its own limit"},
      {{{gpu::temperature}}, "a usual limit"}}},
    {"GPU memory errors",
     EntityKind::Gpu,
     {{{{gpu::eccCorrected}, {gpu::eccUncorrected}, {gpu::rowsPending}}, "ECC counters and remapped rows"},
      {{{gpu::eccCorrected}}, "corrected errors"},
      {{{gpu::eccUncorrected}}, "uncorrected errors"}}},
    {"XID errors", EntityKind::Gpu, {{{{gpu::xid}}, "last XID"}}},
    {"GPU not reporting", EntityKind::Gpu, {{{{gpu::temperature}}, "its readings"}, {{{gpu::power}}, "its readings"}}},
    {"GPU clock",
     EntityKind::Gpu,
     {{{{gpu::clockSm}, {gpu::utilisation}, {gpu::throttleReasons}}, "clock, load and throttle reasons"},
      {{{gpu::clockSm}, {gpu::utilisation}}, "clock and load"}}},
    {"power cap",
     EntityKind::Gpu,
     {{{{gpu::powerLimit}, {gpu::throttleReasons}}, "power limit and throttle reasons"},
      {{{gpu::powerLimit}}, "power limit"},
      {{{gpu::throttleReasons}}, "throttle reasons"}}},
    {"diverging numbers",
     EntityKind::Gpu,
     {{{{gpu::trainStep}, {gpu::trainLoss}, {gpu::trainGradientNorm}}, "loss and gradient norm of each rank"}}},
    {"node not reporting", EntityKind::Node, {{{{node::reported}}, "its ticks"}}},
    {"missing series", EntityKind::Node, {{{{node::reported}}, "series that were measured before"}}},
    {"node memory", EntityKind::Node, {{{{node::memoryUtilisation}}, "memory in use"}}},
    {"node pressure",
     EntityKind::Node,
     {{{{node::pressureMemoryFull}, {node::pressureIoFull}}, "pressure stall information"},
      {{{node::cpuIowait}}, "I/O wait"}}},
    {"unlike peers", EntityKind::Port, {{{{port::rate}}, "rate of links and inventory of nodes"}}},
    {"link down", EntityKind::Port, {{{{port::up}}, "link state"}, {{{port::linkDowned}}, "link-down counter"}}},
    {"link flapping", EntityKind::Port, {{{{port::linkDowned}}, "link-down counter"}, {{{port::up}}, "link state"}}},
    {"link errors",
     EntityKind::Port,
     {{{{port::symbolErrors}, {port::receiveErrors}}, "symbol and receive errors"},
      {{{port::receiveErrors}}, "receive errors"},
      {{{port::symbolErrors}}, "symbol errors"},
      {{{port::linkReplays}}, "link replays"}}},
    {"congestion", EntityKind::Port, {{{{port::transmitWait}, {port::transmit}}, "time without credit, and traffic"}}},
    {"uneven uplinks", EntityKind::Switch, {{{{port::transmit}}, "traffic of the switch's ports"}}},
    {"microbursts",
     EntityKind::Port,
     {{{{port::transmitDrops}, {port::utilisation}, {port::utilisationPeak}}, "drops, load and its peaks"},
      {{{port::transmitDrops}, {port::utilisation}}, "drops and load"},
      {{{port::pauses}, {port::utilisation}}, "pauses and load"}}},
    {"slow ranks and hangs", EntityKind::Gpu, {{{{gpu::syncWaitShare}}, "spans of collectives"}}},
    {"step time", EntityKind::Job, {{{{job::stepTime}}, "steps of the job"}}},
    {"restarts", EntityKind::Job, {{{{job::stepTime}}, "steps of the job"}}},
    {"slow checkpoints", EntityKind::Job, {{{{job::checkpointTime}}, "checkpoints of the job"}}},
    {"traffic of a job", EntityKind::Job, {{{{job::exposedBandwidth}}, "traffic of its ports, and its steps"}}},
    {"inference latency", EntityKind::Job, {{{{serving::timeToFirstToken}}, "time to the first token"}}},
    {"uneven inference pools", EntityKind::Job, {{{{serving::requests}}, "requests by replica"}}},
};

/// Which entities of one kind have what a detector needs, by index: it is measured of them, of what they are in, or of
/// something in them; a sensor of a node counts for all that is in the node.
class NeedsOfKind
{
public:
    NeedsOfKind(const Topology& topology, EntityKind kind, const MeasuredEntities& measured)
        : m_topology(topology), m_kind(kind), m_measured(measured)
    { }

    [[nodiscard]] const std::vector<bool>& have(const Need& need)
    {
        const auto [known, isNew] = m_known.try_emplace({need.metric, need.named});
        if (isNew)
            known->second = found(need);
        return known->second;
    }

private:
    [[nodiscard]] std::vector<bool> found(const Need& need) const
    {
        std::vector<bool> has(m_topology.count(m_kind));
        const MetricDescriptor* const metric = findMetric(need.metric);
        const std::vector<bool> measured = metric != nullptr ? m_measured(need.metric) : std::vector<bool>();
        std::vector<bool> nodes(m_topology.count(EntityKind::Node));
        bool isInNodes = false;
        for (std::uint32_t index = 0; index < measured.size(); ++index) {
            const EntityRef reporter{metric->entityKind, index};
            if (!measured[index] || !m_topology.contains(reporter)
                || !containsText(m_topology.name(reporter), need.named))
                continue;
            const EntityRef above = m_topology.ancestor(reporter, m_kind);
            if (above.isValid()) {
                has[above.index] = true;
            } else if (const EntityRef node = m_topology.ancestor(reporter, EntityKind::Node); node.isValid()) {
                nodes[node.index] = true;
                isInNodes = true;
            }
        }
        for (std::uint32_t index = 0; isInNodes && index < has.size(); ++index) {
            const EntityRef node = m_topology.ancestor({m_kind, index}, EntityKind::Node);
            if (node.isValid() && nodes[node.index])
                has[index] = true;
        }
        return has;
    }

    const Topology& m_topology;
    EntityKind m_kind;
    const MeasuredEntities& m_measured;
    std::map<std::pair<std::string_view, std::string_view>, std::vector<bool>> m_known;
};

} // namespace

std::span<const DetectorRow> detectorTable()
{
    return detectorRows;
}

std::size_t DetectorCoverage::watchedInAll() const
{
    return std::accumulate(watched.begin(), watched.end(), std::size_t{0});
}

DetectorCoverage::State DetectorCoverage::state() const
{
    if (watchedInAll() == 0)
        return State::Blind;
    return watched.front() == entities ? State::Active : State::Degraded;
}

std::vector<DetectorCoverage> coverageOf(const Topology& topology, const MeasuredEntities& measured)
{
    std::map<EntityKind, NeedsOfKind> kinds;
    std::vector<DetectorCoverage> all;
    for (const DetectorRow& row : detectorTable()) {
        NeedsOfKind& needs = kinds.try_emplace(row.kind, topology, row.kind, measured).first->second;
        DetectorCoverage& coverage = all.emplace_back();
        coverage.detector = &row;
        coverage.entities = topology.count(row.kind);
        std::vector<bool> isOpen(coverage.entities, true);
        for (const DetectorWay& way : row.ways) {
            std::size_t count = 0;
            for (std::size_t entity = 0; entity < isOpen.size(); ++entity) {
                const bool isWatched = isOpen[entity]
                    && std::ranges::all_of(way.needs, [&](const Need& need) { return needs.have(need)[entity]; });
                count += isWatched ? 1 : 0;
                if (isWatched)
                    isOpen[entity] = false;
            }
            coverage.watched.push_back(count);
        }
        for (const Need& need : row.ways.begin()->needs) {
            if (coverage.entities == 0 || std::ranges::count(needs.have(need), false) > 0)
                coverage.missing.push_back(need);
        }
    }
    return all;
}

} // namespace lockstep
