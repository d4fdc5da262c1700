// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like a device type or rack type of NetBox's library (YAML).
[[nodiscard]] bool isDeviceType(std::string_view text);

/// What NetBox's library says of a model: how high it is, how fast its ports are, which GPUs are in it as far as its
/// bays tell. A part with that model and nothing else.
[[nodiscard]] Result<TopologyPart> readDeviceType(std::string_view text, const std::string& origin);

/// Whether a text looks like a system of ExaDigiT RAPS (YAML).
[[nodiscard]] bool isExadigit(std::string_view text);

/// The layout of a published system: so many CDUs with so many racks of so many nodes. Names are made up, as it has
/// none; of its fabric it says nothing that could be drawn.
[[nodiscard]] Result<TopologyPart> readExadigit(std::string_view text, const std::string& origin);

/// Whether a text looks like what `lldpctl -f json` (or json0) prints, of one host or of many by name.
[[nodiscard]] bool isLldp(std::string_view text);

/// The neighbours that hosts see. A text of one host does not say whose it is: the file's name does ("n001.json",
/// "lldp-n001.json"). Of many hosts it is an object: {"n001": {"lldp": ...}, ...}.
[[nodiscard]] Result<TopologyPart> readLldp(std::string_view text, const std::string& origin);

/// Whether a text looks like what NetBox's REST interface answers.
[[nodiscard]] bool isNetboxExport(std::string_view text);

/// Racks, devices, cables, interfaces, device types and power feeds as /api/dcim/ lists them: a page, a list of pages
/// or a list of objects, in any mixture. What an object is tells its own "url".
[[nodiscard]] Result<TopologyPart> readNetboxExport(std::string_view text, const std::string& origin);

/// Whether a text looks like Slurm's topology.conf.
[[nodiscard]] bool isSlurmTopology(std::string_view text);

/// Slurm's topology.conf: which nodes hang at which switch, and which switches at which. It knows no ports.
[[nodiscard]] Result<TopologyPart> readSlurmTopology(std::string_view text, const std::string& origin);

} // namespace lockstep
