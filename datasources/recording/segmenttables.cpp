// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/segmenttables.h"

#include "datasources/clusterfile/plan/planreader.h"
#include "datasources/sqlite/query.h"
#include "models/core/budget.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topologybuilder.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <sstream>

namespace lockstep {

namespace {

/// Longer than any valid name. Such a name would slow down layout, search and painting.
bool isTooLong(const Statement& row, int column)
{
    return row.bytes(column).size() > budget::storedNameBytes;
}

std::string shortText(const Statement& row, int column)
{
    constexpr std::size_t max = 60;
    return row.text(column).substr(0, max);
}

struct EntityRow
{
    std::string name;
    EntityRef parent;
    RackPlace rack;
    NodePlace node;
    PeerDescriptor peer;
    std::vector<std::string> serves;
};
using EntityTables = std::array<std::vector<EntityRow>, entityKindCount>;

/// Error in the position of a rack or node; empty: valid. Views draw, and iterate over, positions.
std::string placeProblem(const Statement& row)
{
    const auto isWithin = [&row](int column, std::int64_t max) {
        return row.isNull(column) || (row.integer(column) >= 0 && row.integer(column) <= max);
    };
    for (const int metres : {7, 8}) {
        if (!row.isNull(metres) && !(std::abs(row.real(metres)) <= double{budget::hallMetres}))
            return fmt::format("is at {} m; expected at most {} m", row.real(metres), budget::hallMetres);
    }
    if (!isWithin(6, budget::racksPerRow))
        return fmt::format("is rack {} of its row; expected at most {}", row.integer(6), budget::racksPerRow);
    // An unplaced node is in a rack as high as the number of nodes.
    for (const int units : {9, 10}) {
        if (!isWithin(units, std::int64_t{budget::heapUnits}))
            return fmt::format("has position or height {} units; expected at most {}", row.integer(units),
                               budget::heapUnits);
    }
    return {};
}

EntityRow entityRowAt(const Statement& row)
{
    EntityRow entity;
    entity.name = row.line(2);
    if (const auto kind = entityKindFromName(row.text(3)); kind && row.integer(4) >= 0)
        entity.parent = {*kind, indexAt(row, 4)};
    entity.rack = {row.line(5),
                   indexAt(row, 6),
                   static_cast<float>(row.real(7)),
                   static_cast<float>(row.real(8)),
                   indexAt(row, 9),
                   row.integer(11) != 0,
                   row.integer(14) != 0};
    entity.node = {indexAt(row, 10), indexAt(row, 9)};
    entity.peer = {row.line(12), row.line(13)};
    if (!row.isNull(15)) {
        std::istringstream racks(row.text(15));
        for (std::string rack; std::getline(racks, rack);)
            entity.serves.push_back(visibleLine(rack));
    }
    return entity;
}

EntityRef addRow(TopologyBuilder& builder, EntityKind kind, const EntityRow& row)
{
    if (kind == EntityKind::Rack)
        return builder.addRack(row.name, row.rack);
    if (kind == EntityKind::Node)
        return builder.addNode(row.name, row.parent, row.node);
    return builder.add(kind, row.name, row.parent);
}

/// Adds entities after their parents, kind by kind, keeping their indices.
/// @param plan recorded with them; may be null
TopologyPtr buildFrom(const EntityTables& tables, const std::string& clusterName, std::shared_ptr<const SitePlan> plan)
{
    TopologyBuilder builder;
    builder.setClusterName(clusterName);
    std::array<std::size_t, entityKindCount> done{};
    std::array<std::vector<std::uint8_t>, entityKindCount> depths;
    const auto depthOf = [&depths](EntityRef ref) {
        return ref.isValid() ? depths[static_cast<std::size_t>(ref.kind)][ref.index] : std::uint8_t{0};
    };
    const auto isThere = [&](EntityRef ref) {
        return !ref.isValid()
            || (ref.index < done[static_cast<std::size_t>(ref.kind)] && depthOf(ref) < budget::entityDepth);
    };
    for (bool isMoving = true; isMoving;) {
        isMoving = false;
        for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
            for (; done[kind] < tables[kind].size() && isThere(tables[kind][done[kind]].parent); ++done[kind]) {
                depths[kind].push_back(static_cast<std::uint8_t>(depthOf(tables[kind][done[kind]].parent) + 1));
                if (static_cast<EntityKind>(kind) != EntityKind::Cluster) // added together with the first node
                    addRow(builder, static_cast<EntityKind>(kind), tables[kind][done[kind]]);
                isMoving = true;
            }
        }
    }
    if (plan)
        builder.addPlan(std::move(plan));
    const auto port = static_cast<std::size_t>(EntityKind::Port);
    for (std::uint32_t index = 0; index < done[port]; ++index) {
        if (!tables[port][index].peer.owner.empty())
            builder.connect({EntityKind::Port, index}, tables[port][index].peer);
    }
    const auto loop = static_cast<std::size_t>(EntityKind::Loop);
    for (std::uint32_t index = 0; index < done[loop]; ++index) {
        if (!tables[loop][index].serves.empty())
            builder.serve({EntityKind::Loop, index}, tables[loop][index].serves);
    }
    return builder.build();
}

/// The recorded plan; null: none.
Result<std::shared_ptr<const SitePlan>> readPlan(Database& database)
{
    std::string text;
    Status read
        = forEachRow(database, "SELECT value FROM meta WHERE key = 'plan'", [&](const Statement& row) -> Status {
              text = row.text(0);
              return text.size() <= budget::planFileBytes
                  ? success()
                  : Status(Error{fmt::format("{}: the plan is larger than {} MiB", database.path(),
                                             budget::planFileBytes >> 20U)});
          });
    if (!read.isOk())
        return read.error();
    if (text.empty())
        return std::shared_ptr<const SitePlan>();
    Result<SitePlan> plan = parsePlan(text, database.path() + ": plan");
    if (!plan.isOk())
        return plan.error();
    return std::make_shared<const SitePlan>(std::move(plan).value());
}

/// All rows of a table, in the columns of the newest version.
std::string allOf(const char* table, std::int64_t schema, const char* order)
{
    return fmt::format("SELECT {} FROM {} ORDER BY {}", schema < 2 ? "*, 0, ''" : "*", table, order);
}

} // namespace

Status SegmentTables::refresh(Database& database)
{
    Status read = readMetrics(database);
    if (read.isOk())
        read = readNames(database);
    return read.isOk() ? readTopology(database) : read;
}

void SegmentTables::takeTopologyFrom(const SegmentTables& neighbour)
{
    if (!neighbour.m_fingerprint)
        return;
    m_topology = neighbour.m_topology;
    m_fingerprint = neighbour.m_fingerprint;
}

Status SegmentTables::readMetrics(Database& database)
{
    std::vector<MetricDescriptor> metrics;
    Status read = forEachRow(database, allOf("metrics", m_schema, "id"), [&](const Statement& row) -> Status {
        const auto entityKind = entityKindFromName(row.text(5));
        if (row.integer(0) != static_cast<std::int64_t>(metrics.size()) || metrics.size() >= budget::metricsPerSegment
            || !entityKind || isTooLong(row, 1) || isTooLong(row, 2) || isTooLong(row, 11))
            return Error{fmt::format("{}: the catalogue of metrics is damaged", database.path())};
        MetricDescriptor metric;
        metric.name = row.line(1);
        metric.title = row.line(2);
        metric.unit = unitFromName(row.text(3)).value_or(Unit::None);
        metric.kind = enumAt(row, 4, MetricKind::Counter);
        metric.entityKind = *entityKind;
        metric.direction = enumAt(row, 6, Direction::LowIsBad);
        metric.warning = row.optionalReal(7);
        metric.critical = row.optionalReal(8);
        metric.fullScale = row.optionalReal(9);
        metric.isDeviation = row.integer(10) != 0;
        metric.derivation = row.line(11);
        metrics.push_back(std::move(metric));
        return success();
    });
    if (read.isOk())
        m_metrics = std::move(metrics);
    return read;
}

Status SegmentTables::readNames(Database& database)
{
    if (m_names.empty())
        m_names.emplace_back(); // 0 is the empty name
    const std::size_t known = m_names.size(); // names are only added
    Status read = forEachRow(
        database, "SELECT id, name FROM names WHERE id >= ? ORDER BY id",
        [&](const Statement& row) -> Status {
            if (row.integer(0) != static_cast<std::int64_t>(m_names.size()) || m_names.size() >= budget::namesPerSegment
                || isTooLong(row, 1))
                return Error{fmt::format("{}: the table of names is damaged", database.path())};
            m_names.push_back(row.line(1));
            return success();
        },
        known);
    if (!read.isOk())
        m_names.resize(known);
    return read;
}

Status SegmentTables::readTopology(Database& database)
{
    const Result<std::int64_t> version = database.number("SELECT value FROM meta WHERE key = 'topology'");
    if (m_topology && version.isOk() && version.value() == m_topologyVersion)
        return success();
    const Result<std::int64_t> stored = database.number("SELECT value FROM meta WHERE key = 'entities'");
    const auto fingerprint = stored.isOk() ? std::optional(stored.value()) : std::nullopt;
    if (m_topology && fingerprint && fingerprint == m_fingerprint) {
        m_topologyVersion = version.isOk() ? version.value() : 0;
        return success();
    }
    EntityTables tables;
    std::size_t count = 0;
    Status read = forEachRow(database, allOf("entities", m_schema, "kind, idx"), [&](const Statement& row) -> Status {
        const auto kind = entityKindFromName(row.text(0));
        auto* const table = kind ? &tables[static_cast<std::size_t>(*kind)] : nullptr;
        if (!table || row.integer(1) != static_cast<std::int64_t>(table->size()) || ++count > budget::entitiesPerSegment
            || isTooLong(row, 2) || isTooLong(row, 5))
            return Error{fmt::format("{}: the table of entities is damaged", database.path())};
        if (const std::string problem = placeProblem(row); !problem.empty())
            return Error{fmt::format("{}: {} {} {}", database.path(), row.text(0), shortText(row, 2), problem)};
        table->push_back(entityRowAt(row));
        return success();
    });
    std::string cluster;
    if (read.isOk())
        read = forEachRow(database, "SELECT value FROM meta WHERE key = 'cluster'", [&](const Statement& row) {
            cluster = row.line(0);
            return success();
        });
    if (!read.isOk())
        return read;
    Result<std::shared_ptr<const SitePlan>> plan = readPlan(database);
    if (!plan.isOk())
        return plan.error();
    m_topology = buildFrom(tables, cluster, std::move(plan).value());
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        if (static_cast<EntityKind>(kind) != EntityKind::Cluster
            && m_topology->count(static_cast<EntityKind>(kind)) != tables[kind].size())
            return Error{fmt::format("{}: the table of entities is damaged: parents are missing, names repeat, the "
                                     "plan differs, or entities are nested more than {} deep",
                                     database.path(), budget::entityDepth)};
    }
    m_topologyVersion = version.isOk() ? version.value() : 0;
    m_fingerprint = fingerprint;
    return success();
}

} // namespace lockstep
