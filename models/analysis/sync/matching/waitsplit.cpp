// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/waitsplit.h"

#include <algorithm>
#include <span>

namespace lockstep {

namespace {

/// One timed part of a collective; start is corrected by the clock's offset.
struct Part
{
    std::uint32_t participant = 0;
    Duration start{};
    Duration duration{};
    Duration wait{};
};

class WaitSplitter
{
public:
    WaitSplitter(const CollectiveTrace& trace, const CollectiveMatches& matches, WaitAnalysis& analysis)
        : m_trace(trace), m_matches(matches), m_analysis(analysis)
    { }

    void split(std::uint32_t index)
    {
        const auto& match = m_matches.matches[index];
        const auto ops = m_matches.opsOf(match);
        m_parts.clear();
        bool haveStarts = m_analysis.clocks.quality != ClockOffsets::Quality::Unknown;
        std::uint64_t bytes = 0;
        for (const auto i : ops) {
            const auto& op = m_trace.ops[i];
            bytes = std::max(bytes, op.bytes);
            if (!op.duration)
                continue;
            haveStarts = haveStarts && op.start.has_value();
            const auto start = op.start ? op.start->time_since_epoch() : Duration::zero();
            m_parts.push_back({op.participant, start - m_analysis.clocks.offset[op.participant], *op.duration, {}});
        }
        if (m_parts.size() < 2)
            return;
        const auto kind = m_trace.ops[ops.front()].kind;
        const auto& communicator = m_trace.communicators[match.communicator];
        if (haveStarts && !overlap()) {
            ++m_analysis.doubtful;
            // Matched by order alone, and no rank could leave this early: these are two different collectives.
            if (communicator.isInferred && synchronises(kind))
                return;
        }
        CollectiveWait result;
        result.match = index;
        if (haveStarts)
            splitByClock(result);
        else
            splitByDuration(result);
        result.transfer = std::ranges::min_element(m_parts, {}, &Part::duration)->duration;
        const auto size = std::max(communicator.size, match.opCount);
        result.busBandwidth = busBandwidth(kind, size, bytes, result.transfer);
        account(result);
        m_analysis.collectives.push_back(result);
    }

private:
    /// Whether all ranks were inside at one moment, within the clocks' uncertainty.
    [[nodiscard]] bool overlap() const
    {
        auto lastStart = Duration::min();
        auto firstEnd = Duration::max();
        for (const auto& part : m_parts) {
            lastStart = std::max(lastStart, part.start);
            firstEnd = std::min(firstEnd, part.start + part.duration);
        }
        return lastStart <= firstEnd + 3 * m_analysis.clocks.uncertainty;
    }

    /// Ties go to the first participant, so that the result does not depend on the order of files.
    void splitByClock(CollectiveWait& result)
    {
        const auto last = std::ranges::max_element(m_parts, {}, &Part::start);
        auto secondLast = Duration::min();
        auto first = last->start;
        for (auto part = m_parts.begin(); part != m_parts.end(); ++part) {
            if (part != last)
                secondLast = std::max(secondLast, part->start);
            first = std::min(first, part->start);
            // A rank that may leave early (the root of a broadcast) waited at most for its own duration.
            part->wait = std::min(last->start - part->start, part->duration);
        }
        result.byClock = true;
        result.last = last->participant;
        result.spread = last->start - first;
        result.isCertain = last->start - secondLast > m_analysis.clocks.uncertainty;
    }

    void splitByDuration(CollectiveWait& result)
    {
        const auto [shortest, longest] = std::ranges::minmax_element(m_parts, {}, &Part::duration);
        auto secondShortest = Duration::max();
        for (auto part = m_parts.begin(); part != m_parts.end(); ++part) {
            if (part != shortest)
                secondShortest = std::min(secondShortest, part->duration);
            part->wait = part->duration - shortest->duration;
        }
        result.last = shortest->participant;
        result.spread = longest->duration - shortest->duration;
        result.isCertain = secondShortest > shortest->duration;
    }

    void account(const CollectiveWait& result)
    {
        auto& last = m_analysis.participants[result.last];
        ++last.lastArrivals;
        for (const auto& part : m_parts) {
            auto& participant = m_analysis.participants[part.participant];
            participant.wait += part.wait;
            ++participant.matched;
            if (part.participant != result.last)
                last.caused += part.wait;
        }
    }

    const CollectiveTrace& m_trace;
    const CollectiveMatches& m_matches;
    WaitAnalysis& m_analysis;
    std::vector<Part> m_parts;
};

} // namespace

WaitAnalysis analyseWaits(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    WaitAnalysis analysis;
    analysis.participants.resize(trace.participants.size());
    analysis.clocks = estimateClockOffsets(trace, matches);
    for (const auto& op : trace.ops) {
        auto& participant = analysis.participants[op.participant];
        ++participant.ops;
        if (!op.duration)
            continue;
        ++participant.timed;
        participant.collective += *op.duration;
    }
    WaitSplitter splitter(trace, matches, analysis);
    for (std::uint32_t i = 0; i < matches.matches.size(); ++i)
        splitter.split(i);
    concludeWaits(trace, matches, analysis);
    return analysis;
}

} // namespace lockstep
