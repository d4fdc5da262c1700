// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Gb/s of an InfiniBand link by its name, "4xEDR" or "4x EDR"; 0: unknown.
[[nodiscard]] double infinibandGbps(std::string_view text);

/// Gb/s of a NetBox interface type, "400gbase-x-osfp" or "infiniband-ndr"; 0: unknown.
[[nodiscard]] double interfaceGbps(std::string_view type);

/// Messages about parts of a file that were ignored or guessed. Bounded: the first messages are kept, all are counted.
class TopologyNotes
{
public:
    static constexpr std::size_t maxKept = 200;

    struct Note
    {
        std::size_t line = 0; ///< 0: the entire file
        std::string text;
    };

    void add(std::size_t line, std::string text);
    [[nodiscard]] const std::vector<Note>& kept() const { return m_kept; }
    [[nodiscard]] std::size_t count() const { return m_count; }

private:
    std::vector<Note> m_kept;
    std::size_t m_count = 0;
};

/// Properties of all machines of a model.
struct DeviceModel
{
    std::string name;
    std::uint32_t units = 0; ///< 0: unknown
    std::uint32_t gpus = 0;
    std::string gpuModel;
    std::map<std::string, double> portGbps;
};

/// Contents of one file of a site. Names are as in the file; invalid ones are rejected when files are merged.
struct TopologyPart
{
    /// Of a node or switch: position or height in its rack is unknown.
    static constexpr std::uint32_t unknownUnit = 0;

    std::string origin; ///< the file
    SitePlan plan; ///< a rack has isPlaced only if the file contains its position
    std::vector<PlannedLink> logical; ///< connections without known ports
    std::vector<DeviceModel> models;
    bool hasRackUnits = true; ///< whether it gives the number of rack units
    TopologyNotes notes;
};

/// The name without domain: "n001" of "n001.example.org". Addresses are unchanged.
[[nodiscard]] std::string_view hostPart(std::string_view name);

/// "scratch" of "/etc/site/scratch.json".
[[nodiscard]] std::string stemOf(const std::string& path);

/// Whether a text looks like a device type or rack type of NetBox's library (YAML).
[[nodiscard]] bool isDeviceType(std::string_view text);

/// Reads a device type of NetBox's library: its height, the speed of its ports, and its GPUs as far as its module bays
/// show them. The part contains only that model.
[[nodiscard]] Result<TopologyPart> readDeviceType(std::string_view text, const std::string& origin);

/// Whether a text looks like a system of ExaDigiT RAPS (YAML).
[[nodiscard]] bool isExadigit(std::string_view text);

/// Reads the layout of a published system: numbers of CDUs, racks and nodes. Names are invented, because the file has
/// none; it contains no usable fabric.
[[nodiscard]] Result<TopologyPart> readExadigit(std::string_view text, const std::string& origin);

/// Whether a text looks like output of `lldpctl -f json` (or json0), for one host or for many by name.
[[nodiscard]] bool isLldp(std::string_view text);

/// Reads the neighbours of hosts. For a single host the file's name is the host's ("n001.json", "lldp-n001.json"); for
/// many it is an object: {"n001": {"lldp": ...}, ...}.
[[nodiscard]] Result<TopologyPart> readLldp(std::string_view text, const std::string& origin);

/// Whether a text looks like an answer of NetBox's REST interface.
[[nodiscard]] bool isNetboxExport(std::string_view text);

/// Reads racks, devices, cables, interfaces, device types and power feeds of /api/dcim/: a page, a list of pages or a
/// list of objects, in any mixture. An object's "url" determines its type.
[[nodiscard]] Result<TopologyPart> readNetboxExport(std::string_view text, const std::string& origin);

/// Whether a text contains output of nccl-tests or rccl-tests ("all_reduce_perf").
[[nodiscard]] bool isNcclTests(std::string_view text);

/// Reads the bus bandwidth of each size: the higher one of in place and out of place. The operation is the name of the
/// program, taken from the output, the command line above it or the file's name. The part contains nothing else.
[[nodiscard]] Result<TopologyPart> readNcclTests(std::string_view text, const std::string& origin);

/// Whether a text looks like Slurm's topology.conf.
[[nodiscard]] bool isSlurmTopology(std::string_view text);

/// Reads Slurm's topology.conf: nodes of each switch, and connections between switches, without ports.
[[nodiscard]] Result<TopologyPart> readSlurmTopology(std::string_view text, const std::string& origin);

} // namespace lockstep
