// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallstage.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"

namespace lockstep {

HallStage::HallStage(const ViewContext& context)
    : m_context(context),
      m_topology(std::make_shared<const Topology>()),
      m_list(std::make_shared<const DrawList>()),
      m_colours(std::make_shared<const std::vector<BoxColour>>())
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

bool HallStage::refreshBoxes(const HallCamera& camera, QSizeF viewport)
{
    DetailPlan plan = planDetail(m_geometry, camera, viewport, m_plan);
    if (!m_boxesDirty && plan == m_plan)
        return false;
    m_plan = std::move(plan);
    m_list = std::make_shared<const DrawList>(*m_topology, m_geometry, m_plan, camera.eye());
    m_boxesDirty = false;
    m_colours = std::make_shared<const std::vector<BoxColour>>(); // they were for other boxes
    m_coloursDirty = true;
    return true;
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
    auto colours = coloursOf(*m_list, m_values, HallTones(m_context.theme.palette()));
    if (colours == *m_colours)
        return false;
    m_colours = std::make_shared<const std::vector<BoxColour>>(std::move(colours));
    return true;
}

HallFrame HallStage::frame(const HallCamera& camera, QSizeF viewport, double pixelRatio) const
{
    return {camera,
            (viewport * pixelRatio).toSize(),
            pixelRatio,
            m_geometry.bounds(),
            HallTones(m_context.theme.palette()),
            m_list,
            m_colours};
}

} // namespace lockstep
