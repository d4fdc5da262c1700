// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/span.h"
#include "models/store/nametable.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// A span as it is kept: 40 bytes, names interned. Times are node time in ns since 1970.
struct StoredSpan
{
    std::int64_t startNs = 0;
    std::uint64_t bytes = 0;
    std::uint32_t sequence = 0;
    std::uint32_t step = 0;
    std::int64_t durationNs : 56 = 0; ///< up to 416 days
    std::uint64_t kind : 8 = 0;
    std::uint16_t op = 0; ///< NameIds
    std::uint16_t communicator = 0;
    std::uint32_t reserved = 0;

    [[nodiscard]] std::int64_t endNs() const { return startNs + durationNs; }
    [[nodiscard]] SpanKind spanKind() const { return static_cast<SpanKind>(kind); }
};
static_assert(sizeof(StoredSpan) <= 40);

/// One row of spans: those of one entity under one lane name, in order of start.
struct SpanLane
{
    EntityRef entity; ///< the GPU or node it ran on
    NameId name; ///< "rank 3"
    NameId job;
    std::uint32_t rank = Span::noRank;
    std::vector<StoredSpan> spans; ///< sorted by startNs
    std::int64_t longestNs = 0; ///< longest span ever in this lane: bounds the search for what overlaps a range

    /// Spans that may overlap [fromNs, toNs): all that do, and possibly some before that end earlier.
    [[nodiscard]] std::span<const StoredSpan> overlapping(std::int64_t fromNs, std::int64_t toNs) const;
};

/// Spans in memory, by lane. Single writer; GUI thread.
class SpanStore
{
public:
    /// Adds a span whose name indices refer to @p names already mapped to this store's table.
    void add(EntityRef entity, const Span& span, std::span<const NameId> names);
    /// Drops spans that ended before @p time. Returns how many.
    std::size_t dropBefore(TimePoint time);
    void clear();

    [[nodiscard]] const std::vector<SpanLane>& lanes() const { return m_lanes; } ///< lanes keep their index
    [[nodiscard]] std::size_t spanCount() const { return m_spanCount; }
    [[nodiscard]] NameTable& names() { return m_names; }
    [[nodiscard]] const NameTable& names() const { return m_names; }

private:
    NameTable m_names;
    std::vector<SpanLane> m_lanes;
    std::unordered_map<std::string, std::size_t> m_laneIndex; ///< by entity and lane name
    std::size_t m_spanCount = 0;
};

} // namespace lockstep
