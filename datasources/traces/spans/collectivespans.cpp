// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives and kernels as spans: a lane per rank; waits end when the last rank arrives.
#include "datasources/traces/spans/tracespans.h"
#include "models/analysis/sync/matching/collectivematch.h"
#include "models/analysis/sync/matching/waitsplit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace lockstep {

namespace {

TraceLane laneOf(const Participant& participant, const std::string& job)
{
    TraceLane lane;
    const std::string source = std::filesystem::path(participant.source).filename().string();
    const auto pid = participant.source.find(" pid ");
    lane.node = !participant.isWholeFile && pid != std::string::npos ? participant.source.substr(0, pid) : job;
    lane.name = participant.rank ? fmt::format("rank {}", *participant.rank) : source;
    lane.gpu = participant.isWholeFile && participant.rank ? lane.name : source;
    if (participant.rank)
        lane.rank = static_cast<std::uint32_t>(*participant.rank);
    return lane;
}

/// Waits of each op: by the last arrival if clocks allow, otherwise by the shortest part.
std::vector<Duration> waitsOfOps(const CollectiveTrace& trace, const CollectiveMatches& matches,
                                 const WaitAnalysis& analysis)
{
    std::vector<Duration> waits(trace.ops.size(), Duration::zero());
    for (const CollectiveWait& collective : analysis.collectives) {
        const auto ops = matches.opsOf(matches.matches[collective.match]);
        const auto startOf = [&](const CollectiveOp& op) {
            return *op.start - analysis.clocks.offset[op.participant];
        };
        TimePoint last = TimePoint::min();
        for (const std::uint32_t op : ops) {
            if (collective.byClock && trace.ops[op].duration && trace.ops[op].start)
                last = std::max(last, startOf(trace.ops[op]));
        }
        for (const std::uint32_t at : ops) {
            const CollectiveOp& op = trace.ops[at];
            if (!op.duration || (collective.byClock && !op.start))
                continue;
            waits[at]
                = collective.byClock ? std::min(last - startOf(op), *op.duration) : *op.duration - collective.transfer;
        }
    }
    return waits;
}

class Ranks
{
public:
    Ranks(const CollectiveTrace& trace, const ClockOffsets& clocks, TraceSpans& spans)
        : m_trace(trace), m_clocks(clocks), m_spans(spans), m_names(spans), m_job(m_names.of(spans.job))
    {
        std::set<std::pair<std::string, std::string>> taken;
        for (const Participant& participant : trace.participants) {
            TraceLane lane = laneOf(participant, spans.job);
            if (lane.rank == Span::noRank) // the rank is unknown: uses the index
                lane.rank = static_cast<std::uint32_t>(spans.lanes.size());
            while (!taken.insert({lane.node, lane.gpu}).second)
                lane.gpu += "'";
            m_laneNames.push_back(m_names.of(lane.name));
            spans.lanes.push_back(std::move(lane));
        }
        m_lastOf.resize(trace.participants.size(), TimePoint::min());
        for (const CollectiveOp& op : trace.ops) {
            TimePoint& last = m_lastOf[op.participant];
            last = std::max({last, op.handedOver.value_or(last), op.seenDone.value_or(last)});
        }
        std::map<std::string, int> uses;
        for (const Communicator& communicator : trace.communicators) {
            const int use = ++uses[communicator.name];
            m_communicators.push_back(
                m_names.of(use == 1 ? communicator.name : fmt::format("{} ({})", communicator.name, use)));
        }
    }

    void add(const CollectiveOp& op, Duration wait, std::uint64_t sequence)
    {
        if (!op.start)
            return op.handedOver ? addHandedOver(op, sequence) : void();
        Span span = blank(op.participant, *op.start, op.duration.value_or(Duration::zero()));
        span.op = m_names.of(std::string(collectiveKindName(op.kind)));
        span.communicator = m_communicators[op.communicator];
        span.sequence = sequence;
        span.bytes = op.bytes;
        auto& lane = m_spans.lanes[op.participant].spans;
        if (!op.duration) { // it began; its end is unknown
            span.kind = SpanKind::Marker;
            lane.push_back(span);
            return;
        }
        const TimePoint end = span.end;
        if (wait > Duration::zero()) {
            span.kind = SpanKind::Wait;
            span.end = span.start + wait;
            lane.push_back(span);
            span.start = span.end;
        }
        span.kind = SpanKind::Collective;
        span.end = end;
        lane.push_back(span);
    }

    void add(const ComputeSpan& compute)
    {
        Span span = blank(compute.participant, compute.start, compute.duration);
        span.op = m_names.of(m_trace.kernels[compute.name]);
        m_spans.lanes[compute.participant].spans.push_back(span);
    }

private:
    /// An op known only from its process is drawn at its time, but not analysed. An op without an end is a marker at
    /// the process's last known time.
    void addHandedOver(const CollectiveOp& op, std::uint64_t sequence)
    {
        const bool hasEnded = op.state == OpState::Completed;
        const TimePoint end = hasEnded ? op.seenDone.value_or(*op.handedOver + op.duration.value_or(Duration::zero()))
                                       : m_lastOf[op.participant];
        const TimePoint start = hasEnded ? std::min(*op.handedOver, end) : end;
        Span span = blank(op.participant, start, end - start);
        span.kind = hasEnded ? SpanKind::Transfer : SpanKind::Marker;
        span.op = m_names.of(std::string(collectiveKindName(op.kind)));
        span.communicator = m_communicators[op.communicator];
        span.sequence = sequence;
        span.bytes = op.bytes;
        m_spans.lanes[op.participant].spans.push_back(span);
    }

    [[nodiscard]] Span blank(std::uint32_t participant, TimePoint start, Duration duration) const
    {
        Span span;
        span.start = start - m_clocks.offset[participant];
        span.end = span.start + duration;
        span.lane = m_laneNames[participant];
        span.job = m_job;
        span.rank = m_spans.lanes[participant].rank;
        return span;
    }

    const CollectiveTrace& m_trace;
    const ClockOffsets& m_clocks;
    TraceSpans& m_spans;
    TraceNames m_names;
    std::uint32_t m_job;
    std::vector<std::uint32_t> m_laneNames;
    std::vector<std::uint32_t> m_communicators;
    std::vector<TimePoint> m_lastOf; ///< by participant: end of its known activity
};

} // namespace

void addCollectiveSpans(const CollectiveTrace& trace, TraceSpans& spans)
{
    const CollectiveMatches matches = matchCollectives(trace);
    const WaitAnalysis analysis = analyseWaits(trace, matches);
    const std::vector<Duration> waits = waitsOfOps(trace, matches, analysis);
    Ranks ranks(trace, analysis.clocks, spans);
    for (const CollectiveMatch& match : matches.matches) {
        for (const std::uint32_t at : matches.opsOf(match)) {
            // Operations that the trace does not number are counted from 0; show them from 1.
            const bool isNumbered = trace.ops[at].sequence != CollectiveOp::noSequence;
            const std::int64_t sequence = std::max<std::int64_t>(match.sequence, 0) + (isNumbered ? 0 : 1);
            ranks.add(trace.ops[at], waits[at], static_cast<std::uint64_t>(sequence));
        }
    }
    for (const ComputeSpan& compute : trace.computes)
        ranks.add(compute);
}

} // namespace lockstep
