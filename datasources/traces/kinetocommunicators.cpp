// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/kinetocommunicators.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

KinetoCommunicators::KinetoCommunicators(const KinetoFrame& frame, std::vector<std::int64_t> streams)
    : m_frame(frame), m_streams(std::move(streams))
{
    std::ranges::sort(m_streams);
    m_streams.erase(std::unique(m_streams.begin(), m_streams.end()), m_streams.end());
}

bool KinetoCommunicators::isPointToPoint(const KinetoComm& comm)
{
    const bool isHalf = comm.kind == CollectiveKind::Send || comm.kind == CollectiveKind::Recv;
    return isHalf && comm.sourceRank && comm.destinationRank;
}

Communicator KinetoCommunicators::describe(const KinetoComm& comm, std::int64_t stream) const
{
    Communicator communicator;
    communicator.size = comm.groupSize;
    if (comm.group.empty()) {
        // The n-th stream rather than its number, which depends on what else the process created.
        const auto at = std::ranges::lower_bound(m_streams, stream) - m_streams.begin();
        communicator.name = fmt::format("NCCL stream {}", at + 1);
        communicator.isInferred = true;
        const auto world = static_cast<std::uint32_t>(std::max(m_frame.worldSize.value_or(0), 0));
        communicator.isNumberedFromZero = communicator.size > 0 && communicator.size == world;
        return communicator;
    }
    communicator.name = comm.groupDescription.empty() || comm.groupDescription == "undefined"
        ? comm.group
        : fmt::format("{} ({})", comm.group, comm.groupDescription);
    communicator.members = comm.ranks;
    if (communicator.members.empty()) {
        if (const auto known = m_frame.groupRanks.find(comm.group); known != m_frame.groupRanks.end())
            communicator.members = known->second;
    }
    if (!communicator.members.empty())
        communicator.size = static_cast<std::uint32_t>(communicator.members.size());
    if (isPointToPoint(comm)) {
        communicator.name += fmt::format(" {}->{}", *comm.sourceRank, *comm.destinationRank);
        communicator.members
            = {std::min(*comm.sourceRank, *comm.destinationRank), std::max(*comm.sourceRank, *comm.destinationRank)};
        communicator.size = 2;
    }
    return communicator;
}

std::uint32_t KinetoCommunicators::indexOf(const KinetoComm& comm, std::int64_t stream)
{
    auto communicator = describe(comm, stream);
    const auto [found, isNew] = m_index.try_emplace({communicator.name, communicator.size},
                                                    static_cast<std::uint32_t>(m_communicators.size()));
    if (isNew)
        m_communicators.push_back(std::move(communicator));
    return found->second;
}

} // namespace lockstep
