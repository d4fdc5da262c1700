// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/kinetocommunicators.h"

#include "datasources/traces/formats/traceprices.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

KinetoCommunicators::KinetoCommunicators(const KinetoFrame& frame, std::vector<std::int64_t> streams, TraceMeter& meter)
    : m_frame(frame), m_meter(meter), m_streams(std::move(streams))
{
    std::ranges::sort(m_streams);
    m_streams.erase(std::unique(m_streams.begin(), m_streams.end()), m_streams.end());
}

bool KinetoCommunicators::isPointToPoint(const KinetoComm& comm)
{
    const bool isHalf = comm.kind == CollectiveKind::Send || comm.kind == CollectiveKind::Recv;
    return isHalf && comm.sourceRank && comm.destinationRank;
}

/// Members are looked at, not copied: this is asked of every collective, and a group may have all ranks of a job.
KinetoCommunicators::Description KinetoCommunicators::describe(const KinetoComm& comm, std::int64_t stream) const
{
    Description description;
    auto& communicator = description.communicator;
    communicator.size = comm.groupSize;
    if (comm.group.empty()) {
        // The n-th stream rather than its number, which depends on what else the process created.
        const auto at = std::ranges::lower_bound(m_streams, stream) - m_streams.begin();
        communicator.name = fmt::format("NCCL stream {}", at + 1);
        communicator.isInferred = true;
        const auto world = static_cast<std::uint32_t>(std::max(m_frame.worldSize.value_or(0), 0));
        communicator.isNumberedFromZero = communicator.size > 0 && communicator.size == world;
        return description;
    }
    communicator.name = comm.groupDescription.empty() || comm.groupDescription == "undefined"
        ? comm.group
        : fmt::format("{} ({})", comm.group, comm.groupDescription);
    const auto known = m_frame.groupRanks.find(comm.group);
    if (comm.ranks)
        description.members = comm.ranks.get();
    else if (known != m_frame.groupRanks.end())
        description.members = &known->second;
    if (description.members != nullptr && !description.members->empty())
        communicator.size = static_cast<std::uint32_t>(description.members->size());
    if (isPointToPoint(comm)) {
        communicator.name += fmt::format(" {}->{}", *comm.sourceRank, *comm.destinationRank);
        communicator.size = 2;
    }
    return description;
}

std::uint32_t KinetoCommunicators::indexOf(const KinetoComm& comm, std::int64_t stream)
{
    auto [communicator, members] = describe(comm, stream);
    const auto [found, isNew] = m_index.try_emplace({communicator.name, communicator.size},
                                                    static_cast<std::uint32_t>(m_communicators.size()));
    if (!isNew)
        return found->second;
    if (!comm.group.empty() && isPointToPoint(comm))
        communicator.members
            = {std::min(*comm.sourceRank, *comm.destinationRank), std::max(*comm.sourceRank, *comm.destinationRank)};
    else if (members != nullptr)
        communicator.members = *members;
    m_meter.hold(traceprice::communicator + traceprice::name(communicator.name)
                 + communicator.members.size() * traceprice::rank);
    m_communicators.push_back(std::move(communicator));
    return found->second;
}

} // namespace lockstep
