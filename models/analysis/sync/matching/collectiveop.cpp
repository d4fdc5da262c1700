// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/collectiveop.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

constexpr auto kindNames
    = std::to_array<std::string_view>({"generic", "all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                       "broadcast", "reduce", "gather", "scatter", "barrier", "send", "recv"});

/// Words to search for, longer ones before those they contain.
constexpr auto spellings = std::to_array<std::pair<std::string_view, CollectiveKind>>({
    {"allreduce", CollectiveKind::AllReduce},
    {"reducescatter", CollectiveKind::ReduceScatter},
    {"allgather", CollectiveKind::AllGather},
    {"alltoall", CollectiveKind::AllToAll},
    {"broadcast", CollectiveKind::Broadcast},
    {"barrier", CollectiveKind::Barrier},
    {"sendrecv", CollectiveKind::Generic}, // point to point and all-to-all share this kernel
    {"reduce", CollectiveKind::Reduce},
    {"gather", CollectiveKind::Gather},
    {"scatter", CollectiveKind::Scatter},
    {"send", CollectiveKind::Send},
    {"recv", CollectiveKind::Recv},
});

} // namespace

std::string_view collectiveKindName(CollectiveKind kind)
{
    return kindNames[static_cast<std::size_t>(kind)];
}

CollectiveKind collectiveKindFromName(std::string_view name)
{
    // Ignores a kernel's arguments ("ncclDevComm*, ...") and peers ("nccl:send 1->2").
    name = name.substr(0, name.find('('));
    std::string letters;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z')
            letters.push_back(static_cast<char>(c - 'A' + 'a'));
        else if (c >= 'a' && c <= 'z')
            letters.push_back(c);
    }
    const auto found = std::ranges::find_if(
        spellings, [&](const auto& spelling) { return letters.find(spelling.first) != std::string::npos; });
    return found == spellings.end() ? CollectiveKind::Generic : found->second;
}

bool synchronises(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::AllGather
        || kind == CollectiveKind::ReduceScatter || kind == CollectiveKind::AllToAll || kind == CollectiveKind::Barrier;
}

double busBandwidthFactor(CollectiveKind kind, std::uint32_t ranks)
{
    const double n = ranks;
    if (ranks < 2)
        return 0;
    switch (kind) {
    case CollectiveKind::AllReduce:
        return 2 * (n - 1) / n;
    case CollectiveKind::AllGather:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
        return (n - 1) / n;
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
    case CollectiveKind::Send:
    case CollectiveKind::Recv:
        return 1;
    default:
        return 0;
    }
}

double busBandwidth(CollectiveKind kind, std::uint32_t ranks, std::uint64_t bytes, Duration time)
{
    if (time <= Duration::zero())
        return 0;
    return busBandwidthFactor(kind, ranks) * static_cast<double>(bytes) / std::chrono::duration<double>(time).count();
}

} // namespace lockstep
