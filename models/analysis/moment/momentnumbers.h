// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/analysis/sync/live/syncboard.h"
#include "models/core/ids.h"

#include <cstdint>
#include <span>
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
    /// The store has restarted, or has more lanes or names now.
    [[nodiscard]] bool isOutdated(const SpanStore& spans) const;
};

/// A lane or name in another numbering.
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

/// Translation to a store's numbering. A plain value.
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

} // namespace lockstep
