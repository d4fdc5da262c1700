// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/derived.h"
#include "models/store/spanarrivals.h"
#include "models/sync/synctracker.h"
#include "models/synclive/syncboard.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// A lane as it is handed from the store to the analysis.
struct FollowedLane
{
    EntityRef entity;
    EntityRef node;
    EntityRef rack;
    std::uint32_t rank = Span::noRank;
    std::uint32_t job = 0;
    std::string name; ///< "rank 3"; may be empty
};

/// What is new in the store since the last time.
struct SyncNews
{
    bool startsAnew = false;
    bool isComplete = false; ///< all sources have ended: nothing more will come
    std::uint64_t missedSpans = 0;
    std::vector<FollowedLane> lanes;
    std::vector<std::string> names; ///< further ones, numbered on
    std::vector<ArrivedSpan> spans;
    Duration tickPeriod{};
    std::array<std::size_t, entityKindCount> entities{}; ///< how many there are of each kind
};

/// What follows from it.
struct SyncFindings
{
    Derived derived;
    std::shared_ptr<const SyncSnapshot> snapshot; ///< null: nothing new to show
};

/// The worker's half of SyncAnalysis: turns spans of the store into those of a SyncTracker, and what that finds into
/// columns, events and a snapshot. One thread at a time.
class SyncFollower
{
public:
    [[nodiscard]] SyncFindings follow(const SyncNews& news);

private:
    struct TickRangeOfStep
    {
        TickIndex from = 0;
        TickIndex to = 0;
    };

    void takeNames(const SyncNews& news);
    void takeSpans(const SyncNews& news);
    void addColumns(std::uint32_t job, const JobTracker& tracker, const SyncNews& news, Derived& derived);
    void addStep(const SyncStep& step, const std::vector<std::uint32_t>& lanes, const SyncNews& news, Derived& derived);
    void hold(const MetricDescriptor& metric, const std::vector<float>& values, TickRangeOfStep ticks,
              Derived& derived);
    void addStragglers(const JobSync& job, std::int64_t nowNs, Derived& derived);
    void addHangs(const JobSync& job, std::int64_t nowNs, Derived& derived);
    [[nodiscard]] EntityRef entityOf(const JobSync& job, Culprit culprit) const;
    [[nodiscard]] std::string laneName(const JobSync& job, std::uint32_t lane) const;
    [[nodiscard]] std::string nameOf(const JobSync& job, Culprit culprit) const;
    [[nodiscard]] const std::string& name(std::uint32_t id) const;
    [[nodiscard]] std::shared_ptr<const SyncSnapshot> makeSnapshot() const;

    SyncTracker m_tracker;
    std::vector<FollowedLane> m_lanes;
    std::vector<std::string> m_names;
    std::vector<PeerDirection> m_directions; ///< by name
    std::map<std::uint32_t, std::uint32_t> m_laneOfCommunicator; ///< one that has taken part
    std::vector<SyncSpan> m_spans; ///< scratch
    std::map<std::uint32_t, std::map<Culprit, StragglerPattern>> m_reported; ///< by job
    std::map<std::uint32_t, std::vector<std::uint32_t>> m_missing; ///< by job: lanes that were reported
    std::map<std::uint32_t, std::shared_ptr<const JobSync>> m_jobs; ///< as last published
    std::map<std::uint32_t, std::size_t> m_toldSteps; ///< by job: steps ever that columns were made of
    std::map<std::string, std::vector<float>> m_latest; ///< by metric: the newest value of each entity
    std::uint64_t m_missedSpans = 0;
};

} // namespace lockstep
