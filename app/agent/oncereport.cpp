// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/oncereport.h"

#include "datasources/text/jsonwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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

} // namespace

std::string onceAsJson(const NodeIdentity& identity, const NodeTick& tick)
{
    JsonWriter json;
    json.beginObject().field("node", identity.name).key("inventory").beginList();
    for (const InventoryItem& item : identity.inventory) {
        json.beginObject().field("collector", item.collector).key("active").truth(item.isActive);
        json.field("detail", item.detail).key("properties").beginObject();
        for (const NodeProperty& property : item.properties)
            json.field(property.name, property.value);
        json.endObject().endObject();
    }
    json.endList().key("samples").beginList();
    forEachSample(tick, [&](const MetricDescriptor& metric, const std::string& entity, float value) {
        json.beginObject().field("metric", metric.name).field("entity", entity);
        json.field("unit", unitName(metric.unit)).key("value").number(value).endObject();
    });
    return json.endList().endObject().drain() + '\n';
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
