// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// A rank that takes longer than others for the same work, over the steps evaluated.
struct SlowLane
{
    std::uint32_t lane = 0; ///< the job's own
    double slowdown = 1; ///< its work over that of the median rank
    double pauseShare = 0; ///< of its excess time: the part between operations
    /// In what part of the steps since it was first slow it was so: 1 in all alike, 1 / n once in n steps.
    double persistence = 1;
};

/// A lane's own work in one step; NaN: none or unknown.
struct LanePace
{
    float slowdown = 0; ///< over what the median lane took for the same work
    float pauseShare = 0; ///< of its excess time
};

/// Mean slowdown of lanes, so that a lane that is slow in some steps counts only for these.
class LanePaces
{
public:
    /// @param step outlives this
    void add(const std::vector<LanePace>& step);

    /// By lane; NaN: no data.
    [[nodiscard]] std::vector<double> means() const;
    /// @param part of what the slowest exceeds the usual by, from which on a lane is one of them. Slowest first.
    [[nodiscard]] std::vector<SlowLane> slow(double part) const;

private:
    struct Sum
    {
        double slowdown = 0;
        double excess = 0;
        double paused = 0; ///< of the excess
        std::size_t steps = 0;
    };

    [[nodiscard]] double persistenceOf(std::uint32_t lane) const;

    std::vector<Sum> m_sums; ///< by lane
    std::vector<const std::vector<LanePace>*> m_steps;
};

} // namespace lockstep
