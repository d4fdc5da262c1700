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
    Body, ///< the entity, or a rack's worst member: coloured by its value
    Lamp, ///< front edge of an open node, or roof of an open rack: coloured by the worst value inside
    Furniture, ///< board, fans, memory: no data colour
    Supply, ///< pipe of a loop that brings cold coolant
    Return, ///< and one with warm return coolant
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
    /// For a body without an entity: index of its rack; for air: index of its tile.
    std::uint32_t place = Id<DrawBox>::none;
    float opacity = 1;
};

/// The user's display options, in addition to the camera.
struct DrawOptions
{
    std::vector<bool> isHealthy; ///< by the geometry's nodes: those to hide; empty: none
    std::span<const Box> tiles; ///< floor tiles, replacing aisles; empty: none
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
