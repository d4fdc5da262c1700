// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/rackplan.h"

#include "models/core/budget.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

std::uint32_t RackPlan::nextPosition(const std::string& row) const
{
    const auto last = m_lastPosition.find(row);
    return last == m_lastPosition.end() ? 1 : last->second + 1;
}

Status RackPlan::addRack(const std::string& name, const RackPlace& place)
{
    if (m_racks.contains(name))
        return Error{fmt::format("rack '{}' is there twice", name)};
    if (m_racks.size() == budget::racksPerHall)
        return Error{fmt::format("expected at most {} racks", budget::racksPerHall)};
    m_racks.emplace(name, Rack{m_builder.addRack(name, place), std::vector<bool>(place.heightUnits + 1)});
    std::uint32_t& last = m_lastPosition[place.row];
    last = std::max(last, place.positionInRow);
    return success();
}

Status RackPlan::addNode(const std::string& name, const std::string& rack, NodePlace place)
{
    const auto known = m_racks.find(rack);
    if (known == m_racks.end())
        return Error{fmt::format("expected the name of a [[rack]] of this file, found '{}'", rack)};
    if (!m_nodes.insert(name).second)
        return Error{fmt::format("node '{}' is there twice", name)};
    if (m_nodes.size() > budget::nodesPerHall)
        return Error{fmt::format("expected at most {} nodes", budget::nodesPerHall)};
    std::vector<bool>& isTaken = known->second.isTaken;
    for (std::uint32_t unit = place.bottomUnit; unit < place.bottomUnit + place.heightUnits; ++unit) {
        if (unit >= isTaken.size())
            return Error{fmt::format("node '{}' does not fit: rack '{}' has {} units", name, rack, isTaken.size() - 1)};
        if (isTaken[unit])
            return Error{fmt::format("node '{}' cannot be at unit {} of rack '{}': it is taken", name, unit, rack)};
        isTaken[unit] = true;
    }
    m_builder.addNode(name, known->second.ref, place);
    return success();
}

} // namespace lockstep
