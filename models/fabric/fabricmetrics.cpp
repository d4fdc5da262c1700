// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/fabric/fabricmetrics.h"

namespace lockstep::fabricmetrics {

namespace {

MetricDescriptor derived(std::string name, std::string title, Unit unit, EntityKind kind, std::string derivation)
{
    MetricDescriptor metric;
    metric.name = std::move(name);
    metric.title = std::move(title);
    metric.unit = unit;
    metric.entityKind = kind;
    metric.direction = Direction::HighIsBad;
    metric.derivation = std::move(derivation);
    return metric;
}

} // namespace

const MetricDescriptor& trouble()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor worst
            = derived("port.trouble", "Link trouble", Unit::Ratio, EntityKind::Port,
                      "the worst of: link downs, credit waits, congestion rooted here, errors and drops, "
                      "retransmits, traffic against equal uplinks");
        worst.fullScale = 1.0F;
        worst.warning = 0.3F;
        worst.critical = 0.9F;
        return worst;
    }();
    return metric;
}

const MetricDescriptor& uplinkSkew()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor skew
            = derived("port.uplink.skew", "Uplink traffic against the switch's mean", Unit::Ratio, EntityKind::Port,
                      "bytes sent over the last 20 s, over the mean of the switch's uplinks that are "
                      "up, less one");
        skew.isDeviation = true;
        skew.fullScale = 1.0F;
        return skew;
    }();
    return metric;
}

const MetricDescriptor& burst()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor index = derived("port.burst", "Burst: peak over mean in the tick", Unit::None,
                                         EntityKind::Port, "peak over mean of the port's utilisation within a tick");
        index.direction = Direction::Neutral;
        return index;
    }();
    return metric;
}

const MetricDescriptor& falls()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor count
            = derived("port.falls", "Times the link went down, last minutes", Unit::None, EntityKind::Port,
                      "times that the link went down; one five minutes ago counts a third");
        count.warning = 0.5F;
        count.critical = 2.5F;
        return count;
    }();
    return metric;
}

const MetricDescriptor& portVictims()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor victims
            = derived("port.congestion.victims", "Ports held up by congestion here", Unit::None, EntityKind::Port,
                      "credit waits, followed from port to port to where nothing ahead waits");
        victims.warning = 2.0F;
        return victims;
    }();
    return metric;
}

const MetricDescriptor& switchVictims()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor victims
            = derived("switch.congestion.victims", "Ports held up by this switch", Unit::None, EntityKind::Switch,
                      "credit waits, followed from port to port to the switch that holds them up");
        victims.warning = 2.0F;
        return victims;
    }();
    return metric;
}

const MetricDescriptor& imbalance()
{
    static const MetricDescriptor metric
        = derived("switch.uplink.imbalance", "Busiest uplink, above the mean", Unit::Ratio, EntityKind::Switch,
                  "bytes sent over the last 20 s by the switch's uplinks that are up");
    return metric;
}

const MetricDescriptor& unusedUplinks()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor unused
            = derived("switch.uplink.unused", "Share of equal uplinks left unused", Unit::Ratio, EntityKind::Switch,
                      "1 - (sum x)^2 / (n sum x^2) of the uplinks' mean traffic over a minute: what stays high is "
                      "polarisation, not load");
        unused.fullScale = 1.0F;
        unused.warning = 0.5F;
        return unused;
    }();
    return metric;
}

const MetricDescriptor& collectiveBandwidth()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor bandwidth
            = derived("gpu.collective.bandwidth", "Bus bandwidth between nodes", Unit::BytesPerSecond, EntityKind::Gpu,
                      "bytes, number of ranks and shortest part of the last large collective of "
                      "its slowest communicator");
        bandwidth.direction = Direction::LowIsBad;
        return bandwidth;
    }();
    return metric;
}

const MetricDescriptor& collectiveEfficiency()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor share
            = derived("gpu.collective.efficiency", "Bus bandwidth over what its path can carry", Unit::Ratio,
                      EntityKind::Gpu, "bus bandwidth between nodes over the line rate of the slowest NIC of its ring");
        share.direction = Direction::LowIsBad;
        share.warning = 0.5F;
        share.critical = 0.2F;
        share.fullScale = 1.0F;
        return share;
    }();
    return metric;
}

const MetricDescriptor& pairShortfall()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor shortfall = derived(
            "pair.collective.shortfall", "Bus bandwidth short of what the path can carry", Unit::Ratio, EntityKind::Gpu,
            "1 - bus bandwidth of the worst group that both are in over the line rate of its slowest NIC");
        shortfall.warning = 0.5F;
        shortfall.critical = 0.8F;
        shortfall.fullScale = 1.0F;
        return shortfall;
    }();
    return metric;
}

const MetricDescriptor& pairBandwidth()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor bandwidth
            = derived("pair.collective.bandwidth", "Bus bandwidth of the slowest group of both", Unit::BytesPerSecond,
                      EntityKind::Gpu, "bytes, number of ranks and shortest part of its last large collective");
        bandwidth.direction = Direction::LowIsBad;
        return bandwidth;
    }();
    return metric;
}

const MetricDescriptor& pairTraffic()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor traffic
            = derived("pair.collective.traffic", "Traffic between two ranks", Unit::BytesPerSecond, EntityKind::Gpu,
                      "what each member of their busiest group passes on, over about half a minute, spread evenly over "
                      "its other members");
        traffic.direction = Direction::Neutral;
        return traffic;
    }();
    return metric;
}

} // namespace lockstep::fabricmetrics
