// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallstage.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/cursorvalues.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "views3d/values/hallcolours.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockstep {

namespace {

constexpr float arrowEvery = 0.8F; // metres
constexpr float arrowLength = 0.16F;
constexpr float arrowWidth = 0.09F;
constexpr float tray = 0.8F; // metres above the highest rack
constexpr std::size_t maxLinks = 256; // links of one spine; more would not be readable

void addLink(std::vector<HallLine>& lines, QVector3D from, QVector3D to, float height, Rgb colour)
{
    // Across the hall first, then along the row: each row has a tray, and one tray connects all rows.
    const std::array<QVector3D, 5> way{from, QVector3D(from.x(), height, from.z()), QVector3D(from.x(), height, to.z()),
                                       QVector3D(to.x(), height, to.z()), to};
    for (std::size_t at = 1; at < way.size(); ++at) {
        if (way[at] != way[at - 1])
            lines.push_back({way[at - 1], way[at], colour});
    }
}

std::vector<EntityRef> portsOf(const Topology& topology, EntityRef entity)
{
    if (!topology.contains(entity))
        return {};
    if (entity.kind == EntityKind::Port)
        return {entity};
    std::vector<EntityRef> ports;
    if (entity.kind == EntityKind::Switch || entity.kind == EntityKind::Node || entity.kind == EntityKind::Gpu) {
        for (const EntityRef child : topology.children(entity)) {
            const auto below = portsOf(topology, child);
            ports.insert(ports.end(), below.begin(), below.end());
        }
    }
    return ports;
}

/// Arrow heads along the pipes of all loops in flow direction.
std::vector<HallLine> flowLines(const HallPlant& plant, Rgb colour)
{
    std::vector<HallLine> lines;
    for (const HallPump& pump : plant.pumps()) {
        for (const HallPipe& pipe : pump.pipes) {
            const QVector3D way = pipe.to - pipe.from;
            const float length = way.length();
            const QVector3D along = way / length;
            const QVector3D across = QVector3D::crossProduct(along, {0, 1, 0}) * arrowWidth;
            if (across.length() < arrowWidth / 2) // vertical lines are invisible from above
                continue;
            constexpr float maxArrows = 500; // per pipe
            const float every = std::max(arrowEvery, length / maxArrows);
            for (float at = every / 2; at < length; at += every) {
                const QVector3D tip = pipe.from + along * at;
                const QVector3D back = tip - along * arrowLength;
                lines.push_back({back + across, tip, colour});
                lines.push_back({back - across, tip, colour});
            }
        }
    }
    return lines;
}

/// Routes of the links of a selected port, switch or node: up from one end, along above the racks, and down to the
/// other, as in cable trays. Empty if no far end is known or has a position.
std::vector<HallLine> linkLines(const Topology& topology, const HallGeometry& geometry, EntityRef selected, Rgb colour)
{
    std::vector<HallLine> lines;
    const float height = geometry.bounds().high.y() + tray;
    std::size_t links = 0;
    for (const EntityRef port : portsOf(topology, selected)) {
        const EntityRef far = topology.peer(port);
        const auto from = geometry.boxOf(topology, port);
        const auto to = far.isValid() ? geometry.boxOf(topology, far) : std::nullopt;
        if (!from || !to || ++links > maxLinks)
            continue;
        addLink(lines, from->centre(), to->centre(), height, colour);
    }
    return lines;
}

} // namespace

HallStage::HallStage(const ViewContext& context)
    : m_context(context),
      m_topology(std::make_shared<const Topology>()),
      m_list(std::make_shared<const DrawList>()),
      m_colours(std::make_shared<const std::vector<BoxColour>>()),
      m_fadingColours(m_colours),
      m_lines(std::make_shared<const std::vector<HallLine>>()),
      m_ways(m_lines)
{ }

void HallStage::setChoice(const HallChoice& choice)
{
    if (choice == m_choice)
        return;
    m_geometryDirty |= choice.exploded != m_choice.exploded || choice.showsAir != m_choice.showsAir;
    m_valuesDirty |= choice.mode != m_choice.mode || choice.hidesHealthy != m_choice.hidesHealthy;
    m_valuesDirty |= choice.holdsRange != m_choice.holdsRange;
    m_choice = choice;
    m_values.holdScale(m_choice.holdsRange);
}

bool HallStage::hasOnlyGrown() const
{
    const TopologyPtr& topology = m_context.cluster.store().topology();
    if (m_geometryDirty || !topology || !m_topology)
        return false;
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        if (topology->count(static_cast<EntityKind>(kind)) < m_topology->count(static_cast<EntityKind>(kind)))
            return false;
    }
    for (std::uint32_t rack = 0; rack < m_topology->count(EntityKind::Rack); ++rack) {
        const RackPlace& before = m_topology->rackPlace({EntityKind::Rack, rack});
        const RackPlace& now = topology->rackPlace({EntityKind::Rack, rack});
        if (before.x != now.x || before.z != now.z)
            return false; // updates at once while racks are being moved
    }
    return true;
}

bool HallStage::refreshGeometry()
{
    const TopologyPtr& topology = m_context.cluster.store().topology();
    const bool isNew = topology != nullptr && topology != m_topology;
    if (!isNew && !m_geometryDirty)
        return false;
    if (isNew) {
        m_topology = topology;
        m_plain = HallGeometry(*m_topology);
    }
    m_geometry = m_choice.exploded.isValid() ? m_plain.exploded(m_choice.exploded) : m_plain;
    m_air = m_choice.showsAir ? HallAir(*m_topology, m_geometry) : HallAir();
    m_geometryDirty = false;
    m_boxesDirty = true;
    m_valuesDirty = true;
    return true;
}

void HallStage::refreshValues()
{
    const ClusterStore& store = m_context.cluster.store();
    if (!m_valuesDirty || store.topology() == nullptr)
        return;
    m_valuesDirty = false;
    m_coloursDirty = true;
    const bool following = m_context.time.isFollowing();
    m_values.update(store, m_context.selection.metric(), m_choice.mode, m_context.time.cursor(), following,
                    m_context.time.range());
    if (m_choice.showsAir)
        m_air.update(store, m_geometry, newestOr(store, tickAtCursor(store, m_context.time)));
    refreshOptions();
}

/// Hidden entities depend on values: an entity that is no longer healthy reappears at once.
void HallStage::refreshOptions()
{
    std::vector<bool> isHealthy;
    if (m_choice.hidesHealthy) {
        for (const HallNode& node : m_geometry.nodes())
            isHealthy.push_back(m_values.isHealthy(node.entity));
    }
    if (isHealthy != m_options.isHealthy) {
        m_leftOut = static_cast<std::size_t>(std::ranges::count(isHealthy, true));
        m_options.isHealthy = std::move(isHealthy);
        m_boxesDirty = true;
    }
    m_options.tiles = m_air.tiles();
}

bool HallStage::refreshBoxes(const HallCamera& camera, QSizeF viewport, bool mayMove)
{
    refreshValues();
    // Called each tick, but boxes change only with camera, viewport and hall.
    const auto seen = std::pair(camera, viewport);
    if (!m_boxesDirty && !m_isBlending && m_plannedFor == seen)
        return false;
    m_plannedFor = seen;
    DetailPlan plan = planDetail(m_geometry, camera, viewport, m_plan);
    const auto now = std::chrono::steady_clock::now();
    const auto elapsed = m_isBlending ? now - m_lastBlend : std::chrono::steady_clock::duration{0};
    m_isBlending = mayMove && blendDetail(plan, m_plan, elapsed);
    m_lastBlend = now;
    if (!m_boxesDirty && plan == m_plan)
        return false;
    m_plan = std::move(plan);
    m_list = std::make_shared<const DrawList>(*m_topology, m_geometry, m_plan, camera.eye(), m_options);
    m_boxesDirty = false;
    m_colours = m_fadingColours = std::make_shared<const std::vector<BoxColour>>(); // they belong to the old boxes
    m_coloursDirty = true;
    return true;
}

bool HallStage::refreshLines()
{
    const Palette& palette = m_context.theme.palette();
    const auto replace = [](auto& lines, std::vector<HallLine> fresh) {
        if (*lines == fresh)
            return false;
        lines = std::make_shared<const std::vector<HallLine>>(std::move(fresh));
        return true;
    };
    const bool flowDiffers
        = replace(m_lines, m_plan.isClose() ? flowLines(m_geometry.plant(), palette.text) : std::vector<HallLine>());
    return replace(m_ways, linkLines(*m_topology, m_geometry, m_context.selection.current(), palette.accent))
        || flowDiffers;
}

bool HallStage::refreshColours()
{
    if (!m_coloursDirty)
        return false;
    m_coloursDirty = false;
    const ColourSource source{m_geometry, m_values, m_choice.showsAir ? &m_air : nullptr,
                              NeutralColours(m_context.theme.palette())};
    const auto recolour = [&](std::span<const DrawBox> boxes, auto& colours) {
        auto fresh = coloursOf(boxes, source);
        const bool differs = fresh != *colours;
        if (differs)
            colours = std::make_shared<const std::vector<BoxColour>>(std::move(fresh));
        return differs;
    };
    const bool solidDiffer = recolour(m_list->boxes(), m_colours);
    return recolour(m_list->fading(), m_fadingColours) || solidDiffer;
}

HallFrame HallStage::frame(const HallCamera& camera, QSizeF viewport, double pixelRatio) const
{
    return {.camera = camera,
            .pixels = (viewport * pixelRatio).toSize(),
            .pixelRatio = pixelRatio,
            .bounds = m_geometry.bounds(),
            .tones = NeutralColours(m_context.theme.palette()),
            .list = m_list,
            .colours = m_colours,
            .fadingColours = m_fadingColours,
            .lines = m_lines,
            .ways = m_ways};
}

} // namespace lockstep
