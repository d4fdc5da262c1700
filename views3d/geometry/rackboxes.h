// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/drawbox.h"
#include "views3d/geometry/halldetail.h"

#include <vector>

namespace lockstep {

/// Makes the boxes of an open rack: frame, nodes, parts. Adds them to two lists, which must outlive it: solid ones, and
/// those that fade in or out.
class RackBoxes
{
public:
    RackBoxes(std::vector<DrawBox>& solid, std::vector<DrawBox>& fading) : m_solid(solid), m_fading(fading) { }

    void addFrame(const HallRack& rack, const RackPlan& plan);
    void addNode(const Topology& topology, const HallNode& node, const NodePlan& plan);

private:
    void addParts(const Topology& topology, const HallNode& node, const NodePlan& plan);

    std::vector<DrawBox>& m_solid;
    std::vector<DrawBox>& m_fading;
};

} // namespace lockstep
