// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/waitsplit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// How far a rank must be above its expected number of last arrivals to exclude chance: one in 700.
constexpr double standardDeviations = 3;

/// It must also exceed this multiple of its expected share of the wait; with two ranks, three quarters of the wait.
constexpr double unfairShare = 1.5;

struct BandwidthSample
{
    double bandwidth = 0;
    double bytes = 0;
};

/// The bandwidth at or below which half of the bytes were transferred. Small messages, which are slow by nature, have
/// little weight.
std::optional<double> medianByBytes(std::vector<BandwidthSample> samples)
{
    std::erase_if(samples, [](const auto& sample) { return !(sample.bandwidth > 0); });
    std::ranges::sort(samples, {}, &BandwidthSample::bandwidth);
    double total = 0;
    for (const auto& sample : samples)
        total += sample.bytes;
    double moved = 0;
    for (const auto& sample : samples) {
        moved += sample.bytes;
        if (moved * 2 >= total)
            return sample.bandwidth;
    }
    return std::nullopt;
}

void judgeBandwidth(const CollectiveTrace& trace, const CollectiveMatches& matches, WaitAnalysis& analysis)
{
    std::vector<BandwidthSample> samples;
    for (const auto& collective : analysis.collectives) {
        std::uint64_t bytes = 0;
        for (const auto op : matches.opsOf(matches.matches[collective.match]))
            bytes = std::max(bytes, trace.ops[op].bytes);
        samples.push_back({collective.busBandwidth, static_cast<double>(bytes)});
    }
    analysis.isBandwidthOfSingleRanks = samples.empty();
    if (samples.empty()) {
        for (const auto& op : trace.ops) {
            const auto size = trace.communicators[op.communicator].size;
            samples.push_back({busBandwidth(op.kind, size, op.bytes, op.duration.value_or(Duration::zero())),
                               static_cast<double>(op.bytes)});
        }
    }
    analysis.busBandwidth = medianByBytes(std::move(samples));
}

/// Expected number of last arrivals by chance: the sum of 1 / ranks over the collectives of each participant.
struct FairShare
{
    double expected = 0;
    double variance = 0;
};

void concludeWaits(const CollectiveTrace& trace, const CollectiveMatches& matches, WaitAnalysis& analysis)
{
    judgeBandwidth(trace, matches, analysis);

    std::vector<FairShare> fair(trace.participants.size());
    for (const auto& collective : analysis.collectives) {
        const auto ops = matches.opsOf(matches.matches[collective.match]);
        const auto chance = 1.0 / static_cast<double>(ops.size());
        for (const auto op : ops) {
            auto& share = fair[trace.ops[op].participant];
            share.expected += chance;
            share.variance += chance * (1 - chance);
        }
    }
    double causedByAll = 0;
    double expectedOfAll = 0;
    for (std::size_t i = 0; i < fair.size(); ++i) {
        causedByAll += analysis.participants[i].caused.count();
        expectedOfAll += fair[i].expected;
    }
    if (!(causedByAll > 0))
        return;
    for (std::uint32_t i = 0; i < fair.size(); ++i) {
        auto& participant = analysis.participants[i];
        const auto often = fair[i].expected + standardDeviations * std::sqrt(fair[i].variance);
        const auto fairPart = fair[i].expected / expectedOfAll;
        participant.isStraggler = static_cast<double>(participant.lastArrivals) > often
            && participant.caused.count() / causedByAll > std::min(unfairShare * fairPart, (1 + fairPart) / 2);
        if (participant.isStraggler)
            analysis.stragglers.push_back(i);
    }
    std::ranges::stable_sort(analysis.stragglers, std::ranges::greater{},
                             [&](std::uint32_t i) { return analysis.participants[i].caused.count(); });
}

/// Ranks of one host leave a collective within tens of microseconds of each other; smaller offsets are ignored.
constexpr Duration smallestOffset = std::chrono::microseconds(100);

constexpr Duration largestOffset = std::chrono::hours(24 * 365);

/// If ends scatter by more than this share of the time in a collective, clocks cannot determine the last arrival.
constexpr double usableScatter = 0.25;

Duration medianOffset(std::vector<Duration>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

struct EndDifference
{
    std::uint32_t participant = 0;
    Duration difference{};
};

bool isTimed(const CollectiveOp& op)
{
    return op.start.has_value() && op.duration.has_value();
}

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
            // If matched by order alone, and no rank could leave this early, these are two different collectives.
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

ClockOffsets estimateClockOffsets(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    ClockOffsets clocks;
    clocks.offset.assign(trace.participants.size(), Duration::zero());
    std::vector<std::vector<Duration>> differences(trace.participants.size());
    std::vector<Duration> durations;
    std::vector<EndDifference> all;
    for (const auto& match : matches.matches) {
        const auto ops = matches.opsOf(match);
        const auto usable = [&](std::uint32_t op) {
            return isTimed(trace.ops[op]) && synchronises(trace.ops[op].kind);
        };
        if (ops.size() < 2 || !std::ranges::all_of(ops, usable))
            continue;
        std::vector<Duration> ends;
        const auto endOf = [&](std::uint32_t op) {
            return trace.ops[op].start->time_since_epoch() + *trace.ops[op].duration;
        };
        for (const auto op : ops)
            ends.push_back(endOf(op));
        const auto centre = medianOffset(ends);
        // Implausible offsets (years) are ignored.
        if (std::ranges::any_of(ops, [&](auto op) { return std::chrono::abs(endOf(op) - centre) > largestOffset; }))
            continue;
        for (const auto op : ops) {
            durations.push_back(*trace.ops[op].duration);
            all.push_back({trace.ops[op].participant, endOf(op) - centre});
            differences[trace.ops[op].participant].push_back(all.back().difference);
        }
        ++clocks.compared;
    }
    if (clocks.compared == 0)
        return clocks;

    auto largest = Duration::zero();
    for (std::size_t i = 0; i < differences.size(); ++i) {
        if (differences[i].empty())
            continue;
        clocks.offset[i] = medianOffset(differences[i]);
        largest = std::max(largest, std::chrono::abs(clocks.offset[i]));
    }
    std::vector<Duration> scatter;
    for (const auto& [participant, difference] : all)
        scatter.push_back(std::chrono::abs(difference - clocks.offset[participant]));
    clocks.uncertainty = medianOffset(scatter);

    const auto inside = std::chrono::duration<double>(medianOffset(durations));
    if (std::chrono::duration<double>(clocks.uncertainty) > usableScatter * inside) {
        clocks.offset.assign(trace.participants.size(), Duration::zero());
        return clocks;
    }
    const bool isShared = largest <= std::max(smallestOffset, 3 * clocks.uncertainty);
    clocks.quality = isShared ? ClockOffsets::Quality::Shared : ClockOffsets::Quality::Corrected;
    if (isShared)
        clocks.offset.assign(trace.participants.size(), Duration::zero());
    return clocks;
}

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
