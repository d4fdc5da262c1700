// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/budget.h"
#include "models/store/aheadticks.h"
#include "models/store/clockcorrection.h"
#include "models/store/clusterstore.h"
#include "models/store/eventquota.h"
#include "models/store/layoutplacement.h"
#include "models/store/seenticks.h"

#include <vector>

namespace lockstep {

/// What the store remembers of one node to place its values and spans. Private to ClusterStore; GUI thread.
struct ClusterStore::NodeIntake
{
    /// As many as its decoder keeps layouts: to work one out again may cost much more than the tick that asks for it.
    static constexpr std::size_t keptPlacements = budget::layoutsPerNode;

    EntityRef node;
    std::uint64_t epoch = 0;
    Duration period = std::chrono::seconds(1);
    std::vector<LayoutPlacement> placements; ///< the latest first
    std::shared_ptr<const std::vector<std::string>> names; ///< as the node's stream spells them
    std::vector<NameId> nameIds; ///< the same names in the store's table
    SeenTicks seen;
    std::uint64_t newestSequence = 0;
    bool hasSequence = false;
    ClockCorrection correction;
    AheadTicks ahead;
    EventQuota events;
    bool hasToldNames = false; ///< that there is no room for more

    /// A new run of the agent counts its ticks anew.
    void startEpoch(std::uint64_t newEpoch);
    /// Ticks may come again that came before, and older ones.
    void forgetTicks()
    {
        hasSequence = false;
        seen.clear();
    }
    /// @return how many of its names there is no room for
    std::uint64_t mapNames(std::shared_ptr<const std::vector<std::string>> announced, SourceId source,
                           NameTable& table);

    enum class Order : std::uint8_t { Newest, Late, Repeated };
    /// Notes a tick and says how it stands to those before it.
    Order noteTick(std::uint64_t sequence, TimePoint time, TimePoint newestTime);
};

} // namespace lockstep
