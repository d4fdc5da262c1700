// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/halldetail.h"

#include <vector>

namespace lockstep {

/// What a box shows, in the order of drawing.
enum class BoxRole : std::uint8_t {
    Body, ///< the entity itself: takes the colour of its value
    Lamp, ///< the front edge of an open node or rack: takes the colour of the worst within
    Furniture, ///< board, fans, memory: never coloured
    Shell, ///< floor and walls of an open node: coloured only by what is measured at the node itself
    Frame, ///< posts, plinth and roof of a rack: never coloured
};

struct DrawBox
{
    Box box;
    EntityRef entity;
    BoxRole role = BoxRole::Body;
};

/// The boxes that are drawn, and nothing else is picked: what is seen is what is hit. Nearest racks first, so that the
/// depth test spares most hidden pixels. Immutable; pure.
class DrawList
{
public:
    DrawList() = default;
    DrawList(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, QVector3D eye);

    [[nodiscard]] const std::vector<DrawBox>& boxes() const { return m_boxes; }
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

    void addRack(const Topology& topology, const HallGeometry& geometry, const DetailPlan& plan, std::size_t rack);
    void addFrame(const HallRack& rack, const RackPlan& plan);
    void addNode(const Topology& topology, const HallNode& node, Detail detail);
    [[nodiscard]] Hit firstHit(const Ray& ray) const;

    std::vector<DrawBox> m_boxes;
    std::vector<Span> m_spans;
};

} // namespace lockstep
