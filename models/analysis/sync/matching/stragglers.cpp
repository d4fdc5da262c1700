// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/waitsplit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// How far a rank must be above its expected number of last arrivals to exclude chance: one in 700.
constexpr double standardDeviations = 3;

/// And this multiple of its expected share of the wait; with two ranks, three quarters of the wait.
constexpr double unfairShare = 1.5;

struct BandwidthSample
{
    double bandwidth = 0;
    double bytes = 0;
};

/// The bandwidth at which half of the bytes were transferred or slower. Small messages, which are slow by nature, have
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

} // namespace

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

} // namespace lockstep
