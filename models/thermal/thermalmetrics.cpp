// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/thermal/thermalmetrics.h"

#include "models/thermal/loopevents.h"
#include "models/thermal/thermalforecast.h"

namespace lockstep::thermalmetrics {

namespace {

MetricDescriptor derived(std::string name, std::string title, Unit unit, EntityKind kind, Direction direction,
                         std::string derivation)
{
    MetricDescriptor metric;
    metric.name = std::move(name);
    metric.title = std::move(title);
    metric.unit = unit;
    metric.entityKind = kind;
    metric.direction = direction;
    metric.derivation = std::move(derivation);
    return metric;
}

MetricDescriptor limited(MetricDescriptor metric, float warning, float critical)
{
    metric.warning = warning;
    metric.critical = critical;
    return metric;
}

MetricDescriptor deviation(MetricDescriptor metric, float fullScale)
{
    metric.isDeviation = true;
    metric.fullScale = fullScale;
    return metric;
}

} // namespace

const MetricDescriptor& resistance()
{
    static const MetricDescriptor metric
        = derived("gpu.thermal.resistance", "GPU thermal resistance to coolant", Unit::KelvinPerWatt, EntityKind::Gpu,
                  Direction::HighIsBad,
                  "GPU temperature and power, and the coolant or inlet temperature of its node, over the last minute");
    return metric;
}

const MetricDescriptor& resistanceError()
{
    static const MetricDescriptor metric
        = derived("gpu.thermal.resistance.error", "GPU thermal resistance, standard error", Unit::KelvinPerWatt,
                  EntityKind::Gpu, Direction::Neutral, "what the fit of the resistance leaves unexplained");
    return metric;
}

const MetricDescriptor& resistanceDeviation()
{
    static const MetricDescriptor metric = deviation(
        limited(derived("gpu.thermal.resistance.deviation", "GPU thermal resistance against peers", Unit::Ratio,
                        EntityKind::Gpu, Direction::HighIsBad,
                        "its resistance over the median of GPUs in the same slot and cooled alike, less one"),
                0.3F, 0.8F),
        0.5F);
    return metric;
}

const MetricDescriptor& capacity()
{
    static const MetricDescriptor metric = derived(
        "gpu.thermal.capacity", "GPU heat capacity", Unit::JoulePerKelvin, EntityKind::Gpu, Direction::Neutral,
        "how fast the GPU's temperature follows its power; unknown while the power hardly changes");
    return metric;
}

const MetricDescriptor& steadyTemperature()
{
    static const MetricDescriptor metric = limited(
        derived("gpu.temperature.steady", "GPU temperature, predicted steady", Unit::Celsius, EntityKind::Gpu,
                Direction::HighIsBad, "coolant temperature + thermal resistance x mean power of the last 10 s"),
        83.0F, 87.0F);
    return metric;
}

const MetricDescriptor& timeToLimit()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor time = limited(
            derived("gpu.thermal.time_to_limit", "Time to the GPU's slowdown limit", Unit::Seconds, EntityKind::Gpu,
                    Direction::LowIsBad,
                    "its fitted R and C at the present power, and the drift of R and coolant; an hour: not in sight"),
            300.0F, 60.0F);
        time.fullScale = forecastHorizon;
        return time;
    }();
    return metric;
}

const MetricDescriptor& temperatureDeviation()
{
    static const MetricDescriptor metric
        = deviation(limited(derived("gpu.temperature.deviation", "GPU temperature against peers", Unit::KelvinDelta,
                                    EntityKind::Gpu, Direction::HighIsBad,
                                    "its temperature less the median of GPUs in the same slot, cooled alike, within "
                                    "15 % of its power"),
                            8.0F, 15.0F),
                    12.0F);
    return metric;
}

const MetricDescriptor& temperatureChange()
{
    static const MetricDescriptor metric
        = deviation(derived("gpu.temperature.change", "GPU temperature, change per minute", Unit::KelvinPerMinute,
                            EntityKind::Gpu, Direction::HighIsBad, "the slope of its temperature over the last 40 s"),
                    12.0F);
    return metric;
}

const MetricDescriptor& recirculation()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor index = limited(
            derived("node.recirculation", "Exhaust in the inlet air", Unit::Ratio, EntityKind::Node,
                    Direction::HighIsBad,
                    "(inlet - supply) / (exhaust - supply); the supply is the hall's 10th percentile of inlets"),
            0.2F, 0.4F);
        index.fullScale = 0.6F;
        return index;
    }();
    return metric;
}

const MetricDescriptor& loopHeat()
{
    static const MetricDescriptor metric
        = derived("loop.heat.calculated", "Heat removed, calculated", Unit::Watt, EntityKind::Loop, Direction::Neutral,
                  "flow x density x heat capacity of water x (return - supply)");
    return metric;
}

const MetricDescriptor& loopBalance()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor balance
            = derived("loop.heat.balance", "Heat removed, of power", Unit::Ratio, EntityKind::Loop, Direction::Neutral,
                      "heat removed, calculated, over the electrical power that the loop cools; the rest goes "
                      "into the air");
        balance.fullScale = 1.0F;
        return balance;
    }();
    return metric;
}

const MetricDescriptor& loopFlowShare()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor share = limited(
            derived("loop.flow.share", "Flow against need", Unit::Ratio, EntityKind::Loop, Direction::LowIsBad,
                    "its flow over the median of the last half hour, less where its load is less too"),
            LoopEvents::lowShare, LoopEvents::veryLowShare);
        share.fullScale = 1.0F;
        return share;
    }();
    return metric;
}

const MetricDescriptor& loopTimeToLimit()
{
    static const MetricDescriptor metric = [] {
        MetricDescriptor time = limited(
            derived("loop.time_to_limit", "Time to return limit", Unit::Seconds, EntityKind::Loop, Direction::LowIsBad,
                    "the return at its heat, as its flow falls and its supply rises; an hour: not in sight"),
            LoopEvents::soon, 60.0F);
        time.fullScale = forecastHorizon;
        return time;
    }();
    return metric;
}

} // namespace lockstep::thermalmetrics
