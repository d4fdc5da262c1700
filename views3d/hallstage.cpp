// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallstage.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "views3d/halllines.h"

namespace lockstep {

HallStage::HallStage(const ViewContext& context)
    : m_context(context),
      m_topology(std::make_shared<const Topology>()),
      m_list(std::make_shared<const DrawList>()),
      m_colours(std::make_shared<const std::vector<BoxColour>>()),
      m_fadingColours(m_colours),
      m_lines(std::make_shared<const std::vector<HallLine>>()),
      m_ways(m_lines)
{ }

bool HallStage::refreshGeometry()
{
    const TopologyPtr& topology = m_context.cluster.store().topology();
    if (topology == nullptr || topology == m_topology)
        return false;
    m_topology = topology;
    m_geometry = HallGeometry(*m_topology);
    m_boxesDirty = true;
    m_valuesDirty = true;
    return true;
}

bool HallStage::refreshBoxes(const HallCamera& camera, QSizeF viewport, bool mayMove)
{
    DetailPlan plan = planDetail(m_geometry, camera, viewport, m_plan);
    const auto now = std::chrono::steady_clock::now();
    const auto elapsed = m_isBlending ? now - m_lastBlend : std::chrono::steady_clock::duration{0};
    m_isBlending = mayMove && blendDetail(plan, m_plan, elapsed);
    m_lastBlend = now;
    if (!m_boxesDirty && plan == m_plan)
        return false;
    m_plan = std::move(plan);
    m_list = std::make_shared<const DrawList>(*m_topology, m_geometry, m_plan, camera.eye());
    m_boxesDirty = false;
    m_colours = m_fadingColours = std::make_shared<const std::vector<BoxColour>>(); // they were for other boxes
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
    const bool flowDiffers = replace(m_lines, flowLines(m_geometry.plant(), palette.text));
    return replace(m_ways, linkLines(*m_topology, m_geometry, m_context.selection.current(), palette.accent))
        || flowDiffers;
}

bool HallStage::refreshColours()
{
    if (!m_valuesDirty && !m_coloursDirty)
        return false;
    if (m_valuesDirty && m_context.cluster.store().topology() != nullptr) {
        m_values.update(m_context.cluster.store(), m_context.selection.metric(), m_context.time.cursor(),
                        m_context.time.isFollowing());
    }
    m_valuesDirty = false;
    m_coloursDirty = false;
    const HallTones tones(m_context.theme.palette());
    const auto recolour = [&](std::span<const DrawBox> boxes, auto& colours) {
        auto fresh = coloursOf(boxes, m_geometry, m_values, tones);
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
            .tones = HallTones(m_context.theme.palette()),
            .list = m_list,
            .colours = m_colours,
            .fadingColours = m_fadingColours,
            .lines = m_lines,
            .ways = m_ways};
}

} // namespace lockstep
