// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/moment/spanlookback.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/syncupdate.h"
#include "models/core/ids.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

class SpanStore;

/// A store's numbering of lanes and names, to translate results with other numbers. Immutable.
struct StoreNumbers
{
    static constexpr std::uint32_t unknownLane = 0xFFFFFFFE;
    static constexpr std::uint32_t unknownName = 0; ///< the empty one

    struct Lane
    {
        EntityRef entity;
        std::uint32_t name = 0;
    };

    std::vector<Lane> lanes;
    std::vector<std::string> names;
    std::uint64_t generation = 0;

    StoreNumbers() = default;
    explicit StoreNumbers(const SpanStore& spans);
    /// Whether the store has restarted or has new lanes or names.
    [[nodiscard]] bool isOutdated(const SpanStore& spans) const;
};

/// The lane and name that each number in a set of results represents.
struct OwnNumbers
{
    struct Lane
    {
        EntityRef entity;
        std::string name;
    };

    std::vector<Lane> lanes;
    std::vector<std::string> names;
};

/// Maps the entities of one store to the entities of another store. A plain value.
class Renumbering
{
public:
    Renumbering(const OwnNumbers& own, const StoreNumbers& store);

    [[nodiscard]] SyncSnapshot renumbered(const SyncSnapshot& snapshot) const;
    void renumber(std::vector<CommunicatorFlow>& flows) const;

private:
    [[nodiscard]] JobSync renumbered(const JobSync& job) const;
    [[nodiscard]] std::uint32_t nameOf(std::uint32_t own) const;
    [[nodiscard]] Culprit renumbered(Culprit culprit) const;

    std::vector<std::uint32_t> m_lanes; ///< by own
    std::vector<std::uint32_t> m_names; ///< by own
    std::size_t m_storeLanes = 0;
};

/// Inputs of the results at a moment, besides spans.
struct MomentSurroundings
{
    TopologyPtr topology; ///< of the spans' entities
    std::vector<SyncUpdate::Throttles> throttles; ///< of the ticks in the look-back, as far as known
    std::vector<float> lineRates; ///< by port at the moment, bits per second
    bool isComplete = false; ///< there is no later data: incomplete steps are closed
    std::shared_ptr<const StoreNumbers> numbers; ///< numbering for the results
};

/// Wait and collective results at a moment.
struct MomentResults
{
    std::shared_ptr<const SyncSnapshot> sync;
    FabricResults::Flows flows;
};

/// Computes the results that the analyses would have if they had begun with the first span, tick by tick. Depends only
/// on the spans and surroundings, not on their storage or numbering. Takes a second for a million spans. Any thread.
/// @param spans are moved from
/// @return nullopt: stop was requested
[[nodiscard]] std::optional<MomentResults> resultsAt(SpanLookBack& spans, const MomentSurroundings& around,
                                                     const std::stop_token& stop = {});

} // namespace lockstep
