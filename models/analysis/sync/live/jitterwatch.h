// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/baseline/baseline.h"
#include "models/analysis/detect/baseline/episodes.h"
#include "models/analysis/sync/tracking/syncsnapshot.h"
#include "models/ingest/derived.h"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Detects collectives whose duration varies for the same data (sync.jitter): the variation of a communicator's
/// transfers from step to step, relative to the mean, compared with the job's baseline. Uniform growth (load), a single
/// change, and small costs are ignored. A member of SyncFollower; one thread at a time.
class JitterWatch
{
public:
    static constexpr std::size_t keptSteps = 12; ///< steps of a measurement
    static constexpr std::size_t maxFamilies = 16; ///< per job: operations, sizes, numbers of ranks
    static constexpr std::size_t maxCommunicators = 8192; ///< per family
    static constexpr float minRatio = 0.08F; ///< relative to the mean: launches and clocks vary too
    static constexpr float baselineFactor = 3;
    static constexpr float spreadsFromUsual = 8;
    static constexpr double minStepShare = 0.01; ///< minimum share of a step's time, in one communicator
    static constexpr EpisodeRule rule{.lasts = 3, .calm = 2 * keptSteps}; // steps

    struct Job
    {
        std::string name;
        EntityRef entity; ///< that is reported
        TimePoint time;
        double stepSeconds = 0;
    };
    using NameOf = std::function<std::string(std::uint32_t)>;
    /// Common place of communicators: ", all of them through r3-leaf02", or empty.
    using PlaceOf
        = std::function<std::string(std::span<const std::uint32_t> affected, std::span<const std::uint32_t> others)>;

    void step(std::uint32_t job, const StepTransfers& step, const Job& about, const NameOf& nameOf,
              const PlaceOf& placeOf, Derived& out);
    /// Baselines of a job, for saving. Empty: none yet.
    [[nodiscard]] std::vector<float> values(std::uint32_t job, const NameOf& nameOf) const;
    /// Replaces the learned values; families are identified by name. @return false: invalid
    bool restore(std::uint32_t job, std::span<const float> values);
    [[nodiscard]] std::vector<BaselineRange> ranges(std::uint32_t job, const NameOf& nameOf) const;
    /// The job has ended: ends its reports.
    void forget(std::uint32_t job, TimePoint time, const std::string& name, Derived& out);

private:
    using FamilyKey = std::tuple<std::uint32_t, std::uint8_t, std::uint32_t>; ///< operation, size class, ranks

    /// Recent steps of a communicator.
    struct Course
    {
        std::array<float, keptSteps> seconds{}; ///< a ring buffer
        std::uint32_t count = 0; ///< total

        [[nodiscard]] float mean() const;
        [[nodiscard]] float jitter() const; ///< a standard deviation, in seconds
    };
    struct Family
    {
        std::unordered_map<std::uint32_t, Course> courses; ///< by communicator
        Baseline usual{60}; ///< of the largest ratio
        TimePoint since; ///< beginning of the excess; epoch: none
    };
    struct Progress
    {
        std::uint32_t run = 0;
        std::uint32_t closed = 0;
        EntityRef entity;
        std::map<FamilyKey, Family> families;
        std::map<std::tuple<float, float, float>, std::vector<float>> kept; ///< restored, not assigned yet
    };
    /// Values of one family in a step.
    struct StepJitter
    {
        float ratio = noData; ///< the largest of the communicators
        float seconds = 0; ///< of jitter, in that communicator
        float mean = 0; ///< of its transfers
        std::uint32_t count = 0; ///< of collectives in a step
        std::size_t known = 0; ///< number of communicators
    };

    static Family* familyOf(Progress& progress, const StepTransfer& transfer, const NameOf& nameOf);
    static StepJitter follow(Family& family, std::span<const StepTransfer* const> transfers);
    void judge(Progress& progress, std::uint32_t job, const FamilyKey& key, const StepJitter& stepJitter,
               const Job& about, const NameOf& nameOf, const PlaceOf& placeOf, Derived& out);

    std::map<std::uint32_t, Progress> m_jobs;
    Episodes m_episodes; ///< by the job's entity, its number, and the family
};

} // namespace lockstep
