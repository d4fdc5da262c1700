// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/fabric/fabriccanvas.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace lockstep {

class Legend;

/// The fabric as a matrix of links: leaves by spines, or nodes by their ports, coloured by any quantity of ports over
/// the last seconds. Holds the choices, the painted canvas and the legend; shares its quantity with the other views
/// when the user chooses one. GUI thread.
class FabricView : public QWidget
{
    Q_OBJECT

public:
    explicit FabricView(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] FabricCanvas& canvas() { return *m_canvas; }
    void setShape(MatrixShape shape);
    /// What the view shows now: "Link trouble · worst of 30 s · 65 536 links · worst: r3-leaf00 to r3-spine02, 41 %".
    [[nodiscard]] QString caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void buildControls();
    [[nodiscard]] MetricId effectiveMetric() const;
    void refillQuantities();
    void showChanged();

    ViewContext m_context;
    QToolButton* m_leafSpine = nullptr;
    QToolButton* m_nodePort = nullptr;
    QComboBox* m_quantities = nullptr;
    QComboBox* m_spans = nullptr; ///< of time
    QComboBox* m_aggregates = nullptr;
    QComboBox* m_orders = nullptr;
    FabricCanvas* m_canvas;
    Legend* m_legend;
    MetricId m_chosen; ///< here, by the user
    QString m_caption;
};

} // namespace lockstep
