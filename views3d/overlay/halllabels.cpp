// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halllabels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t maxLabels = 120;
constexpr std::size_t maxRackNames = 80;
constexpr float shortestText = 10; // pixels; no font is lower, so no text needs measuring below this
constexpr float spaceBeside = 0.28F; // metres from a node's front to the one in the next rack
constexpr double gap = 4; // pixels between a label and its box, and around each label

/// Tries places and keeps those that are free.
class Placement
{
public:
    explicit Placement(const LabelView& view, std::vector<HallLabel> placed = {})
        : m_view(view), m_screen(QPointF(0, 0), view.viewport), m_labels(std::move(placed))
    { }

    /// Screen position of a point; nullopt if something nearer hides it.
    [[nodiscard]] std::optional<QPointF> visible(QVector3D point) const
    {
        const auto pixel = m_view.camera.project(point, m_view.viewport);
        if (!pixel || !m_screen.contains(*pixel))
            return std::nullopt;
        const QVector3D from = m_view.camera.eye();
        const float distance = (point - from).length();
        const auto reached = m_view.list.depth({from, (point - from) / distance});
        constexpr float tolerance = 0.02F; // the point is on its own box's surface
        return reached && *reached < distance - tolerance ? std::nullopt : pixel;
    }

    /// False if the object at the point is not drawn.
    [[nodiscard]] bool isDrawn(QVector3D point) const
    {
        const QVector3D from = m_view.camera.eye();
        const float distance = (point - from).length();
        const auto reached = m_view.list.depth({from, (point - from) / distance});
        constexpr float tolerance = 0.15F;
        return reached && std::abs(*reached - distance) < tolerance;
    }

    void add(EntityRef entity, QRectF rect, QString text, bool isOnBox)
    {
        const QRectF padded = rect.adjusted(-gap / 2, -1, gap / 2, 1);
        const auto collides = [&](const HallLabel& other) {
            return other.rect.intersects(padded);
        };
        const auto isInTheWay = [&](const QRectF& other) {
            return other.intersects(padded);
        };
        if (m_labels.size() >= maxLabels || !m_screen.contains(padded)
            || std::ranges::any_of(m_view.keepClear, isInTheWay) || std::ranges::any_of(m_labels, collides))
            return;
        m_labels.push_back({std::move(text), rect, entity, isOnBox});
    }

    void labelRack(const HallRack& rack, bool isRowEnd);
    void labelNode(const HallNode& node, const HallRack& rack);
    void labelPart(const DrawBox& part);
    void labelPump(const HallPump& pump, bool isWorst);
    void labelAisle(const HallAisle& aisle);

    [[nodiscard]] std::vector<HallLabel> take() { return std::move(m_labels); }

private:
    const LabelView& m_view;
    QRectF m_screen;
    std::vector<HallLabel> m_labels;
};

void Placement::labelRack(const HallRack& rack, bool isRowEnd)
{
    const QVector3D front(rack.box.centre().x(), rack.box.high.y(), rack.box.high.z());
    // Check the size first: most racks of a large hall are too small for a name, and testing visibility is expensive.
    const float wide = m_view.camera.pixelsPerMetre(front, m_view.viewport) * HallGeometry::rackWidth;
    if (!rack.entity.isValid() || (wide < shortestText && !isRowEnd) || m_labels.size() >= maxRackNames)
        return;
    const QString text = m_view.text(rack.entity);
    const QSizeF size = m_view.measure(text);
    for (const float z : {rack.box.high.z(), rack.box.centre().z(), rack.box.low.z()}) {
        const QVector3D top(front.x(), front.y(), z);
        const float inwards = rack.box.centre().z() > z ? 0.02F : -0.02F;
        const auto pixel = visible(top);
        if (!pixel || !isDrawn(top + QVector3D(0, -0.01F, inwards)))
            continue;
        add(rack.entity, {pixel->x() - size.width() / 2, pixel->y() - size.height() - gap, size.width(), size.height()},
            text, false);
        return;
    }
}

void Placement::labelNode(const HallNode& node, const HallRack& rack)
{
    const float scale = m_view.camera.pixelsPerMetre(node.box.centre(), m_view.viewport);
    const bool isNotable = m_view.isNotable(node.entity);
    const bool isAlone = rack.nodeCount == 1;
    if (!isNotable && !isAlone && scale * node.box.size().y() < shortestText)
        return;
    const QString text = m_view.text(node.entity);
    const QSizeF size = m_view.measure(text);
    const bool hasRoom = scale * spaceBeside > static_cast<float>(size.width())
        && scale * node.box.size().y() > static_cast<float>(size.height());
    if (!isNotable && !isAlone && !hasRoom)
        return;
    const auto left = visible({node.box.low.x() + 0.001F, node.box.centre().y(), node.box.high.z() + 0.001F});
    if (!left)
        return;
    // Beside the front, over the rack's post; for a flat, separate node below it.
    const QPointF beside(left->x() - size.width() - 2 * gap, left->y() - size.height() / 2);
    const QPointF below(left->x(), left->y() + 3 * gap);
    add(node.entity, {isAlone && !hasRoom ? below : beside, size}, text, false);
}

void Placement::labelPart(const DrawBox& part)
{
    const float scale = m_view.camera.pixelsPerMetre(part.box.centre(), m_view.viewport);
    const QVector3D extent = part.box.size() * scale;
    if (extent.x() < 16)
        return;
    const QString text = m_view.text(part.entity);
    const QSizeF size = m_view.measure(text);
    // On the face that is best visible.
    const bool fromAbove = m_view.camera.elevation * extent.z() > (1.0F - m_view.camera.elevation) * extent.y();
    const bool fromFront = std::abs(m_view.camera.azimuth) < 1.2F;
    QVector3D at = part.box.centre();
    if (fromAbove)
        at.setY(part.box.high.y() + 0.001F);
    else
        at.setZ(fromFront ? part.box.high.z() + 0.001F : part.box.low.z() - 0.001F);
    const auto height = static_cast<double>(fromAbove ? extent.z() * std::sin(m_view.camera.elevation) : extent.y());
    if (size.width() > static_cast<double>(extent.x()) || size.height() > height)
        return;
    if (const auto pixel = visible(at))
        add(part.entity, {pixel->x() - size.width() / 2, pixel->y() - size.height() / 2, size.width(), size.height()},
            text, true);
}

void Placement::labelPump(const HallPump& pump, bool isWorst)
{
    const QVector3D middle = pump.box.centre();
    const float wide = m_view.camera.pixelsPerMetre(middle, m_view.viewport) * HallGeometry::rackWidth;
    if (wide < 2.5F * shortestText && !isWorst)
        return;
    std::vector<QVector3D> places{{middle.x(), pump.box.high.y(), pump.box.high.z()},
                                  {middle.x(), pump.box.high.y(), middle.z()}};
    for (const HallPipe& pipe : pump.pipes) // over the racks, visible even if the pump is not
        places.push_back((pipe.from + pipe.to) / 2);
    const QString text = m_view.text(pump.loop);
    const QSizeF size = m_view.measure(text);
    const std::size_t before = m_labels.size();
    for (const QVector3D place : places) {
        if (const auto pixel = visible(place); pixel && m_labels.size() == before)
            add(pump.loop,
                {pixel->x() - size.width() / 2, pixel->y() - size.height() - gap, size.width(), size.height()}, text,
                false);
    }
}

void Placement::labelAisle(const HallAisle& aisle)
{
    const float wide = m_view.camera.pixelsPerMetre(aisle.floor.centre(), m_view.viewport) * aisle.floor.size().z();
    const QString text = aisle.isHot ? m_view.hotAisle : m_view.coldAisle;
    const QSizeF size = m_view.measure(text);
    QRectF extent;
    for (const QVector3D corner : aisle.floor.corners()) {
        const auto pixel = m_view.camera.project(corner, m_view.viewport);
        extent |= pixel ? QRectF(*pixel, QSizeF(1, 1)) : QRectF();
    }
    if (wide < static_cast<float>(size.height()) * 2 || extent.width() < size.width()
        || extent.height() < size.height())
        return;
    QVector3D at = aisle.floor.centre();
    at.setY(aisle.floor.high.y() + 0.001F);
    constexpr float inset = 0.6F;
    const bool eyeIsRight = m_view.camera.eye().x() > at.x();
    for (const float x : {eyeIsRight ? aisle.floor.high.x() - inset : aisle.floor.low.x() + inset, at.x()}) {
        at.setX(x);
        if (const auto pixel = visible(at)) {
            add({}, {pixel->x() - size.width() / 2, pixel->y() - size.height() / 2, size.width(), size.height()}, text,
                false);
            return;
        }
    }
}

} // namespace

std::vector<HallLabel> placeRackNames(const LabelView& view)
{
    const auto& racks = view.geometry.racks();
    std::map<std::string, std::pair<std::size_t, std::size_t>> rows; // by name: its outermost racks
    for (std::size_t at = 0; at < racks.size(); ++at) {
        if (!racks[at].entity.isValid() || !view.topology.rackPlace(racks[at].entity).isPlaced)
            continue;
        auto& [left, right] = rows.try_emplace(view.topology.rackPlace(racks[at].entity).row, at, at).first->second;
        left = racks[at].box.low.x() < racks[left].box.low.x() ? at : left;
        right = racks[at].box.low.x() > racks[right].box.low.x() ? at : right;
    }
    Placement placement(view);
    const auto label = [&](std::size_t at, bool isRowEnd) {
        if (view.plan.racks[at].detail != Detail::Hidden)
            placement.labelRack(racks[at], isRowEnd);
    };
    for (const auto& [row, ends] : rows) {
        label(ends.first, true);
        if (ends.second != ends.first)
            label(ends.second, true);
    }
    const auto isEnd = [&](std::size_t at) {
        return std::ranges::any_of(rows,
                                   [at](const auto& row) { return row.second.first == at || row.second.second == at; });
    };
    for (std::size_t at = 0; at < racks.size(); ++at) {
        if (!isEnd(at))
            label(at, false);
    }
    return placement.take();
}

std::vector<HallLabel> placeOtherNames(const LabelView& view, std::vector<HallLabel> placed,
                                       std::span<const EntityRef> loopsWorstFirst)
{
    Placement placement(view, std::move(placed));
    const auto& racks = view.geometry.racks();
    for (const EntityRef loop : loopsWorstFirst) {
        if (const HallPump* pump = view.geometry.plant().pump(loop))
            placement.labelPump(*pump, loop == loopsWorstFirst.front());
    }
    for (const HallAisle& aisle : view.geometry.plant().aisles())
        placement.labelAisle(aisle);
    for (const bool notable : {true, false}) { // notable names are placed first
        for (const HallRack& rack : racks) {
            for (std::uint32_t at = rack.firstNode; at < rack.firstNode + rack.nodeCount; ++at) {
                const HallNode& node = view.geometry.nodes()[at];
                if (view.plan.nodes[at].detail != Detail::Hidden && view.isNotable(node.entity) == notable)
                    placement.labelNode(node, rack);
            }
        }
    }
    for (const DrawBox& box : view.list.boxes()) {
        const bool isPart
            = box.role == BoxRole::Body && box.entity.kind != EntityKind::Rack && box.entity.kind != EntityKind::Node;
        if (isPart)
            placement.labelPart(box);
    }
    return placement.take();
}

} // namespace lockstep
