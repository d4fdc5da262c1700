// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "views3d/geometry/box.h"
#include "views3d/geometry/halldetail.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// What a box represents, in drawing order.
enum class BoxRole : std::uint8_t {
    Body, ///< the entity itself, or without one the worst of the rack's members: takes the colour of its value
    Lamp, ///< the front edge of an open node, the roof of an open rack: takes the colour of the worst within
    Furniture, ///< board, fans, memory: never coloured
    Supply, ///< pipe of a loop that brings cold coolant
    Return, ///< and one that takes it back warm
    Shell, ///< floor and walls of an open node: coloured only by what is measured at the node itself
    Frame, ///< posts and plinth of a rack: never coloured
    ColdAisle, ///< floor that racks draw their air from
    HotAisle, ///< floor that they blow it onto
    Air, ///< a tile of the floor that shows the temperature above it
};

struct DrawBox
{
    Box box;
    EntityRef entity;
    BoxRole role = BoxRole::Body;
    std::uint32_t place = Id<DrawBox>::none; ///< of a body without an entity: which rack it is; of air: which tile
    float opacity = 1;
};

/// The user's display options, in addition to the camera.
struct DrawOptions
{
    std::vector<bool> isHealthy; ///< by the geometry's nodes: those that are left out; empty: none
    std::span<const Box> tiles; ///< of the floor, in place of aisles; empty: none
};

/// The boxes to draw, also used for picking, so that what is visible is what is hit. Nearest racks first, so that the
/// depth test saves hidden pixels; floors last. Immutable; pure.
class DrawList
{
public:
    DrawList() = default;
    DrawList(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, QVector3D eye,
             const DrawOptions& options = {});

    [[nodiscard]] const std::vector<DrawBox>& boxes() const { return m_boxes; }
    /// Those that are on their way in or out: drawn over the others with holes, never picked.
    [[nodiscard]] const std::vector<DrawBox>& fading() const { return m_fading; }
    /// The entity whose box the ray meets first; invalid if none.
    [[nodiscard]] EntityRef pick(const Ray& ray) const;
    /// Distance to the first box of any kind that the ray meets.
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

    struct Source; ///< what the list is made from
    void addRack(const Source& source, std::size_t rack);
    void addPlant(const Source& source, QVector3D eye);
    void finishSpan(const Box& bounds, std::size_t first, QVector3D eye);
    [[nodiscard]] Hit firstHit(const Ray& ray) const;

    std::vector<DrawBox> m_boxes;
    std::vector<DrawBox> m_fading;
    std::vector<Span> m_spans;
};

} // namespace lockstep
