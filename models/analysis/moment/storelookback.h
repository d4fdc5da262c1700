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
    /// Both outlive this.
    StoreLookBack(const SpanStore& spans, SpanLookBack& to)
        : m_spans(spans), m_to(to), m_generation(generationNow()) { }

    /// Goes on with the stretch that is wanted. @return true: it is whole
    [[nodiscard]] bool copySome(std::chrono::microseconds budget);
    /// The store has begun anew meanwhile: what was copied is of no use.
    [[nodiscard]] bool isOutdated() const { return m_generation != generationNow(); }

private:
    [[nodiscard]] std::uint64_t generationNow() const;
    void copyLane(std::size_t lane, TimeRange stretch);
    [[nodiscard]] std::uint16_t nameOf(std::uint16_t name);

    const SpanStore& m_spans;
    SpanLookBack& m_to;
    std::uint64_t m_generation;
    std::size_t m_nextLane = 0;
    std::vector<std::optional<NameId>> m_names; ///< by the store's: the copy's
};

} // namespace lockstep
