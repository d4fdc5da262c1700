// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/sensors/sensorcollector.h"

#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

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

SensorCollector::SensorCollector(std::string name, std::string classFolder, Find find)
    : m_name(std::move(name)), m_folder(std::move(classFolder)), m_find(find)
{ }

std::unique_ptr<Collector> SensorCollector::hwmon(const SystemRoot& root)
{
    return std::make_unique<SensorCollector>("hwmon", root.path("sys/class/hwmon"), findHwmonSensors);
}

std::unique_ptr<Collector> SensorCollector::thermal(const SystemRoot& root)
{
    return std::make_unique<SensorCollector>("thermal", root.path("sys/class/thermal"), findThermalZones);
}

InventoryItem SensorCollector::detect()
{
    m_entries = entriesOf(m_folder);
    m_sensors = m_find(m_folder);
    if (m_sensors.empty())
        return off(m_entries.empty() ? m_folder + " is absent or empty" : m_folder + " has no sensor to read");
    return active(fmt::format("{} sensor{}", m_sensors.size(), m_sensors.size() == 1 ? "" : "s"));
}

bool SensorCollector::hasChanged()
{
    return entriesOf(m_folder) != m_entries;
}

void SensorCollector::declare(LayoutBuilder& layout)
{
    for (Sensor& sensor : m_sensors)
        sensor.declare(layout);
}

void SensorCollector::sample([[maybe_unused]] TimePoint now, TickWriter& tick)
{
    for (Sensor& sensor : m_sensors)
        sensor.sample(tick);
}

} // namespace lockstep
