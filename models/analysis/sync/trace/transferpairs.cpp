// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/trace/transferpairs.h"

#include <algorithm>

namespace lockstep {

namespace {

double endOf(const OpLanes& lanes, std::uint32_t op)
{
    return lanes.modelStart[op] + lanes.modelDuration[op];
}

} // namespace

TransferPairs pairSends(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                        std::span<const std::uint32_t> sends)
{
    TransferPairs pairs(computes.size());
    if (sends.size() >= computes.size()) {
        std::copy_n(sends.begin(), computes.size(), pairs.begin());
        return pairs;
    }
    // A send belongs to the latest compute that ended before it started.
    std::size_t ended = 0;
    for (const auto send : sends) {
        while (ended < computes.size()
               && endOf(lanes, computes[ended]) <= lanes.modelStart[send] + transferToleranceSeconds)
            ++ended;
        if (ended > 0 && !pairs[ended - 1])
            pairs[ended - 1] = send;
    }
    return pairs;
}

TransferPairs pairRecvs(const OpLanes& lanes, std::span<const std::uint32_t> computes,
                        std::span<const std::uint32_t> recvs)
{
    TransferPairs pairs(computes.size());
    if (recvs.size() >= computes.size()) {
        std::copy_n(recvs.begin(), computes.size(), pairs.begin());
        return pairs;
    }
    // A recv belongs to the first compute that started after it ended.
    std::size_t next = 0;
    for (const auto recv : recvs) {
        while (next < computes.size()
               && lanes.modelStart[computes[next]] + transferToleranceSeconds < endOf(lanes, recv))
            ++next;
        if (next < computes.size())
            pairs[next++] = recv;
    }
    return pairs;
}

} // namespace lockstep
