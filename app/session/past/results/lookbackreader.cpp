// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/results/lookbackreader.h"

#include "models/analysis/sync/live/throttlehistory.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologymatch.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

/// Maps a recording's name ids to those of the look-back, on demand.
class MetNames
{
public:
    MetNames(const NameTable& from, NameTable& to) : m_from(from), m_to(to), m_known(from.size()) { }

    NameId operator()(std::uint32_t name)
    {
        if (name >= m_known.size())
            return NameId{0};
        if (!m_known[name])
            m_known[name] = m_to.intern(m_from.name(NameId{name}));
        return *m_known[name];
    }
    std::uint16_t small(std::uint32_t name) { return static_cast<std::uint16_t>((*this)(name).value); }

private:
    const NameTable& m_from;
    NameTable& m_to;
    std::vector<std::optional<NameId>> m_known;
};

} // namespace

bool LookBackReader::complete(SpanLookBack& spans, TimePoint earliest, MomentSurroundings& around,
                              const std::stop_token& stop)
{
    Recording& recording = m_columns.recording();
    const bool isOpen = (m_isGrowing || !recording.topology()) ? recording.refresh().isOk() : true;
    if (!isOpen || !recording.topology()) {
        spans.finish();
        return false;
    }
    const TimePoint written = timeOfTick(recording.ticks().to, spans.tickPeriod());
    const bool isWritten = !m_isGrowing || spans.wanted().isEmpty() || spans.wanted().to <= written;
    while (!spans.wanted().isEmpty() && !stop.stop_requested()) {
        if (spans.wanted().to <= earliest)
            spans.finish();
        else
            addStretch(spans, around.topology);
    }
    if (around.lineRates.empty())
        around.lineRates
            = m_columns.row(metrics::port::rate, tickIndexOf(spans.end(), spans.tickPeriod()) - 1, around.topology);
    if (!stop.stop_requested())
        addThrottles(spans, around);
    return isWritten;
}

void LookBackReader::addStretch(SpanLookBack& spans, const TopologyPtr& topology)
{
    Recording& recording = m_columns.recording();
    // Include spans that end exactly at the beginning.
    const std::vector<RecordedSpan> read = recording.spans({spans.wanted().from - Duration(1), spans.wanted().to});
    MetNames names(recording.names(), spans.names());
    for (const RecordedSpan& each : read) {
        const EntityRef entity = entityOf(each.entity, topology);
        if (!entity.isValid() || !spans.wanted().contains(TimePoint(Duration(each.endNs))))
            continue;
        StoredSpan span;
        span.startNs = each.startNs;
        span.durationNs = each.endNs - each.startNs;
        span.bytes = each.bytes;
        span.sequence = static_cast<std::uint32_t>(each.sequence);
        span.step = each.step;
        span.kind = static_cast<std::uint64_t>(each.kind);
        span.op = names.small(each.op);
        span.communicator = names.small(each.communicator);
        span.job = names.small(each.job);
        spans.add(spans.laneOf(entity, names(each.lane)), each.rank, span);
    }
    spans.close();
}

EntityRef LookBackReader::entityOf(EntityRef recorded, const TopologyPtr& topology)
{
    const TopologyPtr& from = m_columns.recording().topology();
    if (from == topology)
        return recorded;
    if (m_mappedFrom != from || m_mappedTo != topology) {
        m_mappedFrom = from;
        m_mappedTo = topology;
        m_entities.clear();
    }
    const auto [known, isNew] = m_entities.try_emplace(recorded);
    if (isNew)
        known->second = counterpart(*from, recorded, *topology);
    return known->second;
}

void LookBackReader::addThrottles(const SpanLookBack& spans, MomentSurroundings& around)
{
    const TickIndex end = tickIndexOf(spans.end(), spans.tickPeriod());
    const TickIndex begin = std::max(tickIndexOf(spans.begin(), spans.tickPeriod()),
                                     end - static_cast<TickIndex>(ThrottleHistory::keptTicks));
    RecordedBlock block;
    block.first = end;
    for (TickIndex tick = begin; tick < end; ++tick) {
        if (std::ranges::find(around.throttles, tick, &SyncNews::Throttles::tick) != around.throttles.end())
            continue;
        if (block.first != RecordedBlock::firstOf(tick))
            block = m_columns.block(metrics::gpu::throttleReasons, RecordedBlock::firstOf(tick), {}, around.topology);
        if (const std::span<const float> row = block.row(tick); !row.empty())
            around.throttles.push_back({tick, {row.begin(), row.end()}});
    }
}

} // namespace lockstep
