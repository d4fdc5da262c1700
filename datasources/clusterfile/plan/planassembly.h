// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"
#include "models/core/topology/siteplan.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockstep {

inline constexpr double maxPlanAmount = 1e18; ///< in watts, bytes or litres
inline constexpr double maxRunDays = 3650;
inline constexpr double maxLatencySeconds = 3600;
inline constexpr float minRackMetres = 0.1F;

/// Whether a cluster file can contain the name: UTF-8, not empty, one line, no braces.
[[nodiscard]] Status checkPlanName(std::string_view name);

/// Builds a plan piece by piece and rejects invalid parts, so that the result can be written, read and drawn. A piece
/// may only refer to earlier ones.
class PlanAssembly
{
public:
    void setName(const std::string& name) { m_plan.name = name; }
    void setPowerLimits(const PowerLimits& limits) { m_plan.power = limits; }

    [[nodiscard]] std::uint32_t nextPosition(const std::string& row) const;

    /// On error, which names the expected input, the plan is unchanged.
    [[nodiscard]] Status add(PlannedRack rack);
    [[nodiscard]] Status add(PlannedNode node);
    [[nodiscard]] Status add(PlannedSwitch device);
    [[nodiscard]] Status addLink(PlannedLink link);
    [[nodiscard]] Status addWired(PlannedLink link);
    [[nodiscard]] Status addExamined(std::string owner);
    [[nodiscard]] Status add(PowerFeed feed);
    [[nodiscard]] Status add(PlannedLoop loop);
    [[nodiscard]] Status add(PlannedStorage storage);
    [[nodiscard]] Status add(ServicePool pool);
    [[nodiscard]] Status add(OwnerRule rule);
    [[nodiscard]] Status add(RunReference run);
    [[nodiscard]] Status add(Target target);
    [[nodiscard]] Status add(ServiceTarget target);
    [[nodiscard]] Status add(BandwidthReference reference);

    [[nodiscard]] const SitePlan& plan() const { return m_plan; }
    [[nodiscard]] SitePlan take() { return std::move(m_plan); }

private:
    using Names = std::unordered_set<std::string>;
    /// The port at each end of a link, for planned and for discovered links.
    using Ends = std::unordered_map<std::string, std::size_t>;

    [[nodiscard]] Status checkOwnerName(const std::string& name) const;
    [[nodiscard]] Status checkUnits(const std::string& what, const std::string& rack, NodePlace place) const;
    void takeUnits(const std::string& rack, NodePlace place);
    [[nodiscard]] Status checkGroup(std::string_view what, const std::string& name, const Names& known,
                                    std::size_t members);
    [[nodiscard]] Status checkMembers(std::string_view what, const std::vector<std::string>& members,
                                      const Names& known) const;
    [[nodiscard]] Status join(PlannedLink link, std::vector<PlannedLink>& links, Ends& ends);

    SitePlan m_plan;
    std::unordered_map<std::string, std::vector<bool>> m_takenUnits; ///< by rack: by unit, from 1
    std::map<std::string, std::uint32_t> m_lastPosition; ///< by row
    Names m_racks;
    Names m_nodes;
    Names m_switches;
    Names m_examined;
    Names m_feeds;
    Names m_loops;
    Names m_storage;
    Names m_pools;
    Ends m_planned;
    Ends m_wired;
    std::size_t m_gpus = 0;
    std::size_t m_members = 0;
};

} // namespace lockstep
