// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"
#include "models/core/time.h"
#include "models/ingest/nametable.h"
#include "models/store/spans/spanarrivals.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

class SpanStore;

/// How far back to look for the state at a moment.
struct LookBackLimits
{
    std::size_t steps = 66; ///< of each job with steps: JobTracker::keptSteps, plus one incomplete
    std::size_t minSteps = 18; ///< if there are many spans: JobTracker::judgedSteps and some more
    std::size_t manySpans = 600'000;
    std::size_t maxSpans = 3'000'000; ///< in whole ticks, those nearest to the moment
    Duration min = std::chrono::seconds(30); ///< required by flows
    Duration minWithoutSteps = std::chrono::seconds(75); ///< for jobs without steps, which are divided by time
    Duration longest = std::chrono::minutes(10); ///< for jobs with long steps
};

/// Collects the spans that ended before a moment, from any source, backwards in time until there are enough. The
/// selection depends only on the moment and the spans before it. Lanes and names are numbered in order of arrival. One
/// thread at a time.
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
    /// All spans that ended since then are included.
    [[nodiscard]] TimePoint begin() const { return m_begin; }
    /// The range whose spans must be added next; empty: there are enough.
    [[nodiscard]] TimeRange wanted() const { return m_wanted; }
    /// Call when all spans of the range have been added. If there are too many, the first ticks of the range are
    /// dropped.
    void close();
    /// Call if there is no earlier data.
    void finish() { m_wanted = {}; }

    [[nodiscard]] NameTable& names() { return m_names; }
    [[nodiscard]] const NameTable& names() const { return m_names; }
    [[nodiscard]] std::uint32_t laneOf(EntityRef entity, NameId name);
    /// Ignores spans that did not end in the wanted range. @param span with ids of names()
    void add(std::uint32_t lane, std::uint32_t rank, const StoredSpan& span);

    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] std::size_t spanCount() const { return m_count; } ///< since begin()
    /// The spans, unordered. Those that ended before begin() do not count.
    [[nodiscard]] std::span<const std::vector<ArrivedSpan>> blocks() const { return m_blocks; }
    /// Moves one out, to avoid a second copy of millions of spans.
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
        std::vector<std::uint32_t> steps; ///< completed by some rank
    };

    void noteJob(const StoredSpan& span);
    void want();
    [[nodiscard]] bool isEnough() const;

    TimePoint m_end;
    TimePoint m_begin;
    Duration m_tickPeriod;
    LookBackLimits m_limits;
    Duration m_stretch; ///< length of the next range
    TimeRange m_wanted;
    NameTable m_names;
    std::vector<Lane> m_lanes;
    std::unordered_map<LaneKey, std::uint32_t, LaneKeyHash> m_laneIndex;
    std::vector<Job> m_jobs;
    std::size_t m_lastJob = 0; ///< index; neighbours usually belong to one job
    std::vector<std::vector<ArrivedSpan>> m_blocks; ///< of blockSize, so that growing moves nothing
    std::vector<std::size_t> m_tickCounts; ///< of the current range, by tick
    std::size_t m_count = 0; ///< in complete ranges
};

/// Copies spans in memory into a SpanLookBack in short steps, so that the thread stays responsive. GUI thread.
class StoreLookBack
{
public:
    /// Both must outlive this.
    StoreLookBack(const SpanStore& spans, SpanLookBack& to)
        : m_spans(spans), m_to(to), m_generation(generationNow()) { }

    /// Continues with the wanted range. @return true: complete
    [[nodiscard]] bool copySome(std::chrono::microseconds budget);
    /// Whether the store has restarted, so that the copy is invalid.
    [[nodiscard]] bool isOutdated() const { return m_generation != generationNow(); }

private:
    [[nodiscard]] std::uint64_t generationNow() const;
    void copyLane(std::size_t lane, TimeRange stretch);
    [[nodiscard]] std::uint16_t nameOf(std::uint16_t name);

    const SpanStore& m_spans;
    SpanLookBack& m_to;
    std::uint64_t m_generation;
    std::size_t m_nextLane = 0;
    std::vector<std::optional<NameId>> m_names; ///< id in the copy by the store's
};

} // namespace lockstep
