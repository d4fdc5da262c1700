// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/powerspectrum.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/core/topology/siteplan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

class ClusterStore;

/// Power that a rack, a feed or the hall draws.
struct PowerLoad
{
    std::string name;
    EntityRef rack; ///< invalid: a feed or the hall
    double watts = 0;
    double wattsAlone = 0; ///< for a feed: the load if the other feeds of its racks fail
    double capacityWatts = 0; ///< 0: unknown
    std::uint32_t capped = 0; ///< GPUs that a power cap or brake slows down

    [[nodiscard]] double headroom() const { return capacityWatts - wattsAlone; }
};

/// A job's power over the same ticks as the hall's.
struct JobPower
{
    EntityRef job;
    std::string name;
    std::vector<float> watts; ///< by tick
    std::vector<float> steps; ///< number of the last step, by tick
    PowerSwing inStep{}; ///< within its last step; NaN: unknown
    double share = 0; ///< share of the hall's strongest swing; NaN: unknown
    double degrees = 0; ///< phase lag behind the hall's swing
};

/// The power of the hall up to a moment, and its loads at that moment. Excludes past data that has not been read yet.
struct PowerReport
{
    static constexpr Duration longest = std::chrono::minutes(10);
    static constexpr Duration shortest = std::chrono::seconds(60);
    static constexpr std::size_t maxJobs = 4;

    TickRange ticks;
    Duration period{};
    double secondsPerSample = 0; ///< 0: fewer than two samples
    std::vector<float> watts; ///< by tick
    std::vector<JobPower> jobs; ///< largest power first, at most maxJobs
    PowerLimits limits;
    PowerSwing swing{}; ///< within the window of the limits
    std::vector<double> hertz; ///< of the spectrum
    std::vector<double> amplitudes; ///< by hertz; empty: too few samples, or too many are missing
    std::size_t strongest = 0; ///< index of the largest amplitude
    PowerLoad hall;
    std::vector<PowerLoad> feeds; ///< in the plan's order
    std::vector<PowerLoad> racks; ///< least headroom first, then by power
    bool isOfGpus = false; ///< only GPUs are measured: other parts of the nodes are missing
    bool isPending = false; ///< part of it is still being read

    [[nodiscard]] bool isEmpty() const { return secondsPerSample <= 0 && hall.watts <= 0; }
};

/// @param visible range; the report covers its last minutes up to @p moment @param moment that the store shows
[[nodiscard]] PowerReport readPower(const ClusterStore& store, TimeRange visible, TimePoint moment);

} // namespace lockstep
