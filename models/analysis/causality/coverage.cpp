// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/coverage.h"

#include "models/core/containstext.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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
      {{{gpu::temperature}, {gpu::power}}, "other GPUs of the node, and its own past"}},
     {kinds::blockedColdPlate}},
    {"node cooling",
     EntityKind::Node,
     {{{{gpu::temperature}, {gpu::power}, {sensor::temperature, "coolant"}}, "coolant temperature"},
      {{{gpu::temperature}, {gpu::power}, {sensor::temperature, "inlet"}}, "inlet air"},
      {{{gpu::temperature}, {gpu::power}}, "its own past, against other nodes"}},
     {kinds::nodeCooling, kinds::hotAisleRecirculation, kinds::pumpDegradation}},
    {"rack inlet air",
     EntityKind::Node,
     {{{{sensor::temperature, "inlet"}}, "inlet air"}},
     {kinds::hotAisleRecirculation}},
    {"coolant flow",
     EntityKind::Loop,
     {{{{loop::flow}, {loop::pumpSpeed}, {loop::electricalPower}}, "flow, pump speed and load"},
      {{{loop::flow}}, "flow alone"}},
     {kinds::pumpDegradation, kinds::loopFault}},
    {"coolant supply", EntityKind::Loop, {{{{loop::supplyTemperature}}, "supply temperature"}}, {kinds::warmSupply}},
    {"heat balance of a loop",
     EntityKind::Loop,
     {{{{loop::flow}, {loop::supplyTemperature}, {loop::returnTemperature}}, "flow, supply and return"}},
     {kinds::loopFault}},
    {"coolant leak", EntityKind::Loop, {{{{loop::leak}}, "leak detectors of the loop"}}, {kinds::coolantLeak}},
    {"rack leak", EntityKind::Rack, {{{{rack::leak}}, "leak detectors of the rack"}}, {kinds::coolantLeak}},
    {"GPU over its temperature limit",
     EntityKind::Gpu,
     {{{{gpu::temperature}, {gpu::temperatureSlowdownLimit}}, "its own limit"},
      {{{gpu::temperature}}, "a usual limit"}},
     {kinds::overheating}},
    {"GPU memory errors",
     EntityKind::Gpu,
     {{{{gpu::eccCorrected}, {gpu::eccUncorrected}, {gpu::rowsPending}}, "ECC counters and remapped rows"},
      {{{gpu::eccCorrected}}, "corrected errors"},
      {{{gpu::eccUncorrected}}, "uncorrected errors"}},
     {kinds::memoryErrors}},
    {"XID errors", EntityKind::Gpu, {{{{gpu::xid}}, "last XID"}}, {kinds::gpuError, kinds::applicationError}},
    {"GPU not reporting",
     EntityKind::Gpu,
     {{{{gpu::temperature}}, "its readings"}, {{{gpu::power}}, "its readings"}},
     {kinds::gpuOffBus}},
    {"GPU clock",
     EntityKind::Gpu,
     {{{{gpu::clockSm}, {gpu::utilisation}, {gpu::throttleReasons}}, "clock, load and throttle reasons"},
      {{{gpu::clockSm}, {gpu::utilisation}, {gpu::power}, {gpu::temperature}},
       "clock, load, power and heat against the other GPUs of its node"}},
     {kinds::lowClock}},
    {"power cap",
     EntityKind::Gpu,
     {{{{gpu::powerLimit}, {gpu::throttleReasons}}, "power limit and throttle reasons"},
      {{{gpu::powerLimit}}, "power limit"},
      {{{gpu::throttleReasons}}, "throttle reasons"}},
     {kinds::rackPowerCap}},
    {"power swings",
     EntityKind::Node,
     {{{{node::power}, {gpu::power}}, "power of nodes and of the GPUs of jobs"},
      {{{node::power}}, "power of nodes"},
      {{{gpu::power}}, "power of GPUs"}},
     {kinds::powerSwing}},
    {"diverging numbers",
     EntityKind::Gpu,
     {{{{gpu::trainStep}, {gpu::trainLoss}, {gpu::trainGradientNorm}}, "loss and gradient norm of each rank"}},
     {kinds::silentCorruption}},
    {"node not reporting", EntityKind::Node, {{{{node::reported}}, "its ticks"}}, {kinds::nodeSilent}},
    {"missing series",
     EntityKind::Node,
     {{{{node::reported}}, "series that were measured before"}},
     {kinds::monitoring}},
    {"node memory", EntityKind::Node, {{{{node::memoryUtilisation}}, "memory in use"}}, {kinds::overLimit}},
    {"node pressure",
     EntityKind::Node,
     {{{{node::pressureMemoryFull}, {node::pressureIoFull}}, "pressure stall information"},
      {{{node::cpuIowait}}, "I/O wait"}},
     {kinds::overLimit}},
    {"unlike peers",
     EntityKind::Port,
     {{{{port::rate}}, "rate of links and inventory of nodes"}},
     {kinds::versionSkew, kinds::slowLink}},
    {"link down",
     EntityKind::Port,
     {{{{port::up}}, "link state"}, {{{port::linkDowned}}, "link-down counter"}},
     {kinds::linkDown, kinds::nicDown}},
    {"link flapping",
     EntityKind::Port,
     {{{{port::linkDowned}}, "link-down counter"}, {{{port::up}}, "link state"}},
     {kinds::flappingLink}},
    {"link errors",
     EntityKind::Port,
     {{{{port::symbolErrors}, {port::receiveErrors}}, "symbol and receive errors"},
      {{{port::receiveErrors}}, "receive errors"},
      {{{port::symbolErrors}}, "symbol errors"}},
     {kinds::linkErrors}},
    {"links about to fail",
     EntityKind::Port,
     {{{{port::fecBitErrorRatio}, {port::opticsReceivePower}}, "bit errors before FEC, and optical power"},
      {{{port::fecBitErrorRatio}}, "bit errors before FEC"},
      {{{port::opticsReceivePower}}, "optical power"},
      {{{port::symbolErrors}}, "symbol errors a day"},
      {{{port::receiveErrors}}, "receive errors a day"}},
     {kinds::wornPart}},
    {"errors of NVLinks and PCIe",
     EntityKind::Gpu,
     {{{{gpu::nvlinkErrors}, {gpu::pcieReplays}}, "NVLink errors and PCIe replays"},
      {{{gpu::pcieReplays}}, "PCIe replays"},
      {{{gpu::nvlinkErrors}}, "NVLink errors"}},
     {kinds::linkErrors}},
    {"communication retries",
     EntityKind::Port,
     {{{{port::retransmits}, {port::rdmaAckTimeouts}}, "transport retransmits and acknowledgement timeouts"},
      {{{port::retransmits}}, "transport retransmits"},
      {{{port::linkReplays}}, "link replays"}},
     {kinds::maskedCommunicationFault}},
    {"congestion",
     EntityKind::Port,
     {{{{port::transmitWait}, {port::transmit}}, "time without credit, and traffic"}},
     {kinds::congestion, kinds::congestedSpine}},
    {"uneven uplinks",
     EntityKind::Switch,
     {{{{port::transmit}}, "traffic of the switch's ports"}},
     {kinds::hashPolarisation}},
    {"microbursts",
     EntityKind::Port,
     {{{{port::transmitDrops}, {port::utilisation}, {port::utilisationPeak}}, "drops, load and its peaks"},
      {{{port::transmitDrops}, {port::utilisation}}, "drops and load"},
      {{{port::pauses}, {port::utilisation}}, "pauses and load"}},
     {kinds::microburst}},
    {"slow ranks and hangs",
     EntityKind::Gpu,
     {{{{gpu::syncWaitShare}}, "spans of collectives"},
      {{{gpu::smActivity}, {gpu::utilisation}, {gpu::clockSm}}, "activity against the other GPUs of its node"},
      {{{gpu::power}, {gpu::utilisation}, {gpu::clockSm}}, "power against the other GPUs of its node"}},
     {kinds::slowGpu, kinds::jobHang}},
    {"idle allocations",
     EntityKind::Gpu,
     {{{{gpu::memoryUsed}, {gpu::utilisation}, {node::gpusAllocated}}, "memory, load and the scheduler's allocations"}},
     {kinds::idleAllocation}},
    {"below its reference",
     EntityKind::Job,
     {{{{job::mfu}}, "model FLOPs utilisation"}, {{{job::stepsTotal}, {job::step}}, "steps, and how many are planned"}},
     {kinds::belowReference}},
    {"targets",
     EntityKind::Tenant,
     {{{{tenant::gpusAllocated}}, "GPUs allocated to the tenant"}},
     {kinds::targetMissed}},
    {"step time", EntityKind::Job, {{{{job::stepTime}}, "steps of the job"}}, {kinds::slowJob}},
    {"restarts", EntityKind::Job, {{{{job::stepTime}}, "steps of the job"}}, {kinds::restartLoop}},
    {"slow checkpoints",
     EntityKind::Job,
     {{{{job::checkpointTime}}, "checkpoints of the job"}},
     {kinds::storageContention}},
    {"traffic of a job",
     EntityKind::Job,
     {{{{job::exposedBandwidth}}, "traffic of its ports, and its steps"}},
     {kinds::noisyNeighbour}},
    {"inference latency",
     EntityKind::Job,
     {{{{serving::timeToFirstToken}}, "time to the first token"}},
     {kinds::slowService}},
    {"uneven inference pools",
     EntityKind::Job,
     {{{{serving::requests}}, "requests by replica"}},
     {kinds::routingImbalance}},
};

/// Which entities of one kind have the metrics that a detector needs, by index: measured on the entity, on a parent, or
/// on a child; a sensor of a node counts for everything in the node.
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

namespace {

/// Of existing entities, by kind.
std::vector<DetectorCoverage> coverageOfThose(const Topology& topology, const MeasuredEntities& measured,
                                              const std::array<std::vector<bool>, entityKindCount>& there)
{
    std::map<EntityKind, NeedsOfKind> kinds;
    std::vector<DetectorCoverage> all;
    for (const DetectorRow& row : detectorTable()) {
        NeedsOfKind& needs = kinds.try_emplace(row.kind, topology, row.kind, measured).first->second;
        DetectorCoverage& coverage = all.emplace_back();
        coverage.detector = &row;
        const std::vector<bool>& isThere = there[static_cast<std::size_t>(row.kind)];
        coverage.entities = static_cast<std::size_t>(std::ranges::count(isThere, true));
        std::vector<bool> isOpen = isThere;
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
            bool isMissing = coverage.entities == 0;
            for (std::size_t entity = 0; entity < isThere.size(); ++entity)
                isMissing |= isThere[entity] && !needs.have(need)[entity];
            if (isMissing)
                coverage.missing.push_back(need);
        }
    }
    return all;
}

} // namespace

std::vector<DetectorCoverage> coverageOf(const Topology& topology, const MeasuredEntities& measured)
{
    std::array<std::vector<bool>, entityKindCount> there;
    for (std::size_t kind = 0; kind < there.size(); ++kind)
        there[kind].assign(topology.count(static_cast<EntityKind>(kind)), true);
    return coverageOfThose(topology, measured, there);
}

const char* DetectorCoverage::stateName() const
{
    static constexpr std::array names{"active", "degraded", "blind"};
    return names.at(static_cast<std::size_t>(state()));
}

std::string DetectorCoverage::evidence() const
{
    std::string text;
    std::size_t way = 0;
    for (const DetectorWay& each : detector->ways) {
        if (const std::size_t count = watched[way++]; count > 0)
            text += fmt::format("{}{} of {} by {}", text.empty() ? "" : "; ", count, entities, each.evidence);
    }
    if (!text.empty())
        return text;
    return entities == 0 ? fmt::format("no {} is known", entityKindName(detector->kind))
                         : fmt::format("none of {} is measured", entities);
}

std::vector<DetectorCoverage> coverageOf(const std::set<std::string, std::less<>>& metrics)
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("node", builder.addRack("rack", {}), {});
    for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Port, EntityKind::Sensor})
        (void)builder.add(kind, "one", node);
    for (const EntityKind kind : {EntityKind::Switch, EntityKind::Loop, EntityKind::Job})
        (void)builder.add(kind, "one", {});
    return coverageOf(*builder.build(),
                      [&](std::string_view metric) { return std::vector(metrics.contains(metric) ? 1U : 0U, true); });
}

std::vector<DetectorCoverage> coverageAt(const ClusterStore& store, TimePoint time)
{
    constexpr Duration examined = std::chrono::seconds(75);
    constexpr TickIndex fewestTicks = 3;
    constexpr TickIndex mostTicks = 15;
    const TickIndex last = tickIndexOf(time, store.tickPeriod());
    const TickIndex first = last + 1 - std::clamp<TickIndex>(examined / store.tickPeriod(), fewestTicks, mostTicks);
    const auto measuredThen = [&](std::string_view metric) {
        std::vector<bool> measured;
        const MetricId id = store.metrics().find(metric);
        for (TickIndex tick = last; id.isValid() && tick >= first && tick >= 0; --tick) {
            const std::span<const float> column = store.column(id, tick);
            measured.resize(std::max(measured.size(), column.size()));
            for (std::size_t entity = 0; entity < column.size(); ++entity) {
                if (!std::isnan(column[entity]))
                    measured[entity] = true;
            }
        }
        return measured;
    };
    // Not all entities of the topology, which may contain later ones.
    const Topology& topology = *store.topology();
    std::map<std::string_view, std::vector<bool>> measured;
    std::array<std::vector<bool>, entityKindCount> there;
    for (std::size_t kind = 0; kind < there.size(); ++kind)
        there[kind].resize(topology.count(static_cast<EntityKind>(kind)));
    const auto note = [&](const Need& need) {
        const MetricDescriptor* const metric = findMetric(need.metric);
        const auto [known, isNew] = measured.try_emplace(need.metric);
        if (!isNew || metric == nullptr)
            return;
        known->second = measuredThen(need.metric);
        for (std::uint32_t index = 0; index < known->second.size(); ++index) {
            EntityRef entity{metric->entityKind, index};
            for (; known->second[index] && topology.contains(entity); entity = topology.parent(entity))
                there[static_cast<std::size_t>(entity.kind)][entity.index] = true;
        }
    };
    for (const DetectorRow& row : detectorTable()) {
        for (const DetectorWay& way : row.ways)
            std::ranges::for_each(way.needs, note);
    }
    return coverageOfThose(
        topology, [&](std::string_view metric) { return measured[metric]; }, there);
}

} // namespace lockstep
