// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/hallgeometry.h"

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Level of detail of a node or rack, by its size on screen.
enum class Detail : std::uint8_t {
    Hidden, ///< outside the view
    Rack, ///< a rack is one box
    Node, ///< its frame, and each node one box
    Parts, ///< the node's chassis is open: GPUs, disks, ports
    Close, ///< and cores, sensors and furniture
};

/// How a rack is drawn. A rack too close to be seen whole is cut open: the roof and the nearest post are omitted.
struct RackPlan
{
    Detail detail = Detail::Hidden;
    bool isCutOpen = false;
    bool isEyeRight = false; ///< this and the next two only if cut open
    bool isEyeInFront = false;
    bool isEyeAbove = false;
    float cover = 0; ///< opacity of the closed rack over its contents; strictly between 0 and 1 during a transition
    friend bool operator==(const RackPlan&, const RackPlan&) = default;
};

struct NodePlan
{
    Detail detail = Detail::Hidden; ///< of nodes in racks below Detail::Node: Hidden
    float cover = 0; ///< opacity of the node as one box over its parts
    float small = 1; ///< opacity of parts that only Detail::Close shows
    friend bool operator==(const NodePlan&, const NodePlan&) = default;
};

/// The detail of each rack and node for one camera. Equal plans draw the same boxes.
struct DetailPlan
{
    std::vector<RackPlan> racks;
    std::vector<NodePlan> nodes;

    /// Whether some rack is close enough to look inside.
    [[nodiscard]] bool isClose() const;
    friend bool operator==(const DetailPlan&, const DetailPlan&) = default;
};

/// Chooses the detail. @p last provides hysteresis, so that levels do not flicker. Costs a few hundred nanoseconds per
/// visible rack.
[[nodiscard]] DetailPlan planDetail(const HallGeometry& geometry, const HallCamera& camera, QSizeF viewport,
                                    const DetailPlan& last);

/// Animates changes of detail: the closed box fades out over its contents or fades in again. Takes the opacities from
/// @p last and moves them towards those of @p plan, which then holds the current state.
/// @param elapsed time since @p last; zero after a pause. Racks that have just come into view are not animated
/// @return true while a transition is running
bool blendDetail(DetailPlan& plan, const DetailPlan& last, std::chrono::duration<float> elapsed);

} // namespace lockstep
