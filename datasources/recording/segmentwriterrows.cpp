// SPDX-License-Identifier: GPL-3.0-or-later
// The half of SegmentWriter that writes what is not columns.
#include "datasources/recording/segmentwriter.h"
#include "datasources/recording/topologyfingerprint.h"
#include "datasources/sqlite/query.h"
#include "models/core/budget.h"

#include <algorithm>

namespace lockstep {

namespace {

/// The parts of an entity's row that only some kinds have.
struct PlaceColumns
{
    std::optional<std::string> row;
    std::optional<std::int64_t> position;
    std::optional<double> x;
    std::optional<double> z;
    std::optional<std::int64_t> height;
    std::optional<std::int64_t> bottom;
    std::optional<std::int64_t> isPlaced;
    std::optional<std::string> peerOwner;
    std::optional<std::string> peerPort;
    std::optional<std::int64_t> isTurned;
    std::optional<std::string> serves; ///< names of racks, one a line
};

PlaceColumns placeOf(const Topology& topology, EntityRef ref)
{
    PlaceColumns columns;
    if (ref.kind == EntityKind::Rack) {
        const RackPlace& place = topology.rackPlace(ref);
        columns.row = place.row;
        columns.position = place.positionInRow;
        columns.x = place.x;
        columns.z = place.z;
        columns.height = place.heightUnits;
        columns.isPlaced = place.isPlaced;
        columns.isTurned = place.isTurned;
    } else if (ref.kind == EntityKind::Node) {
        columns.height = topology.nodePlace(ref).heightUnits;
        columns.bottom = topology.nodePlace(ref).bottomUnit;
    } else if (ref.kind == EntityKind::Port && topology.contains(topology.peer(ref))) {
        const EntityRef peer = topology.peer(ref);
        const bool isPort = peer.kind == EntityKind::Port && topology.contains(topology.parent(peer));
        columns.peerOwner = topology.name(isPort ? topology.parent(peer) : peer);
        columns.peerPort = isPort ? topology.name(peer) : std::string();
    } else if (ref.kind == EntityKind::Loop) {
        columns.serves.emplace();
        for (const EntityRef rack : topology.served(ref))
            *columns.serves += topology.name(rack) + '\n';
    }
    return columns;
}

} // namespace

Status SegmentWriter::writeTopology(const Topology& topology, Progress& progress)
{
    if (topology.version() == progress.topologyVersion)
        return success();
    progress.topologyVersion = topology.version();
    Result<Statement> insert
        = m_database.prepare("INSERT OR REPLACE INTO entities VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert.isOk())
        return insert.error();
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto entityKind = static_cast<EntityKind>(kind);
        // Racks grow with what is put into them, ports learn where they lead, loops what they cool; the rest stays.
        const bool mayChange
            = entityKind == EntityKind::Rack || entityKind == EntityKind::Port || entityKind == EntityKind::Loop;
        const auto count = static_cast<std::uint32_t>(topology.count(entityKind));
        for (std::uint32_t index = mayChange ? 0 : progress.entities[kind]; index < count; ++index) {
            const EntityRef ref{entityKind, index};
            const EntityRef parent = topology.parent(ref);
            const bool hasParent = topology.contains(parent);
            const PlaceColumns place = placeOf(topology, ref);
            bindAll(insert.value(), entityKindName(entityKind), index, topology.name(ref),
                    hasParent ? std::optional<std::string>(entityKindName(parent.kind)) : std::nullopt,
                    hasParent ? std::int64_t{parent.index} : -1, place.row, place.position, place.x, place.z,
                    place.height, place.bottom, place.isPlaced, place.peerOwner, place.peerPort, place.isTurned,
                    place.serves);
            if (Status written = insert.value().run(); !written.isOk())
                return written;
        }
        progress.entities[kind] = count;
    }
    Status counted = run(m_database, "INSERT OR REPLACE INTO meta VALUES('topology', ?)", topology.version());
    if (counted.isOk())
        counted = run(m_database, "INSERT OR REPLACE INTO meta VALUES('entities', ?)", fingerprintOf(topology));
    return counted.isOk() ? run(m_database, "INSERT OR REPLACE INTO meta VALUES('cluster', ?)", topology.clusterName())
                          : counted;
}

Status SegmentWriter::writeMetrics(const MetricTable& metrics, Progress& progress)
{
    for (; progress.metrics < std::min(metrics.size(), budget::metricsPerSegment); ++progress.metrics) {
        const MetricDescriptor& metric = metrics.descriptor(MetricId{static_cast<std::uint32_t>(progress.metrics)});
        const Status written = run(
            m_database, "INSERT OR REPLACE INTO metrics VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", progress.metrics,
            metric.name, metric.title, unitName(metric.unit), metric.kind, entityKindName(metric.entityKind),
            metric.direction, metric.warning, metric.critical, metric.fullScale, metric.isDeviation, metric.derivation);
        if (!written.isOk())
            return written;
    }
    return success();
}

Status SegmentWriter::writeNames(const NameTable& names, Progress& progress)
{
    for (; progress.names < std::min(names.size(), budget::namesPerSegment); ++progress.names) {
        const Status written = run(m_database, "INSERT OR REPLACE INTO names VALUES(?, ?)", progress.names,
                                   names.name(NameId{static_cast<std::uint32_t>(progress.names)}));
        if (!written.isOk())
            return written;
    }
    return success();
}

Status SegmentWriter::writeIdentities(const RecordedRows& rows)
{
    for (const RecordedIdentity& each : rows.identities) {
        const NodeIdentity& node = *each.identity;
        std::optional<std::string> row;
        std::optional<std::string> rack;
        std::optional<std::uint32_t> bottom;
        std::optional<std::uint32_t> height;
        if (node.position) {
            row = node.position->row;
            rack = node.position->rack;
            bottom = node.position->bottomUnit;
            height = node.position->heightUnits;
        }
        std::string inventory; // a line each: collector, tab, 1 or 0, tab, detail
        for (const InventoryItem& item : node.inventory)
            inventory += item.collector + '\t' + (item.isActive ? '1' : '0') + '\t' + item.detail + '\n';
        // SQLite's integers have a sign; the epoch comes back as the same 64 bits.
        const Status written
            = run(m_database, "INSERT INTO identities VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", each.received, each.node,
                  node.name, node.epoch, node.tickPeriod, node.agentVersion, node.operatingSystem, node.cpuModel,
                  node.cpuCount, node.memoryBytes, row, rack, bottom, height, inventory);
        if (!written.isOk())
            return written;
    }
    return success();
}

Status SegmentWriter::writeRows(const RecordedRows& rows, Progress& progress)
{
    if (Status written = writeIdentities(rows); !written.isOk())
        return written;
    for (const RecordedEvent& each : rows.events) {
        const Status written = run(
            m_database, "INSERT INTO events(time_ns, node, kind, idx, severity, code, text) VALUES(?,?,?,?,?,?,?)",
            each.event.time, each.node, entityKindName(each.entity.kind), each.entity.index, each.event.severity,
            each.event.code, each.event.text);
        if (!written.isOk())
            return written;
    }
    for (const RecordedGap& each : rows.gaps) {
        const Status written
            = run(m_database, "INSERT INTO gaps(received_ns, node, from_ns, to_ns, ticks, reason) VALUES(?,?,?,?,?,?)",
                  each.received, each.node, each.gap.range.from, each.gap.range.to, each.gap.ticks, each.gap.reason);
        if (!written.isOk())
            return written;
    }
    for (const RecordedState& each : rows.states) {
        const Status written = run(m_database,
                                   "INSERT INTO source_states(received_ns, source, state, peer, reason, next_try_ns, "
                                   "rejected) VALUES(?,?,?,?,?,?,?)",
                                   each.received, each.source.value, each.status.state, each.status.peer,
                                   each.status.reason, each.status.nextTry, each.status.rejectedFrames);
        if (!written.isOk())
            return written;
    }
    for (const RecordedClock& each : rows.clocks) {
        const Status written
            = run(m_database, "INSERT INTO clocks(received_ns, node, offset_ns, uncertainty_ns) VALUES(?,?,?,?)",
                  each.received, each.node, each.clock.offset, each.clock.uncertainty);
        if (!written.isOk())
            return written;
    }
    for (const RecordedShift& each : rows.shifts) {
        const Status written = run(m_database, "INSERT INTO shifts(tick, node, shift_ns) VALUES(?,?,?)", each.tick,
                                   each.node, each.shift);
        if (!written.isOk())
            return written;
    }
    return writeSpans(rows.spans, progress);
}

} // namespace lockstep
