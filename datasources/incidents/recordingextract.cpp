// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/recordingextract.h"

#include "datasources/recording/segmentwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

/// Of rows that are valid until the next one of the same key, drops those that ended before @p from.
template <class Row, class KeyOf, class TimeOf>
void keepWhatHolds(std::vector<Row>& rows, TimePoint from, KeyOf&& keyOf, TimeOf&& timeOf)
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
    keepWhatHolds(rows.identities, range.from, node, received);
    keepWhatHolds(rows.clocks, range.from, node, received);
    keepWhatHolds(
        rows.states, range.from, [](const RecordedState& row) { return row.source.value; }, received);
    keepWhatHolds(rows.shifts, range.from, node,
                  [&from](const RecordedShift& shift) { return timeOfTick(shift.tick, from.tickPeriod()); });
    std::erase_if(rows.gaps,
                  [&](const RecordedGap& row) { return !row.gap.range.overlaps(range) && row.received < range.from; });
    rows.events = from.events(range);
    return rows;
}

/// Copies segments to the writer in slices, with progress and cancellation.
class Copying
{
public:
    Copying(Recording& from, TickRange ticks, TimeRange range, SegmentWriter& writer, const ExportOptions& options)
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
    Copying copying(from, ticks, covered, writer.value(), options);
    Status status = copying.write(rowsWithin(from, covered), {});
    if (status.isOk())
        status = copying.copyColumns();
    if (status.isOk())
        status = copying.copySpans();
    if (!status.isOk())
        return status;
    return writer.value().close();
}

} // namespace lockstep
