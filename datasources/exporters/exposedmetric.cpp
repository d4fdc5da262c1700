// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exposedmetric.h"

#include "datasources/exporters/exportertable.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

namespace lockstep {

namespace {

bool isInfinibandName(std::string_view seen)
{
    return seen.starts_with("node_infiniband_");
}

/// Exporters' names of metrics whose values are equal to Lockstep's up to a factor. By metric, the first name of each
/// table.
using NamesByMetric = std::unordered_multimap<std::string_view, const ScrapedMetric*>;

NamesByMetric plainRows()
{
    NamesByMetric rows;
    for (const ScrapedMetric& row : exporterTable()) {
        // A rate or a share cannot be converted back to a count.
        if (row.query != latestOf(row.seen) || !row.places.empty() || row.exporter == ownExporter)
            continue;
        // DCGM's ports are NVLinks alone.
        const MetricDescriptor* const metric = findMetric(row.metric);
        if (row.exporter == "dcgm-exporter" && metric != nullptr && metric->entityKind == EntityKind::Port)
            continue;
        const auto [first, last] = rows.equal_range(row.metric);
        const bool isKnown = std::any_of(first, last, [&row](const auto& known) {
            return isInfinibandName(known.second->seen) == isInfinibandName(row.seen);
        });
        if (!isKnown)
            rows.emplace(row.metric, &row);
    }
    return rows;
}

/// DCGM's table contains each name with both prefixes; NVIDIA uses the shorter one for profiling metrics.
std::string dcgmNameOf(const std::string& seen)
{
    constexpr std::string_view profiled = "DCGM_FI_DEV_PROF_";
    return seen.starts_with(profiled) ? "DCGM_FI_PROF_" + seen.substr(profiled.size()) : seen;
}

/// "3" of "gpu3"; nullopt: the name is not @p word followed by a number.
std::optional<std::string> numberIn(const std::string& name, std::string_view word)
{
    const bool isNumbered = name.size() > word.size() && name.starts_with(word)
        && std::all_of(name.begin() + static_cast<std::ptrdiff_t>(word.size()), name.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
    return isNumbered ? std::optional(name.substr(word.size())) : std::nullopt;
}

std::string helpOf(const MetricDescriptor& metric)
{
    std::string help = metric.title;
    if (metric.unit != Unit::None)
        help += fmt::format(", in {}", unitName(metric.unit));
    if (!metric.derivation.empty())
        help += ": " + metric.derivation;
    return help;
}

} // namespace

ExposedMetric exposedAs(const MetricDescriptor& metric, std::string_view entity)
{
    static const NamesByMetric names = plainRows();
    ExposedMetric exposed;
    exposed.family.type = metric.kind == MetricKind::Counter ? Exposition::Type::Counter : Exposition::Type::Gauge;
    const auto [first, last] = names.equal_range(metric.name);
    for (auto row = first; row != last; ++row) {
        const ScrapedMetric& theirs = *row->second;
        // The node exporter names a sensor by its chip, which Lockstep does not store.
        const bool isSame = metric.entityKind != EntityKind::Sensor
            && isInfinibandName(theirs.seen)
                == (metric.entityKind == EntityKind::Port && entity.find('/') != std::string_view::npos);
        if (!isSame)
            continue;
        exposed.family.name = dcgmNameOf(theirs.seen);
        exposed.family.help = metric.title + ", as " + theirs.exporter + " exports it";
        exposed.factor = 1 / theirs.factor;
        return exposed;
    }
    exposed.family.name = ownNameOf(metric);
    exposed.family.help = helpOf(metric);
    exposed.family.unit = unitName(metric.unit);
    return exposed;
}

Labels labelsOf(const std::vector<PlaceStep>& place)
{
    Labels labels;
    EntityKind above = EntityKind::Rack; ///< kind of the previous step; none yet
    bool isOnBoard = false; ///< it is a GPU, or a switch of the node
    for (const auto& [kind, name] : place) {
        if (kind == EntityKind::Gpu) {
            const auto number = numberIn(name, "gpu");
            labels.emplace_back("gpu", number.value_or(name));
            if (number)
                labels.emplace_back("device", "nvidia" + *number);
        } else if (kind == EntityKind::Port && isOnBoard) {
            labels.emplace_back("nvlink", numberIn(name, "nvlink").value_or(name));
        } else if (kind == EntityKind::Port && above != EntityKind::Switch) {
            const std::size_t slash = name.rfind('/');
            labels.emplace_back("device", name.substr(0, slash));
            if (slash != std::string::npos)
                labels.emplace_back("port", name.substr(slash + 1));
        } else if (kind == EntityKind::Switch && above == EntityKind::Node) {
            labels.emplace_back("nvswitch", name);
        } else if (kind == EntityKind::Disk) {
            labels.emplace_back("device", name);
        } else {
            labels.emplace_back(labelOfKind(kind), name);
        }
        isOnBoard = kind == EntityKind::Gpu || (kind == EntityKind::Switch && above == EntityKind::Node);
        above = kind;
    }
    return labels;
}

std::vector<PlaceStep> placeIn(const NodeLayout& layout, std::uint32_t entity, const std::string& node)
{
    std::vector<PlaceStep> place;
    // A parent precedes its children, so this terminates.
    std::uint32_t at = entity;
    while (at != 0 && at < layout.entities.size()) {
        const EntityDescriptor& step = layout.entities[at];
        place.push_back({step.kind, step.name});
        at = step.parent < at ? step.parent : EntityDescriptor::clusterScope;
    }
    if (at == 0)
        place.push_back({EntityKind::Node, node});
    std::ranges::reverse(place);
    return place;
}

std::vector<PlaceStep> placeIn(const Topology& topology, EntityRef entity)
{
    std::vector<PlaceStep> place;
    for (EntityRef at = entity; at.isValid(); at = topology.parent(at)) {
        place.push_back({at.kind, topology.name(at)});
        if (at.kind == EntityKind::Node || (isOfCluster(at.kind) && !topology.parent(at).isValid()))
            break;
    }
    std::ranges::reverse(place);
    return place;
}

} // namespace lockstep
