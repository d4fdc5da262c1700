// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"
#include "models/analysis/sync/whatif/slowlanes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Selects the events that keep their observed durations: those whose operation and lane are both observed. All others
/// take the usual value of their kind.
struct ReplayScenario
{
    std::vector<std::uint8_t> ops; ///< by StepReplay::ops(): 1 observed, 0 ideal
    std::vector<std::uint8_t> lanes; ///< by lane
};

/// Replays one step of a job from its spans, for any parallelism. Each lane runs its events in order. A collective ends
/// when all its ranks have arrived and the data has been transferred. A receive ends when its sender has reached the
/// same point. The time between two events of a lane is a separate operation, so that late kernel launches count. Like
/// StepSimulation, but needs only which spans match, not what they mean. The ideal value of an operation is its mean
/// over all lanes for compute, and the median transfer of its kind for communication. Must not outlive its window.
class StepReplay
{
public:
    /// Pseudo-operation for the time between two events.
    static constexpr std::uint32_t between = 0xFFFFFFFF;

    /// @param isLost by lane: spans are missing, so its activity between the others is unknown
    explicit StepReplay(const SyncWindow& window, const std::vector<bool>& isLost = {});

    /// Whether the event is ignored: waits without a known cause, idle time, and events of an earlier window.
    [[nodiscard]] static bool isLeftOut(const WindowEvent& event);

    /// Operations that occur, as in the spans; communication separate from work.
    [[nodiscard]] const std::vector<std::uint32_t>& ops() const { return m_ops; }
    [[nodiscard]] std::size_t itemCount() const { return m_items.size(); }
    [[nodiscard]] bool isEmpty() const { return m_items.empty(); }
    /// A scenario with all ideal or all observed, for the caller to change.
    [[nodiscard]] ReplayScenario uniform(bool observed) const;

    /// Duration of the step.
    [[nodiscard]] double seconds(const ReplayScenario& scenario);
    /// By lane: its own work.
    [[nodiscard]] const std::vector<LanePace>& paces() const { return m_paces; }
    /// By ops(): 1 for transfers.
    [[nodiscard]] const std::vector<std::uint8_t>& transfers() const { return m_isTransfer; }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    /// The next event, in topological order.
    struct Item
    {
        float observed
            = 0; ///< seconds: for work its duration, for communication its transfer; for a receive since the send
        float ideal = 0;
        std::uint32_t lane = 0;
        std::uint32_t op = 0; ///< index into m_ops
        std::uint32_t group = none; ///< into m_groupLanes, for a collective; lane is then the first member's
        std::uint32_t sent = none; ///< into m_sentAt, for a receive: the event for which it waits
        std::uint32_t marks = none; ///< into m_sentAt, if another event waits for this one
    };
    struct GroupLanes
    {
        std::uint32_t first = 0; ///< slice of m_members
        std::uint32_t count = 0;
    };
    class Builder;
    class Families;
    class Pauses;

    std::vector<Item> m_items;
    std::vector<GroupLanes> m_groupLanes;
    std::vector<std::uint32_t> m_members; ///< lanes
    std::vector<std::uint32_t> m_ops;
    std::vector<std::uint8_t> m_isTransfer; ///< by op
    std::vector<LanePace> m_paces;
    std::size_t m_lanes = 0;
    std::size_t m_sentCount = 0;
    std::vector<float> m_laneTimes; ///< scratch, seconds
    std::vector<float> m_sentAt; ///< scratch
};

} // namespace lockstep
