// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "views3d/values/hallair.h"
#include "views3d/values/hallframe.h"
#include "views3d/values/hallmode.h"

#include <optional>
#include <utility>

namespace lockstep {

/// The user's display choices other than camera and selection. A plain value.
struct HallChoice
{
    HallMode mode = HallMode::Value;
    bool hidesHealthy = false; ///< draw only what exceeds a limit, deviates from its peers or is silent
    bool showsAir = false; ///< colour floors by air temperature and pipes by coolant temperature
    bool measures = false; ///< show rack units along the hovered or selected rack
    bool holdsRange = false; ///< freeze the colour range
    EntityRef exploded{EntityKind::Rack}; ///< rack whose nodes are drawn apart; invalid: none
    friend bool operator==(const HallChoice&, const HallChoice&) = default;
};

/// Converts the store's state to drawable data: geometry from the topology, boxes from geometry and camera, samples
/// from the store at the cursor, colours from samples and theme. Each step runs only when its inputs change. Does not
/// use VTK. GUI thread; owned by HallView.
class HallStage
{
public:
    explicit HallStage(const ViewContext& context);

    [[nodiscard]] const HallChoice& choice() const { return m_choice; }
    void setChoice(const HallChoice& choice);

    void valuesAreDirty() { m_valuesDirty = true; }
    void themeIsDirty() { m_coloursDirty = true; }

    /// Whether refreshGeometry() can wait because it would only add entities.
    [[nodiscard]] bool hasOnlyGrown() const;
    /// Takes the store's topology if it is new. @return true if entities moved or were added
    bool refreshGeometry();
    /// Chooses the detail for the camera.
    /// @return true if the boxes changed
    /// @param mayMove false: no transitions, shows the final state at once
    bool refreshBoxes(const HallCamera& camera, QSizeF viewport, bool mayMove);
    /// Whether a transition of detail is running and needs further calls of refreshBoxes().
    [[nodiscard]] bool isBlending() const { return m_isBlending; }
    /// Draws coolant flow and routes of the selected links. @return true if any line changed
    bool refreshLines();
    /// Reads values and colours boxes. @return true if any colour changed or the boxes are new
    bool refreshColours();

    [[nodiscard]] const Topology& topology() const { return *m_topology; }
    [[nodiscard]] const HallGeometry& geometry() const { return m_geometry; }
    [[nodiscard]] const DetailPlan& plan() const { return m_plan; }
    [[nodiscard]] const DrawList& list() const { return *m_list; }
    /// Number of healthy nodes hidden; 0 unless the user asked for that.
    [[nodiscard]] std::size_t leftOut() const { return m_leftOut; }
    [[nodiscard]] const HallValues& values() const { return m_values; }
    /// Colours of list(), in its order.
    [[nodiscard]] const std::vector<BoxColour>& colours() const { return *m_colours; }
    [[nodiscard]] HallFrame frame(const HallCamera& camera, QSizeF viewport, double pixelRatio) const;

private:
    void refreshValues();
    void refreshOptions();

    const ViewContext& m_context;
    TopologyPtr m_topology;
    HallChoice m_choice;
    HallGeometry m_plain; ///< without user changes, from the topology
    HallGeometry m_geometry; ///< as currently shown
    HallAir m_air;
    DrawOptions m_options;
    std::size_t m_leftOut = 0;
    DetailPlan m_plan;
    std::optional<std::pair<HallCamera, QSizeF>> m_plannedFor;
    std::shared_ptr<const DrawList> m_list;
    HallValues m_values;
    std::shared_ptr<const std::vector<BoxColour>> m_colours;
    std::shared_ptr<const std::vector<BoxColour>> m_fadingColours;
    std::shared_ptr<const std::vector<HallLine>> m_lines;
    std::shared_ptr<const std::vector<HallLine>> m_ways;
    std::chrono::steady_clock::time_point m_lastBlend;
    bool m_isBlending = false;
    bool m_geometryDirty = true;
    bool m_boxesDirty = true;
    bool m_valuesDirty = true;
    bool m_coloursDirty = true;
};

} // namespace lockstep
