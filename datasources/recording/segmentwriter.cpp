// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/segmentwriter.h"

#include "datasources/sqlite/query.h"
#include "datasources/sqlite/recordingschema.h"
#include "models/core/budget.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

std::span<const std::byte> blob(const std::vector<std::uint8_t>& bytes)
{
    return std::as_bytes(std::span(bytes));
}

/// Without the room for entities that have not come: no row is wider than the topology beside it.
std::span<const float> trimmed(std::span<const float> row)
{
    while (!row.empty() && std::isnan(row.back()))
        row = row.first(row.size() - 1);
    return row;
}

/// What its reader takes; see budget.h. Nothing comes here that is more, as quotas keep all tables far below.
bool isReadable(std::uint32_t metric)
{
    return metric < budget::metricsPerSegment;
}

/// Runs a prepared statement with these values.
template <class... Values>
Status runWith(Statement& statement, const Values&... values)
{
    bindAll(statement, values...);
    return statement.run();
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
    // A commit is on the disk when it returns: what a power cut takes is what came after the last one.
    if (isForEach) {
        if (Status tuned = database.value().execute("PRAGMA synchronous=FULL"); !tuned.isOk())
            return tuned.error();
    }
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
    return status.isOk() && !commit.open.empty() ? noteTicks(commit.ticks) : status;
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
                if ((open.touched >> (tick - first) & 1U) == 0)
                    continue;
                const std::span<const float> row = trimmed(open.block.row(tick));
                if (row.empty())
                    continue;
                const auto width = static_cast<std::uint32_t>(row.size());
                const auto packed = m_codec.encode(row, {1, width});
                const Status written
                    = runWith(insert.value(), metric, tick, width, countSamples(row), checksum(packed), blob(packed));
                if (!written.isOk())
                    return written;
            }
        }
    }
    return success();
}

Status SegmentWriter::writeBlocks(TickIndex first, const ColumnAssembly::Metrics& metrics, Progress& progress)
{
    Result<Statement> insert = m_database.prepare("INSERT OR REPLACE INTO blocks VALUES(?, ?, ?, ?, ?, ?, ?)");
    if (!insert.isOk())
        return insert.error();
    for (const auto& [metric, open] : metrics) {
        if (!isReadable(metric))
            continue;
        const RecordedBlock& block = open.block;
        // Room for entities that have not come would be stored with each tick.
        const std::uint32_t width = block.usedWidth();
        const auto packed
            = m_codec.encode(width == block.width && block.isWhole() ? block.values : block.narrowed(width),
                             {RecordedBlock::ticks, width});
        progress.bytes += packed.size();
        const Status written = runWith(insert.value(), metric, first, RecordedBlock::ticks, width,
                                       countSamples(block.values), checksum(packed), blob(packed));
        if (!written.isOk())
            return written;
    }
    return run(m_database, "DELETE FROM journal WHERE tick >= ? AND tick < ?", first, first + RecordedBlock::ticks);
}

Status SegmentWriter::writeLate(const ColumnAssembly::LateRows& late, Progress& progress)
{
    Result<Statement> insert
        = m_database.prepare("INSERT INTO late(metric, tick, width, samples, crc, data) VALUES(?, ?, ?, ?, ?, ?)");
    if (!insert.isOk())
        return insert.error();
    for (const auto& [tick, metrics] : late) {
        for (const auto& [metric, values] : metrics) {
            const std::span<const float> row = trimmed(values);
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
    return m_copyBlock->borrow(data, block.data).run();
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

Status SegmentWriter::close(Room room)
{
    Result<std::int64_t> pages = m_database.number("PRAGMA page_count");
    Result<std::int64_t> unused = m_database.number("PRAGMA freelist_count");
    // Where it fails, for want of room, the file is whole all the same.
    if (room == Room::Enough && pages.isOk() && unused.isOk() && unused.value() > pages.value() / 20)
        (void)m_database.execute("VACUUM");
    // Whoever reads it at this moment keeps the log in use; then the file and its log stay two, and nothing is lost.
    (void)m_database.execute("PRAGMA busy_timeout=50");
    (void)m_database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    (void)m_database.execute("PRAGMA journal_mode=DELETE");
    return success();
}

} // namespace lockstep
