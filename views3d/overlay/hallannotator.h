// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/overlay/halloverlay.h"
#include "views3d/overlay/halltexts.h"
#include "views3d/values/hallloops.h"
#include "views3d/values/hallstage.h"

namespace lockstep {

/// Fills the overlay with labels, legend, outlines of selected and hovered entities, and the tip. GUI thread; owned by
/// HallView.
class HallAnnotator
{
public:
    /// All outlive the annotator.
    HallAnnotator(const ViewContext& context, const HallStage& stage, HallOverlay& overlay);

    /// Everything that depends on the picture: names, callouts of unhealthy components, legend. Call when camera, boxes
    /// or colours changed.
    void writeNamesAndLegend(const HallCamera& camera, QSizeF viewport);
    void drawMarks(const HallCamera& camera, QSizeF viewport);
    /// Rack units along the rack that is pointed at or selected, if the user asked for them.
    void drawTape(const HallCamera& camera, QSizeF viewport);
    /// @param pointer where the mouse is; nullopt: not over the picture, no tip
    void writeTip(std::optional<QPointF> pointer);

    [[nodiscard]] const HallTexts& texts() const { return m_texts; }

private:
    [[nodiscard]] std::vector<CalloutRequest> requests(const HallCamera& camera, QSizeF viewport,
                                                       std::span<const HallLoop> loops) const;
    /// Takes away names that a callout has to cover. @return where no other name may go
    std::vector<QRectF> writeCallouts(const HallCamera& camera, QSizeF viewport, std::vector<HallLabel>& names,
                                      std::span<const HallLoop> loops);

    const ViewContext& m_context;
    const HallStage& m_stage;
    HallOverlay& m_overlay;
    HallTexts m_texts;
};

} // namespace lockstep
