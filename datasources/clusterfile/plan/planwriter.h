// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/core/topology/siteplan.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockstep {

/// Writes TOML tables and keys in call order. Empty and default values are omitted. Used within one function.
class TableWriter
{
public:
    explicit TableWriter(std::string& out) : m_out(out) { }

    /// Whether a table may occur several times.
    enum class Repeat : std::uint8_t { Often, Once };
    /// Starts a table: "[[name]]" if it may repeat, otherwise "[name]". Before the first call, keys belong to the root.
    void begin(std::string_view name, Repeat repeat = Repeat::Often);
    void text(std::string_view key, std::string_view value); ///< empty: not written
    void number(std::string_view key, double value, double otherwise = 0);
    /// Exact in single precision.
    void metres(std::string_view key, float value);
    void count(std::string_view key, std::size_t value);
    void texts(std::string_view key, std::span<const std::string> values); ///< empty: not written
    void moment(std::string_view key, std::optional<TimePoint> value); ///< nullopt: not written

private:
    void quote(std::string_view value);

    std::string& m_out;
};

/// Writes additional keys of a node. Nodes with equal keys share a table.
using NodeKeyWriter = std::function<void(TableWriter&, const PlannedNode&)>;

/// Append the description of a plan to a cluster file: first its keys, then its tables. The reader restores an equal
/// plan if it was made by a PlanAssembly. Numbered neighbours become one table with ranges.
void writePlanKeys(const SitePlan& plan, std::string& out);
void writePlanTables(const SitePlan& plan, std::string& out, const NodeKeyWriter& nodeKeys = {});

/// The same as a separate file, for parsePlan().
[[nodiscard]] std::string writePlan(const SitePlan& plan);

} // namespace lockstep
