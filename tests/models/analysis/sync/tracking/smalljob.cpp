// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/analysis/sync/tracking/smalljob.h"

#include <algorithm>

namespace lockstep {

SmallJob::SmallJob()
{
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        m_tracker.addLane({rank, m_job});
}

void SmallJob::become(std::uint32_t job)
{
    m_job = job;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        m_tracker.moveLane(rank, {rank, job});
}

void SmallJob::run(std::uint32_t from, std::uint32_t to, std::uint32_t slowRank, const SlowdownAt& slowdown)
{
    std::normal_distribution<double> noise(1, 0.004);
    for (std::uint32_t step = from; step < to; ++step) {
        std::vector<std::int64_t> computed;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            const double slow = rank == slowRank ? slowdown(step) : 1;
            computed.push_back(static_cast<std::int64_t>(slow * noise(m_random) * static_cast<double>(stepNs)));
        }
        const std::int64_t endNs = m_nowNs + *std::ranges::max_element(computed) + stepNs / 20;
        std::vector<SyncSpan> spans;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            SyncSpan compute;
            compute.startNs = m_nowNs;
            compute.endNs = m_nowNs + computed[rank];
            compute.lane = rank;
            compute.step = step;
            SyncSpan reduce = compute;
            reduce.startNs = compute.endNs;
            reduce.endNs = endNs;
            reduce.communicator = 1;
            reduce.sequence = step + 1;
            reduce.op = 1;
            reduce.kind = SpanKind::Collective;
            SyncSpan whole = compute;
            whole.endNs = endNs;
            whole.op = 2;
            whole.kind = SpanKind::Step;
            spans.insert(spans.end(), {compute, reduce, whole});
        }
        m_tracker.add(spans);
        static_cast<void>(m_tracker.closeWhole());
        m_nowNs = endNs;
    }
}

const CulpritRow* SmallJob::rowOf(const JobSync& job, std::uint32_t rank)
{
    for (const CulpritRow& row : job.culprits) {
        if (row.culprit.kind == CulpritKind::Lane && job.ranks[row.culprit.index] == rank)
            return &row;
    }
    return nullptr;
}

} // namespace lockstep
