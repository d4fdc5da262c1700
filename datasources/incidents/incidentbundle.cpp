// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/incidentbundle.h"

#include "datasources/incidents/evidencerows.h"
#include "datasources/incidents/incidentrows.h"
#include "datasources/incidents/incidentsearch.h"
#include "datasources/recording/segmentwriter.h"
#include "datasources/sqlite/incidentschema.h"
#include "datasources/sqlite/query.h"
#include "models/core/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <map>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace {

/// Drops rows that ended before @p from. A row is valid until the next one with the same key.
template <class Row, class KeyOf, class TimeOf>
void keepValid(std::vector<Row>& rows, TimePoint from, KeyOf&& keyOf, TimeOf&& timeOf)
{
    std::map<decltype(keyOf(rows.front())), std::size_t> last;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (timeOf(rows[at]) < from)
            last[keyOf(rows[at])] = at;
    }
    std::vector<Row> kept;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (timeOf(rows[at]) >= from || last.at(keyOf(rows[at])) == at)
            kept.push_back(std::move(rows[at]));
    }
    rows = std::move(kept);
}

RecordedRows rowsWithin(Recording& from, TimeRange range)
{
    RecordedRows rows = from.standing(range.to);
    const auto received = [](const auto& row) {
        return row.received;
    };
    const auto node = [](const auto& row) {
        return row.node;
    };
    keepValid(rows.identities, range.from, node, received);
    keepValid(rows.clocks, range.from, node, received);
    keepValid(
        rows.states, range.from, [](const RecordedState& row) { return row.source.value; }, received);
    keepValid(rows.shifts, range.from, node,
              [&from](const RecordedShift& shift) { return timeOfTick(shift.tick, from.tickPeriod()); });
    std::erase_if(rows.gaps,
                  [&](const RecordedGap& row) { return !row.gap.range.overlaps(range) && row.received < range.from; });
    rows.events = from.events(range);
    return rows;
}

/// Copies segments to the writer in slices, with progress and cancellation.
class SegmentCopier
{
public:
    SegmentCopier(Recording& from, TickRange ticks, TimeRange range, SegmentWriter& writer,
                  const ExportOptions& options)
        : m_from(from),
          m_ticks(ticks),
          m_range(range),
          m_writer(writer),
          m_options(options),
          m_allBytes(std::max<std::uint64_t>(from.packedBytes(ticks, range), 1))
    { }

    Status copyColumns()
    {
        // Not tick by tick, because a recording may claim centuries.
        for (const TickIndex first : m_from.blocksWithin(m_ticks)) {
            if (Status copied = copyBlocksAt(first); !copied.isOk())
                return copied;
        }
        return m_writer.noteTicks(m_ticks);
    }

    /// There may be millions: packed blocks are copied unchanged.
    Status copySpans()
    {
        return m_from.visitSpans(
            m_range,
            [this](const RecordedSpanBlock& block) {
                const Status one = m_writer.copy(block);
                return one.isOk() ? goOn(block.data.size()) : one;
            },
            [this](const RecordedSpanBlock& block, std::vector<RecordedSpan> spans) {
                RecordedRows rows;
                rows.spans = std::move(spans);
                const Status one = write(rows, {});
                return one.isOk() ? goOn(block.data.size()) : one;
            });
    }

    Status write(const RecordedRows& rows, const std::map<std::uint32_t, ExactBlock>& blocks)
    {
        return m_writer.commit(
            {*m_from.topology(), m_from.metrics(), m_from.names(), rows, {}, {}, {}, m_ticks, &blocks});
    }

private:
    /// All metrics of a block of ticks: unchanged, or merged if several segments contain a part.
    Status copyBlocksAt(TickIndex first)
    {
        Result<Transaction> transaction = m_writer.beginCopy();
        if (!transaction.isOk())
            return transaction.error();
        std::map<std::uint32_t, ExactBlock> others;
        std::uint64_t bytes = 0;
        for (std::uint32_t id = 0; id < m_from.metrics().size(); ++id) {
            const Result<bool> isCopied = m_from.packedBlock(MetricId{id}, first, [&](const PackedBlock& block) {
                bytes += block.data.size();
                return m_writer.copy(block);
            });
            if (!isCopied.isOk())
                return isCopied.error();
            if (isCopied.value())
                continue;
            ExactBlock block = m_from.block<double>(MetricId{id}, first);
            if (block.written != 0)
                others[id] = std::move(block);
        }
        if (Status done = transaction.value().commit(); !done.isOk())
            return done;
        if (!others.empty()) {
            if (Status written = write({}, others); !written.isOk())
                return written;
        }
        return goOn(bytes);
    }

    Status goOn(std::uint64_t bytes)
    {
        m_bytes += bytes;
        if (m_options.progress)
            m_options.progress(std::min(1.0, static_cast<double>(m_bytes) / static_cast<double>(m_allBytes)));
        return m_options.stop.stop_requested() ? Status(Error{"the export was cancelled"}) : success();
    }

    Recording& m_from;
    TickRange m_ticks;
    TimeRange m_range;
    SegmentWriter& m_writer;
    const ExportOptions& m_options;
    std::uint64_t m_allBytes;
    std::uint64_t m_bytes = 0;
};

/// Analyses that processed all of it.
std::vector<std::string> analysesOf(const Recording& recording, TickRange ticks)
{
    std::optional<std::vector<std::string>> all;
    for (Recording::Made& made : recording.made()) {
        if (made.ticks.to <= ticks.from || made.ticks.from >= ticks.to)
            continue;
        if (!all)
            all = std::move(made.analyses);
        else
            std::erase_if(*all, [&](const std::string& name) {
                return std::ranges::find(made.analyses, name) == made.analyses.end();
            });
    }
    return all.value_or(std::vector<std::string>());
}

} // namespace

Status extractRecording(Recording& from, TimeRange range, const std::string& path, const ExportOptions& options)
{
    const Duration period = from.tickPeriod();
    const TickRange held = from.ticks();
    const TickRange ticks{
        std::max(held.from, RecordedBlock::firstOf(tickIndexOf(range.from, period))),
        std::min(held.to, RecordedBlock::firstOf(tickIndexOf(range.to, period)) + RecordedBlock::ticks)};
    if (ticks.isEmpty())
        return Error{fmt::format("{}: the recording has no data from the time of the incident", from.path())};
    const TimeRange covered{timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)};

    Result<SegmentWriter> writer = SegmentWriter::create(path, ticks.from, period, SegmentWriter::Safety::WhenFinished);
    if (!writer.isOk())
        return writer.error();
    if (Status noted = writer.value().noteAnalyses(analysesOf(from, ticks)); !noted.isOk())
        return noted;
    SegmentCopier copier(from, ticks, covered, writer.value(), options);
    Status status = copier.write(rowsWithin(from, covered), {});
    if (status.isOk())
        status = copier.copyColumns();
    if (status.isOk())
        status = copier.copySpans();
    if (!status.isOk())
        return status;
    return writer.value().close();
}

namespace {

/// A file that is written under a temporary name and renamed when it is complete and on disk. Removed unless finished.
/// One thread.
class UnfinishedFile
{
public:
    /// @param path the name in the end
    explicit UnfinishedFile(std::string path);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Path to write to.
    [[nodiscard]] const std::string& unfinishedPath() const { return m_unfinished; }
    /// Starts writing to disk, so that finish() has less to wait for.
    void writeBehind();
    /// Flushes the file to disk piece by piece, then renames it. The writer must have closed it.
    /// @param progress 0 to 1; may be empty
    /// @return an Error on failure or cancellation
    Status finish(const std::stop_token& stop, const std::function<void(double)>& progress);

private:
    [[nodiscard]] Status flush(const std::stop_token& stop, const std::function<void(double)>& progress);
    [[nodiscard]] bool open();
    [[nodiscard]] Error errorNow(const char* what) const;

    std::string m_path;
    std::string m_unfinished;
    int m_file = -1; ///< to flush it; opened when first needed
    bool m_isFinished = false;
};

/// Written by any disk in a fraction of the time that a user waits for a cancellation.
constexpr off_t pieceBytes = 16 << 20;

/// The name of a file is on disk only after its folder has been synchronised.
void syncFolderOf(const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    (void)::fsync(file);
    ::close(file);
}

UnfinishedFile::UnfinishedFile(std::string path) : m_path(std::move(path)), m_unfinished(m_path + ".unfinished")
{
    std::error_code ignored; // left by an earlier program that was killed
    std::filesystem::remove(m_unfinished, ignored);
}

UnfinishedFile::~UnfinishedFile()
{
    if (m_file >= 0)
        ::close(m_file);
    if (m_isFinished)
        return;
    std::error_code ignored; // the error that prevented writing is reported
    for (const char* rest : {"", "-journal", "-wal", "-shm"})
        std::filesystem::remove(m_unfinished + rest, ignored);
}

bool UnfinishedFile::open()
{
    if (m_file < 0)
        m_file = ::open(m_unfinished.c_str(), O_WRONLY | O_CLOEXEC);
    return m_file >= 0;
}

Error UnfinishedFile::errorNow(const char* what) const
{
    return {fmt::format("{}: {} failed: {}", m_path, what, std::strerror(errno))};
}

void UnfinishedFile::writeBehind()
{
#ifdef __linux__
    if (open())
        (void)::sync_file_range(m_file, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
}

Status UnfinishedFile::flush(const std::stop_token& stop, const std::function<void(double)>& progress)
{
    if (!open())
        return errorNow("writing");
#ifdef __linux__
    const off_t size = ::lseek(m_file, 0, SEEK_END);
    for (off_t at = 0; at < size; at += pieceBytes) {
        if (stop.stop_requested())
            return Error{fmt::format("{}: cancelled", m_path)};
        constexpr unsigned now = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
        (void)::sync_file_range(m_file, at, pieceBytes, now); // fsync() waits for the rest, and reports errors
        if (progress)
            progress(static_cast<double>(std::min(at + pieceBytes, size)) / static_cast<double>(size));
    }
#endif
    return ::fsync(m_file) == 0 ? success() : Status(errorNow("writing to the disk"));
}

Status UnfinishedFile::finish(const std::stop_token& stop, const std::function<void(double)>& progress)
{
    if (const Status flushed = flush(stop, progress); !flushed.isOk())
        return flushed;
    if (stop.stop_requested())
        return Error{fmt::format("{}: cancelled", m_path)};
    std::error_code error;
    std::filesystem::rename(m_unfinished, m_path, error);
    if (error)
        return Error{fmt::format("{}: {}", m_path, error.message())};
    m_isFinished = true;
    syncFolderOf(m_path);
    return success();
}

Status writeHistoryRows(Database& database, IncidentKey incident, const std::vector<HistoryEntry>& history)
{
    for (const HistoryEntry& entry : history) {
        if (Status written
            = run(database,
                  "INSERT INTO incident_history(time_ns, author, change, incident, annotation, field, before, after) "
                  "VALUES(?,?,?,?,?,?,?,?)",
                  entry.time, entry.author, entry.change, incident.value, entry.annotation.value, entry.field,
                  entry.before, entry.after);
            !written.isOk())
            return written;
    }
    return success();
}

template <class T, class Write>
Status writeEach(const std::vector<T>& items, Write&& write)
{
    for (const T& item : items) {
        if (Status written = write(item); !written.isOk())
            return written;
    }
    return success();
}

Status fill(Database& database, const PostMortem& all, const std::vector<HistoryEntry>& history)
{
    Result<Transaction> transaction = Transaction::begin(database);
    if (!transaction.isOk())
        return transaction.error();
    const Status written = writePostMortem(database, all, history);
    return written.isOk() ? transaction.value().commit() : written;
}

Status checked(const std::stop_token& stop)
{
    return stop.stop_requested() ? Status(Error{"the export was cancelled"}) : success();
}

/// Progress of the whole export when a part of it is @p done.
std::function<void(double)> share(const ExportOptions& options, double from, double to)
{
    return [&options, from, to](double done) {
        if (options.progress)
            options.progress(from + (to - from) * done);
    };
}

constexpr double recordingCopied = 0.85; ///< progress of the export when the recording has been copied
constexpr double incidentWritten = 0.88;
constexpr double onTheDisk = 0.99;

Status writeIncidentInto(const PostMortem& all, const std::vector<HistoryEntry>& history, const std::string& path)
{
    Result<Database> database = Database::open(path, Database::Access::Build);
    if (!database.isOk())
        return database.error();
    const Status migrated = migrateIncidents(database.value());
    return migrated.isOk() ? fill(database.value(), all, history) : migrated;
}

} // namespace

Status writePostMortem(Database& database, const PostMortem& all, const std::vector<HistoryEntry>& history)
{
    const IncidentKey key = all.incident.key;
    Status written = writeIncident(database, all.incident, all.incident.created);
    if (written.isOk())
        written = writeEach(all.annotations, [&](const Annotation& note) { return writeAnnotation(database, note); });
    if (written.isOk())
        written = writeEach(all.links, [&](const AnnotationLink& link) { return writeLink(database, link); });
    if (written.isOk())
        written
            = writeEach(all.attachments, [&](const Attachment& picture) { return writeAttachment(database, picture); });
    if (written.isOk())
        written = writeEach(all.judgements,
                            [&](const Judgement& judgement) { return writeJudgement(database, judgement); });
    if (written.isOk() && !all.evidence.isEmpty())
        written = writeEvidence(database, key, all.evidence);
    if (written.isOk())
        written = writeHistoryRows(database, key, history);
    return written.isOk() ? indexIncident(database, key) : written;
}

TimeRange bundleRange(const Incident& incident)
{
    constexpr Duration min = std::chrono::minutes(2);
    const Duration margin = std::max(min, incident.range.length() / 4);
    return {incident.range.from - margin, incident.range.to + margin};
}

Status writeBundle(const PostMortem& all, const std::vector<HistoryEntry>& history, const std::string& path,
                   const ExportOptions& options, Recording* recording)
{
    UnfinishedFile file(path);
    if (recording) {
        ExportOptions part = options;
        part.progress = [&file, tell = share(options, 0, recordingCopied)](double done) {
            file.writeBehind();
            tell(done);
        };
        if (Status copied = extractRecording(*recording, bundleRange(all.incident), file.unfinishedPath(), part);
            !copied.isOk())
            return copied;
    }
    Status written = checked(options.stop);
    if (written.isOk())
        written = writeIncidentInto(all, history, file.unfinishedPath());
    if (written.isOk())
        written = file.finish(options.stop, share(options, incidentWritten, onTheDisk));
    if (written.isOk() && options.progress)
        options.progress(1);
    return written;
}

Result<BundleContents> bundleContents(const std::string& path, const std::stop_token& stop)
{
    Result<Database> database = Database::open(path, Database::Access::ReadOnly, stop);
    if (!database.isOk())
        return database.error();
    BundleContents contents;
    const Status read = forEachRow(database.value(), "SELECT name FROM sqlite_schema WHERE type='table'",
                                   [&contents](const Statement& row) {
                                       contents.hasRecording |= row.text(0) == "blocks";
                                       contents.hasIncidents |= row.text(0) == "incident_schema";
                                       return success();
                                   });
    if (!read.isOk())
        return read.error();
    return contents;
}

} // namespace lockstep
