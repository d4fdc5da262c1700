// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/panel.h"
#include "widgets/fabric/fabriccanvas.h"

class QComboBox;

namespace lockstep {

class Legend;

/// The fabric as a matrix. Shows leaves by spines, or nodes by their ports, coloured by a port metric over the last
/// seconds; or ranks by ranks, or nodes by nodes, coloured by the bandwidth of their collectives. Contains the
/// controls, the canvas and the legend. Shares its metric with other views when the user selects one. GUI thread.
class FabricView : public Panel
{
    Q_OBJECT

public:
    explicit FabricView(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] FabricCanvas& canvas() { return *m_canvas; }
    /// Overrides the automatic shape: leaves by spines if switches are known, otherwise nodes by ports.
    void setShape(MatrixShape shape);
    /// Caption: "Link fault score · worst over 30 s · 65 536 links · worst: r3-leaf00 to r3-spine02, 41 %".

private:
    void showShape(MatrixShape shape);
    void guessShape();
    void makeControls();
    void layOutControls();
    [[nodiscard]] bool isOfPairs() const;
    [[nodiscard]] MetricId effectiveMetric() const;
    void chooseQuantity(int index);
    void refillQuantities();
    void refillPairQuantities();
    void refillFamilies();
    void showChanged();
    [[nodiscard]] QString captionNow() const;

    QComboBox* m_shapes = nullptr;
    QComboBox* m_quantities = nullptr;
    QComboBox* m_aggregates = nullptr;
    QComboBox* m_spans = nullptr; ///< of time
    QComboBox* m_orders = nullptr;
    QComboBox* m_families = nullptr; ///< of communicators
    FabricCanvas* m_canvas;
    Legend* m_legend;
    bool m_isShapeChosen = false;
    MetricId m_chosen; ///< selected here by the user
    PairQuantity m_pairQuantity = PairQuantity::Shortfall;
    FabricResults::Flows m_familiesOf; ///< data that the families were taken from
};

} // namespace lockstep
