// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/coverage.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/core/topology/topologybuilder.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

using namespace metrics;

constexpr DetectorRow detectorRows[] = {
    {"GPU cooling",
     EntityKind::Gpu,
     {{{{gpu::temperature}, {gpu::power}, {sensor::temperature, "coolant"}}, "coolant temperature"},
      {{{gpu::temperature}, {gpu::power}, {sensor::temperature, "inlet"}}, "inlet air"},
      {{{gpu::temperature}, {gpu::power}}, "the node's other GPUs and its own history"}},
     {kinds::blockedColdPlate}},
    {"node cooling",
     EntityKind::Node,
     {{{{gpu::temperature}, {gpu::power}, {sensor::temperature, "coolant"}}, "coolant temperature"},
      {{{gpu::temperature}, {gpu::power}, {sensor::temperature, "inlet"}}, "inlet air"},
      {{{gpu::temperature}, {gpu::power}}, "its own history, compared with other nodes"}},
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
    {"loop heat balance",
     EntityKind::Loop,
     {{{{loop::flow}, {loop::supplyTemperature}, {loop::returnTemperature}}, "flow, supply and return temperature"}},
     {kinds::loopFault}},
    {"condensation",
     EntityKind::Loop,
     {{{{loop::dewPointMargin}}, "supply temperature above the dew point"}},
     {kinds::loopFault}},
    {"coolant leak", EntityKind::Loop, {{{{loop::leak}}, "leak detectors of the loop"}}, {kinds::coolantLeak}},
    {"rack leak", EntityKind::Rack, {{{{rack::leak}}, "leak detectors of the rack"}}, {kinds::coolantLeak}},
    {"GPU over its temperature limit",
     EntityKind::Gpu,
     {{{{gpu::temperature}, {gpu::temperatureSlowdownLimit}}, "the GPU's own limit"},
      {{{gpu::temperature}}, "a typical limit"}},
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
     {{{{gpu::temperature}}, "temperature readings"}, {{{gpu::power}}, "power readings"}},
     {kinds::gpuOffBus}},
    {"GPU clock",
     EntityKind::Gpu,
     {{{{gpu::clockSm}, {gpu::utilisation}, {gpu::throttleReasons}}, "clock, load and throttle reasons"},
      {{{gpu::clockSm}, {gpu::utilisation}, {gpu::power}, {gpu::temperature}},
       "clock, load, power and temperature compared with the node's other GPUs"}},
     {kinds::lowClock}},
    {"throttled GPU", EntityKind::Gpu, {{{{gpu::throttled}}, "time throttled by heat or power"}}, {kinds::lowClock}},
    {"CPU clock",
     EntityKind::Node,
     {{{{node::cpuFrequency}, {node::cpuUtilisation}, {node::cpuThrottles}}, "clock at its load, and throttling"},
      {{{node::cpuFrequency}, {node::cpuUtilisation}}, "clock at its load"},
      {{{node::cpuThrottles}}, "throttling by heat"}},
     {kinds::throttledCpu}},
    {"power cap",
     EntityKind::Gpu,
     {{{{gpu::powerLimit}, {gpu::throttleReasons}}, "power limit and throttle reasons"},
      {{{gpu::powerLimit}}, "power limit"},
      {{{gpu::throttleReasons}}, "throttle reasons"}},
     {kinds::rackPowerCap}},
    {"power swings",
     EntityKind::Node,
     {{{{node::power}, {gpu::power}}, "node power, and power of each job's GPUs"},
      {{{node::power}}, "power of nodes"},
      {{{gpu::power}}, "power of GPUs"}},
     {kinds::powerSwing}},
    {"diverging training values",
     EntityKind::Gpu,
     {{{{gpu::trainStep}, {gpu::trainLoss}, {gpu::trainGradientNorm}}, "loss and gradient norm of each rank"}},
     {kinds::silentCorruption}},
    {"node not reporting", EntityKind::Node, {{{{node::reported}}, "ticks received"}}, {kinds::nodeSilent}},
    {"missing series", EntityKind::Node, {{{{node::reported}}, "series reported before"}}, {kinds::monitoring}},
    {"node memory", EntityKind::Node, {{{{node::memoryUtilisation}}, "memory in use"}}, {kinds::overLimit}},
    {"node pressure",
     EntityKind::Node,
     {{{{node::pressureMemoryFull}, {node::pressureIoFull}}, "pressure stall information"},
      {{{node::cpuIowait}}, "I/O wait"}},
     {kinds::overLimit}},
    {"full file systems", EntityKind::Disk, {{{{disk::used}}, "space in use"}}, {kinds::overLimit}},
    {"slow disks", EntityKind::Disk, {{{{disk::latency}}, "time per I/O"}}, {kinds::overLimit}},
    {"node differs from its peers",
     EntityKind::Port,
     {{{{port::rate}}, "link rates and node inventory"}},
     {kinds::versionSkew, kinds::slowLink}},
    {"PCIe width of GPUs", EntityKind::Gpu, {{{{gpu::pcieLanes}}, "lanes in use"}}, {kinds::versionSkew}},
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
     {{{{port::fecBitErrorRatio}, {port::opticsReceivePower}}, "pre-FEC bit errors and optical power"},
      {{{port::fecBitErrorRatio}}, "pre-FEC bit errors"},
      {{{port::opticsReceivePower}}, "optical power"},
      {{{port::symbolErrors}}, "symbol errors per day"},
      {{{port::receiveErrors}}, "receive errors per day"}},
     {kinds::wornPart}},
    {"NVLink and PCIe errors",
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
     {{{{port::transmitWait}, {port::transmit}}, "time spent waiting for credit, and traffic"}},
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
      {{{gpu::smActivity}, {gpu::utilisation}, {gpu::clockSm}}, "activity compared with the node's other GPUs"},
      {{{gpu::power}, {gpu::utilisation}, {gpu::clockSm}}, "power compared with the node's other GPUs"}},
     {kinds::slowGpu, kinds::jobHang}},
    {"idle allocations",
     EntityKind::Gpu,
     {{{{gpu::memoryUsed}, {gpu::utilisation}, {node::gpusAllocated}}, "memory, load and the scheduler's allocations"}},
     {kinds::idleAllocation}},
    {"job below its reference",
     EntityKind::Job,
     {{{{job::mfu}}, "model FLOPs utilisation"}, {{{job::stepsTotal}, {job::step}}, "steps completed and planned"}},
     {kinds::belowReference}},
    {"missed targets",
     EntityKind::Tenant,
     {{{{tenant::gpusAllocated}}, "GPUs allocated to the tenant"}},
     {kinds::targetMissed}},
    {"service targets",
     EntityKind::Job,
     {{{{serving::firstTokenBurn}}, "burn rate of the time-to-first-token target"},
      {{{serving::perTokenBurn}}, "burn rate of the time-per-token target"}},
     {kinds::targetMissed}},
    {"step time", EntityKind::Job, {{{{job::stepTime}}, "steps of the job"}}, {kinds::slowJob}},
    {"restarts", EntityKind::Job, {{{{job::stepTime}}, "steps of the job"}}, {kinds::restartLoop}},
    {"restarts without spans",
     EntityKind::Node,
     {{{{gpu::xid}, {gpu::utilisation}, {gpu::memoryUsed}}, "XIDs, and pauses in which its GPUs free their memory"},
      {{{gpu::xid}, {gpu::utilisation}}, "XIDs, and pauses of its GPUs"}},
     {kinds::restartLoop}},
    {"slow checkpoints",
     EntityKind::Job,
     {{{{job::checkpointTime}}, "checkpoints of the job"}},
     {kinds::storageContention}},
    {"job traffic",
     EntityKind::Job,
     {{{{job::exposedBandwidth}}, "traffic of the job's ports, and its steps"}},
     {kinds::noisyNeighbour}},
    {"inference latency",
     EntityKind::Job,
     {{{{serving::timeToFirstToken}, {serving::timePerToken}, {serving::queue}}, "request and token times"},
      {{{serving::timeToFirstToken}}, "time to first token"},
      {{{serving::timePerToken}}, "time per token"},
      {{{serving::queue}}, "time in the queue"}},
     {kinds::slowService}},
    {"transfers between pools",
     EntityKind::Job,
     {{{{serving::transferTimeTail}}, "99th percentile of the transfer time"},
      {{{serving::transferTime}}, "median of the transfer time"}},
     {kinds::transferLatency}},
    {"uneven inference pools",
     EntityKind::Job,
     {{{{serving::imbalance}}, "load of each replica"}},
     {kinds::routingImbalance}},
};

/// Peaks within a tick are described by their metric.
const MetricDescriptor* describedMetric(std::string_view name)
{
    constexpr std::string_view peak = ".peak";
    return findMetric(name.ends_with(peak) ? name.substr(0, name.size() - peak.size()) : name);
}

/// Which entities of one kind have the metrics that a detector needs, by index: measured on the entity, on a parent, or
/// on a child; a sensor of a node counts for everything in the node.
class NeedsOfKind
{
public:
    NeedsOfKind(const Topology& topology, EntityKind kind, const MeasuredEntities& measured)
        : m_topology(topology), m_kind(kind), m_measured(measured)
    { }

    [[nodiscard]] const std::vector<bool>& have(const RequiredMetric& need)
    {
        const auto [known, isNew] = m_known.try_emplace({need.metric, need.named});
        if (isNew)
            known->second = found(need);
        return known->second;
    }

private:
    [[nodiscard]] std::vector<bool> found(const RequiredMetric& need) const
    {
        std::vector<bool> has(m_topology.count(m_kind));
        const MetricDescriptor* const metric = describedMetric(need.metric);
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

std::size_t DetectorCoverage::totalWatched() const
{
    return std::accumulate(watched.begin(), watched.end(), std::size_t{0});
}

DetectorCoverage::State DetectorCoverage::state() const
{
    if (totalWatched() == 0)
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
        for (const MetricSet& way : row.metricSets) {
            std::size_t count = 0;
            for (std::size_t entity = 0; entity < isOpen.size(); ++entity) {
                const bool isWatched = isOpen[entity]
                    && std::ranges::all_of(way.needs,
                                           [&](const RequiredMetric& need) { return needs.have(need)[entity]; });
                count += isWatched ? 1 : 0;
                if (isWatched)
                    isOpen[entity] = false;
            }
            coverage.watched.push_back(count);
        }
        for (const RequiredMetric& need : row.metricSets.begin()->needs) {
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
    for (const MetricSet& each : detector->metricSets) {
        if (const std::size_t count = watched[way++]; count > 0)
            text += fmt::format("{}{}: {} of {}", text.empty() ? "" : "; ", each.evidence, count, entities);
    }
    if (!text.empty())
        return text;
    const std::string_view kind = detector->kind == EntityKind::Gpu ? "GPU" : entityKindName(detector->kind);
    return entities == 0 ? fmt::format("no {} is known", kind) : fmt::format("no data for any of {}", entities);
}

std::vector<DetectorCoverage> coverageOf(const std::set<std::string, std::less<>>& metrics)
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("node", builder.addRack("rack", {}), {});
    for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Port, EntityKind::Sensor})
        (void)builder.add(kind, "one", node);
    for (const EntityKind kind : {EntityKind::Switch, EntityKind::Loop, EntityKind::Job})
        (void)builder.add(kind, "one", {});
    // Any metric shows that its node reports.
    return coverageOf(*builder.build(), [&](std::string_view metric) {
        const bool isMeasured = metrics.contains(metric) || (metric == metrics::node::reported && !metrics.empty());
        return std::vector(isMeasured ? 1U : 0U, true);
    });
}

MeasuredMetrics measuredAt(const ClusterStore& store, TimePoint time)
{
    constexpr Duration examined = std::chrono::seconds(75);
    constexpr TickIndex fewestTicks = 3;
    constexpr TickIndex mostTicks = 15;
    const TickIndex last = tickIndexOf(time, store.tickPeriod());
    const TickIndex first = std::max<TickIndex>(
        0, last + 1 - std::clamp<TickIndex>(examined / store.tickPeriod(), fewestTicks, mostTicks));
    MeasuredMetrics all{store.topology(), {}, false};
    const auto note = [&](const RequiredMetric& need) {
        const auto [known, isNew] = all.metrics.try_emplace(need.metric);
        const MetricId id = store.metrics().find(need.metric);
        if (!isNew || !id.isValid())
            return;
        std::vector<bool>& measured = known->second;
        std::size_t count = 0;
        all.isPending |= store.available(id, {first, last + 1}) == Availability::Pending;
        for (TickIndex tick = last; tick >= first && (count == 0 || count < measured.size()); --tick) {
            const std::span<const float> column = store.column(id, tick);
            measured.resize(std::max(measured.size(), column.size()));
            for (std::size_t entity = 0; entity < column.size(); ++entity) {
                if (!std::isnan(column[entity]) && !measured[entity]) {
                    measured[entity] = true;
                    ++count;
                }
            }
        }
    };
    for (const DetectorRow& row : detectorTable()) {
        for (const MetricSet& way : row.metricSets)
            std::ranges::for_each(way.needs, note);
    }
    return all;
}

std::vector<DetectorCoverage> coverageOf(const MeasuredMetrics& measured)
{
    const Topology& topology = *measured.topology;
    std::array<std::vector<bool>, entityKindCount> there;
    for (std::size_t kind = 0; kind < there.size(); ++kind)
        there[kind].resize(topology.count(static_cast<EntityKind>(kind)));
    for (const auto& [name, entities] : measured.metrics) {
        const MetricDescriptor* const metric = describedMetric(name);
        for (std::uint32_t index = 0; metric != nullptr && index < entities.size(); ++index) {
            EntityRef entity{metric->entityKind, index};
            for (; entities[index] && topology.contains(entity); entity = topology.parent(entity))
                there[static_cast<std::size_t>(entity.kind)][entity.index] = true;
        }
    }
    const auto of = [&](std::string_view metric) {
        if (metric == metrics::node::reported) // whichever metrics a node reports
            return there[static_cast<std::size_t>(EntityKind::Node)];
        const auto known = measured.metrics.find(metric);
        return known == measured.metrics.end() ? std::vector<bool>() : known->second;
    };
    return coverageOfThose(topology, of, there);
}

namespace {

/// How lockstep-agent provides a metric, for one that exporters lack.
std::string_view remedyOfAgent(const MetricDescriptor& metric, bool hasOffers)
{
    if (metric.name.starts_with("gpu.train."))
        return "report it with lockstep.py in the training program";
    if (!metric.derivation.empty() || (metric.entityKind == EntityKind::Job && !hasOffers))
        return "trace the jobs with lockstep.py or the NCCL plugin";
    switch (metric.entityKind) {
    case EntityKind::Loop:
        return "let lockstep-agent read the cooling units";
    case EntityKind::Rack:
        return "let lockstep-agent read the controllers of the racks";
    case EntityKind::Tenant:
        return "let lockstep-agent query the scheduler";
    default:
        return metric.name == metrics::node::gpusAllocated ? "let lockstep-agent query the scheduler"
                                                           : "run lockstep-agent";
    }
}

/// How an exporter provides a metric. A metric of ports has several exporters; most sites have node_exporter.
std::string remedyOfExporter(const MetricDescriptor& metric, const std::vector<MetricOffer>& offers)
{
    if (metric.entityKind == EntityKind::Job)
        return "scrape the inference servers";
    const auto ofNodes = std::ranges::find(offers, "node_exporter", &MetricOffer::exporter);
    const MetricOffer& offer = ofNodes == offers.end() ? offers.front() : *ofNodes;
    return offer.exporter == "dcgm-exporter" ? fmt::format("add {} to the counters of {}", offer.name, offer.exporter)
                                             : fmt::format("scrape {} from {}", offer.name, offer.exporter);
}

} // namespace

std::size_t blindCount(std::span<const DetectorState> standings)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        standings, [](const DetectorState& each) { return each.coverage.state() == DetectorCoverage::State::Blind; }));
}

std::string remedyOf(const RequiredMetric& need, const MetricOffers& offers)
{
    const MetricDescriptor* const metric = describedMetric(need.metric);
    if (metric == nullptr)
        return std::string(need.metric);
    if (!need.named.empty()) // exporters read sensors of boards, not of cooling
        return fmt::format("{} of a sensor named {}: run lockstep-agent", need.metric, need.named);
    const std::vector<MetricOffer> known = offers(need.metric);
    const std::string_view byAgent = remedyOfAgent(*metric, !known.empty());
    if (known.empty())
        return fmt::format("{}: {}", need.metric, byAgent);
    return fmt::format("{}: {}, or {}", need.metric, remedyOfExporter(*metric, known), byAgent);
}

} // namespace lockstep
