// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/segmentwriter.h"

#include "datasources/clusterfile/plan/planwriter.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"
#include "models/core/budget.h"
#include "models/core/topology/topologybuilder.h"
#include "models/ingest/derived.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>

namespace lockstep {

namespace {

/// Computes an FNV hash, see http://www.isthe.com/chongo/tech/comp/fnv/.
class Fnv
{
public:
    void add(std::string_view text)
    {
        add(text.size()); // so that boundaries between names count
        for (const char letter : text)
            addByte(static_cast<unsigned char>(letter));
    }
    void add(std::unsigned_integral auto number)
    {
        for (std::size_t byte = 0; byte < sizeof(std::uint64_t); ++byte)
            addByte(static_cast<unsigned char>(std::uint64_t{number} >> (8 * byte)));
    }
    void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }
    void add(EntityRef ref)
    {
        add(static_cast<std::uint32_t>(ref.kind));
        add(ref.index);
    }
    [[nodiscard]] std::uint64_t sum() const { return m_sum; }

private:
    void addByte(unsigned char byte) { m_sum = (m_sum ^ byte) * 0x0000'0100'0000'01B3U; }

    std::uint64_t m_sum = 0xCBF2'9CE4'8422'2325U;
};

void addPlace(Fnv& fnv, const Topology& topology, EntityRef ref)
{
    if (ref.kind == EntityKind::Rack) {
        const RackPlace& place = topology.rackPlace(ref);
        fnv.add(place.row);
        fnv.add(place.positionInRow);
        fnv.add(place.x);
        fnv.add(place.z);
        fnv.add(place.heightUnits);
        fnv.add(std::uint32_t{place.isPlaced} | std::uint32_t{place.isTurned} << 1U);
    } else if (ref.kind == EntityKind::Node) {
        fnv.add(topology.nodePlace(ref).bottomUnit);
        fnv.add(topology.nodePlace(ref).heightUnits);
    } else if (ref.kind == EntityKind::Port) {
        fnv.add(topology.reportedPeer(ref));
    } else if (ref.kind == EntityKind::Loop) {
        for (const EntityRef rack : topology.served(ref))
            fnv.add(rack);
    }
}

/// A number that is equal for two topologies only if their tables of entities are equal: names, places and links, in
/// order; not the nodes' identities. 64-bit FNV-1a, stored in files: never change it.
std::int64_t fingerprintOf(const Topology& topology)
{
    Fnv fnv;
    fnv.add(topology.clusterName());
    if (topology.plan())
        fnv.add(writePlan(*topology.plan()));
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto count = static_cast<std::uint32_t>(topology.count(static_cast<EntityKind>(kind)));
        fnv.add(count);
        for (std::uint32_t index = 0; index < count; ++index) {
            const EntityRef ref{static_cast<EntityKind>(kind), index};
            fnv.add(topology.name(ref));
            fnv.add(topology.parent(ref));
            addPlace(fnv, topology, ref);
        }
    }
    return static_cast<std::int64_t>(fnv.sum());
}

std::span<const std::byte> blob(const std::vector<std::uint8_t>& bytes)
{
    return std::as_bytes(std::span(bytes));
}

/// Limit of readers; see budget.h. Quotas keep all tables far below.
bool isReadable(std::uint32_t metric)
{
    return metric < budget::metricsPerSegment;
}

constexpr std::int64_t smallFileBytes = std::int64_t{8} << 20U;

/// Runs a prepared statement with these values.
template <class... Values>
Status runWith(Statement& statement, const Values&... values)
{
    bindAll(statement, values...);
    return statement.run();
}

/// Optional columns of an entity's row, used by some kinds.
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
    std::optional<std::string> serves; ///< names of racks, one per line
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
    } else if (ref.kind == EntityKind::Port && topology.contains(topology.reportedPeer(ref))) {
        const PeerDescriptor peer = describeEnd(topology, topology.reportedPeer(ref)); // the plan contains the others
        columns.peerOwner = peer.owner;
        columns.peerPort = peer.port;
    } else if (ref.kind == EntityKind::Loop) {
        columns.serves.emplace();
        for (const EntityRef rack : topology.served(ref))
            *columns.serves += topology.name(rack) + '\n';
    }
    return columns;
}

} // namespace

std::uint32_t checksum(std::span<const std::uint8_t> bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, bytes.data(), bytes.size()));
}

Result<SegmentWriter> SegmentWriter::create(const std::string& path, TickIndex firstTick, Duration tickPeriod,
                                            Safety safety)
{
    const bool isForEach = safety == Safety::EachCommit;
    Result<Database> database = Database::open(path, isForEach ? Database::Access::Create : Database::Access::Build);
    if (!database.isOk())
        return database.error();
    // A commit is on the disk when it returns: a power failure loses only later data.
    if (isForEach) {
        if (Status tuned = database.value().execute("PRAGMA synchronous=FULL"); !tuned.isOk())
            return tuned.error();
    }
    // All at once, so that a recorder that is killed leaves either a complete segment or one without tables.
    Result<Transaction> transaction = Transaction::begin(database.value());
    if (!transaction.isOk())
        return transaction.error();
    if (Status made = prepareRecordingSchema(database.value()); !made.isOk())
        return made.error();
    for (const auto& [key, value] :
         {std::pair{"tick_period_ns", std::int64_t{tickPeriod.count()}},
          std::pair{"first_tick", std::int64_t{firstTick}}, std::pair{"end_tick", std::int64_t{firstTick}}}) {
        const Status said
            = run(database.value(), "INSERT OR REPLACE INTO meta VALUES(?, ?)", std::string_view(key), value);
        if (!said.isOk())
            return said.error();
    }
    if (Status said = run(database.value(), "INSERT OR REPLACE INTO meta VALUES('lockstep', ?)",
                          std::string_view(LOCKSTEP_VERSION));
        !said.isOk())
        return said.error();
    if (Status made = transaction.value().commit(); !made.isOk())
        return made.error();
    return SegmentWriter(std::move(database).value(), firstTick);
}

Status SegmentWriter::commit(const Commit& commit)
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction.isOk())
        return transaction.error();
    Progress progress = m_progress;
    if (Status written = writeAll(commit, progress); !written.isOk())
        return written;
    if (Status done = transaction.value().commit(); !done.isOk())
        return done;
    m_progress = progress;
    m_bytes = progress.bytes;
    return success();
}

Status SegmentWriter::writeAll(const Commit& commit, Progress& progress)
{
    Status status = writeTopology(commit.topology, progress);
    if (status.isOk())
        status = writeMetrics(commit.metrics, progress);
    if (status.isOk())
        status = writeNames(commit.names, progress);
    if (status.isOk())
        status = writeRows(commit.rows, progress);
    if (status.isOk())
        status = writeJournal(commit);
    for (const TickIndex first : commit.sealed) {
        if (const auto open = commit.open.find(first); status.isOk() && isOurs(first) && open != commit.open.end())
            status = writeBlocks(first, open->second, progress);
    }
    if (status.isOk())
        status = writeLate(commit.late, progress);
    static const std::map<std::uint32_t, ExactBlock> none;
    const auto& whole = commit.whole != nullptr ? *commit.whole : none;
    for (auto each = whole.begin(); status.isOk() && each != whole.end(); ++each)
        status = writeBlock(each->first, each->second, progress);
    if (status.isOk() && commit.summarised != nullptr)
        status = run(m_database, "INSERT OR REPLACE INTO meta VALUES('summarised:' || ?, ?)", commit.summarised->name,
                     fmt::format("{} {}", nsOf(commit.summarised->range.from), nsOf(commit.summarised->range.to)));
    const bool hasColumns = !commit.open.empty() || !whole.empty();
    return status.isOk() && hasColumns ? noteTicks(commit.ticks) : status;
}

Status SegmentWriter::writeJournal(const Commit& commit)
{
    Result<Statement> insert = m_database.prepare("INSERT OR REPLACE INTO journal VALUES(?, ?, ?, ?, ?, ?)");
    if (!insert.isOk())
        return insert.error();
    for (const auto& [first, metrics] : commit.open) {
        if (!isOurs(first) || std::ranges::find(commit.sealed, first) != commit.sealed.end())
            continue;
        for (const auto& [metric, open] : metrics) {
            for (TickIndex tick = first; isReadable(metric) && tick < first + RecordedBlock::ticks; ++tick) {
                if ((open.touched() >> (tick - first) & 1U) == 0 || open.packed(tick).width == 0)
                    continue;
                const OpenBlock::PackedRow& row = open.packed(tick);
                const Status written = runWith(insert.value(), metric, tick, row.width, row.samples,
                                               checksum(row.bytes), blob(row.bytes));
                if (!written.isOk())
                    return written;
            }
        }
    }
    return success();
}

Status SegmentWriter::writeBlocks(TickIndex first, const ColumnAssembly::Metrics& metrics, Progress& progress)
{
    // Rows in the journal are deleted first, so that blocks reuse their space.
    if (Status cleared
        = run(m_database, "DELETE FROM journal WHERE tick >= ? AND tick < ?", first, first + RecordedBlock::ticks);
        !cleared.isOk())
        return cleared;
    Status status = success();
    for (auto each = metrics.begin(); status.isOk() && each != metrics.end(); ++each)
        status = writeBlock(each->first, each->second.whole(first, m_codec), progress);
    return status;
}

Status SegmentWriter::insert(std::uint32_t metric, TickIndex first, ColumnBlockShape shape, std::uint64_t samples,
                             std::span<const std::uint8_t> packed)
{
    if (Status ready = prepare(m_database, m_insertBlock, "INSERT OR REPLACE INTO blocks VALUES(?, ?, ?, ?, ?, ?, ?)");
        !ready.isOk())
        return ready;
    return runWith(*m_insertBlock, metric, first, shape.rows, shape.width, samples, checksum(packed),
                   std::as_bytes(packed));
}

template <class Value>
Status SegmentWriter::writeBlock(std::uint32_t metric, const RecordedBlockOf<Value>& block, Progress& progress)
{
    if (!isReadable(metric))
        return success();
    // Capacity for future entities would be stored with each tick.
    const std::uint32_t width = block.usedWidth();
    const ColumnBlockShape shape{RecordedBlock::ticks, width};
    const auto packed
        = m_codec.encode(width == block.width && block.isWhole() ? block.values : block.narrowed(width), shape);
    progress.bytes += packed.size();
    const Status written = insert(metric, block.first, shape, countSamples(block.values), packed);
    const TickIndex longest = JoinedBlock::longest(width, block.entitiesWithValues());
    return written.isOk() ? noteBlock(metric, block.first, longest, progress) : written;
}

/// Joins a narrow metric's blocks once they reach the maximum length of a joined block.
/// @param longest maximum length for the metric
Status SegmentWriter::noteBlock(std::uint32_t metric, TickIndex first, TickIndex longest, Progress& progress)
{
    std::vector<TickIndex>& apart = progress.apart[metric];
    const bool isBeyond
        = !apart.empty() && (first <= apart.back() || first + RecordedBlock::ticks - apart.front() > longest);
    if (isBeyond) {
        if (Status joined = join(metric, apart, progress); !joined.isOk())
            return joined;
        apart.clear();
    }
    apart.push_back(first);
    if (first + RecordedBlock::ticks - apart.front() < longest)
        return success();
    Status joined = join(metric, apart, progress);
    apart.clear();
    return joined;
}

/// Gaps between them stay gaps.
Status SegmentWriter::join(std::uint32_t metric, const std::vector<TickIndex>& firsts, Progress& progress)
{
    if (firsts.size() < 2)
        return success();
    const TickIndex end = firsts.back() + RecordedBlock::ticks;
    ColumnBlockShape shape{static_cast<std::uint32_t>(end - firsts.front()), 0};
    std::uint64_t samples = 0;
    std::vector<double> values;
    std::vector<double> part;
    const auto eachBlock = [&](const auto& use) {
        return forEachRow(
            m_database,
            "SELECT first_tick, width, samples, data FROM blocks WHERE metric = ? AND first_tick >= ? AND "
            "first_tick < ? ORDER BY first_tick",
            use, metric, firsts.front(), end);
    };
    Status read = eachBlock([&](const Statement& row) -> Status {
        shape.width = std::max(shape.width, static_cast<std::uint32_t>(row.integer(1)));
        samples += static_cast<std::uint64_t>(row.integer(2));
        progress.bytes -= std::min<std::uint64_t>(progress.bytes, row.bytes(3).size());
        return success();
    });
    if (!read.isOk() || shape.rows > JoinedBlock::longest(shape.width, 1)) // an earlier one was wider
        return read;
    values.resize(shape.samples(), noData);
    read = eachBlock([&](const Statement& row) -> Status {
        const auto width = static_cast<std::uint32_t>(row.integer(1));
        const std::span<const std::byte> data = row.bytes(3);
        part.resize(std::size_t{width} * RecordedBlock::ticks);
        if (Status decoded = m_codec.decode({reinterpret_cast<const std::uint8_t*>(data.data()), data.size()}, part);
            !decoded.isOk())
            return decoded;
        auto to = values.begin() + (row.integer(0) - firsts.front()) * static_cast<std::ptrdiff_t>(shape.width);
        for (std::size_t at = 0; at < part.size(); at += width, to += shape.width)
            std::copy_n(part.begin() + static_cast<std::ptrdiff_t>(at), width, to);
        return success();
    });
    if (read.isOk())
        read = run(m_database, "DELETE FROM blocks WHERE metric = ? AND first_tick >= ? AND first_tick < ?", metric,
                   firsts.front(), end);
    if (!read.isOk())
        return read;
    const std::vector<std::uint8_t> packed = m_codec.encode(values, shape);
    progress.bytes += packed.size();
    return insert(metric, firsts.front(), shape, samples, packed);
}

Status SegmentWriter::writeLate(const ColumnAssembly::LateRows& late, Progress& progress)
{
    Result<Statement> insert
        = m_database.prepare("INSERT INTO late(metric, tick, width, samples, crc, data) VALUES(?, ?, ?, ?, ?, ?)");
    if (!insert.isOk())
        return insert.error();
    for (const auto& [tick, metrics] : late) {
        for (const auto& [metric, values] : metrics) {
            const std::span<const float> row = std::span(values).first(usedWidth(values));
            if (row.empty() || !isReadable(metric))
                continue;
            const auto width = static_cast<std::uint32_t>(row.size());
            const auto packed = m_codec.encode(row, {1, width});
            progress.bytes += packed.size();
            const Status written
                = runWith(insert.value(), metric, tick, width, countSamples(row), checksum(packed), blob(packed));
            if (!written.isOk())
                return written;
        }
    }
    return success();
}

Status SegmentWriter::writeSpans(const std::vector<RecordedSpan>& spans, Progress& progress)
{
    if (spans.empty())
        return success();
    std::vector<RecordedSpan> sorted = spans;
    const std::vector<std::uint8_t> packed = packSpans(sorted);
    progress.bytes += packed.size();
    std::int64_t from = spans.front().startNs;
    std::int64_t to = spans.front().endNs;
    for (const RecordedSpan& span : spans) {
        from = std::min(from, span.startNs);
        to = std::max({to, span.startNs, span.endNs});
    }
    return run(m_database, "INSERT INTO span_blocks(from_ns, to_ns, count, crc, data) VALUES(?, ?, ?, ?, ?)", from, to,
               spans.size(), checksum(packed), blob(packed));
}

Status SegmentWriter::copy(const PackedBlock& block)
{
    constexpr int data = 7;
    if (Status ready = prepare(m_database, m_copyBlock, "INSERT OR REPLACE INTO blocks VALUES(?, ?, ?, ?, ?, ?, ?)");
        !ready.isOk())
        return ready;
    bindAll(*m_copyBlock, block.metric, block.first, RecordedBlock::ticks, block.width, block.samples, block.checksum);
    const Status copied = m_copyBlock->borrow(data, block.data).run();
    const TickIndex longest = JoinedBlock::longest(block.width, block.width);
    return copied.isOk() ? noteBlock(block.metric, block.first, longest, m_progress) : copied;
}

Status SegmentWriter::copy(const RecordedSpanBlock& block)
{
    constexpr int data = 5;
    if (Status ready = prepare(m_database, m_copySpans,
                               "INSERT INTO span_blocks(from_ns, to_ns, count, crc, data) VALUES(?, ?, ?, ?, ?)");
        !ready.isOk())
        return ready;
    bindAll(*m_copySpans, block.fromNs, block.toNs, block.count, block.checksum);
    return m_copySpans->borrow(data, block.data).run();
}

Status SegmentWriter::noteAnalyses(std::span<const std::string> names)
{
    std::string all;
    for (const std::string& name : names)
        all += name + '\n';
    return names.empty() ? success() : run(m_database, "INSERT OR REPLACE INTO meta VALUES('analyses', ?)", all);
}

Status SegmentWriter::noteTicks(TickRange ticks)
{
    const Status noted
        = run(m_database, "UPDATE meta SET value = max(value, ?) WHERE key = 'end_tick'", std::min(ticks.to, m_to));
    return noted.isOk() ? run(m_database,
                              "INSERT INTO meta VALUES('begin_tick', ?) ON CONFLICT(key) DO UPDATE SET value = "
                              "min(value, excluded.value)",
                              std::max(ticks.from, m_from))
                        : noted;
}

Status SegmentWriter::joinRest()
{
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction.isOk())
        return transaction.error();
    Progress progress = m_progress;
    for (const auto& [metric, firsts] : progress.apart) {
        if (Status joined = join(metric, firsts, progress); !joined.isOk())
            return joined;
    }
    return transaction.value().commit();
}

Status SegmentWriter::close(Room room)
{
    if (room == Room::Enough)
        (void)joinRest(); // on failure the blocks stay separate
    Result<std::int64_t> pages = m_database.number("PRAGMA page_count");
    Result<std::int64_t> unused = m_database.number("PRAGMA freelist_count");
    Result<std::int64_t> pageSize = m_database.number("PRAGMA page_size");
    // On failure, for lack of space, the file is still valid.
    if (room == Room::Enough && pages.isOk() && unused.isOk() && unused.value() > pages.value() / 20)
        (void)m_database.execute("VACUUM");
    // If another process is reading, the log stays a separate file, and nothing is lost.
    (void)m_database.execute("PRAGMA busy_timeout=50");
    (void)m_database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    (void)m_database.execute("PRAGMA journal_mode=DELETE");
    // A short recording consists mostly of partly filled pages.
    if (room == Room::Enough && pages.isOk() && pageSize.isOk() && pages.value() * pageSize.value() < smallFileBytes)
        (void)m_database.execute("PRAGMA page_size=512; VACUUM");
    return success();
}

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
        // Racks grow, ports get far ends, and loops get racks; other entities never change.
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
    if (counted.isOk() && topology.plan() && topology.plan() != progress.plan) {
        counted = run(m_database, "INSERT OR REPLACE INTO meta VALUES('plan', ?)", writePlan(*topology.plan()));
        progress.plan = topology.plan();
    }
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
        std::string inventory; // a line each, split by tabs: collector, 1 or 0, detail, name and value of properties
        for (const InventoryItem& item : node.inventory) {
            inventory += item.collector + '\t' + (item.isActive ? '1' : '0') + '\t' + item.detail;
            for (const NodeProperty& property : item.properties)
                inventory += '\t' + property.name + '\t' + property.value;
            inventory += '\n';
        }
        // SQLite's integers are signed; the epoch is restored with the same 64 bits.
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
        const EventFields& fields = each.event.fields;
        const Status written = run(
            m_database,
            "INSERT INTO events(time_ns, node, kind, idx, severity, code, text, job, variant, subject, lasted_ns, "
            "shelved_ns, others, xid, value, baseline, unit) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            each.event.time, each.node, entityKindName(each.entity.kind), each.entity.index, each.event.severity,
            each.event.code, each.event.text, fields.job, fields.variant, fields.subject, fields.lasted,
            fields.shelvedFor, fields.others, fields.xid, fields.value, fields.baseline, unitName(fields.unit));
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
