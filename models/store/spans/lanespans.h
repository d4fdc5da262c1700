// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/spans/spanlane.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// The spans of one lane in order of start, from recording and memory, without duplicates. A view that is valid until
/// control returns to the event loop. GUI thread.
class LaneSpans
{
public:
    /// A contiguous range of a lane's spans.
    struct Part
    {
        const SpanLane* lane = nullptr; ///< null: there are none
        std::size_t first = 0;
        std::size_t end = 0; ///< past the end
        const std::vector<NameId>* names = nullptr; ///< the store's ids by those in the lane; null: identical

        [[nodiscard]] std::size_t size() const { return end - first; }
    };

    LaneSpans(const SpanLane& inMemory) : m_parts{Part{}, Part{&inMemory, 0, inMemory.spans.size(), nullptr}} { }
    /// Combines the spans of @p read that began before @p seam with the spans in memory that began at or after it.
    /// @param names the store's ids, by those in @p read
    LaneSpans(const SpanLane* read, const std::vector<NameId>& names, const SpanLane& inMemory, TimePoint seam);

    [[nodiscard]] std::size_t size() const { return m_parts[0].size() + m_parts[1].size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    /// With the store's name ids.
    [[nodiscard]] StoredSpan operator[](std::size_t at) const;
    [[nodiscard]] std::int64_t startNs(std::size_t at) const;
    [[nodiscard]] std::int64_t latestEndNs() const; ///< @pre not empty
    /// Number of spans that start before @p timeNs; and before or at @p timeNs.
    [[nodiscard]] std::size_t countBefore(std::int64_t timeNs) const;
    [[nodiscard]] std::size_t countUpTo(std::int64_t timeNs) const;
    /// Spans that may overlap [fromNs, toNs): all that do, and possibly some that end earlier.
    [[nodiscard]] LaneSpans overlapping(std::int64_t fromNs, std::int64_t toNs) const;
    [[nodiscard]] const std::array<Part, 2>& parts() const { return m_parts; }

private:
    template <class Count>
    [[nodiscard]] std::size_t counted(Count&& count) const;

    std::array<Part, 2> m_parts;
};

} // namespace lockstep
