// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/syncwindow.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lockstep {

/// Which lanes of a job form a worker, and its position: pipeline stage, from whom it receives, and data-parallel rank
/// among the workers of its stage. Lanes that share a group of neighbouring ranks within a stage (tensor parallel) are
/// one worker. A plain value.
struct WorkerPlaces
{
    struct Worker
    {
        std::int32_t dpRank = 0;
        std::int32_t stage = 0;
        std::vector<std::uint32_t> lanes;
    };

    std::vector<Worker> workers; ///< by stage, then data-parallel rank
    std::int32_t dpRanks = 0; ///< of the stage with the most
    std::int32_t stages = 0;
};

/// Learns the positions of a job's workers from the groups of its lanes. Accumulates over windows, so that incomplete
/// windows do not matter. A member of LiveWhatIf.
class WorkerPlaceFinder
{
public:
    /// @param ranks by lane. @return whether a position has changed
    bool learn(const SyncWindow& window, std::span<const std::uint32_t> ranks);

    [[nodiscard]] const WorkerPlaces& places() const { return m_places; }

private:
    using Lanes = std::vector<std::uint32_t>;
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    bool learnMembers(const SyncWindow& window);
    bool learnReceives(const SyncWindow& window);
    [[nodiscard]] std::span<const SyncWindow::Member> membersOf(std::uint32_t communicator) const;
    [[nodiscard]] std::vector<std::uint32_t> stages() const;
    [[nodiscard]] static bool isTensorGroup(const Lanes& lanes, const std::vector<std::uint32_t>& stages,
                                            std::span<const std::uint32_t> ranks, std::size_t lanesOfStage);
    void place(std::span<const std::uint32_t> ranks);

    std::vector<SyncWindow::Member> m_members; ///< all known ones, in order
    std::vector<std::uint32_t> m_receivesIn; ///< by lane: the communicator of its pipeline; none: it never receives
    std::vector<std::uint8_t> m_isHeard; ///< by lane
    WorkerPlaces m_places;
};

/// The data-parallel ranks whose lanes worked longest in a window relative to their stage; all, if they are few.
[[nodiscard]] std::vector<std::int32_t> longestWorking(const SyncWindow& window, const WorkerPlaces& places,
                                                       std::size_t max);

} // namespace lockstep
