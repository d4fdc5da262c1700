// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/decoding/layoutdecoder.h"

#include "datasources/proto/wireenums.h"
#include "datasources/proto/wiretext.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace lockstep {

namespace {

namespace limits = budget;

bool isName(const std::string& text)
{
    return !text.empty() && isCleanText(text, limits::nameBytes);
}

std::optional<float> finite(bool isSet, float value)
{
    return isSet && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Status decodeMetrics(const v1::Layout& wire, NodeLayout& layout)
{
    std::set<std::string_view> known;
    layout.metrics.reserve(static_cast<std::size_t>(wire.metrics_size()));
    for (const v1::Metric& metric : wire.metrics()) {
        const auto kind = fromWire(metric.kind());
        const auto direction = fromWire(metric.direction());
        const auto entityKind = entityKindFromName(metric.entity_kind());
        if (!isName(metric.name()) || !isCleanText(metric.title(), limits::textBytes))
            return Error{fmt::format("metric {} has an invalid name", layout.metrics.size())};
        if (!known.insert(metric.name()).second)
            return Error{fmt::format("duplicate metric '{}'", metric.name())};
        if (!kind || !direction || !entityKind)
            return Error{fmt::format("metric '{}' has an unknown kind or direction", metric.name())};
        layout.metrics.push_back({metric.name(), metric.title(), unitFromName(metric.unit()).value_or(Unit::None),
                                  *kind, *entityKind, *direction, finite(metric.has_warning(), metric.warning()),
                                  finite(metric.has_critical(), metric.critical()),
                                  finite(metric.has_full_scale(), metric.full_scale())});
    }
    return success();
}

Status decodeEntities(const v1::Layout& wire, NodeLayout& layout)
{
    std::vector<std::uint32_t> depths;
    std::set<std::tuple<EntityKind, std::uint32_t, std::string_view>> known;
    layout.entities.reserve(static_cast<std::size_t>(wire.entities_size()));
    for (const v1::Entity& entity : wire.entities()) {
        const std::size_t at = layout.entities.size();
        const auto kind = entityKindFromName(entity.kind());
        const std::uint32_t parent = entity.has_parent() ? entity.parent() : EntityDescriptor::clusterScope;
        if (!kind || !isName(entity.name()))
            return Error{fmt::format("entity {} has an unknown kind or an invalid name", at)};
        if (*kind == EntityKind::Cluster)
            return Error{fmt::format("entity '{}' is the cluster itself, which no node may report", entity.name())};
        if (at == 0 && *kind != EntityKind::Node)
            return Error{fmt::format("entity 0 is a {}, expected the node itself", entity.kind())};
        if (at > 0 && *kind == EntityKind::Node && parent != EntityDescriptor::clusterScope)
            return Error{fmt::format("entity {} is a second node, expected only one", at)};
        if (at > 0 && parent < at && layout.isOtherNode(parent))
            return Error{fmt::format("entity '{}' is part of {}, which reports its parts itself", entity.name(),
                                     layout.entities[parent].name)};
        if (at > 0 && parent != EntityDescriptor::clusterScope && parent >= at)
            return Error{fmt::format("entity '{}' has parent {}, expected a smaller index than its own, {}",
                                     entity.name(), parent, at)};
        const std::uint32_t depth = at == 0 || parent == EntityDescriptor::clusterScope ? 1 : depths[parent] + 1;
        depths.push_back(depth);
        if (depth > limits::entityDepth)
            return Error{fmt::format("entity '{}' is nested {} deep, expected {} at most", entity.name(), depth,
                                     limits::entityDepth)};
        if (!known.insert({*kind, parent, entity.name()}).second)
            return Error{fmt::format("duplicate entity '{}'", entity.name())};
        if (!isCleanText(entity.peer_owner(), limits::nameBytes) || !isCleanText(entity.peer_port(), limits::nameBytes))
            return Error{fmt::format("the far end of '{}' has an invalid name", entity.name())};
        if (!std::ranges::all_of(entity.serves(), isName))
            return Error{fmt::format("a rack that '{}' serves has an invalid name", entity.name())};
        layout.entities.push_back({*kind,
                                   entity.name(),
                                   at == 0 ? 0 : parent,
                                   {entity.peer_owner(), entity.peer_port()},
                                   {entity.serves().begin(), entity.serves().end()}});
    }
    if (layout.entities.empty())
        return Error{"it has no entities, expected at least the node itself"};
    return success();
}

Status decodeColumns(const v1::Layout& wire, NodeLayout& layout)
{
    std::size_t samples = 0;
    std::vector<bool> hasMetric(layout.metrics.size());
    layout.columns.reserve(static_cast<std::size_t>(wire.columns_size()));
    for (const v1::Column& column : wire.columns()) {
        if (column.metric() >= layout.metrics.size())
            return Error{fmt::format("a column refers to metric {} of {}", column.metric(), layout.metrics.size())};
        const MetricDescriptor& metric = layout.metrics[column.metric()];
        if (hasMetric[column.metric()])
            return Error{fmt::format("metric '{}' has two columns", metric.name)};
        hasMetric[column.metric()] = true;
        samples += static_cast<std::size_t>(column.entities_size());
        if (samples > limits::samplesPerTick)
            return Error{fmt::format("it has more than {} samples", limits::samplesPerTick)};
        std::vector<bool> hasEntity(layout.entities.size());
        for (const std::uint32_t entity : column.entities()) {
            if (entity >= layout.entities.size() || hasEntity[entity])
                return Error{fmt::format("the column of '{}' refers to entity {}, which is missing or a duplicate",
                                         metric.name, entity)};
            if (layout.entities[entity].kind != metric.entityKind)
                return Error{fmt::format("'{}' is a metric of a {}, but '{}' is not one", metric.name,
                                         entityKindName(metric.entityKind), layout.entities[entity].name)};
            hasEntity[entity] = true;
        }
        layout.columns.push_back({column.metric(), {column.entities().begin(), column.entities().end()}});
    }
    return success();
}

} // namespace

Result<std::shared_ptr<const NodeLayout>> decodeLayout(const v1::Layout& wire)
{
    const auto fail = [&wire](const Error& error) {
        return Error{fmt::format("layout {}: {}", wire.id(), error.message)};
    };
    if (wire.id() == 0)
        return fail({"expected an id of 1 or more"});
    if (static_cast<std::size_t>(wire.metrics_size()) > limits::metricsPerLayout
        || static_cast<std::size_t>(wire.entities_size()) > limits::entitiesPerLayout)
        return fail({fmt::format("expected at most {} metrics and {} entities", limits::metricsPerLayout,
                                 limits::entitiesPerLayout)});
    auto layout = std::make_shared<NodeLayout>();
    layout->id = wire.id();
    for (const auto decode : {decodeMetrics, decodeEntities, decodeColumns}) {
        if (Status status = decode(wire, *layout); !status.isOk())
            return fail(status.error());
    }
    return std::shared_ptr<const NodeLayout>(std::move(layout));
}

std::size_t bytesOf(const NodeLayout& layout)
{
    std::size_t bytes = sizeof(NodeLayout);
    for (const MetricDescriptor& metric : layout.metrics)
        bytes += sizeof(MetricDescriptor) + metric.name.size() + metric.title.size();
    for (const EntityDescriptor& entity : layout.entities) {
        bytes += sizeof(EntityDescriptor) + entity.name.size() + entity.peer.owner.size() + entity.peer.port.size();
        for (const std::string& rack : entity.serves)
            bytes += sizeof(std::string) + rack.size();
    }
    for (const ColumnDescriptor& column : layout.columns)
        bytes += sizeof(ColumnDescriptor) + column.entities.size() * sizeof(std::uint32_t);
    return bytes;
}

bool isSameLayout(const NodeLayout& one, const NodeLayout& other)
{
    const auto sameMetric = [](const MetricDescriptor& a, const MetricDescriptor& b) {
        const auto parts = [](const MetricDescriptor& m) {
            return std::tie(m.name, m.title, m.unit, m.kind, m.entityKind, m.direction, m.warning, m.critical,
                            m.fullScale);
        };
        return parts(a) == parts(b);
    };
    const auto sameEntity = [](const EntityDescriptor& a, const EntityDescriptor& b) {
        return a.kind == b.kind && a.parent == b.parent && a.name == b.name && a.peer == b.peer && a.serves == b.serves;
    };
    const auto sameColumn = [](const ColumnDescriptor& a, const ColumnDescriptor& b) {
        return a.metric == b.metric && a.entities == b.entities;
    };
    return one.id == other.id && std::ranges::equal(one.metrics, other.metrics, sameMetric)
        && std::ranges::equal(one.entities, other.entities, sameEntity)
        && std::ranges::equal(one.columns, other.columns, sameColumn);
}

Result<std::shared_ptr<const NodeIdentity>> decodeIdentity(const v1::NodeIdentity& wire)
{
    if (!isName(wire.name()))
        return Error{"a node has an invalid name"};
    const Duration period(wire.tick_period());
    if (period < limits::minTickPeriod || period > limits::maxTickPeriod)
        return Error{
            fmt::format("node {}: its tick period is {} ns, expected 1 ms to 1 h", wire.name(), period.count())};
    bool isClean = isCleanText(wire.agent_version(), limits::nameBytes)
        && isCleanText(wire.operating_system(), limits::textBytes) && isCleanText(wire.cpu_model(), limits::textBytes)
        && isCleanText(wire.position().row(), limits::nameBytes)
        && isCleanText(wire.position().rack(), limits::nameBytes)
        && static_cast<std::size_t>(wire.inventory_size()) <= limits::inventoryItems;
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = wire.name();
    identity->epoch = wire.epoch();
    identity->tickPeriod = period;
    identity->agentVersion = wire.agent_version();
    identity->operatingSystem = wire.operating_system();
    identity->cpuModel = wire.cpu_model();
    identity->cpuCount = wire.cpu_count();
    identity->memoryBytes = wire.memory_bytes();
    if (wire.has_position()) {
        const v1::RackPosition& position = wire.position();
        identity->position
            = RackPosition{position.row(), position.rack(), position.bottom_unit(), position.height_units()};
        isClean
            = isClean && position.bottom_unit() <= limits::rackUnits && position.height_units() <= limits::rackUnits;
    }
    for (const v1::InventoryItem& item : wire.inventory()) {
        isClean = isClean && isCleanText(item.collector(), limits::nameBytes)
            && isCleanText(item.detail(), limits::textBytes)
            && static_cast<std::size_t>(item.properties_size()) <= limits::inventoryItems;
        identity->inventory.push_back({item.collector(), item.is_active(), item.detail()});
        if (!isClean)
            break;
        for (const v1::NodeProperty& property : item.properties()) {
            isClean = isClean && isCleanText(property.name(), limits::nameBytes)
                && isCleanText(property.value(), limits::nameBytes);
            identity->inventory.back().properties.push_back({property.name(), property.value()});
        }
    }
    if (!isClean)
        return Error{fmt::format("node {}: its description has text or numbers beyond the limits", wire.name())};
    return std::shared_ptr<const NodeIdentity>(std::move(identity));
}

} // namespace lockstep
