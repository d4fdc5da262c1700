// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like a device type or rack type of NetBox's library (YAML).
[[nodiscard]] bool isDeviceType(std::string_view text);

/// Reads a model of NetBox's library: its height, the speed of its ports, and its GPUs as far as its bays show. The
/// part contains only that model.
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

/// Whether a text looks like Slurm's topology.conf.
[[nodiscard]] bool isSlurmTopology(std::string_view text);

/// Reads Slurm's topology.conf: nodes of each switch, and connections between switches, without ports.
[[nodiscard]] Result<TopologyPart> readSlurmTopology(std::string_view text, const std::string& origin);

} // namespace lockstep
