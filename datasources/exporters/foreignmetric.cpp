// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/foreignmetric.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/textparts.h"
#include "models/core/topology/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>

namespace lockstep {

namespace {

constexpr double mebi = 1048576.0;

struct Alias
{
    std::string_view foreign; ///< without the prefix DCGM_FI_DEV_ or DCGM_FI_
    std::string_view ours;
    double factor = 1;
};

// NVIDIA's dcgm_fields.h and the DCGM exporter's default counters; newer releases put the unit into the name.
constexpr auto aliases = std::to_array<Alias>({
    {"GPU_TEMP", metrics::gpu::temperature},
    {"GPU_TEMP_CELSIUS", metrics::gpu::temperature},
    {"MEMORY_TEMP", metrics::gpu::memoryTemperature},
    {"MEMORY_TEMP_CELSIUS", metrics::gpu::memoryTemperature},
    {"GPU_TEMP_MARGIN_CELSIUS", metrics::gpu::temperatureMargin},
    {"POWER_USAGE", metrics::gpu::power},
    {"BOARD_POWER_WATTS", metrics::gpu::power},
    {"SM_CLOCK", metrics::gpu::clockSm, 1e6},
    {"SM_CLOCK_HERTZ", metrics::gpu::clockSm},
    {"MEM_CLOCK", metrics::gpu::clockMemory, 1e6},
    {"MEMORY_CLOCK_HERTZ", metrics::gpu::clockMemory},
    {"CLOCK_THROTTLE_REASONS", metrics::gpu::throttleReasons},
    {"CLOCKS_EVENT_REASONS", metrics::gpu::throttleReasons},
    {"GPU_UTIL", metrics::gpu::utilisation, 0.01},
    {"GPU_UTIL_RATIO", metrics::gpu::utilisation},
    {"MEM_COPY_UTIL", metrics::gpu::memoryUtilisation, 0.01},
    {"FB_USED", metrics::gpu::memoryUsed, mebi},
    {"FB_TOTAL", metrics::gpu::memoryTotal, mebi},
    {"FAN_SPEED", metrics::gpu::fan, 0.01},
    {"PROF_SM_ACTIVE", metrics::gpu::smActivity},
    {"PROF_PIPE_TENSOR_ACTIVE", metrics::gpu::tensorActivity},
    {"TENSOR_UTIL_RATIO", metrics::gpu::tensorActivity},
    {"PROF_PCIE_TX_BYTES", metrics::gpu::pcieTransmit},
    {"PROF_PCIE_RX_BYTES", metrics::gpu::pcieReceive},
    {"PROF_NVLINK_TX_BYTES", metrics::gpu::nvlinkTransmit},
    {"PROF_NVLINK_RX_BYTES", metrics::gpu::nvlinkReceive},
    {"SLOWDOWN_TEMP", metrics::gpu::temperatureSlowdownLimit},
    {"SHUTDOWN_TEMP", metrics::gpu::temperatureShutdownLimit},
    {"POWER_MGMT_LIMIT", metrics::gpu::powerLimit},
    {"ENFORCED_POWER_LIMIT", metrics::gpu::powerLimit},
    {"ECC_SBE_AGG_TOTAL", metrics::gpu::eccCorrectedTotal},
    {"ECC_DBE_AGG_TOTAL", metrics::gpu::eccUncorrectedTotal},
    {"UNCORRECTABLE_REMAPPED_ROWS", metrics::gpu::rowsRemapped},
    {"ROW_REMAP_PENDING", metrics::gpu::rowsPending},
    {"ROW_REMAP_FAILURE", metrics::gpu::rowsFailed},
    {"PCIE_LINK_WIDTH", metrics::gpu::pcieLanes},
    {"XID_ERRORS", metrics::gpu::xid},
});

constexpr auto nodeLabels
    = std::to_array<std::string_view>({"node", "hostname", "host", "nodename", "instance", "kubernetes_node"});
constexpr auto gpuLabels = std::to_array<std::string_view>({"gpu", "gpu_id"});
constexpr auto nvlinkLabels = std::to_array<std::string_view>({"nvlink", "nvswitch"});
constexpr auto deviceLabels = std::to_array<std::string_view>({"device", "port"});
/// Labels with additional information about an entity.
constexpr auto asides
    = std::to_array<std::string_view>({"uuid", "pci_bus_id", "modelname", "device", "port", "gpu_uuid", "model_name",
                                       "dcgm_fi_driver_version", "container", "namespace", "pod", "pod_uid", "job",
                                       "rack", "cluster", "__name__", "service", "endpoint", "lockstep_extent"});

constexpr std::string_view ownPrefix = "lockstep_";

/// Replaces characters that Prometheus does not allow in a name by underscores.
std::string flatNameOf(std::string_view name)
{
    std::string flat(name);
    std::ranges::replace_if(
        flat, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return flat;
}

template <std::size_t size>
const std::string* valueOf(const Labels& labels, const std::array<std::string_view, size>& names)
{
    for (const std::string_view wanted : names) {
        for (const auto& [name, value] : labels) {
            if (lowerCase(name) == wanted && !value.empty())
                return &value;
        }
    }
    return nullptr;
}

/// "gpu3" for the label "3".
std::string numberedName(const char* word, const std::string& label)
{
    const bool isNumber = std::ranges::all_of(label, [](unsigned char c) { return std::isdigit(c) != 0; });
    return isNumber ? word + label : label;
}

/// A link of a GPU, or of a switch in its node. Both are named by the exporter's labels for NVLink.
const std::string* linkLabel(const Labels& labels, EntityKind kind)
{
    return kind == EntityKind::Port ? valueOf(labels, std::array<std::string_view, 1>{"nvlink"}) : nullptr;
}

/// The host of "host:port".
std::string withoutPort(const std::string& address)
{
    const std::size_t colon = address.rfind(':');
    const bool isPort = colon != std::string::npos && colon + 1 < address.size()
        && std::all_of(address.begin() + static_cast<std::ptrdiff_t>(colon) + 1, address.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
    return isPort ? address.substr(0, colon) : address;
}

/// "name=value" of the labels that no step of the place has used.
std::string restOf(const Labels& labels)
{
    std::string rest;
    for (const auto& [name, value] : labels) {
        const std::string plain = lowerCase(name);
        if (isPlaceLabel(name) || std::ranges::find(asides, plain) != asides.end())
            continue;
        rest += (rest.empty() ? "" : ",") + name + "=" + value;
    }
    return rest;
}

/// Derives the unit from the base unit at the end of a name, as in Prometheus' naming conventions.
Unit unitOf(std::string_view name, bool isRate)
{
    struct Ending
    {
        std::string_view text;
        Unit value;
        Unit rate;
    };
    static constexpr auto endings = std::to_array<Ending>({
        {"_bytes", Unit::Bytes, Unit::BytesPerSecond},
        {"_seconds", Unit::Seconds, Unit::Ratio},
        {"_joules", Unit::Joule, Unit::Watt},
        {"_celsius", Unit::Celsius, Unit::None},
        {"_watts", Unit::Watt, Unit::None},
        {"_volts", Unit::Volt, Unit::None},
        {"_amperes", Unit::Ampere, Unit::None},
        {"_pascals", Unit::Pascal, Unit::None},
        {"_hertz", Unit::Hertz, Unit::None},
        {"_ratio", Unit::Ratio, Unit::None},
    });
    const std::string whole = lowerCase(name);
    std::string_view plain = whole;
    for (const std::string_view suffix : {"_total", "_sum"})
        plain.remove_suffix(plain.ends_with(suffix) ? suffix.size() : 0);
    const auto found
        = std::ranges::find_if(endings, [plain](const Ending& ending) { return plain.ends_with(ending.text); });
    if (found == endings.end())
        return isRate ? Unit::PerSecond : Unit::None;
    return isRate ? found->rate : found->value;
}

/// Kind of entity of an unknown metric.
EntityKind kindOf(std::string_view name, const Labels& labels)
{
    const std::string rest = restOf(labels);
    for (const EntityKind kind : {EntityKind::Loop, EntityKind::Switch, EntityKind::Rack, EntityKind::Job,
                                  EntityKind::Tenant, EntityKind::Sensor, EntityKind::Disk, EntityKind::Core}) {
        const std::string* const own = valueOf(labels, std::array{labelOfKind(kind)});
        if (own && rest == fmt::format("{}={}", labelOfKind(kind), *own))
            return kind;
    }
    if (!rest.empty())
        return EntityKind::Sensor;
    if (valueOf(labels, std::array<std::string_view, 1>{"nvlink"}))
        return EntityKind::Port;
    if (valueOf(labels, gpuLabels))
        return EntityKind::Gpu;
    if (!valueOf(labels, deviceLabels))
        return EntityKind::Node;
    if (name.starts_with("node_network_") || name.starts_with("node_infiniband_"))
        return EntityKind::Port;
    return name.starts_with("node_disk_") ? EntityKind::Disk : EntityKind::Sensor;
}

} // namespace

std::string ownNameOf(const MetricDescriptor& metric)
{
    std::string name = std::string(ownPrefix) + flatNameOf(metric.name);
    const bool hasUnit = metric.unit != Unit::None && metric.unit != Unit::Bitmask;
    if (const std::string ending = "_" + std::string(unitName(metric.unit)); hasUnit && !name.ends_with(ending))
        name += ending;
    return name;
}

std::string_view labelOfKind(EntityKind kind)
{
    return kind == EntityKind::Job ? "hpc_job" : entityKindName(kind);
}

bool isOfCluster(EntityKind kind)
{
    return kind == EntityKind::Switch || kind == EntityKind::Loop || kind == EntityKind::Rack || kind == EntityKind::Job
        || kind == EntityKind::Link || kind == EntityKind::Tenant || kind == EntityKind::Cluster;
}

bool isPlaceLabel(std::string_view name)
{
    const std::string plain = lowerCase(name);
    return std::ranges::find(nodeLabels, plain) != nodeLabels.end()
        || std::ranges::find(gpuLabels, plain) != gpuLabels.end()
        || std::ranges::find(nvlinkLabels, plain) != nvlinkLabels.end();
}

std::vector<std::string> dcgmNames()
{
    std::vector<std::string> names;
    for (const Alias& alias : aliases) {
        for (const char* prefix : {"DCGM_FI_DEV_", "DCGM_FI_"})
            names.push_back(prefix + std::string(alias.foreign));
    }
    return names;
}

std::optional<ForeignMetric> knownMetric(std::string_view name)
{
    for (const std::string_view prefix : {std::string_view("DCGM_FI_DEV_"), std::string_view("DCGM_FI_")}) {
        if (!name.starts_with(prefix))
            continue;
        const auto found = std::ranges::find(aliases, name.substr(prefix.size()), &Alias::foreign);
        if (found != aliases.end() && findMetric(found->ours))
            return ForeignMetric{*findMetric(found->ours), found->factor};
    }
    // Prometheus does not allow dots: "gpu_temperature" and "lockstep_gpu_temperature" are Lockstep's names too.
    static const auto byFlatName = [] {
        std::unordered_map<std::string, const MetricDescriptor*> names;
        for (const MetricDescriptor& metric : metricCatalogue()) {
            names.emplace(flatNameOf(metric.name), &metric);
            names.emplace(ownNameOf(metric).substr(ownPrefix.size()), &metric);
        }
        return names;
    }();
    if (const MetricDescriptor* const exact = findMetric(name))
        return ForeignMetric{*exact, 1};
    std::string flat(name);
    if (flat.starts_with(ownPrefix))
        flat.erase(0, ownPrefix.size());
    const auto found = byFlatName.find(flat);
    return found == byFlatName.end() ? std::nullopt : std::optional(ForeignMetric{*found->second, 1});
}

MetricDescriptor unknownMetric(std::string_view name, const Labels& labels, bool isRate)
{
    MetricDescriptor metric;
    metric.name = name;
    metric.title = isRate ? fmt::format("{}, rate", name) : std::string(name);
    metric.unit = unitOf(name, isRate);
    metric.entityKind = kindOf(name, labels);
    return metric;
}

std::vector<PlaceStep> placeOf(const Labels& labels, EntityKind kind)
{
    if (kind == EntityKind::Cluster) // its label is on all series, and gives it the name that people use
        return {{kind, std::string(Topology::wholeCluster)}};
    const std::string* const own = valueOf(labels, std::array{labelOfKind(kind)});
    if (own && isOfCluster(kind))
        return {{kind, *own}};
    const std::string* const port = valueOf(labels, std::array<std::string_view, 1>{"port"});
    const std::string* const owner = valueOf(labels, std::array{labelOfKind(EntityKind::Switch)});
    if (owner && port && kind == EntityKind::Port)
        return {{EntityKind::Switch, *owner}, {kind, *port}};
    const std::string* const node = valueOf(labels, nodeLabels);
    std::vector<PlaceStep> steps{{EntityKind::Node, node ? withoutPort(*node) : "imported"}};
    if (kind == EntityKind::Node)
        return steps;
    const std::string* const gpu = valueOf(labels, gpuLabels);
    const std::string* const link = linkLabel(labels, kind);
    const std::string* const board = valueOf(labels, std::array<std::string_view, 1>{"nvswitch"});
    if (board && (link || kind == EntityKind::Sensor))
        steps.push_back({EntityKind::Switch, numberedName("nvswitch", *board)});
    else if (kind == EntityKind::Gpu || ((kind == EntityKind::Sensor || link) && gpu))
        steps.push_back({EntityKind::Gpu, gpu ? numberedName("gpu", *gpu) : "gpu0"});
    if (kind == EntityKind::Gpu)
        return steps;
    if (link) {
        steps.push_back({kind, numberedName("nvlink", *link)});
        return steps;
    }
    const std::string* const device = valueOf(labels, std::array<std::string_view, 1>{"device"});
    std::string name = device ? *device : std::string();
    if (port)
        name += (name.empty() ? "" : "/") + *port;
    if (const std::string rest = restOf(labels); kind == EntityKind::Sensor && !rest.empty()) {
        const bool isOwn = own && rest == fmt::format("{}={}", labelOfKind(kind), *own);
        const bool isOfDevice = !name.empty() && steps.size() == 1;
        name = isOwn ? *own : (isOfDevice ? name + "," : std::string()) + rest;
    } else if (own && kind != EntityKind::Port) {
        name = *own;
    }
    steps.push_back({kind, name.empty() ? std::string(entityKindName(kind)) : name});
    return steps;
}

} // namespace lockstep
