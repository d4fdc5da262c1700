// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/sensors/sensor.h"

#include "models/core/metrics/metricnames.h"

#include <array>

namespace lockstep {

namespace {

struct KindMetrics
{
    std::string_view value;
    std::string_view high;
    std::string_view critical;
    std::string_view low;
};

const KindMetrics& metricsOf(SensorKind kind)
{
    static constexpr std::array<KindMetrics, 5> metrics{{
        {metrics::sensor::temperature,
         metrics::sensor::temperatureHighLimit,
         metrics::sensor::temperatureCriticalLimit,
         {}},
        {metrics::sensor::fan, {}, {}, metrics::sensor::fanLowLimit},
        {metrics::sensor::power, metrics::sensor::powerLimit, {}, {}},
        {metrics::sensor::voltage, metrics::sensor::voltageHighLimit, {}, metrics::sensor::voltageLowLimit},
        {metrics::sensor::current, metrics::sensor::currentLimit, {}, {}},
    }};
    return metrics[static_cast<std::size_t>(kind)];
}

} // namespace

void Sensor::declare(LayoutBuilder& layout)
{
    const std::uint32_t entity = layout.addEntity(EntityKind::Sensor, name);
    const KindMetrics& metrics = metricsOf(kind);
    const auto add = [&](bool isKnown, std::string_view metric) {
        return isKnown && !metric.empty() ? layout.add(metric, entity) : Slot();
    };
    valueSlot = add(true, metrics.value);
    highSlot = add(high.has_value(), metrics.high);
    criticalSlot = add(critical.has_value(), metrics.critical);
    lowSlot = add(low.has_value(), metrics.low);
    marginSlot = add(kind == SensorKind::Temperature && (critical || high), metrics::sensor::temperatureMargin);
    nodeSlot = isNodePower ? layout.add(metrics::node::power) : Slot();
}

void Sensor::sample(TickWriter& tick)
{
    tick.set(highSlot, high);
    tick.set(criticalSlot, critical);
    tick.set(lowSlot, low);
    const auto raw = input.readNumber();
    if (!raw)
        return;
    const double value = static_cast<double>(*raw) * scale;
    tick.set(valueSlot, value);
    tick.set(nodeSlot, value);
    if (const auto limit = critical ? critical : high)
        tick.set(marginSlot, *limit - value);
}

} // namespace lockstep
