// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/drillfile.h"

#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

constexpr double longestSeconds = 30.0 * 86400;
constexpr std::size_t largestIndex = 1'000'000;

std::string knownKinds()
{
    std::string words;
    for (int kind = 0; kind <= static_cast<int>(sim::FaultKind::PowerSwing); ++kind)
        words += (kind == 0 ? "" : ", ") + std::string(sim::faultKindName(static_cast<sim::FaultKind>(kind)));
    return words;
}

std::optional<std::uint32_t> indexOf(TomlTable& table, std::string_view key)
{
    const auto value = table.count(key, 0, largestIndex);
    return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

Result<sim::DrillFault> readFault(const toml::table& source, const std::string& origin)
{
    TomlTable table(source, origin, "[[fault]]");
    sim::DrillFault fault;
    const std::string kind = table.text("kind");
    fault.target = {indexOf(table, "rack"),  indexOf(table, "node"), indexOf(table, "gpu"),
                    indexOf(table, "loop"),  indexOf(table, "rail"), indexOf(table, "leaf"),
                    indexOf(table, "spine"), indexOf(table, "job"),  indexOf(table, "service")};
    fault.onsetSeconds = table.number("onset", 0, longestSeconds).value_or(fault.onsetSeconds);
    fault.rampSeconds = table.number("ramp", 0, longestSeconds).value_or(fault.rampSeconds);
    const auto end = table.number("end", 0, longestSeconds);
    fault.endSeconds = end.value_or(fault.endSeconds);
    fault.severity = table.number("severity", 0, 10'000).value_or(fault.severity);
    fault.periodSeconds = table.number("period", 1, longestSeconds).value_or(fault.periodSeconds);
    if (const Status status = table.finish(); !status.isOk())
        return status.error();
    const auto known = sim::faultKindFromName(kind);
    if (!known)
        return table.errorAt("kind", fmt::format("unknown fault \"{}\"; expected one of {}", kind, knownKinds()));
    fault.kind = *known;
    if (end && *end <= fault.onsetSeconds)
        return table.errorAt("end", fmt::format("end must be later than the onset at {} s", fault.onsetSeconds));
    const bool isShare = fault.kind != sim::FaultKind::BlockedColdPlate && fault.kind != sim::FaultKind::MemoryErrors
        && fault.kind != sim::FaultKind::ClockDrift;
    if (isShare && fault.severity > 1)
        return table.errorAt("severity", "expected a number from 0 to 1");
    return fault;
}

Result<sim::Consequence> readConsequence(const toml::table& source, const std::string& origin)
{
    TomlTable table(source, origin, "[[consequence]]");
    sim::Consequence consequence;
    consequence.afterSeconds = table.number("after", 0, longestSeconds).value_or(0);
    consequence.metric = table.textOr("metric", {});
    consequence.effect = table.text("effect");
    if (const Status status = table.finish(); !status.isOk())
        return status.error();
    return consequence;
}

Result<sim::Drill> readDrill(const toml::table& root, const std::string& origin)
{
    TomlTable table(root, origin, "a drill file");
    const toml::table* const head = table.table("drill");
    const auto faults = table.tables("fault");
    const auto consequences = table.tables("consequence");
    if (const Status status = table.finish(); !status.isOk())
        return status.error();
    if (head == nullptr)
        return table.errorAt("drill", "expected a table [drill] with name and summary");

    TomlTable about(*head, origin, "[drill]");
    sim::Drill drill;
    drill.name = about.text("name");
    drill.summary = about.text("summary");
    drill.cause = about.textOr("cause", {});
    drill.durationSeconds = about.number("duration", 1, longestSeconds).value_or(drill.durationSeconds);
    if (const Status status = about.finish(); !status.isOk())
        return status.error();
    if (drill.cause.empty() != faults.empty())
        return about.errorAt("cause", "expected a cause if the drill has faults, and no cause otherwise");
    for (const toml::table* source : faults) {
        Result<sim::DrillFault> fault = readFault(*source, origin);
        if (!fault.isOk())
            return fault.error();
        drill.faults.push_back(std::move(fault).value());
    }
    for (const toml::table* source : consequences) {
        Result<sim::Consequence> consequence = readConsequence(*source, origin);
        if (!consequence.isOk())
            return consequence.error();
        drill.consequences.push_back(std::move(consequence).value());
    }
    return drill;
}

} // namespace

Result<sim::Drill> parseDrill(std::string_view text, const std::string& origin)
{
    const Result<toml::table> root = parseToml(text, origin);
    return root.isOk() ? readDrill(root.value(), origin) : Result<sim::Drill>(root.error());
}

Result<sim::Drill> readDrillFile(const std::string& path)
{
    const Result<std::string> text = readTextFile(path);
    return text.isOk() ? parseDrill(text.value(), path) : Result<sim::Drill>(text.error());
}

} // namespace lockstep
