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
                "standard error of the resistance fit"),
        derived(gpu::thermalResistanceDeviation, "GPU thermal resistance relative to peers", Ratio, Gpu, HighIsBad,
                {0.3F, 0.8F, 0.5F, true}, "its resistance / median of GPUs in the same slot with the same cooling - 1"),
        derived(gpu::thermalCapacity, "GPU heat capacity", JoulePerKelvin, Gpu, Neutral, {},
                "from how fast the temperature follows the power; unknown while the power is constant"),
        derived(gpu::temperatureSteady, "GPU temperature, predicted steady", Celsius, Gpu, HighIsBad, {83.0F, 87.0F},
                "coolant temperature + thermal resistance x mean power of the last 10 s"),
        derived(gpu::thermalTimeToLimit, "Time to the GPU's slowdown limit", Seconds, Gpu, LowIsBad,
                {300.0F, 60.0F, anHour},
                "from the fitted R and C at the present power, and the drift of R and coolant; 1 h: not in sight"),
        derived(gpu::temperatureDeviation, "GPU temperature relative to peers", KelvinDelta, Gpu, HighIsBad,
                {8.0F, 15.0F, 12.0F, true},
                "its temperature - median of GPUs in the same slot with the same cooling, within 15 % of its power"),
        derived(gpu::temperatureChange, "GPU temperature, change per minute", KelvinPerMinute, Gpu, HighIsBad,
                {{}, {}, 12.0F, true}, "the slope of its temperature over the last 40 s"),
        derived(node::recirculation, "Exhaust in the inlet air", Ratio, Node, HighIsBad, {0.2F, 0.4F, 0.6F},
                "(inlet - supply) / (exhaust - supply); the supply is the hall's 10th percentile of inlets"),
        derived(loop::heatBalance, "Heat removed, share of power", Ratio, Loop, Neutral, {{}, {}, 1.0F},
                "calculated heat removed / electrical power of the cooled nodes; the rest goes into the air"),
        derived(loop::flowShare, "Flow relative to demand", Ratio, Loop, LowIsBad, {0.9F, 0.5F, 1.0F},
                "flow / median of the last half hour, corrected for a lower load"),
        derived(loop::timeToLimit, "Time to return limit", Seconds, Loop, LowIsBad, {300.0F, 60.0F, anHour},
                "return temperature extrapolated from heat, falling flow and rising supply; 1 h: not in sight"),
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
        derived(port::uplinkSkew, "Uplink traffic relative to the switch's mean", Ratio, Port, HighIsBad,
                {{}, {}, 1.0F, true}, "bytes sent in the last 20 s / mean of the switch's active uplinks - 1"),
        derived(port::falls, "Link-down count, recent minutes", None, Port, HighIsBad, {0.5F, 2.5F},
                "number of times that the link went down; one five minutes ago counts a third"),
        derived(port::congestionVictims, "Ports blocked by congestion here", None, Port, HighIsBad, {2.0F},
                "credit waits, traced from port to port to the one that waits for no other"),
        derived(networkSwitch::congestionVictims, "Ports blocked by this switch", None, Switch, HighIsBad, {2.0F},
                "credit waits, traced from port to port to the blocking switch"),
        derived(networkSwitch::uplinkImbalance, "Busiest uplink, above the mean", Ratio, Switch, HighIsBad, {},
                "bytes sent in the last 20 s by the switch's active uplinks"),
        derived(networkSwitch::uplinkUnused, "Unused share of equal-cost uplinks", Ratio, Switch, HighIsBad,
                {0.5F, {}, 1.0F},
                "1 - (sum x)^2 / (n sum x^2) of the uplinks' mean traffic over a minute; persistently high means "
                "polarisation, not load"),
        derived(gpu::collectiveBandwidth, "Bus bandwidth between nodes", BytesPerSecond, Gpu, LowIsBad, {},
                "bytes, number of ranks and shortest part of the last large collective of its slowest communicator"),
        derived(gpu::collectiveEfficiency, "Bus bandwidth relative to path capacity", Ratio, Gpu, LowIsBad,
                {0.5F, 0.2F, 1.0F}, "bus bandwidth between nodes / line rate of the slowest NIC of its ring"),
        // Between two ranks; of no one entity, so never in a store.
        derived(pair::collectiveShortfall, "Bus bandwidth shortfall", Ratio, Gpu, HighIsBad, {0.5F, 0.8F, 1.0F},
                "1 - bus bandwidth of the worst common group / line rate of its slowest NIC"),
        derived(pair::collectiveBandwidth, "Bus bandwidth of the slowest common group", BytesPerSecond, Gpu, LowIsBad,
                {}, "bytes, number of ranks and shortest part of its last large collective"),
        derived(pair::collectiveTraffic, "Traffic between two ranks", BytesPerSecond, Gpu, Neutral, {},
                "traffic of each member of their busiest group over about 30 s, spread evenly over its other members"),
    };
}

std::vector<MetricDescriptor> ofSteps()
{
    using namespace metrics;
    using enum Unit;
    using enum EntityKind;
    using enum Direction;
    return {
        derived(gpu::syncBlame, "GPUs waiting because of it", None, Gpu, HighIsBad, {},
                "waits of other ranks, traced back to the rank that waited for no other"),
        derived(gpu::syncWaitShare, "Share of time spent waiting", Ratio, Gpu, HighIsBad, {{}, {}, 1.0F},
                "share of its steps in which it waited for other ranks"),
        derived(gpu::syncSlowdown, "Compute time relative to its peers", Ratio, Gpu, HighIsBad, {1.05F},
                "its time between collectives / median of its job's ranks"),
        derived(node::syncBlame, "GPUs waiting because of it", None, Node, HighIsBad, {},
                "waits of other ranks, traced back to its ranks"),
        derived(node::syncWaitShare, "Share of its ranks' time spent waiting", Ratio, Node, HighIsBad, {{}, {}, 1.0F},
                "share of their steps in which its ranks waited for others"),
        derived(rack::syncBlame, "GPUs waiting because of it", None, Rack, HighIsBad, {},
                "waits of other ranks, traced back to its ranks"),
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
                "duration of the last complete step, median of its ranks"),
        derived(job::step, "Step reached", None, Job, Neutral, {}, "number of the last completed step"),
        derived(job::goodput, "Goodput", Ratio, Job, LowIsBad, share,
                "its ranks' compute and transfer time / wall time"),
        derived(job::waitShare, "Share of its GPU time spent waiting", Ratio, Job, HighIsBad, share,
                "its ranks' time in collectives beyond the transfer / wall time"),
        derived(job::checkpointShare, "Share of its GPU time in checkpoints", Ratio, Job, HighIsBad, share,
                "its ranks' time in checkpoints / wall time"),
        derived(job::restartShare, "Share of its GPU time in restarts", Ratio, Job, HighIsBad, share,
                "its ranks' time from the end of a run to the first step of the next / wall time"),
        derived(job::idleShare, "Share of its GPU time idle", Ratio, Job, HighIsBad, share,
                "idle time reported by its ranks / wall time"),
        derived(job::unknownShare, "Unknown share of its GPU time", Ratio, Job, HighIsBad, share,
                "time without spans / wall time; never counted as productive"),
        derived(job::gpus, "GPUs reserved", None, Job, Neutral, {}, "number of its ranks, each of which holds a GPU"),
        derived(job::restarts, "Restarts", None, Job, HighIsBad, {},
                "number of restarts at a lower step since it was first seen"),
        derived(job::checkpointTime, "Checkpoint, time to write", Seconds, Job, HighIsBad, {},
                "median time that the last checkpoint took its ranks"),
        derived(job::checkpointInterval, "Checkpoint, interval", Seconds, Job, Neutral, {},
                "from the end of the previous checkpoint to the start of the last one"),
        derived(job::exposedBandwidth, "Bandwidth while exposed, per rank", BytesPerSecond, Job, LowIsBad, {},
                "bytes of its collectives in a step / time in which its ranks only moved data"),
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
