// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"
#include "models/core/time.h"
#include "models/ingest/nametable.h"
#include "models/store/spans/spanarrivals.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// How far back to look for the state at a moment.
struct LookBackLimits
{
    std::size_t steps = 66; ///< of each job with steps: JobTracker::keptSteps, plus one incomplete
    std::size_t minSteps = 18; ///< where there are many spans: JobTracker::judgedSteps, and the like
    std::size_t manySpans = 600'000;
    std::size_t maxSpans = 3'000'000; ///< of whole ticks, the nearest to the moment first
    Duration min = std::chrono::seconds(30); ///< what flows are about
    Duration minWithoutSteps = std::chrono::seconds(75); ///< of jobs that are cut into pieces of time
    Duration longest = std::chrono::minutes(10); ///< of jobs with long steps
};

/// The spans that ended before a moment, collected backwards from any source until they suffice. The selection depends
/// only on the moment and the spans before it. Lanes and names are numbered in order of arrival. One thread at a time.
class SpanLookBack
{
public:
    struct Lane
    {
        EntityRef entity;
        NameId name;
        std::uint32_t rank = Span::noRank; ///< by its latest span
        std::int64_t latestNs = 0;
    };

    /// @param end on the grid of ticks
    SpanLookBack(TimePoint end, Duration tickPeriod, LookBackLimits limits = {});

    [[nodiscard]] TimePoint end() const { return m_end; }
    [[nodiscard]] Duration tickPeriod() const { return m_tickPeriod; }
    /// All spans that ended since then are there.
    [[nodiscard]] TimePoint begin() const { return m_begin; }
    /// The stretch in which all spans ended that are to be added next; empty: there are enough.
    [[nodiscard]] TimeRange wanted() const { return m_wanted; }
    /// The stretch is whole. Where there are too many spans its first ticks do not count.
    void close();
    /// There is nothing further back.
    void finish() { m_wanted = {}; }

    [[nodiscard]] NameTable& names() { return m_names; }
    [[nodiscard]] const NameTable& names() const { return m_names; }
    [[nodiscard]] std::uint32_t laneOf(EntityRef entity, NameId name);
    /// Leaves out what did not end in the stretch that is wanted. @param span with names of names()
    void add(std::uint32_t lane, std::uint32_t rank, const StoredSpan& span);

    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] std::size_t spanCount() const { return m_count; } ///< since begin()
    /// In no order. Those that ended before begin() do not count.
    [[nodiscard]] std::span<const std::vector<ArrivedSpan>> blocks() const { return m_blocks; }
    /// Hands one of them over: there may be millions of spans, which need not be there twice.
    [[nodiscard]] std::vector<ArrivedSpan> takeBlock(std::size_t at) { return std::move(m_blocks[at]); }

private:
    static constexpr std::size_t blockSize = 8192;

    struct LaneKey
    {
        EntityRef entity;
        NameId name;
        friend bool operator==(const LaneKey&, const LaneKey&) = default;
    };
    struct LaneKeyHash
    {
        std::size_t operator()(const LaneKey& key) const noexcept
        {
            return std::hash<EntityRef>{}(key.entity) * 31 + key.name.value;
        }
    };
    struct Job
    {
        std::uint16_t name = 0;
        std::vector<std::uint32_t> steps; ///< that some rank has ended
    };

    void noteJob(const StoredSpan& span);
    void want();
    [[nodiscard]] bool isEnough() const;

    TimePoint m_end;
    TimePoint m_begin;
    Duration m_tickPeriod;
    LookBackLimits m_limits;
    Duration m_stretch; ///< length of the next one
    TimeRange m_wanted;
    NameTable m_names;
    std::vector<Lane> m_lanes;
    std::unordered_map<LaneKey, std::uint32_t, LaneKeyHash> m_laneIndex;
    std::vector<Job> m_jobs;
    std::size_t m_lastJob = 0; ///< index: neighbours are mostly one's
    std::vector<std::vector<ArrivedSpan>> m_blocks; ///< of blockSize: nothing is moved as they become more
    std::vector<std::size_t> m_tickCounts; ///< of the stretch that is being filled, by tick
    std::size_t m_count = 0; ///< in those that are whole
};

} // namespace lockstep
