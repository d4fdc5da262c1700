// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/derivedmetrics.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/pointwise.h"

#include <iterator>
#include <utility>

namespace lockstep {

namespace {

struct Scale
{
    std::optional<float> warning{};
    std::optional<float> critical{};
    std::optional<float> full{};
    bool isDeviation = false;
};

MetricDescriptor derived(std::string name, std::string title, Unit unit, EntityKind kind, Direction direction,
                         Scale scale, std::string derivation)
{
    return {std::move(name),
            std::move(title),
            unit,
            MetricKind::Gauge,
            kind,
            direction,
            scale.warning,
            scale.critical,
            scale.full,
            scale.isDeviation,
            std::move(derivation)};
}

std::vector<MetricDescriptor> ofHeat()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    constexpr float anHour = 3600; ///< what is further ahead is not shown
    return {
        derived(gpu::thermalResistance, "GPU thermal resistance to coolant", KelvinPerWatt, Gpu, HighIsBad, {},
                "GPU temperature and power, and the coolant or inlet temperature of its node, over the last minute"),
        derived(gpu::thermalResistanceError, "GPU thermal resistance, standard error", KelvinPerWatt, Gpu, Neutral, {},
                "what the fit of the resistance leaves unexplained"),
        derived(gpu::thermalResistanceDeviation, "GPU thermal resistance against peers", Ratio, Gpu, HighIsBad,
                {0.3F, 0.8F, 0.5F, true},
                "its resistance over the median of GPUs in the same slot and cooled alike, less one"),
        derived(gpu::thermalCapacity, "GPU heat capacity", JoulePerKelvin, Gpu, Neutral, {},
                "how fast the GPU's temperature follows its power; unknown while the power hardly changes"),
        derived(gpu::temperatureSteady, "GPU temperature, predicted steady", Celsius, Gpu, HighIsBad, {83.0F, 87.0F},
                "coolant temperature + thermal resistance x mean power of the last 10 s"),
        derived(gpu::thermalTimeToLimit, "Time to the GPU's slowdown limit", Seconds, Gpu, LowIsBad,
                {300.0F, 60.0F, anHour},
                "its fitted R and C at the present power, and the drift of R and coolant; an hour: not in sight"),
        derived(gpu::temperatureDeviation, "GPU temperature against peers", KelvinDelta, Gpu, HighIsBad,
                {8.0F, 15.0F, 12.0F, true},
                "its temperature less the median of GPUs in the same slot, cooled alike, within 15 % of its power"),
        derived(gpu::temperatureChange, "GPU temperature, change per minute", KelvinPerMinute, Gpu, HighIsBad,
                {{}, {}, 12.0F, true}, "the slope of its temperature over the last 40 s"),
        derived(node::recirculation, "Exhaust in the inlet air", Ratio, Node, HighIsBad, {0.2F, 0.4F, 0.6F},
                "(inlet - supply) / (exhaust - supply); the supply is the hall's 10th percentile of inlets"),
        derived(loop::heatBalance, "Heat removed, of power", Ratio, Loop, Neutral, {{}, {}, 1.0F},
                "heat removed, calculated, over the electrical power that the loop cools; the rest goes into the air"),
        derived(loop::flowShare, "Flow against need", Ratio, Loop, LowIsBad, {0.9F, 0.5F, 1.0F},
                "its flow over the median of the last half hour, less where its load is less too"),
        derived(loop::timeToLimit, "Time to return limit", Seconds, Loop, LowIsBad, {300.0F, 60.0F, anHour},
                "the return at its heat, as its flow falls and its supply rises; an hour: not in sight"),
    };
}

std::vector<MetricDescriptor> ofFabric()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    return {
        derived(
            port::trouble, "Link trouble", Ratio, Port, HighIsBad, {0.3F, 0.9F, 1.0F},
            "the worst of: link downs, credit waits, congestion rooted here, errors and drops, retransmits, traffic "
            "against equal uplinks"),
        derived(port::uplinkSkew, "Uplink traffic against the switch's mean", Ratio, Port, HighIsBad,
                {{}, {}, 1.0F, true},
                "bytes sent over the last 20 s, over the mean of the switch's uplinks that are up, less one"),
        derived(port::falls, "Times the link went down, last minutes", None, Port, HighIsBad, {0.5F, 2.5F},
                "times that the link went down; one five minutes ago counts a third"),
        derived(port::congestionVictims, "Ports held up by congestion here", None, Port, HighIsBad, {2.0F},
                "credit waits, followed from port to port to where nothing ahead waits"),
        derived(networkSwitch::congestionVictims, "Ports held up by this switch", None, Switch, HighIsBad, {2.0F},
                "credit waits, followed from port to port to the switch that holds them up"),
        derived(networkSwitch::uplinkImbalance, "Busiest uplink, above the mean", Ratio, Switch, HighIsBad, {},
                "bytes sent over the last 20 s by the switch's uplinks that are up"),
        derived(networkSwitch::uplinkUnused, "Share of equal uplinks left unused", Ratio, Switch, HighIsBad,
                {0.5F, {}, 1.0F},
                "1 - (sum x)^2 / (n sum x^2) of the uplinks' mean traffic over a minute: what stays high is "
                "polarisation, not load"),
        derived(gpu::collectiveBandwidth, "Bus bandwidth between nodes", BytesPerSecond, Gpu, LowIsBad, {},
                "bytes, number of ranks and shortest part of the last large collective of its slowest communicator"),
        derived(gpu::collectiveEfficiency, "Bus bandwidth over what its path can carry", Ratio, Gpu, LowIsBad,
                {0.5F, 0.2F, 1.0F}, "bus bandwidth between nodes over the line rate of the slowest NIC of its ring"),
        // Between two ranks; of no one entity, so never in a store.
        derived(pair::collectiveShortfall, "Bus bandwidth short of what the path can carry", Ratio, Gpu, HighIsBad,
                {0.5F, 0.8F, 1.0F},
                "1 - bus bandwidth of the worst group that both are in over the line rate of its slowest NIC"),
        derived(pair::collectiveBandwidth, "Bus bandwidth of the slowest group of both", BytesPerSecond, Gpu, LowIsBad,
                {}, "bytes, number of ranks and shortest part of its last large collective"),
        derived(pair::collectiveTraffic, "Traffic between two ranks", BytesPerSecond, Gpu, Neutral, {},
                "what each member of their busiest group passes on, over about half a minute, spread evenly over its "
                "other members"),
    };
}

std::vector<MetricDescriptor> ofSteps()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    return {
        derived(gpu::syncBlame, "GPUs kept waiting by it", None, Gpu, HighIsBad, {},
                "the waits of others in its steps, followed back to the rank that waited for nobody"),
        derived(gpu::syncWaitShare, "Share of time spent waiting", Ratio, Gpu, HighIsBad, {{}, {}, 1.0F},
                "the part of its steps in which it waited for other ranks"),
        derived(gpu::syncSlowdown, "Compute time relative to its peers", Ratio, Gpu, HighIsBad, {1.05F},
                "its time between collectives over the median of the ranks of its job"),
        derived(node::syncBlame, "GPUs kept waiting by it", None, Node, HighIsBad, {},
                "the waits of others, followed back to its ranks"),
        derived(node::syncWaitShare, "Share of its ranks' time spent waiting", Ratio, Node, HighIsBad, {{}, {}, 1.0F},
                "the part of their steps in which its ranks waited for others"),
        derived(rack::syncBlame, "GPUs kept waiting by it", None, Rack, HighIsBad, {},
                "the waits of others, followed back to its ranks"),
    };
}

/// Of training jobs, by their spans. The shares of a moment add up to one.
std::vector<MetricDescriptor> ofJobs()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    const Scale share{{}, {}, 1.0F};
    return {
        derived(job::stepTime, "Step time", Seconds, Job, HighIsBad, {},
                "the length of its last whole step, the median of its ranks"),
        derived(job::step, "Step reached", None, Job, Neutral, {}, "the number of the last step that it closed"),
        derived(job::goodput, "Productive share of its GPU time", Ratio, Job, LowIsBad, share,
                "its ranks' time in computing and in moving data, over their wall time"),
        derived(job::waitShare, "Share of its GPU time spent waiting", Ratio, Job, HighIsBad, share,
                "its ranks' time in collectives beyond the transfer, over their wall time"),
        derived(job::checkpointShare, "Share of its GPU time in checkpoints", Ratio, Job, HighIsBad, share,
                "its ranks' time in checkpoints, over their wall time"),
        derived(job::restartShare, "Share of its GPU time in restarts", Ratio, Job, HighIsBad, share,
                "its ranks' time from the end of a run to the first step of the next, over their wall time"),
        derived(job::idleShare, "Share of its GPU time idle", Ratio, Job, HighIsBad, share,
                "what its ranks post as idle, over their wall time"),
        derived(job::unknownShare, "Share of its GPU time that nothing tells of", Ratio, Job, HighIsBad, share,
                "what no span of its ranks tells of, over their wall time: never counted as productive"),
        derived(job::gpus, "GPUs reserved", None, Job, Neutral, {}, "the ranks that it has, each of which holds a GPU"),
        derived(job::restarts, "Restarts", None, Job, HighIsBad, {},
                "how often it has begun again at a lower step since it was first seen"),
        derived(job::checkpointTime, "Checkpoint, time to write", Seconds, Job, HighIsBad, {},
                "for how long the last checkpoint kept its ranks, the median"),
        derived(job::checkpointInterval, "Checkpoint, interval", Seconds, Job, Neutral, {},
                "from the end of the checkpoint before to the beginning of the last one"),
        derived(job::exposedBandwidth, "Bandwidth while exposed, per rank", BytesPerSecond, Job, LowIsBad, {},
                "bytes of its collectives in a step over the time in which its ranks did nothing but move data"),
    };
}

} // namespace

std::vector<MetricDescriptor> derivedMetrics()
{
    std::vector<MetricDescriptor> all;
    for (auto part : {ofHeat(), ofFabric(), ofSteps(), ofJobs()})
        all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
    for (const PointwiseMetric& row : pointwiseMetrics())
        all.push_back(row.descriptor);
    return all;
}

} // namespace lockstep
