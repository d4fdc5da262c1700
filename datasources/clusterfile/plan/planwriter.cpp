// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/plan/planwriter.h"

#include "datasources/clusterfile/plan/namepattern.h"
#include "models/core/budget.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

namespace lockstep {

namespace {

constexpr std::size_t widestLine = 110;

} // namespace

void TableWriter::begin(std::string_view name, Repeat repeat)
{
    if (repeat == Repeat::Once)
        fmt::format_to(std::back_inserter(m_out), "\n[{}]\n", name);
    else
        fmt::format_to(std::back_inserter(m_out), "\n[[{}]]\n", name);
}

void TableWriter::quote(std::string_view value)
{
    m_out += '"';
    for (const char letter : value) {
        if (letter == '"' || letter == '\\')
            (m_out += '\\') += letter;
        else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F)
            fmt::format_to(std::back_inserter(m_out), "\\u{:04X}", static_cast<unsigned char>(letter));
        else
            m_out += letter;
    }
    m_out += '"';
}

void TableWriter::text(std::string_view key, std::string_view value)
{
    if (value.empty())
        return;
    (m_out += key) += " = ";
    quote(value);
    m_out += '\n';
}

void TableWriter::number(std::string_view key, double value, double otherwise)
{
    if (value != otherwise)
        fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, value);
}

void TableWriter::metres(std::string_view key, float value)
{
    fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, value);
}

void TableWriter::count(std::string_view key, std::size_t value)
{
    fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, value);
}

void TableWriter::moment(std::string_view key, std::optional<TimePoint> value)
{
    constexpr int nanoseconds = 9;
    if (value)
        fmt::format_to(std::back_inserter(m_out), "{} = {}\n", key, formatUtc(*value, nanoseconds));
}

void TableWriter::texts(std::string_view key, std::span<const std::string> values)
{
    if (values.empty())
        return;
    (m_out += key) += " = [";
    std::size_t lineBegin = m_out.rfind('\n') + 1;
    for (const std::string& value : values) {
        if (&value != values.data())
            m_out += ',';
        if (m_out.size() - lineBegin + value.size() > widestLine) {
            m_out += "\n   ";
            lineBegin = m_out.size();
        }
        if (&value != values.data())
            m_out += ' ';
        quote(value);
    }
    m_out += "]\n";
}

namespace {

/// End of the run of items, starting at @p from, that one table can describe. @p follows compares each item with the
/// previous one.
template <class Item, class Follows>
std::size_t endOfRun(const std::vector<Item>& items, std::size_t from, Follows follows)
{
    std::size_t to = from + 1;
    while (to < items.size() && follows(to))
        ++to;
    return to;
}

/// Writes one rack, or several adjacent ones at equal distances.
std::size_t writeRacks(const std::vector<PlannedRack>& racks, std::size_t from, TableWriter& out)
{
    const RackPlace& first = racks[from].place;
    const bool hasNext = from + 1 < racks.size();
    const float pitch = hasNext ? racks[from + 1].place.x - first.x : 0;
    NameFold names(racks[from].name);
    const std::size_t to = endOfRun(racks, from, [&](std::size_t at) {
        if (std::abs(pitch) > budget::hallMetres)
            return false; // more than can be read
        RackPlace expected = first;
        expected.positionInRow += static_cast<std::uint32_t>(at - from);
        expected.x = first.x + static_cast<float>(at - from) * pitch; // rounded as by the reader
        if (racks[at].place != expected || racks[at].capacityWatts != racks[from].capacityWatts
            || racks[at].name == racks[from].name || !names.canExtend(racks[at].name))
            return false;
        names.extend(racks[at].name);
        return true;
    });
    out.begin("rack");
    out.text("name", names.pattern());
    out.text("row", first.row);
    out.count("position", first.positionInRow);
    out.metres("x", first.x);
    out.metres("z", first.z);
    if (to - from > 1)
        out.metres("pitch", pitch);
    out.count("units", first.heightUnits);
    if (first.width != RackPlace::standardWidth)
        out.metres("width", first.width);
    if (first.depth != RackPlace::standardDepth)
        out.metres("depth", first.depth);
    out.text("front", first.isTurned ? "-z" : "");
    out.number("power", racks[from].capacityWatts);
    return to;
}

void writeUnits(TableWriter& out, const std::string& rack, NodePlace place)
{
    out.text("rack", rack);
    if (!rack.empty())
        out.count("unit", place.bottomUnit);
    if (place.heightUnits != 1)
        out.count("height", place.heightUnits);
}

/// Whether an item is directly above the previous one, or neither has a position.
template <class Item>
bool standsOnLast(const Item& item, const Item& last)
{
    if (item.rack != last.rack || item.place.heightUnits != last.place.heightUnits)
        return false;
    return item.place.bottomUnit == last.place.bottomUnit + (item.rack.empty() ? 0 : last.place.heightUnits);
}

std::size_t writeNodes(const std::vector<PlannedNode>& nodes, std::size_t from, TableWriter& out,
                       const NodeKeyWriter& nodeKeys)
{
    const auto keysOf = [&nodeKeys](const PlannedNode& node) {
        std::string text;
        TableWriter writer(text);
        if (nodeKeys)
            nodeKeys(writer, node);
        return text;
    };
    const PlannedNode& first = nodes[from];
    const std::string keys = keysOf(first);
    NameFold names(first.name);
    const std::size_t to = endOfRun(nodes, from, [&](std::size_t at) {
        const PlannedNode& node = nodes[at];
        if (!standsOnLast(node, nodes[at - 1]) || node.model != first.model || node.gpuModel != first.gpuModel
            || node.gpus != first.gpus || !names.canExtend(node.name) || keysOf(node) != keys)
            return false;
        names.extend(node.name);
        return true;
    });
    out.begin("node");
    out.text("name", names.pattern());
    writeUnits(out, first.rack, first.place);
    out.text("model", first.model);
    out.text("gpu", first.gpuModel);
    if (first.gpus != 0)
        out.count("gpus", first.gpus);
    if (nodeKeys)
        nodeKeys(out, first);
    return to;
}

std::size_t writeSwitches(const std::vector<PlannedSwitch>& switches, std::size_t from, TableWriter& out)
{
    const PlannedSwitch& first = switches[from];
    NameFold names(first.name);
    const std::size_t to = endOfRun(switches, from, [&](std::size_t at) {
        const PlannedSwitch& device = switches[at];
        if (!standsOnLast(device, switches[at - 1]) || device.model != first.model || !names.canExtend(device.name))
            return false;
        names.extend(device.name);
        return true;
    });
    out.begin("switch");
    out.text("name", names.pattern());
    writeUnits(out, first.rack, first.place);
    out.text("model", first.model);
    return to;
}

std::size_t writeLinks(std::string_view table, const std::vector<PlannedLink>& links, std::size_t from,
                       TableWriter& out)
{
    const PlannedLink& first = links[from];
    const auto namesOf = [](const PlannedLink& link) {
        return std::array<std::string_view, 4>{link.from.owner, link.from.port, link.to.owner, link.to.port};
    };
    const auto firstNames = namesOf(first);
    std::array<NameFold, 4> names{NameFold(firstNames[0]), NameFold(firstNames[1]), NameFold(firstNames[2]),
                                  NameFold(firstNames[3])};
    const std::size_t to = endOfRun(links, from, [&](std::size_t at) {
        const auto next = namesOf(links[at]);
        bool fits = links[at].rateGbps == first.rateGbps && links[at].rail == first.rail;
        for (std::size_t field = 0; field < names.size(); ++field)
            fits = fits && names[field].canExtend(next[field]);
        for (std::size_t field = 0; fits && field < names.size(); ++field)
            names[field].extend(next[field]);
        return fits;
    });
    constexpr std::array<std::string_view, 4> keys{"from", "from_port", "to", "to_port"};
    out.begin(table);
    for (std::size_t field = 0; field < names.size(); ++field)
        out.text(keys[field], names[field].pattern());
    out.number("rate", first.rateGbps);
    if (first.rail)
        out.count("rail", *first.rail);
    return to;
}

void writePowerLimits(const PowerLimits& limits, TableWriter& out)
{
    const PowerLimits usual;
    if (limits == usual)
        return;
    out.begin("power_limits", TableWriter::Repeat::Once);
    out.number("capacity", limits.capacityWatts);
    out.number("ramp", limits.rampWattsPerSecond);
    out.number("swing", limits.swingShare);
    out.number("window", limits.windowSeconds, usual.windowSeconds);
    out.number("band", limits.bandWatts);
    out.number("band_from", limits.bandFromHertz, usual.bandFromHertz);
    out.number("band_to", limits.bandToHertz, usual.bandToHertz);
}

void writeGroups(const SitePlan& plan, TableWriter& out)
{
    writePowerLimits(plan.power, out);
    for (const PowerFeed& feed : plan.feeds) {
        out.begin("power_feed");
        out.text("name", feed.name);
        out.number("capacity", feed.capacityWatts);
        out.texts("racks", foldNames(feed.racks));
    }
    for (const PlannedLoop& loop : plan.loops) {
        out.begin("loop");
        out.text("name", loop.name);
        out.text("cdu", loop.cdu);
        out.number("capacity", loop.capacityWatts);
        out.number("flow", loop.flowLpm);
        out.texts("racks", foldNames(loop.racks));
    }
    for (const PlannedStorage& storage : plan.storage) {
        out.begin("storage");
        out.text("name", storage.name);
        out.number("capacity", storage.capacityBytes);
        out.number("rate", storage.bytesPerSecond);
        out.texts("nodes", foldNames(storage.nodes));
    }
    for (const ServicePool& pool : plan.pools) {
        out.begin("pool");
        out.text("name", pool.name);
        out.text("service", pool.service);
        out.texts("nodes", foldNames(pool.nodes));
    }
    for (const OwnerRule& rule : plan.owners) {
        out.begin("owner");
        out.text("team", rule.team);
        out.text("kind", rule.kind);
        out.texts("racks", foldNames(rule.racks));
        out.texts("loops", foldNames(rule.loops));
    }
    for (const RunReference& run : plan.runs) {
        out.begin("run");
        out.text("job", run.job);
        out.text("gpu", run.gpu);
        out.number("mfu", run.mfu);
        out.number("days", run.days);
        out.moment("start", run.start);
    }
    for (const Target& target : plan.targets) {
        out.begin("target");
        out.text("tenant", target.tenant);
        out.number("goodput", target.goodput);
        out.number("utilisation", target.utilisation);
        out.number("gpu_hours_per_day", target.gpuHoursPerDay);
    }
    for (const ServiceTarget& target : plan.serviceTargets) {
        out.begin("target");
        out.text("service", target.service);
        out.number("time_to_first_token", target.timeToFirstToken);
        out.number("time_per_token", target.timePerToken);
        out.number("share", target.share, ServiceTarget::defaultShare);
    }
    for (const BandwidthReference& reference : plan.bandwidths) {
        out.begin("bus_bandwidth");
        out.text("operation", reference.operation);
        out.count("ranks", reference.ranks);
        out.number("size", reference.bytes);
        out.number("rate", reference.bytesPerSecond);
    }
}

} // namespace

void writePlanKeys(const SitePlan& plan, std::string& out)
{
    TableWriter writer(out);
    writer.text("name", plan.name);
    writer.texts("looked_at", foldNames(plan.examined));
}

void writePlanTables(const SitePlan& plan, std::string& out, const NodeKeyWriter& nodeKeys)
{
    TableWriter writer(out);
    for (std::size_t at = 0; at < plan.racks.size();)
        at = writeRacks(plan.racks, at, writer);
    for (std::size_t at = 0; at < plan.nodes.size();)
        at = writeNodes(plan.nodes, at, writer, nodeKeys);
    for (std::size_t at = 0; at < plan.switches.size();)
        at = writeSwitches(plan.switches, at, writer);
    for (std::size_t at = 0; at < plan.links.size();)
        at = writeLinks("link", plan.links, at, writer);
    for (std::size_t at = 0; at < plan.wired.size();)
        at = writeLinks("wired", plan.wired, at, writer);
    writeGroups(plan, writer);
}

std::string writePlan(const SitePlan& plan)
{
    std::string text;
    writePlanKeys(plan, text);
    writePlanTables(plan, text);
    return text;
}

} // namespace lockstep
