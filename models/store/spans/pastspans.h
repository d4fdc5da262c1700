// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/store/spans/spanstore.h"

namespace lockstep {

/// Spans of a time range read from a recording: with lanes and names of their own, on the entities of the store's
/// topology. Filled by one thread, immutable once published.
class PastSpans
{
public:
    /// @param range that it tells all spans of
    explicit PastSpans(TimeRange range) : m_range(range) { }

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] SpanStore& spans() { return m_spans; }
    [[nodiscard]] const SpanStore& spans() const { return m_spans; }
    /// Once all spans are in.
    void seal() { m_spans.endBatch(); }

private:
    TimeRange m_range;
    SpanStore m_spans;
};

} // namespace lockstep
