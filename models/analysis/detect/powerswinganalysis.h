// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/detect/powerspectrum.h"
#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/core/topology/siteplan.h"
#include "models/core/topology/topology.h"
#include "models/ingest/derived.h"
#include "models/store/settledticks.h"

#include <deque>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The job of each GPU, by indices; noJob: none is known.
inline constexpr std::uint32_t noJob = 0xFFFFFFFF;
using JobOfGpu = std::vector<std::uint32_t>;

/// Measured power at one tick.
struct PowerTick : AnalysedTick
{
    TopologyPtr topology;
    std::vector<float> nodePower; ///< empty: not measured
    std::vector<float> gpuPower;
    std::vector<float> coolingPower; ///< of the cooling units, by loop; empty: not measured
    std::shared_ptr<const JobOfGpu> jobs; ///< may be null
};

/// Sums the power of entities that may not report for a while. For some seconds, a missing entity counts with its last
/// value, scaled by how the others have changed since. Without this, lost scrapes would leave gaps in the sum and
/// change its spectrum. There is no sum while missing entities make up more than a tenth of it. A plain value.
class SummedPower
{
public:
    static constexpr double heldSeconds = 10;
    static constexpr double maxHeldShare = 0.1;
    static constexpr double sameSet = 0.02; ///< a new sum begins if a larger share appears or disappears

    /// @return NaN: missing
    [[nodiscard]] float add(const std::vector<float>& watts, double seconds);
    /// Whether the last add() changed the set of entities by more than sameSet. Earlier sums are then not comparable.
    [[nodiscard]] bool isAnother() const { return m_isAnother; }

private:
    struct Known
    {
        float watts = 0;
        double silent = -1; ///< seconds; negative: not known
    };
    std::vector<Known> m_known;
    bool m_isAnother = false;
};

/// Follows the power of the hall, its jobs and its cooling units: sums, ramp, peak-to-trough range, strongest sine and
/// partial PUE. Reports exceeded limits of the cluster file (power.swing) in one alert. A plain value, used by the
/// analysis's worker.
class PowerSwingWatch
{
public:
    static constexpr double spectrumSeconds = 60;
    static constexpr std::size_t maxSamples = 512; ///< of a spectrum
    static constexpr EpisodeRule rule{.lasts = 1, .calm = 60};

    void step(const PowerTick& now, Derived& out);

private:
    struct Series
    {
        SummedPower sum;
        std::deque<float> watts; ///< the newest last
    };
    /// A figure and its limit.
    struct Excess
    {
        double value = 0;
        double limit = 0; ///< 0: none
        std::string_view variant;
        double hertz = 0; ///< of a sine

        [[nodiscard]] double over() const { return limit > 0 ? value / limit : 0; }
    };

    void follow(Series& series, const std::vector<float>& watts, TickIndex missed);
    void followJobs(const PowerTick& now, TickIndex missed, Derived& out);
    void addCooling(const PowerTick& now, Derived& out) const;
    /// The strongest sine of the frequency band in the last minute, and the band's limit. The value is NaN if unknown.
    [[nodiscard]] Excess strongestSine(const PowerLimits& limits) const;
    void judge(const PowerTick& now, const Excess& worst, Derived& out);
    [[nodiscard]] std::string jobsAt(const PowerTick& now, double hertz) const;

    float m_seconds = 0; ///< between two samples
    Series m_hall;
    std::vector<Series> m_jobs; ///< by job
    std::shared_ptr<const JobOfGpu> m_jobOfGpu; ///< of m_jobs
    TickIndex m_lastIndex = -1;
    Episodes m_episodes;
    ReportDeadband m_deadband;
};

/// Runs PowerSwingWatch over the live store. Owned by an AnalysisHost.
class PowerSwingAnalysis final : public SteppedAnalysis<PowerSwingWatch>
{
public:
    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    void findJobs(const ClusterStore& store, TimePoint time);

    std::shared_ptr<const JobOfGpu> m_jobs;
    TimePoint m_jobsFound; ///< time of m_jobs
};

} // namespace lockstep
