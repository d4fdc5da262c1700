// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/culprit.h"
#include "models/analysis/sync/matching/syncspan.h"
#include "models/analysis/sync/matching/transferbaseline.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A span in its window, with its own wait and the lane's earlier waits.
struct WindowEvent
{
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    SyncSpan span;
    std::int64_t queuedNs = 0; ///< time behind earlier collectives of its communicator, which run sequentially
    std::int64_t waitNs = 0; ///< wait for the last arrival; for a receive, the excess over the shortest of its peers
    std::int64_t lostNs = 0; ///< excess of the transfer over its usual duration
    std::int64_t waitBeforeNs = 0; ///< sums over the lane's events before this one in the window
    std::int64_t lostBeforeNs = 0;
    std::int64_t checkpointBeforeNs = 0;
    std::uint32_t previous = none; ///< previous event of the lane on its communicator
    std::uint32_t group = none; ///< into groups()
    std::uint32_t occurrence = 0; ///< n-th use of one sequence by the lane
    std::uint32_t carried = none; ///< into carried(); none: fresh

    [[nodiscard]] bool isFresh() const { return carried == none; }
    /// Arrival of the lane: its start, or the end of the collective before it in the queue.
    [[nodiscard]] std::int64_t arrivalNs() const { return span.startNs + queuedNs; }
    [[nodiscard]] std::int64_t lengthNs() const { return span.endNs - arrivalNs(); }
};

/// A span of the previous window, with its results.
struct CarriedEvent
{
    SyncSpan span;
    std::int64_t waitNs = 0;
    std::int64_t lostNs = 0;
    CauseShares causes;
};

/// Related events: the parts of one collective, or the receives of peers at one point of their pipelines.
struct WaitGroup
{
    std::uint32_t first = 0; ///< slice of members()
    std::uint32_t count = 0;
    /// Index of an event: for a collective the last arrival, for receives the one with the shortest wait.
    std::uint32_t shortest = 0;
    bool isReceive = false;
    bool isFresh = false;
};

/// Holds the spans of one job between two completed steps, by lane in order of start, and matches them across lanes by
/// communicator and sequence. The shortest duration of a collective separates waits from transfers, so no common clock
/// is needed. A few events of each lane are carried over from the previous window, because they may explain a delay.
class SyncWindow
{
public:
    /// A lane that takes part in a communicator.
    struct Member
    {
        std::uint32_t communicator = 0;
        std::uint32_t rank = 0;
        std::uint32_t lane = 0;
        friend auto operator<=>(const Member&, const Member&) = default;
    };

    /// @param ranks by lane; lanes are dense
    SyncWindow(std::vector<CarriedEvent> carried, std::span<const SyncSpan> fresh, std::vector<std::uint32_t> ranks,
               TransferBaseline& baseline);

    [[nodiscard]] const std::vector<WindowEvent>& events() const { return m_events; }
    [[nodiscard]] const std::vector<WaitGroup>& groups() const { return m_groups; }
    [[nodiscard]] std::span<const std::uint32_t> membersOf(const WaitGroup& group) const
    {
        return std::span(m_members).subspan(group.first, group.count);
    }
    [[nodiscard]] const std::vector<CarriedEvent>& carried() const { return m_carried; }
    /// Range of a lane's events.
    [[nodiscard]] std::uint32_t laneBegin(std::uint32_t lane) const { return m_laneBegin[lane]; }
    [[nodiscard]] std::uint32_t laneEnd(std::uint32_t lane) const { return m_laneBegin[lane + 1]; }
    [[nodiscard]] std::size_t laneCount() const { return m_laneBegin.size() - 1; }

    /// The lane that a receive waits for: its cyclic neighbour by rank in the communicator; none: it is alone.
    [[nodiscard]] std::uint32_t senderOf(const SyncSpan& receive) const;
    /// The lane's position among the members of the span's communicator by rank: for a receive, its pipeline stage.
    [[nodiscard]] std::uint32_t placeOf(const SyncSpan& span) const;
    /// Members of communicators, by communicator, then rank.
    [[nodiscard]] const std::vector<Member>& members() const { return m_communicators; }
    /// How far the lane's clock is ahead of the others, estimated from the ends of the largest collective.
    [[nodiscard]] std::int64_t clockOffsetNs(std::uint32_t lane) const { return m_clockOffsets[lane]; }

private:
    struct Key
    {
        std::uint64_t place = 0;
        std::uint32_t occurrence = 0;
        std::uint32_t event = 0;
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void arrange(std::span<const SyncSpan> fresh);
    void sortLanes();
    void joinWaitsToTheirCollectives();
    void linkCommunicators();
    void linkToPrevious(WindowEvent& event, std::uint32_t previous) const;
    void groupCollectives();
    void groupReceives();
    void makeGroups(std::vector<Key>& keys, bool isReceive);
    void splitGroup(WaitGroup& group);
    void noteLostTransfers(TransferBaseline& baseline);
    void recallCarried();
    void sumUp();
    void estimateClocks();
    [[nodiscard]] std::span<const Member> membersOfCommunicator(std::uint32_t communicator) const;
    /// The lane's position among the members of a communicator by rank.
    [[nodiscard]] std::size_t placeOf(std::span<const Member> members, std::uint32_t lane) const;

    std::vector<CarriedEvent> m_carried;
    std::vector<std::uint32_t> m_ranks; ///< by lane
    std::vector<WindowEvent> m_events;
    std::vector<std::uint32_t> m_laneBegin;
    std::vector<Member> m_communicators;
    std::vector<WaitGroup> m_groups;
    std::vector<std::uint32_t> m_members;
    std::vector<std::int64_t> m_clockOffsets;
};

} // namespace lockstep
