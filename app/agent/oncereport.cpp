// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/oncereport.h"

#include "models/core/batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace lockstep {

namespace {

/// Path from below the node to the entity; empty for the node itself.
std::string entityPath(const NodeLayout& layout, std::uint32_t index)
{
    if (index == 0 || index >= layout.entities.size())
        return {};
    const EntityDescriptor& entity = layout.entities[index];
    const std::string above = entityPath(layout, entity.parent);
    return above.empty() ? entity.name : above + "/" + entity.name;
}

/// Calls visit(metric, entity path, value) for each sample.
template <class Visit>
void forEachSample(const NodeTick& tick, Visit visit)
{
    std::size_t next = 0;
    for (const ColumnDescriptor& column : tick.layout->columns)
        for (const std::uint32_t entity : column.entities)
            visit(tick.layout->metrics[column.metric], entityPath(*tick.layout, entity), tick.values[next++]);
}

std::string jsonString(std::string_view text)
{
    std::string result = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\')
            result += {'\\', character};
        else if (static_cast<unsigned char>(character) < 0x20)
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(character));
        else
            result += character;
    }
    return result + '"';
}

} // namespace

std::string onceAsJson(const NodeIdentity& identity, const NodeTick& tick)
{
    std::string json = fmt::format("{{\"node\":{},\"inventory\":[", jsonString(identity.name));
    const auto out = std::back_inserter(json);
    const char* separator = "";
    for (const InventoryItem& item : identity.inventory) {
        fmt::format_to(out, "{}{{\"collector\":{},\"active\":{},\"detail\":{}}}", separator, jsonString(item.collector),
                       item.isActive, jsonString(item.detail));
        separator = ",";
    }
    json += "],\"samples\":[";
    separator = "";
    forEachSample(tick, [&](const MetricDescriptor& metric, const std::string& entity, float value) {
        fmt::format_to(out, "{}{{\"metric\":{},\"entity\":{},\"unit\":{},\"value\":{}}}", separator,
                       jsonString(metric.name), jsonString(entity), jsonString(unitName(metric.unit)),
                       std::isfinite(value) ? fmt::format("{}", value) : "null");
        separator = ",";
    });
    return json + "]}\n";
}

std::string onceAsText(const NodeIdentity& identity, const NodeTick& tick)
{
    std::size_t collectorWidth = 0;
    std::size_t metricWidth = 0;
    std::size_t entityWidth = 0;
    for (const InventoryItem& item : identity.inventory)
        collectorWidth = std::max(collectorWidth, item.collector.size());
    forEachSample(tick, [&](const MetricDescriptor& metric, const std::string& entity, float) {
        metricWidth = std::max(metricWidth, metric.name.size());
        entityWidth = std::max(entityWidth, entity.size());
    });

    std::string text
        = fmt::format("{}: {}, {}, {} CPUs, {}\n\n", identity.name, identity.operatingSystem, identity.cpuModel,
                      identity.cpuCount, formatQuantity(static_cast<double>(identity.memoryBytes), Unit::Bytes));
    const auto out = std::back_inserter(text);
    for (const InventoryItem& item : identity.inventory)
        fmt::format_to(out, "{:<{}}  {}\n", item.collector, collectorWidth, item.detail);
    text += '\n';
    forEachSample(tick, [&](const MetricDescriptor& metric, const std::string& entity, float value) {
        fmt::format_to(out, "{:<{}}  {:<{}}  {}\n", metric.name, metricWidth, entity, entityWidth,
                       formatQuantity(static_cast<double>(value), metric.unit));
    });
    return text;
}

} // namespace lockstep
