// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/viewcontext.h"

#include <QString>

namespace lockstep {

class HallStage;

/// Texts of the hall. GUI thread; owned by HallAnnotator.
class HallTexts
{
public:
    /// Both outlive it.
    HallTexts(const ViewContext& context, const HallStage& stage) : m_context(context), m_stage(stage) { }

    /// "node-3 · stale", "cdu-1 · 32 °C → 41.3 °C".
    [[nodiscard]] QString nameOf(EntityRef entity) const;
    /// "node-006 gpu6 · 84.1 °C, 26 K above its peers". @param fromPeers NaN: nothing is said of them
    [[nodiscard]] QString callout(EntityRef entity, float fromPeers) const;
    /// "cdu-1 · 27.3 L/min · 32 °C → 80.4 °C", as far as it is measured.
    [[nodiscard]] QString loopCallout(EntityRef loop) const;
    [[nodiscard]] QString aisle(bool isHot) const;
    /// In the middle of a picture without machines; empty: there are some.
    [[nodiscard]] QString message() const;
    /// "GPU temperature (°C), highest in each node and rack".
    [[nodiscard]] QString caption() const;

private:
    [[nodiscard]] QString withTemperatures(const QString& name, EntityRef loop) const;
    [[nodiscard]] float valueOf(const char* metric, EntityRef loop) const;

    const ViewContext& m_context;
    const HallStage& m_stage;
};

} // namespace lockstep
