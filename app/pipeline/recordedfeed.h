// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/recording/recording.h"
#include "models/core/batchptr.h"

#include <map>
#include <memory>
#include <vector>

namespace lockstep {

/// Tells a recording again as its sources did, tick by tick: for analyses that were not there. Times are the
/// recording's, which were corrected when it was made. Any one thread.
class RecordedFeed
{
public:
    /// @param from what it begins with
    RecordedFeed(Recording& recording, TimePoint from);
    ~RecordedFeed();

    using Ticks = std::vector<std::vector<BatchPtr>>; ///< what came in each, in order
    /// Those of the block that begins at @p first, as far as they are in the range. A node that had fallen silent says
    /// nothing; in a recording that does not tell silence all report. Blocks are to be asked for in order.
    [[nodiscard]] Ticks ticksOfBlock(TickIndex first, TickRange range);

private:
    class Teller; ///< of a node
    struct Block;

    [[nodiscard]] Teller& tellerOf(std::uint32_t node);
    void readSpansAndEvents(TickIndex first);
    void reportRows(TimePoint upTo, std::vector<BatchPtr>& out);
    void reportTick(const Block& block, TickIndex tick, std::vector<BatchPtr>& out);

    Recording& m_recording;
    std::vector<EntityRef> m_outsiders; ///< entities that belong to no node
    std::map<std::uint32_t, std::unique_ptr<Teller>> m_tellers; ///< by node
    RecordedRows m_rows; ///< identities and gaps, by when they came
    std::size_t m_nextIdentity = 0;
    std::size_t m_nextGap = 0;
};

} // namespace lockstep
