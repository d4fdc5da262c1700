// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/moment/spanlookback.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

class SpanStore;

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
