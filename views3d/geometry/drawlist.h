// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "views3d/geometry/box.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/hallgeometry.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// Level of detail of a node or rack, by its size on screen.
enum class Detail : std::uint8_t {
    Hidden, ///< outside the view
    Rack, ///< a rack is one box
    Node, ///< the rack's frame, with each node as one box
    Parts, ///< the open chassis of each node, with GPUs, disks and ports
    Close, ///< also cores, sensors and furniture
};

/// How a rack is drawn. A rack that is too close to be seen whole is cut open: the roof and the nearest post are
/// omitted.
struct RackPlan
{
    Detail detail = Detail::Hidden;
    bool isCutOpen = false;
    bool isEyeRight = false; ///< this member and the next two are set only if isCutOpen
    bool isEyeInFront = false;
    bool isEyeAbove = false;
    float cover = 0; ///< opacity of the closed rack over its contents; strictly between 0 and 1 during a transition
    friend bool operator==(const RackPlan&, const RackPlan&) = default;
};

struct NodePlan
{
    Detail detail = Detail::Hidden; ///< Hidden for a node in a rack below Detail::Node
    float cover = 0; ///< opacity of the closed node over its parts
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

/// Animates changes of detail: fades the closed box over its contents out or in. Skips racks that have just come into
/// view. Moves the opacities of @p last towards those of @p plan, and stores the current state in @p plan.
/// @param elapsed time since @p last; zero after a pause
/// @return true while a transition is running
bool blendDetail(DetailPlan& plan, const DetailPlan& last, std::chrono::duration<float> elapsed);

/// What a box represents, in drawing order.
enum class BoxRole : std::uint8_t {
    Body, ///< the entity, or a rack's worst member: coloured by its value
    Lamp, ///< front edge of an open node, or roof of an open rack: coloured by the worst value inside
    Furniture, ///< board, fans, memory: no data colour
    Supply, ///< pipe of a loop that brings cold coolant
    Return, ///< pipe of a loop that returns warm coolant
    Shell, ///< floor and walls of an open node: coloured only by values of the node itself
    Frame, ///< posts and plinth of a rack: never coloured
    ColdAisle, ///< floor that racks draw their air from
    HotAisle, ///< floor that receives exhaust air
    Air, ///< a tile of the floor that shows the temperature above it
};

struct DrawBox
{
    Box box;
    EntityRef entity;
    BoxRole role = BoxRole::Body;
    /// For a body without an entity: index of its rack. For air: index of its tile.
    std::uint32_t place = Id<DrawBox>::none;
    float opacity = 1;
};

/// Display options other than the camera.
struct DrawOptions
{
    std::vector<bool> isHealthy; ///< by position in HallGeometry::nodes(): whether to hide the node; empty: hides none
    std::span<const Box> tiles; ///< floor tiles to draw instead of aisles; empty: aisles
};

/// The boxes to draw. Also used for picking, so that a pick hits the visible box. Nearest racks come first, so that the
/// depth test skips hidden pixels; floors come last. Immutable; pure.
class DrawList
{
public:
    DrawList() = default;
    DrawList(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, QVector3D eye,
             const DrawOptions& options = {});

    [[nodiscard]] const std::vector<DrawBox>& boxes() const { return m_boxes; }
    /// Boxes that fade in or out: drawn with holes over the others, never picked.
    [[nodiscard]] const std::vector<DrawBox>& fading() const { return m_fading; }
    /// The entity of the first box that the ray hits; invalid: none.
    [[nodiscard]] EntityRef pick(const Ray& ray) const;
    /// Distance to the first box of any kind on the ray.
    [[nodiscard]] std::optional<float> depth(const Ray& ray) const;

private:
    struct Span ///< the boxes of one rack
    {
        Box bounds;
        std::size_t first;
        std::size_t count;
    };
    struct Hit
    {
        const DrawBox* box = nullptr;
        float distance = 0;
    };

    struct Source; ///< inputs of the list
    void addRack(const Source& source, std::size_t rack);
    void addPlant(const Source& source, QVector3D eye);
    void finishSpan(const Box& bounds, std::size_t first, QVector3D eye);
    [[nodiscard]] Hit firstHit(const Ray& ray) const;

    std::vector<DrawBox> m_boxes;
    std::vector<DrawBox> m_fading;
    std::vector<Span> m_spans;
};

} // namespace lockstep
