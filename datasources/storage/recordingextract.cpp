// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/storage/recordingextract.h"

#include "datasources/storage/segmentwriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lockstep {

namespace {

/// Of rows that hold until the next one of the same key, drops those that were over before @p from.
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

/// All metrics of one block of ticks.
struct BlockOfAll
{
    std::vector<PackedBlock> packed;
    ColumnAssembly::Metrics unpacked; ///< that had to be put together from several segments
};

BlockOfAll readBlock(Recording& from, TickIndex first)
{
    BlockOfAll all;
    for (std::uint32_t id = 0; id < from.metrics().size(); ++id) {
        if (auto packed = from.packedBlock(MetricId{id}, first)) {
            all.packed.push_back(*std::move(packed));
            continue;
        }
        RecordedBlock block = from.block(MetricId{id}, first);
        if (block.written != 0)
            all.unpacked[id] = {std::move(block), 0};
    }
    return all;
}

/// Spans come by the million: block by block, so that no more than a few are in memory.
Status copySpans(Recording& from, TimeRange range, SegmentWriter& writer, TickRange ticks, const std::stop_token& stop)
{
    constexpr std::size_t atOnce = 64;
    std::vector<RecordedSpanBlock> blocks;
    const auto flush = [&] {
        const Status written = writer.commitSpans(blocks);
        blocks.clear();
        return written;
    };
    const Status copied = from.visitSpans(
        range,
        [&](RecordedSpanBlock block) -> Status {
            if (stop.stop_requested())
                return Error{"the export was given up"};
            blocks.push_back(std::move(block));
            return blocks.size() < atOnce ? success() : flush();
        },
        [&](std::vector<RecordedSpan> spans) {
            RecordedRows rows;
            rows.spans = std::move(spans);
            return writer.commit({*from.topology(), from.metrics(), from.names(), rows, {}, {}, {}, ticks});
        });
    return copied.isOk() ? flush() : copied;
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
        return Error{fmt::format("{}: the recording holds nothing of the incident's time", from.path())};
    const TimeRange covered{timeOfTick(ticks.from, period), timeOfTick(ticks.to, period)};

    Result<SegmentWriter> writer = SegmentWriter::create(path, ticks.from, period, SegmentWriter::Safety::WhenFinished);
    if (!writer.isOk())
        return writer.error();
    RecordedRows rows = rowsWithin(from, covered);
    for (TickIndex first = RecordedBlock::firstOf(ticks.from); first < ticks.to; first += RecordedBlock::ticks) {
        if (options.stop.stop_requested())
            return Error{"the export was given up"};
        BlockOfAll all = readBlock(from, first);
        std::map<TickIndex, ColumnAssembly::Metrics> open;
        if (!all.unpacked.empty())
            open.emplace(first, std::move(all.unpacked));
        const std::array sealed{first};
        const Status written = writer.value().commit(
            {*from.topology(), from.metrics(), from.names(), rows, sealed, open, {}, ticks, all.packed});
        if (!written.isOk())
            return written;
        rows = {}; // with the first block
        if (options.progress)
            options.progress(std::min(1.0,
                                      static_cast<double>(first + RecordedBlock::ticks - ticks.from)
                                          / static_cast<double>(ticks.length())));
    }
    if (const Status copied = copySpans(from, covered, writer.value(), ticks, options.stop); !copied.isOk())
        return copied;
    return writer.value().close();
}

} // namespace lockstep
