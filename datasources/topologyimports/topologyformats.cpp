// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/topologyformats.h"

#include "datasources/text/textfile.h"
#include "datasources/topologyimports/formats/ibnetdiscover.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

template <Result<TopologyPart> (*readPart)(std::string_view, const std::string&)>
Result<TopologyImport> readAsPart(std::string_view text, const std::string& origin)
{
    Result<TopologyPart> part = readPart(text, origin);
    if (!part.isOk())
        return part.error();
    TopologyImport import;
    import.part = std::move(part).value();
    return import;
}

/// TOML with tables or keys of a cluster file.
bool isClusterFile(std::string_view text)
{
    for (const std::string_view sign : {"[[rack]]", "[[node]]", "[[switch]]", "[[link]]", "[[wired]]"}) {
        if (text.find(sign) != std::string_view::npos)
            return true;
    }
    return false;
}

Result<TopologyImport> readClusterPart(std::string_view text, const std::string& origin)
{
    Result<ClusterFile> file = parseClusterFile(text, origin);
    if (!file.isOk())
        return file.error();
    TopologyImport import;
    import.part.origin = origin;
    import.part.plan = *file.value().plan;
    const auto forget = [](auto& items) {
        for (auto& item : items) {
            if (item.rack.empty())
                item.place = {TopologyPart::unknownUnit, TopologyPart::unknownUnit};
        }
    };
    forget(import.part.plan.nodes);
    forget(import.part.plan.switches);
    import.endpoints = std::move(file.value().endpoints);
    import.relays = std::move(file.value().relays);
    import.reporters = std::move(file.value().reporters);
    if (text.find("[simulation") != std::string_view::npos)
        import.part.notes.add(0, "[simulation] applies only to lockstep-sim and is not included");
    return import;
}

/// ": it begins with 'x'": for an error about an unknown format.
std::string beginningOf(std::string_view text)
{
    constexpr std::size_t longest = 60;
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    std::string line(text.substr(0, std::min(text.find('\n'), longest)));
    std::ranges::replace_if(
        line, [](unsigned char letter) { return letter < ' '; }, ' ');
    const bool isJson = line.starts_with('{') || line.starts_with('[');
    if (line.empty())
        return ": the file is empty";
    return fmt::format(": it begins with '{}'{}", line,
                       isJson ? " (from NetBox, save responses of the REST API, which contain a \"url\": curl -H "
                                "'Authorization: Token TOKEN' 'https://NETBOX/api/dcim/devices/?limit=0')"
                              : "");
}

constexpr auto formatTable = std::to_array<TopologyFormat>({
    {"cluster file", "written by hand, or by lockstep topology", false, isClusterFile, readClusterPart},
    {"LLDP neighbours", "lldpctl -f json, on each node, in a file named after the node", true, isLldp,
     readAsPart<readLldp>},
    {"NetBox", "GET /api/dcim/{racks,device-types,devices,interfaces,cables,power-feeds}/?limit=0", false,
     isNetboxExport, readAsPart<readNetboxExport>},
    {"ExaDigiT layout", "a system of ExaDigiT RAPS (YAML)", false, isExadigit, readAsPart<readExadigit>},
    {"NetBox device type", "a file of NetBox's device type library (YAML)", false, isDeviceType,
     readAsPart<readDeviceType>},
    {"Slurm topology", "topology.conf", false, isSlurmTopology, readAsPart<readSlurmTopology>},
    {"nccl-tests", "output of all_reduce_perf and similar programs", false, isNcclTests, readAsPart<readNcclTests>},
    {"ibnetdiscover", "ibnetdiscover, or ibnetdiscover --ports", true, isIbnetdiscover, readAsPart<readIbnetdiscover>},
});

} // namespace

std::span<const TopologyFormat> topologyFormats()
{
    return formatTable;
}

Result<TopologyImport> readTopology(std::string_view text, const std::string& origin)
{
    for (const TopologyFormat& format : formatTable) {
        if (!format.isOne(text))
            continue;
        Result<TopologyImport> import = format.read(text, origin);
        if (import.isOk()) {
            import.value().format = format.name;
            import.value().isDiscovery = format.isDiscovery;
        }
        return import;
    }
    std::string known;
    for (const TopologyFormat& format : formatTable)
        known += (known.empty() ? "" : ", ") + std::string(format.name);
    return Error{fmt::format("{}: unknown format{}; expected one of: {}", origin, beginningOf(text), known)};
}

Result<TopologyImport> readTopologyFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path, budget::planFileBytes);
    return text.isOk() ? readTopology(text.value(), path) : Result<TopologyImport>(text.error());
}

} // namespace lockstep
