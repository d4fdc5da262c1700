// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/tracking/stepmeasure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

void measureWaits(const SyncWindow& window, RootCauses& causes, const LostSpans& lost, const LaneTimes& times,
                  SyncStep& step, CulpritRecords::Blame& blame)
{
    const std::size_t lanes = window.laneCount();
    constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
    step.blame.assign(lanes, nothing);
    step.wait.assign(lanes, nothing);
    std::vector<double> byLane(lanes, 0);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        bool isHeard = false;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const WindowEvent& event = window.events()[at];
            if (!event.isFresh())
                continue;
            isHeard = true;
            // Of a receive, only the excess over its peers counts.
            if (event.waitNs == 0)
                continue;
            const double seconds = static_cast<double>(event.waitNs) * 1e-9;
            for (const CauseShare& cause : causes.of(at).shares()) {
                if (cause.culprit.kind == CulpritKind::Lane)
                    byLane[cause.culprit.index] += seconds * cause.share;
                else
                    blame[cause.culprit] += seconds * cause.share;
            }
        }
        if (!isHeard)
            continue;
        step.wait[lane] = static_cast<float>(times.newSeconds(lane, TimeClass::Wait));
        step.waitGpuSeconds += static_cast<double>(step.wait[lane]);
        step.blame[lane] = lost.concern({CulpritKind::Lane, lane}) ? nothing : 0;
    }
    for (std::uint32_t lane = 0; lane < byLane.size(); ++lane) {
        if (byLane[lane] == 0)
            continue;
        blame[{CulpritKind::Lane, lane}] += byLane[lane];
        if (!lost.concern({CulpritKind::Lane, lane}))
            step.blame[lane] = static_cast<float>(byLane[lane]);
    }
}

void chargeLosses(const SyncWindow& window, TransferBaseline& checkpoints, CulpritRecords::Blame& blame)
{
    std::vector<std::int64_t> lengths;
    for (const WindowEvent& event : window.events()) {
        if (!event.isFresh())
            continue;
        if (event.lostNs > 0)
            blame[{CulpritKind::Communicator, event.span.communicator}] += static_cast<double>(event.lostNs) * 1e-9;
        if (event.span.kind == SpanKind::Checkpoint)
            lengths.push_back(event.span.lengthNs());
    }
    std::vector<std::int64_t> median(1);
    if (!lengths.empty()) {
        const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
        std::ranges::nth_element(lengths, middle);
        median.front() = *middle;
        const auto lost = TransferBaseline::lost(*middle, checkpoints.usualBefore(0));
        static_cast<void>(checkpoints.usual(0, median));
        blame[{CulpritKind::Storage, 0}] += static_cast<double>(lost) * 1e-9 * static_cast<double>(lengths.size());
    }
}

void measureSlowdown(const SyncWindow& window, const LostSpans& lost, SyncStep& step)
{
    const std::size_t lanes = window.laneCount();
    constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
    step.slowdown.assign(lanes, nothing);
    std::map<std::uint32_t, std::vector<float>> byPlace;
    std::vector<std::uint32_t> places(lanes, 0);
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        std::int64_t computeNs = 0;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const WindowEvent& event = window.events()[at];
            if (event.isFresh() && event.span.kind == SpanKind::Compute)
                computeNs += event.span.lengthNs();
            if (event.span.isReceive())
                places[lane] = window.placeOf(event.span);
        }
        if (computeNs == 0 || lost.concern({CulpritKind::Lane, lane}))
            continue;
        step.slowdown[lane] = static_cast<float>(static_cast<double>(computeNs) * 1e-9);
        byPlace[places[lane]].push_back(step.slowdown[lane]);
    }
    for (auto& [place, values] : byPlace)
        std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        if (std::isnan(step.slowdown[lane]))
            continue;
        const auto& peers = byPlace[places[lane]];
        step.slowdown[lane] /= peers[peers.size() / 2];
    }
}

} // namespace lockstep
