// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figuretext.h"
#include "models/analysis/goodput/jobledger.h"
#include "models/core/rates.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// A job that shares links with the examined job. Its traffic is given for the ticks of the examined job's series; NaN:
/// no data.
struct Neighbour
{
    std::string job;
    std::size_t links = 0; ///< that carry traffic of both
    std::vector<float> traffic; ///< bytes per second, see metrics::job::traffic
};

/// Medians over stretches of time. NaN: unknown.
struct Stretches
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    double seconds = 0; ///< their sum
    double traffic = unknown; ///< of the neighbour, bytes per second
    double stepSeconds = unknown; ///< of the job, as the next ones
    double waitShare = unknown;
    double busBandwidth = unknown; ///< bytes per second
};

/// Compares a job's step time while a neighbour sends much traffic with its step time while no neighbour does. Shows
/// only a correlation: other causes that begin and end with the traffic are included.
struct NeighbourCost
{
    enum class Verdict : std::uint8_t {
        NoTraffic, ///< its traffic is not recorded
        TooShort, ///< too few steps or stretches
        Steady, ///< its traffic was constant, so no time without it can be compared
        Idle, ///< it sent nothing
        NotSlower, ///< steps take as long, within their spread
        NotByFabric, ///< steps take longer, but neither waits nor bus bandwidth are worse
        Slower,
    };

    std::string job; ///< the neighbour
    std::size_t links = 0;
    Verdict verdict = Verdict::NoTraffic;
    Stretches with; ///< NaN unless the verdict is one of the last three, which require a comparison
    Stretches without;
    double gpuSeconds = 0; ///< lost, if slower
};

/// @param busBandwidth of the job, in the ticks of its series; may be empty
[[nodiscard]] std::vector<NeighbourCost> neighbourCosts(const JobSeries& series, std::span<const float> busBandwidth,
                                                        std::span<const Neighbour> neighbours);

/// The same for display, one figure per neighbour.
/// @param isCabled whether the links that the job uses are known
[[nodiscard]] FigureGroup neighbourFigures(std::span<const NeighbourCost> costs, bool isCabled, const Rates& rates);

} // namespace lockstep
