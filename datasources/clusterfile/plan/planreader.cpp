// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/plan/planreader.h"

#include "datasources/clusterfile/plan/namepattern.h"
#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr float defaultPitch = 0.8F; // metres: a 600 mm rack with its side gaps
constexpr std::size_t defaultUnits = 42;

using PlanNames = std::vector<std::string>;

/// Expands all patterns of a list; a single text is a list of one. Empty if the key is absent.
PlanNames namesIn(TomlTable& table, std::string_view key)
{
    PlanNames names;
    const auto patterns = table.textList(key);
    for (const std::string& pattern : patterns.value_or(PlanNames())) {
        const auto expanded = expandPattern(pattern, std::nullopt);
        if (!expanded.isOk()) {
            table.fail(key, expanded.error().message);
            return {};
        }
        names.insert(names.end(), expanded.value().begin(), expanded.value().end());
        if (names.size() > budget::membersPerPlan) {
            table.fail(key, fmt::format("expected at most {} names", budget::membersPerPlan));
            return {};
        }
    }
    return names;
}

/// Names of a table's entities: a pattern, and a count if its range is open.
PlanNames namesOf(TomlTable& table, std::string_view key, std::optional<std::size_t> count)
{
    const std::string pattern = table.text(key);
    if (pattern.empty())
        return {};
    auto names = expandPattern(pattern, count);
    if (!names.isOk())
        table.fail(key, names.error().message);
    return names.isOk() ? std::move(names).value() : PlanNames();
}

double amountIn(TomlTable& table, std::string_view key, std::string_view unit)
{
    return table.number(key, 0, maxPlanAmount, unit).value_or(0);
}

float hallMetresIn(TomlTable& table, std::string_view key, float otherwise)
{
    const double limit = budget::hallMetres;
    return static_cast<float>(table.number(key, -limit, limit, "metres").value_or(otherwise));
}

float rackMetresIn(TomlTable& table, std::string_view key, float otherwise)
{
    return static_cast<float>(table.number(key, minRackMetres, budget::rackMetres, "metres").value_or(otherwise));
}

std::string frontIn(TomlTable& table, const std::string& otherwise)
{
    std::string front = table.textOr("front", otherwise);
    if (front != "+z" && front != "-z")
        table.fail("front", fmt::format("expected \"+z\" or \"-z\", found \"{}\"", front));
    return front;
}

} // namespace

/// Positions of a table's nodes or switches: distributed over its racks in equal runs, stacked in each.
struct PlanReader::UnitPlaces
{
    UnitPlaces(TomlTable& table, std::size_t names, std::string_view what)
        : racks(table.has("rack") ? namesOf(table, "rack", std::nullopt) : PlanNames()),
          bottom(static_cast<std::uint32_t>(table.count("unit", 1, budget::rackUnits).value_or(1))),
          height(static_cast<std::uint32_t>(table.count("height", 1, budget::rackUnits).value_or(1)))
    {
        if (!racks.empty() && names % racks.size() != 0)
            table.fail("rack",
                       fmt::format("expected the {} {} to divide evenly among the racks, found {} racks", names, what,
                                   racks.size()));
        perRack = racks.empty() ? names : std::max<std::size_t>(names / racks.size(), 1);
    }
    [[nodiscard]] std::string rack(std::size_t at) const { return racks.empty() ? "" : racks[at / perRack]; }
    [[nodiscard]] NodePlace place(std::size_t at) const
    {
        if (racks.empty())
            return {1, height};
        return {bottom + static_cast<std::uint32_t>(at % perRack) * height, height};
    }

    PlanNames racks;
    std::uint32_t bottom;
    std::uint32_t height;
    std::size_t perRack = 1;
};

/// Adds what a table describes. Errors refer to the key that names the part.
template <class Part>
Status PlanReader::addPart(TomlTable& table, std::string_view key, Part part)
{
    if (Status status = table.finish(); !status.isOk())
        return status;
    const Status added = m_assembly.add(std::move(part));
    return added.isOk() ? added : table.errorAt(key, added.error().message);
}

Status PlanReader::readRow(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[row]]");
    Row row;
    row.name = table.text("name");
    row.x = hallMetresIn(table, "x", 0);
    row.z = hallMetresIn(table, "z", 0);
    row.pitch = hallMetresIn(table, "pitch", defaultPitch);
    row.front = frontIn(table, "+z");
    if (Status status = table.finish(); !status.isOk())
        return status;
    if (std::ranges::find(m_rows, row.name, &Row::name) != m_rows.end())
        return table.errorAt("name", fmt::format("duplicate row '{}'", row.name));
    if (m_rows.size() == budget::groupsPerPlan)
        return table.errorAt("name", fmt::format("expected at most {} rows", budget::groupsPerPlan));
    m_rows.push_back(std::move(row));
    return success();
}

Status PlanReader::readRack(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[rack]]");
    const auto count = table.count("count", 1, budget::racksPerHall);
    const PlanNames names = namesOf(table, "name", count);
    const std::string rowName = table.textOr("row", {});
    if (rowName.size() > budget::nameBytes)
        table.fail("row", fmt::format("expected at most {} bytes", budget::nameBytes));
    const auto known = std::ranges::find(m_rows, rowName, &Row::name);
    const Row row = known != m_rows.end() ? *known : Row{rowName, 0, 0, defaultPitch, "+z"};
    const std::size_t first
        = table.count("position", 1, budget::racksPerRow).value_or(m_assembly.nextPosition(rowName));
    const float pitch = hallMetresIn(table, "pitch", row.pitch);
    const float x = hallMetresIn(table, "x", row.x + static_cast<float>(first - 1) * pitch);
    const float z = hallMetresIn(table, "z", row.z);
    const std::size_t units = table.count("units", 1, budget::rackUnits).value_or(defaultUnits);
    const float width = rackMetresIn(table, "width", RackPlace::standardWidth);
    const float depth = rackMetresIn(table, "depth", RackPlace::standardDepth);
    const bool isTurned = frontIn(table, row.front) == "-z";
    const double capacityWatts = amountIn(table, "power", "watts");
    if (Status status = table.finish(); !status.isOk())
        return status;
    for (std::size_t at = 0; at < names.size(); ++at) {
        RackPlace place;
        place.row = rowName;
        place.positionInRow = static_cast<std::uint32_t>(first + at);
        place.x = x + static_cast<float>(at) * pitch;
        place.z = z;
        place.heightUnits = static_cast<std::uint32_t>(units);
        place.isPlaced = true;
        place.isTurned = isTurned;
        place.width = width;
        place.depth = depth;
        if (Status status = m_assembly.add(PlannedRack{names[at], std::move(place), capacityWatts}); !status.isOk())
            return table.errorAt("name", status.error().message);
    }
    return success();
}

Status PlanReader::readNode(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[node]]");
    const auto count = table.count("count", 1, budget::nodesPerHall);
    const PlanNames names = namesOf(table, "name", count);
    const UnitPlaces places(table, names.size(), "nodes");
    PlannedNode node;
    node.model = table.textOr("model", {});
    node.gpuModel = table.textOr("gpu", {});
    node.gpus = static_cast<std::uint32_t>(table.count("gpus", 0, budget::gpusPerNode).value_or(0));
    const Status others = m_nodeKeys ? m_nodeKeys(table, names) : success();
    if (Status status = table.finish(); !status.isOk())
        return status;
    if (!others.isOk())
        return others;
    for (std::size_t at = 0; at < names.size(); ++at) {
        node.name = names[at];
        node.rack = places.rack(at);
        node.place = places.place(at);
        if (Status status = m_assembly.add(node); !status.isOk())
            return table.errorAt("rack", status.error().message);
    }
    return success();
}

Status PlanReader::readSwitch(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[switch]]");
    const auto count = table.count("count", 1, budget::switchesPerHall);
    const PlanNames names = namesOf(table, "name", count);
    const UnitPlaces places(table, names.size(), "switches");
    PlannedSwitch device;
    device.model = table.textOr("model", {});
    if (Status status = table.finish(); !status.isOk())
        return status;
    for (std::size_t at = 0; at < names.size(); ++at) {
        device.name = names[at];
        device.rack = places.rack(at);
        device.place = places.place(at);
        if (Status status = m_assembly.add(device); !status.isOk())
            return table.errorAt("name", status.error().message);
    }
    return success();
}

Status PlanReader::readLink(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[link]]");
    return readLinks(table, &PlanAssembly::addLink);
}

Status PlanReader::readWired(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[wired]]");
    return readLinks(table, &PlanAssembly::addWired);
}

/// Each of the four names may be a range; all ranges of a table have the same length.
Status PlanReader::readLinks(TomlTable& table, Status (PlanAssembly::*add)(PlannedLink))
{
    constexpr std::array<std::string_view, 4> keys{"from", "from_port", "to", "to_port"};
    std::array<PlanNames, 4> names;
    std::size_t length = 1;
    for (std::size_t at = 0; at < keys.size(); ++at) {
        const bool isOwner = at % 2 == 0;
        names[at] = isOwner || table.has(keys[at]) ? namesOf(table, keys[at], std::nullopt) : PlanNames{""};
        if (names[at].size() > 1 && length > 1 && names[at].size() != length)
            table.fail(
                keys[at],
                fmt::format("expected one name, or one for each of the {} links, found {}", length, names[at].size()));
        length = std::max(length, names[at].size());
    }
    PlannedLink link;
    link.rateGbps = table.number("rate", 0, budget::linkGbps, "Gb/s").value_or(0);
    if (const auto rail = table.count("rail", 0, budget::rails - 1))
        link.rail = static_cast<std::uint32_t>(*rail);
    if (Status status = table.finish(); !status.isOk())
        return status;
    const auto nameAt = [&names](std::size_t field, std::size_t at) {
        return names[field].size() == 1 ? names[field].front() : names[field][at];
    };
    for (std::size_t at = 0; at < length; ++at) {
        link.from = {nameAt(0, at), nameAt(1, at)};
        link.to = {nameAt(2, at), nameAt(3, at)};
        if (Status status = (m_assembly.*add)(link); !status.isOk())
            return table.errorAt("from", status.error().message);
    }
    return success();
}

Status PlanReader::readFeed(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[power_feed]]");
    PowerFeed feed;
    feed.name = table.text("name");
    feed.capacityWatts = amountIn(table, "capacity", "watts");
    feed.racks = namesIn(table, "racks");
    return addPart(table, "name", std::move(feed));
}

Status PlanReader::readPowerLimits(const toml::table& source)
{
    TomlTable table(source, m_origin, "[power_limits]");
    PowerLimits limits;
    limits.capacityWatts = amountIn(table, "capacity", "watts");
    limits.rampWattsPerSecond = amountIn(table, "ramp", "watts per second");
    limits.swingShare = table.number("swing", 0, 1).value_or(0);
    limits.windowSeconds = table.number("window", 1, 600, "seconds").value_or(limits.windowSeconds);
    limits.bandWatts = amountIn(table, "band", "watts");
    limits.bandFromHertz = table.number("band_from", 0.05, 1000, "Hz").value_or(limits.bandFromHertz);
    limits.bandToHertz = table.number("band_to", 0.05, 1000, "Hz").value_or(limits.bandToHertz);
    if (limits.bandFromHertz >= limits.bandToHertz)
        table.fail("band_to", "band_to must be greater than band_from");
    if (Status status = table.finish(); !status.isOk())
        return status;
    m_assembly.setPowerLimits(limits);
    return success();
}

Status PlanReader::readLoop(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[loop]]");
    PlannedLoop loop;
    loop.name = table.text("name");
    loop.cdu = table.textOr("cdu", {});
    loop.capacityWatts = amountIn(table, "capacity", "watts");
    loop.flowLpm = amountIn(table, "flow", "L/min");
    loop.racks = namesIn(table, "racks");
    return addPart(table, "name", std::move(loop));
}

Status PlanReader::readStorage(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[storage]]");
    PlannedStorage storage;
    storage.name = table.text("name");
    storage.capacityBytes = amountIn(table, "capacity", "bytes");
    storage.bytesPerSecond = amountIn(table, "rate", "bytes/s");
    storage.nodes = namesIn(table, "nodes");
    return addPart(table, "name", std::move(storage));
}

Status PlanReader::readPool(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[pool]]");
    ServicePool pool;
    pool.name = table.text("name");
    pool.service = table.textOr("service", {});
    pool.nodes = namesIn(table, "nodes");
    return addPart(table, "name", std::move(pool));
}

Status PlanReader::readOwner(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[owner]]");
    OwnerRule rule;
    rule.team = table.text("team");
    rule.kind = table.textOr("kind", {});
    rule.racks = namesIn(table, "racks");
    rule.loops = namesIn(table, "loops");
    return addPart(table, "team", std::move(rule));
}

Status PlanReader::readRun(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[run]]");
    RunReference run;
    run.job = table.textOr("job", {});
    run.gpu = table.textOr("gpu", {});
    run.mfu = table.number("mfu", 0, 1).value_or(0);
    run.days = table.number("days", 0, maxRunDays, "days").value_or(0);
    run.start = table.moment("start");
    return addPart(table, "job", std::move(run));
}

Status PlanReader::readTarget(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[target]]");
    if (table.has("service"))
        return readServiceTarget(table);
    Target target;
    target.tenant = table.textOr("tenant", {});
    target.goodput = table.number("goodput", 0, 1).value_or(0);
    target.utilisation = table.number("utilisation", 0, 1).value_or(0);
    target.gpuHoursPerDay = table.number("gpu_hours_per_day", 0, maxPlanAmount, "GPU hours").value_or(0);
    return addPart(table, "tenant", std::move(target));
}

Status PlanReader::readServiceTarget(TomlTable& table)
{
    constexpr double smallestShare = 0.5;
    constexpr double largestShare = 0.99999;
    ServiceTarget target;
    target.service = table.text("service");
    target.timeToFirstToken = table.number("time_to_first_token", 0, maxLatencySeconds, "seconds").value_or(0);
    target.timePerToken = table.number("time_per_token", 0, maxLatencySeconds, "seconds").value_or(0);
    target.share = table.number("share", smallestShare, largestShare).value_or(target.share);
    return addPart(table, "service", std::move(target));
}

Status PlanReader::readBandwidth(const toml::table& source)
{
    TomlTable table(source, m_origin, "[[bus_bandwidth]]");
    BandwidthReference reference;
    reference.operation = table.text("operation");
    reference.ranks = static_cast<std::uint32_t>(table.count("ranks", 2, budget::gpusPerPlan).value_or(0));
    reference.bytes = amountIn(table, "size", "bytes");
    reference.bytesPerSecond = amountIn(table, "rate", "bytes/s");
    return addPart(table, "operation", std::move(reference));
}

Status PlanReader::read(TomlTable& root)
{
    using Reader = Status (PlanReader::*)(const toml::table&);
    // Tables may only refer to earlier ones.
    constexpr std::pair<std::string_view, Reader> tables[]
        = {{"row", &PlanReader::readRow},         {"rack", &PlanReader::readRack},
           {"node", &PlanReader::readNode},       {"switch", &PlanReader::readSwitch},
           {"link", &PlanReader::readLink},       {"wired", &PlanReader::readWired},
           {"power_feed", &PlanReader::readFeed}, {"loop", &PlanReader::readLoop},
           {"storage", &PlanReader::readStorage}, {"pool", &PlanReader::readPool},
           {"owner", &PlanReader::readOwner},     {"run", &PlanReader::readRun},
           {"target", &PlanReader::readTarget},   {"bus_bandwidth", &PlanReader::readBandwidth}};
    m_assembly.setName(root.text("name"));
    const PlanNames examined = namesIn(root, "looked_at");
    std::vector<std::pair<const toml::table*, Reader>> found;
    for (const auto& [key, read] : tables) {
        for (const toml::table* table : root.tables(key))
            found.emplace_back(table, read);
    }
    if (const toml::table* const limits = root.table("power_limits"); limits != nullptr)
        found.emplace_back(limits, &PlanReader::readPowerLimits);
    if (Status status = root.finish(); !status.isOk())
        return status;
    for (const auto& [table, read] : found) {
        if (Status status = (this->*read)(*table); !status.isOk())
            return status;
    }
    for (const std::string& owner : examined) {
        if (Status status = m_assembly.addExamined(owner); !status.isOk())
            return root.errorAt("looked_at", status.error().message);
    }
    return success();
}

Result<SitePlan> parsePlan(std::string_view text, const std::string& origin)
{
    const Result<toml::table> root = parseToml(text, origin);
    if (!root.isOk())
        return root.error();
    TomlTable table(root.value(), origin, "a plan");
    PlanReader reader(origin);
    if (Status status = reader.read(table); !status.isOk())
        return status.error();
    return reader.take();
}

} // namespace lockstep
