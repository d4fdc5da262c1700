// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// A rank that takes longer than others for the same work, over the evaluated steps.
struct SlowLane
{
    std::uint32_t lane = 0; ///< the job's own lane
    double slowdown = 1; ///< relative to the median rank
    double pauseShare = 0; ///< share of its excess time that lies between operations
    /// Fraction of the steps, counted from the first slow one, in which the rank was slow: 1 if equally slow in all, 1
    /// / n if slow in one of n.
    double persistence = 1;
};

/// A lane's own work in one step; NaN: none or unknown.
struct LanePace
{
    float slowdown = 0; ///< relative to the median lane for the same work
    float pauseShare = 0; ///< share of its excess time
};

/// Averages the slowdown of lanes over steps, so that a lane that is slow in only some of them counts less.
class LanePaces
{
public:
    /// @param step must outlive this
    void add(const std::vector<LanePace>& step);

    /// By lane; NaN: no data.
    [[nodiscard]] std::vector<double> means() const;
    /// @param part minimum share of the slowest lane's excess. Slowest first.
    [[nodiscard]] std::vector<SlowLane> slow(double part) const;

private:
    struct Sum
    {
        double slowdown = 0;
        double excess = 0;
        double paused = 0; ///< part of the excess
        std::size_t steps = 0;
    };

    [[nodiscard]] double persistenceOf(std::uint32_t lane) const;

    std::vector<Sum> m_sums; ///< by lane
    std::vector<const std::vector<LanePace>*> m_steps;
};

} // namespace lockstep
