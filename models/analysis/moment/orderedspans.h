// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/moment/momentnumbers.h"
#include "models/analysis/moment/spanlookback.h"
#include "models/analysis/sync/live/syncnews.h"
#include "models/core/topology/topology.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// The spans of a look-back, tick by tick, in a canonical order and numbering that does not depend on their source:
/// lanes by rank, names alphabetically. One thread at a time.
class OrderedSpans
{
public:
    struct Lane
    {
        EntityRef entity;
        std::uint32_t rank = Span::noRank;
        std::uint32_t job = 0; ///< of its first span
    };
    struct Tick
    {
        std::vector<ArrivedSpan> spans;
        std::vector<SyncNews::Passed> passed; ///< lanes that now belong to another job
    };

    /// Moves the spans out of @p spans.
    OrderedSpans(SpanLookBack& spans, const Topology& topology);

    [[nodiscard]] const OwnNumbers& numbers() const { return m_numbers; }
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    [[nodiscard]] std::size_t tickCount() const { return m_byTick.size(); }
    /// Spans that ended in a tick. Call once per tick, in order.
    [[nodiscard]] Tick takeTick(std::size_t tick);

private:
    struct FirstSpan
    {
        std::int64_t endNs = 0;
        std::uint32_t job = 0;
        bool isThere = false;
    };

    void numberNames(const SpanLookBack& spans);
    void numberLanes(const SpanLookBack& spans, const Topology& topology);
    void fillTicks(SpanLookBack& spans);

    OwnNumbers m_numbers;
    std::vector<Lane> m_lanes;
    std::vector<std::uint16_t> m_nameOf; ///< by the look-back's id
    std::vector<std::uint32_t> m_laneOf;
    std::vector<std::uint32_t> m_jobOfLane; ///< current
    std::vector<std::vector<ArrivedSpan>> m_byTick;
};

} // namespace lockstep
