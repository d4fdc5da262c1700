// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/hallcamera.h"
#include "views3d/hallgeometry.h"

#include <cstdint>
#include <vector>

namespace lockstep {

/// How much of a thing is drawn, by its size on screen.
enum class Detail : std::uint8_t {
    Hidden, ///< outside the view
    Rack, ///< a rack is one box
    Node, ///< its frame, and each node one box
    Parts, ///< the node's chassis is open: GPUs, disks, ports
    Close, ///< and cores, sensors and furniture
};

/// How one rack is drawn. One that is too close to be seen whole is cut open: its roof and the post next to the eye are
/// left out, or they would stand before what is looked at; which these are belongs to the plan.
struct RackPlan
{
    Detail detail = Detail::Hidden;
    bool isCutOpen = false;
    bool isEyeRight = false; ///< these three only when it is cut open
    bool isEyeInFront = false;
    bool isEyeAbove = false;
    friend bool operator==(const RackPlan&, const RackPlan&) = default;
};

/// The detail of each rack and node of a geometry for one camera. Equal plans draw the same boxes.
struct DetailPlan
{
    std::vector<RackPlan> racks;
    std::vector<Detail> nodes; ///< of nodes in racks below Detail::Node: Hidden
    friend bool operator==(const DetailPlan&, const DetailPlan&) = default;
};

/// Chooses the detail. @p last keeps things from flickering between two levels: a level is left later than it is
/// entered. Costs a few hundred nanoseconds a rack in view.
[[nodiscard]] DetailPlan planDetail(const HallGeometry& geometry, const HallCamera& camera, QSizeF viewport,
                                    const DetailPlan& last);

} // namespace lockstep
