// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/plan/planassembly.h"
#include "datasources/text/tomltable.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Reads the tables of a cluster file that describe its components: rows, racks, nodes, switches, links, discovered
/// cabling, feeds, power limits, loops, storage, pools, owners. Used for one file.
class PlanReader
{
public:
    /// Reads additional keys of a [[node]] from its table, with the names it expands to.
    using NodeKeys = std::function<Status(TomlTable&, const std::vector<std::string>&)>;

    explicit PlanReader(std::string origin, NodeKeys nodeKeys = {})
        : m_origin(std::move(origin)), m_nodeKeys(std::move(nodeKeys))
    { }

    /// Reads its keys from @p root; the caller reads the others and finishes the table.
    [[nodiscard]] Status read(TomlTable& root);
    [[nodiscard]] SitePlan take() { return m_assembly.take(); }

private:
    /// Common properties of the racks of a row.
    struct Row
    {
        std::string name;
        float x = 0;
        float z = 0;
        float pitch = 0;
        std::string front;
    };
    struct UnitPlaces;

    template <class Part>
    [[nodiscard]] Status addPart(TomlTable& table, std::string_view key, Part part);
    [[nodiscard]] Status readRow(const toml::table& source);
    [[nodiscard]] Status readRack(const toml::table& source);
    [[nodiscard]] Status readNode(const toml::table& source);
    [[nodiscard]] Status readSwitch(const toml::table& source);
    [[nodiscard]] Status readLink(const toml::table& source);
    [[nodiscard]] Status readWired(const toml::table& source);
    [[nodiscard]] Status readFeed(const toml::table& source);
    [[nodiscard]] Status readPowerLimits(const toml::table& source);
    [[nodiscard]] Status readLoop(const toml::table& source);
    [[nodiscard]] Status readStorage(const toml::table& source);
    [[nodiscard]] Status readPool(const toml::table& source);
    [[nodiscard]] Status readOwner(const toml::table& source);
    [[nodiscard]] Status readRun(const toml::table& source);
    [[nodiscard]] Status readTarget(const toml::table& source);
    [[nodiscard]] Status readServiceTarget(TomlTable& table);
    [[nodiscard]] Status readBandwidth(const toml::table& source);
    [[nodiscard]] Status readLinks(TomlTable& table, Status (PlanAssembly::*add)(PlannedLink));

    const std::string m_origin;
    const NodeKeys m_nodeKeys;
    PlanAssembly m_assembly;
    std::vector<Row> m_rows;
};

/// Reads a plan written by writePlan(). @p origin is the file name in errors.
[[nodiscard]] Result<SitePlan> parsePlan(std::string_view text, const std::string& origin);

} // namespace lockstep
