// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/ids.h"
#include "models/core/time.h"
#include "models/view/viewcontext.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/overlay/halloverlay.h"
#include "views3d/values/hallstage.h"

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <vector>

namespace lockstep {

class HallStage;

class JoinedAlerts;
class ClusterStore;
class Topology;

/// State of a cooling loop at the moment shown.
struct HallLoop
{
    EntityRef loop;
    /// From its open alerts, otherwise from its metrics' limits; nullopt: healthy, or its alerts are shelved.
    std::optional<Severity> severity;
    float rise = 0; ///< K from supply to return; 0 if unknown
};

/// All loops of a picture, worst first: by severity, then by temperature rise.
/// @param shown topology of the picture, which may be older than the store's
/// @param alerts null: alerts are not computed
[[nodiscard]] std::vector<HallLoop> loopsWorstFirst(const ClusterStore& store, const Topology& shown,
                                                    const JoinedAlerts* alerts, TimePoint moment, bool following);

/// Texts of the hall. GUI thread; owned by HallAnnotator.
class HallTexts
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::HallTexts)

public:
    /// The arguments outlive it.
    HallTexts(const ViewContext& context, const HallStage& stage) : m_context(context), m_stage(stage) { }

    /// "node-3 · stale", "cdu-1 · 32 °C → 41.3 °C".
    [[nodiscard]] QString nameOf(EntityRef entity) const;
    /// "node-006 gpu6 · 84.1 °C, 26 K above its peers". @param fromPeers difference; NaN: omitted
    [[nodiscard]] QString callout(EntityRef entity, float fromPeers) const;
    /// "cdu-1 · 27.3 L/min · 32 °C → 80.4 °C", as far as measured.
    [[nodiscard]] QString loopCallout(EntityRef loop) const;
    [[nodiscard]] QString aisle(bool isHot) const;
    /// Message in the middle of a picture without machines; empty: there are some.
    [[nodiscard]] QString message() const;
    /// "GPU temperature (°C), highest in each node and rack".
    [[nodiscard]] QString caption() const;
    /// Finds sources of which no node reports. One line in the legend covers all their nodes, which get no labels.
    void findSilentSources();
    /// The line about silent sources in the legend; empty: there are none.
    [[nodiscard]] QString silence() const;
    [[nodiscard]] bool isOfSilentSource(EntityRef entity) const;

private:
    [[nodiscard]] QString withTemperatures(const QString& name, EntityRef loop) const;
    [[nodiscard]] float valueOf(const char* metric, EntityRef loop) const;

    const ViewContext& m_context;
    const HallStage& m_stage;
    std::vector<SourceId> m_silentSources;
};

/// Fills the overlay with labels, legend, outlines of selected and hovered entities, and the tip. GUI thread; owned by
/// HallView.
class HallAnnotator
{
public:
    /// The arguments outlive the annotator.
    HallAnnotator(const ViewContext& context, const HallStage& stage, HallOverlay& overlay);

    /// Updates everything that depends on the picture: names, callouts of unhealthy components, legend. Call when
    /// camera, boxes or colours changed.
    void writeNamesAndLegend(const HallCamera& camera, QSizeF viewport);
    void drawMarks(const HallCamera& camera, QSizeF viewport);
    /// Draws rack units along the hovered or selected rack, if enabled.
    void drawTape(const HallCamera& camera, QSizeF viewport);
    /// @param pointer nullopt: not over the picture, no tip
    void writeTip(std::optional<QPointF> pointer);

    [[nodiscard]] const HallTexts& texts() const { return m_texts; }

private:
    [[nodiscard]] std::vector<CalloutRequest> requests(const HallCamera& camera, QSizeF viewport,
                                                       std::span<const HallLoop> loops) const;
    /// Removes names that a callout must cover. @return areas where no other name may be placed
    std::vector<QRectF> writeCallouts(const HallCamera& camera, QSizeF viewport, std::vector<HallLabel>& names,
                                      std::span<const HallLoop> loops);

    const ViewContext& m_context;
    const HallStage& m_stage;
    HallOverlay& m_overlay;
    HallTexts m_texts;
};

} // namespace lockstep
