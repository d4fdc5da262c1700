// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "widgets/common/panel.h"
#include "widgets/heatmap/heatcanvas.h"

class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace lockstep {

class Legend;

/// The metric heatmap. Shows all entities of one kind: by metric at the cursor, or over time for the selected metric.
/// Contains the controls, the canvas and the legend. GUI thread.
class MetricGridView : public Panel
{
    Q_OBJECT

public:
    explicit MetricGridView(ViewContext context, QWidget* parent = nullptr);
    /// Fixed to one kind. Shows the shared metric if it belongs to that kind, otherwise the one last chosen here.
    MetricGridView(ViewContext context, EntityKind kind, QWidget* parent = nullptr);

    [[nodiscard]] GridMode mode() const { return m_canvas->mode(); }
    void setMode(GridMode mode); ///< overrides the default: by metric for a few entities, over time for many
    /// Caption: "GPU temperature (°C) over time · 16 384 GPUs".
    [[nodiscard]] HeatCanvas& canvas() { return *m_canvas; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    MetricGridView(ViewContext context, std::optional<EntityKind> onlyKind, QWidget* parent);
    void buildControls();
    void arrangeControls();
    /// The shared metric, or the default one until the user selects one.
    [[nodiscard]] MetricId effectiveMetric() const;
    void refillChoices();
    void chooseKind(int index);
    void chooseMetric(int index);
    void showMode(GridMode mode);
    void showChanged();

    std::optional<EntityKind> m_onlyKind;
    MetricId m_chosen; ///< selected here by the user
    QToolButton* m_overTime = nullptr;
    QToolButton* m_byMetric = nullptr;
    QComboBox* m_kinds = nullptr;
    QComboBox* m_metrics = nullptr;
    QHBoxLayout* m_controls = nullptr;
    QHBoxLayout* m_secondRow = nullptr; ///< empty while one is enough
    HeatCanvas* m_canvas;
    Legend* m_legend;
    bool m_modeIsChosen = false;
};

} // namespace lockstep
