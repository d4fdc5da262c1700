// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/segmentreader.h"

#include "datasources/recording/segmentwriter.h"
#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"
#include "datasources/text/eventsentence.h"
#include "models/core/budget.h"
#include "models/core/textparts.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

namespace lockstep {

namespace {

std::span<const std::uint8_t> packedAt(const Statement& row, int column)
{
    const std::span<const std::byte> bytes = row.bytes(column);
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::uint32_t unitsAt(const Statement& row, int column)
{
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer(column), 0, budget::rackUnits));
}

static_assert(JoinedBlock::maxTicks == 8192); // as in the queries below
constexpr auto findBlock = "SELECT crc, data, first_tick, rows FROM blocks WHERE metric = ?1 AND first_tick <= ?2 AND "
                           "first_tick > ?2 - 8192 ORDER BY first_tick DESC LIMIT 1";
constexpr std::size_t maxPlacesKept = 1U << 21U; ///< of joined blocks, per reader

/// The block's shape, if it is valid.
std::optional<ColumnBlockShape> soundShape(const Statement& row)
{
    const auto packed = packedAt(row, 1);
    const auto shape = ColumnCodec::shapeOf(packed);
    const bool isSound = shape.isOk() && checksum(packed) == row.integer(0) && shape.value().rows == row.integer(3)
        && shape.value().rows % RecordedBlock::ticks == 0 && shape.value().rows > 0
        && shape.value().rows <= JoinedBlock::longest(shape.value().width, 1);
    return isSound ? std::optional(shape.value()) : std::nullopt;
}

/// The collectors' items, as SegmentWriter writes them; fields that are missing stay empty.
std::vector<InventoryItem> inventoryFrom(std::string_view text)
{
    std::vector<InventoryItem> items;
    while (!text.empty() && items.size() < budget::inventoryItems) {
        std::string_view line = nextLine(text);
        InventoryItem& item = items.emplace_back();
        item.collector = visibleLine(takeUpTo(line, '\t'));
        item.isActive = takeUpTo(line, '\t') == "1";
        item.detail = visibleLine(takeUpTo(line, '\t'));
        while (!line.empty() && item.properties.size() < budget::inventoryItems) {
            const std::string_view name = takeUpTo(line, '\t');
            item.properties.push_back({visibleLine(name), visibleLine(takeUpTo(line, '\t'))});
        }
    }
    return items;
}

/// Names that a file claims, limited in number and length.
std::vector<std::string> analysesNotedIn(Database& database)
{
    constexpr std::size_t longest = 4096;
    std::vector<std::string> names;
    (void)forEachRow(database, "SELECT value FROM meta WHERE key = 'analyses'", [&](const Statement& row) -> Status {
        const std::string all = row.text(0).substr(0, longest);
        for (std::size_t from = 0, to = all.find('\n'); to != std::string::npos;
             from = to + 1, to = all.find('\n', from))
            names.push_back(all.substr(from, to - from));
        return success();
    });
    return names;
}

EventFields fieldsAt(const Statement& row, int first)
{
    const auto count = [&](int column) {
        return static_cast<std::uint32_t>(
            std::clamp<std::int64_t>(row.integer(column), 0, std::numeric_limits<std::uint32_t>::max()));
    };
    const auto duration = [&](int column) {
        return Duration(std::clamp<std::int64_t>(row.integer(column), 0, budget::maxSpanLength.count()));
    };
    const auto finite = [&](int column) {
        const std::optional<double> number = row.optionalReal(column);
        return number && std::isfinite(*number) ? number : std::nullopt;
    };
    return {row.line(first),     row.line(first + 1),
            row.line(first + 2), duration(first + 3),
            duration(first + 4), count(first + 5),
            count(first + 6),    finite(first + 7),
            finite(first + 8),   unitFromName(row.text(first + 9)).value_or(Unit::None)};
}

} // namespace

Result<SegmentReader> SegmentReader::open(const std::string& path, const SegmentReader* neighbour,
                                          const std::stop_token& stop)
{
    Result<Database> database = Database::open(path, Database::Access::ReadOnly, stop);
    if (!database.isOk())
        return database.error();
    const Result<std::int64_t> schema = recordingSchemaOf(database.value());
    if (!schema.isOk())
        return schema.error();
    const Result<std::int64_t> period = database.value().number("SELECT value FROM meta WHERE key = 'tick_period_ns'");
    if (!period.isOk())
        return period.error();
    if (period.value() <= 0 || period.value() > SegmentWriter::maxTickLength.count())
        return Error{fmt::format("{}: invalid tick length: {} ns", path, period.value())};
    SegmentReader reader(std::move(database).value());
    reader.m_tickPeriod = Duration(period.value());
    reader.m_tables = SegmentTables(schema.value());
    reader.m_analyses = analysesNotedIn(reader.m_database);
    if (neighbour)
        reader.m_tables.takeTopologyFrom(neighbour->m_tables);
    if (const Status read = reader.refresh(); !read.isOk())
        return read.error();
    return reader;
}

bool SegmentReader::isWithoutTables(const std::string& path)
{
    Result<Database> database = Database::open(path, Database::Access::ReadOnly);
    const auto tables
        = database.isOk() ? database.value().number("SELECT count(*) FROM sqlite_schema") : Result<std::int64_t>(-1);
    return tables.isOk() && tables.value() == 0;
}

Result<SegmentReader> SegmentReader::again() const
{
    Result<Database> database = Database::open(path(), Database::Access::ReadOnly, m_database.stop());
    if (!database.isOk())
        return database.error();
    SegmentReader reader(std::move(database).value());
    reader.m_tickPeriod = m_tickPeriod;
    reader.m_analyses = m_analyses;
    reader.m_ticks = m_ticks;
    reader.m_begin = m_begin;
    reader.m_summarised = m_summarised;
    reader.m_tables = m_tables;
    return reader;
}

Status SegmentReader::refresh()
{
    const Result<std::int64_t> version = m_database.number("PRAGMA data_version");
    if (version.isOk() && version.value() == m_fileVersion)
        return success();
    Status status = m_tables.refresh(m_database);
    if (status.isOk())
        status = readExtent();
    if (status.isOk())
        status = readSummarised();
    if (status.isOk())
        m_fileVersion = version.isOk() ? version.value() : -1;
    return status;
}

Status SegmentReader::readExtent()
{
    m_ticks = {};
    m_begin = 0;
    return forEachRow(
        m_database,
        "SELECT min(a), max(b) FROM (SELECT min(first_tick) AS a, NULL AS b FROM blocks UNION ALL SELECT NULL, "
        "max(first_tick + min(max(rows, 1), 8192)) - 1 FROM blocks WHERE first_tick > (SELECT max(first_tick) FROM "
        "blocks) - "
        "8192 UNION ALL SELECT min(tick), max(tick) FROM journal UNION ALL SELECT min(tick), max(tick) FROM late)",
        [this](const Statement& row) -> Status {
            if (row.isNull(0))
                return success();
            // The difference of any two fits into a Duration.
            const TickIndex oldest = -((std::int64_t{1} << 60) / m_tickPeriod.count());
            const TickIndex newest = tickIndexOf(budget::latestTime, m_tickPeriod) + JoinedBlock::maxTicks;
            if (row.integer(0) < oldest || row.integer(1) > newest)
                return Error{fmt::format("{}: invalid tick times, from {} to {}", m_database.path(), row.integer(0),
                                         row.integer(1))};
            m_ticks = {row.integer(0), row.integer(1) + 1};
            // The first and the last block may be partial.
            const Result<std::int64_t> begin = m_database.number("SELECT value FROM meta WHERE key = 'begin_tick'");
            const Result<std::int64_t> end = m_database.number("SELECT value FROM meta WHERE key = 'end_tick'");
            if (begin.isOk() && begin.value() < m_ticks.to && begin.value() - m_ticks.from < RecordedBlock::ticks)
                m_ticks.from = std::max(m_ticks.from, begin.value());
            if (end.isOk() && end.value() > m_ticks.from)
                m_ticks.to = std::min(m_ticks.to, end.value());
            m_begin = begin.isOk() && m_ticks.contains(begin.value()) ? begin.value() : m_ticks.from;
            return success();
        });
}

Status SegmentReader::readSummarised()
{
    constexpr std::size_t most = 1'000'000; // one segment per second, for a week
    m_summarised.clear();
    return forEachRow(
        m_database, "SELECT substr(key, 12), value FROM meta WHERE key > 'summarised:' AND key < 'summarised;'",
        [this](const Statement& row) -> Status {
            long long from = 0;
            long long to = 0;
            const bool isRange = std::sscanf(row.text(1).c_str(), "%lld %lld", &from, &to) == 2
                && -nsOf(budget::latestTime) < from && from <= to && to < nsOf(budget::latestTime);
            if (!isRange || m_summarised.size() >= most)
                return Error{fmt::format("{}: the list of summarised segments is damaged", m_database.path())};
            m_summarised.push_back({row.line(0), {TimePoint(Duration(from)), TimePoint(Duration(to))}});
            return success();
        });
}

Error SegmentReader::damagedBlock(std::uint32_t metric) const
{
    return {fmt::format("{}: a block of {} is damaged", m_database.path(),
                        metric < metrics().size() ? metrics()[metric].name : "columns")};
}

/// Validates a block's width: at most the number of entities of the metric's kind plus a writer's reserve, because a
/// block of a few bytes may claim any width.
Status SegmentReader::checkWidth(std::uint32_t metric, std::uint32_t width)
{
    if (metric >= metrics().size())
        return damagedBlock(metric);
    const auto maxWidth = [&] {
        const std::size_t known = topology()->count(metrics()[metric].entityKind);
        return known + known / 2;
    };
    if (width <= maxWidth())
        return success();
    // A recorder may have added entities meanwhile.
    if (Status read = m_tables.readTopology(m_database); !read.isOk())
        return read;
    return width <= maxWidth()
        ? success()
        : Status(Error{fmt::format("{}: a block of {} claims {} entities, but only {} are known", m_database.path(),
                                   metrics()[metric].name, width, topology()->count(metrics()[metric].entityKind))});
}

/// Adds rows that are in no block yet, then late rows, in order of arrival.
template <class Value>
Status SegmentReader::addRows(RecordedBlockOf<Value>& block, std::uint32_t metric, EntitySlice slice, TickRange ticks)
{
    std::vector<Value> values;
    return forEachRow(
        m_database, m_findRows,
        "SELECT tick, crc, data FROM (SELECT tick, crc, data, 0 AS id FROM journal WHERE metric = ?1 AND tick >= ?2 "
        "AND tick < ?3 UNION ALL SELECT tick, crc, data, id FROM late WHERE metric = ?1 AND tick >= ?2 AND tick < ?3) "
        "ORDER BY id, tick",
        [&](const Statement& row) -> Status {
            const auto packed = packedAt(row, 2);
            const auto shape = ColumnCodec::shapeOf(packed);
            if (!shape.isOk() || checksum(packed) != row.integer(1) || shape.value().rows != 1)
                return Error{fmt::format("{}: a row of columns is damaged", m_database.path())};
            if (Status may = checkWidth(metric, shape.value().width); !may.isOk())
                return may;
            values.resize(shape.value().width);
            if (Status decoded = m_codec.decode(packed, std::span<Value>(values)); !decoded.isOk())
                return decoded;
            if (const std::uint32_t count = slice.within(shape.value().width); count > 0)
                block.put(row.integer(0), 0, std::span<const Value>(values).subspan(slice.first, count));
            return success();
        },
        metric, ticks.from, ticks.to);
}

template <>
SegmentReader::Joined<float>& SegmentReader::joined()
{
    return m_joined;
}

template <>
SegmentReader::Joined<double>& SegmentReader::joined()
{
    return m_exactJoined;
}

/// Passes the validated packed block, if any, or the joined block that contains it.
template <class Value, class UseBlock, class UseJoined>
Status SegmentReader::unpack(std::uint32_t metric, TickIndex first, const UseBlock& use, const UseJoined& useJoined)
{
    Joined<Value>& kept = joined<Value>();
    const auto isIn = [first](const Unpacked<Value>& block) {
        return block.first <= first && first < block.first + block.shape.rows;
    };
    if (const auto known = kept.find(metric); known != kept.end() && isIn(known->second))
        return useJoined(known->second);
    return forEachRow(
        m_database, m_findBlock, findBlock,
        [&](const Statement& row) -> Status {
            if (row.integer(3) > 0 && first - row.integer(2) >= row.integer(3))
                return success(); // the segment ends earlier
            const auto shape = soundShape(row);
            if (!shape || RecordedBlock::firstOf(row.integer(2)) != row.integer(2))
                return damagedBlock(metric);
            if (Status may = checkWidth(metric, shape->width); !may.isOk())
                return may;
            if (shape->rows == RecordedBlock::ticks)
                return use(shape->width, packedAt(row, 1));
            Unpacked<Value> block{row.integer(2), *shape, std::vector<Value>(shape->samples())};
            if (Status decoded = m_codec.decode(packedAt(row, 1), std::span<Value>(block.values)); !decoded.isOk())
                return decoded;
            std::size_t places = block.values.size();
            for (const auto& [other, joined] : kept)
                places += joined.values.size();
            if (places > maxPlacesKept)
                kept.clear();
            return useJoined(kept[metric] = std::move(block));
        },
        metric, first);
}

template <class Value>
Result<RecordedBlockOf<Value>> SegmentReader::block(std::uint32_t metric, TickIndex first, EntitySlice slice)
{
    RecordedBlockOf<Value> block;
    block.first = first;
    const auto fromBlock = [&](std::uint32_t width, std::span<const std::uint8_t> packed) {
        const std::uint32_t count = slice.within(width);
        if (count == 0)
            return success();
        block.width = count;
        block.written = ~std::uint64_t{0};
        block.values.resize(std::size_t{count} * RecordedBlock::ticks);
        return m_codec.decode(packed, slice.first, count, std::span<Value>(block.values));
    };
    const auto fromJoined = [&](const Unpacked<Value>& all) {
        const std::uint32_t count = slice.within(all.shape.width);
        std::vector<Value> values;
        for (TickIndex tick = first; count > 0 && tick < first + RecordedBlock::ticks; ++tick) {
            const auto row = all.row(tick).subspan(slice.first, count);
            values.insert(values.end(), row.begin(), row.end());
        }
        if (countSamples(values) == 0)
            return success(); // a gap within the joined block
        block.width = count;
        block.written = ~std::uint64_t{0};
        block.values = std::move(values);
        return success();
    };
    Status status = unpack<Value>(metric, first, fromBlock, fromJoined);
    if (status.isOk())
        status = addRows(block, metric, slice, {first, first + RecordedBlock::ticks});
    if (!status.isOk())
        return status.error();
    return block;
}

template Result<RecordedBlock> SegmentReader::block(std::uint32_t, TickIndex, EntitySlice);
template Result<ExactBlock> SegmentReader::block(std::uint32_t, TickIndex, EntitySlice);

Result<std::vector<float>> SegmentReader::row(std::uint32_t metric, TickIndex tick)
{
    const TickIndex first = RecordedBlock::firstOf(tick);
    std::vector<float> values;
    const auto fromBlock = [&](std::uint32_t width, std::span<const std::uint8_t> packed) {
        values.resize(width);
        return m_codec.decodeRow(packed, static_cast<std::uint32_t>(tick - first), values);
    };
    const auto fromJoined = [&](const Unpacked<float>& all) {
        const std::span<const float> row = all.row(tick);
        values.assign(row.begin(), row.end());
        return success();
    };
    Status status = unpack<float>(metric, first, fromBlock, fromJoined);
    RecordedBlock others;
    others.first = first;
    if (status.isOk())
        status = addRows(others, metric, {}, {tick, tick + 1});
    if (!status.isOk())
        return status.error();
    overlayValues(values, others.row(tick));
    return values;
}

Result<std::vector<TickIndex>> SegmentReader::blocksWithin(TickRange range)
{
    std::set<TickIndex> firsts;
    const Status read = forEachRow(
        m_database,
        "SELECT DISTINCT first_tick, rows FROM blocks WHERE first_tick > ?1 - 8192 AND first_tick < ?2 UNION "
        "SELECT tick & ~(?3 - 1), 1 FROM journal WHERE tick >= ?1 AND tick < ?2 UNION "
        "SELECT tick & ~(?3 - 1), 1 FROM late WHERE tick >= ?1 AND tick < ?2",
        [&](const Statement& row) -> Status {
            const TickIndex begin = RecordedBlock::firstOf(row.integer(0));
            const TickIndex end = begin + std::clamp<std::int64_t>(row.integer(1), 0, JoinedBlock::maxTicks);
            for (TickIndex first = begin; first < std::min(end, range.to); first += RecordedBlock::ticks) {
                if (first + RecordedBlock::ticks > range.from)
                    firsts.insert(first);
            }
            return success();
        },
        range.from, range.to, RecordedBlock::ticks);
    if (!read.isOk())
        return read.error();
    return std::vector<TickIndex>(firsts.begin(), firsts.end());
}

Result<bool> SegmentReader::packedBlock(std::uint32_t metric, TickIndex first,
                                        const std::function<Status(const PackedBlock&)>& use)
{
    bool isThere = false;
    const Status read = forEachRow(
        m_database, m_findPacked,
        "SELECT crc, width, samples, data FROM blocks WHERE metric = ?1 AND first_tick = ?2 AND rows = ?3 "
        "AND NOT EXISTS(SELECT 1 FROM journal WHERE metric = ?1 AND tick >= ?2 AND tick < ?2 + ?3) "
        "AND NOT EXISTS(SELECT 1 FROM late WHERE metric = ?1 AND tick >= ?2 AND tick < ?2 + ?3)",
        [&](const Statement& row) -> Status {
            isThere = true;
            return use({metric, first, static_cast<std::uint32_t>(row.integer(1)),
                        static_cast<std::uint64_t>(row.integer(2)), row.integer(0), row.bytes(3)});
        },
        metric, first, RecordedBlock::ticks);
    if (!read.isOk())
        return read.error();
    return isThere;
}

Status SegmentReader::unpack(const RecordedSpanBlock& block, std::vector<RecordedSpan>& spans) const
{
    const std::span packed(reinterpret_cast<const std::uint8_t*>(block.data.data()), block.data.size());
    if (checksum(packed) != block.checksum)
        return Error{fmt::format("{}: a block of spans is damaged", m_database.path())};
    return unpackSpans(packed, spans);
}

Result<std::vector<RecordedSpan>> SegmentReader::spans(TimeRange range)
{
    std::vector<RecordedSpan> spans;
    const auto isOutside = [&](const RecordedSpan& span) {
        return span.startNs >= nsOf(range.to) || span.endNs < nsOf(range.from);
    };
    const Status read = packedSpans(range, [&](const RecordedSpanBlock& packed) {
        const auto before = static_cast<std::ptrdiff_t>(spans.size());
        Status unpacked = unpack(packed, spans);
        spans.erase(std::remove_if(spans.begin() + before, spans.end(), isOutside), spans.end());
        return unpacked;
    });
    if (!read.isOk())
        return read.error();
    return spans;
}

Status SegmentReader::packedSpans(TimeRange range, const std::function<Status(const RecordedSpanBlock&)>& each)
{
    return forEachRow(
        m_database,
        "SELECT crc, from_ns, to_ns, count, data FROM span_blocks WHERE to_ns >= ? AND from_ns < ? ORDER BY id",
        [&](const Statement& row) {
            return each({row.integer(1), row.integer(2), static_cast<std::uint64_t>(row.integer(3)), row.integer(0),
                         row.bytes(4)});
        },
        range.from, range.to);
}

Result<std::vector<RecordedEvent>> SegmentReader::events(TimeRange range)
{
    const char* const fields = m_tables.schema() < 3
        ? "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL"
        : "job, variant, subject, lasted_ns, shelved_ns, others, xid, value, baseline, unit";
    return rowsOf(
        m_database,
        fmt::format("SELECT time_ns, node, kind, idx, severity, code, text, {} FROM events WHERE time_ns >= ? AND "
                    "time_ns < ? ORDER BY id",
                    fields),
        [](const Statement& row) {
            RecordedEvent event;
            event.node = indexAt(row, 1);
            event.entity = {entityKindFromName(row.text(2)).value_or(EntityKind::Node), indexAt(row, 3)};
            event.event = {timeOf(row, 0), enumAt(row, 4, Severity::Critical), 0,
                           row.line(5),    visibleText(row.text(6)),           fieldsAt(row, 7)};
            if (row.isNull(7))
                deriveFields(event.event);
            return event;
        },
        range.from, range.to);
}

Result<std::vector<RecordedGap>> SegmentReader::gaps(TimeRange began)
{
    return rowsOf(
        m_database,
        "SELECT received_ns, node, from_ns, to_ns, ticks, reason FROM gaps WHERE from_ns >= ? AND "
        "from_ns < ? ORDER BY id",
        [](const Statement& row) {
            return RecordedGap{
                timeOf(row, 0), indexAt(row, 1),
                Gap{{timeOf(row, 2), timeOf(row, 3)}, static_cast<std::uint64_t>(row.integer(4)), row.line(5)}};
        },
        began.from, began.to);
}

Result<std::vector<RecordedState>> SegmentReader::states()
{
    return rowsOf(
        m_database,
        "SELECT received_ns, source, state, peer, reason, next_try_ns, rejected FROM source_states ORDER BY id",
        [](const Statement& row) {
            RecordedState state{timeOf(row, 0), SourceId{indexAt(row, 1)}, {}};
            state.status = {enumAt(row, 2, SourceState::Closed), row.line(3), row.line(4),
                            row.isNull(5) ? std::nullopt : std::optional(timeOf(row, 5)),
                            static_cast<std::uint64_t>(row.integer(6))};
            return state;
        });
}

Result<std::vector<RecordedClock>> SegmentReader::clocks()
{
    return rowsOf(
        m_database, "SELECT received_ns, node, offset_ns, uncertainty_ns FROM clocks ORDER BY id",
        [](const Statement& row) {
            return RecordedClock{timeOf(row, 0), indexAt(row, 1), {Duration(row.integer(2)), Duration(row.integer(3))}};
        });
}

Result<std::vector<RecordedShift>> SegmentReader::shifts()
{
    return rowsOf(m_database, "SELECT tick, node, shift_ns FROM shifts ORDER BY id", [](const Statement& row) {
        return RecordedShift{row.integer(0), indexAt(row, 1), Duration(row.integer(2))};
    });
}

Result<std::vector<RecordedIdentity>> SegmentReader::identities()
{
    return rowsOf(m_database, "SELECT * FROM identities ORDER BY received_ns, rowid", [](const Statement& row) {
        auto node = std::make_shared<NodeIdentity>();
        node->name = row.line(2);
        node->epoch = static_cast<std::uint64_t>(row.integer(3));
        node->tickPeriod = Duration(row.integer(4));
        node->agentVersion = row.line(5);
        node->operatingSystem = row.line(6);
        node->cpuModel = row.line(7);
        node->cpuCount = indexAt(row, 8);
        node->memoryBytes = static_cast<std::uint64_t>(row.integer(9));
        if (!row.isNull(11))
            node->position = RackPosition{row.line(10), row.line(11), unitsAt(row, 12), unitsAt(row, 13)};
        node->inventory = inventoryFrom(row.text(14));
        return RecordedIdentity{timeOf(row, 0), indexAt(row, 1), std::move(node)};
    });
}

Result<std::uint64_t> SegmentReader::packedBytes(TickRange ticks, TimeRange range)
{
    const auto bytes = rowOf(
        m_database,
        "SELECT (SELECT total(length(data)) FROM blocks WHERE first_tick > ?1 - rows AND first_tick < ?2) "
        "+ (SELECT total(length(data)) FROM span_blocks WHERE to_ns >= ?3 AND from_ns < ?4)",
        [](const Statement& row) { return static_cast<std::uint64_t>(row.integer(0)); }, ticks.from, ticks.to,
        range.from, range.to);
    return bytes.isOk() ? Result<std::uint64_t>(bytes.value().value_or(0)) : bytes.error();
}

Result<SegmentCounts> SegmentReader::counts()
{
    // count(*) could follow cyclic pages without calling the guard; total(1) calls it.
    const auto counts = rowOf(
        m_database,
        "SELECT (SELECT total(samples) FROM blocks) + (SELECT total(samples) FROM journal) + (SELECT total(samples) "
        "FROM "
        "late), (SELECT total(count) FROM span_blocks), (SELECT total(1) FROM events), (SELECT total(1) FROM gaps)",
        [](const Statement& row) {
            return SegmentCounts{static_cast<std::uint64_t>(row.integer(0)), static_cast<std::uint64_t>(row.integer(1)),
                                 static_cast<std::uint64_t>(row.integer(2)),
                                 static_cast<std::uint64_t>(row.integer(3))};
        });
    return counts.isOk() ? Result<SegmentCounts>(counts.value().value_or(SegmentCounts())) : counts.error();
}

} // namespace lockstep
