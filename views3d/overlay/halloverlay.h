// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/geometry/hallgeometry.h"
#include "views3d/geometry/rackdrag.h"
#include "views3d/overlay/hallcallouts.h"
#include "views3d/overlay/halllabels.h"
#include "views3d/overlay/halllegend.h"
#include "views3d/overlay/halltip.h"

#include <QLineF>
#include <QString>
#include <QWidget>

#include <vector>

class QFont;
class QPainter;

namespace lockstep {

class FrameStats;
class HallStage;
class Theme;

/// A scale along the front of a rack with its units, numbered from the bottom.
struct RackUnitScale
{
    struct Number
    {
        QPointF at; ///< right end of the text, middle of its height
        QString text;
    };
    std::vector<QLineF> lines;
    std::vector<Number> numbers;
};

/// Numbers the units of a rack: every unit, every fifth or every tenth, as far as they fit at @p textHeight pixels
/// each. Empty if the rack is behind the camera or its units are unknown.
[[nodiscard]] RackUnitScale tapeAlong(const HallRack& rack, const HallCamera& camera, QSizeF viewport,
                                      double textHeight);

/// Visible edges of a box in pixels. Drawn over everything, so that a selected box can be found behind others. Empty if
/// part of the box is behind the camera.
[[nodiscard]] std::vector<QLineF> projectedEdges(const Box& box, const HallCamera& camera, QSizeF viewport);

/// A rack that is being dragged, in pixels: its target, the grid, and its position as text.
struct DragPreview
{
    std::vector<QLineF> grid;
    std::vector<QLineF> edges; ///< edges of the dragged rack; empty: no drag
    QString text;
    QPointF at; ///< middle of the text
    bool isBlocked = false; ///< the place is occupied
};

/// @param name of the rack @param blocker name of the rack in the way
[[nodiscard]] DragPreview ghostOf(const RackDrag& drag, const QString& name, const QString& blocker,
                                  const HallCamera& camera, QSizeF viewport);

/// Area drawn, for repainting; null: none.
[[nodiscard]] QRect areaOf(const DragPreview& ghost);

/// Everything drawn over the 3D picture: names, outlines, legend, tip and empty-state message. A separate widget, so
/// that hovering does not repaint the scene. Takes no input. GUI thread; child of HallView.
class HallOverlay : public QWidget
{
    Q_OBJECT

public:
    struct Mark
    {
        std::vector<QLineF> lines;
        Rgb colour = 0;
        double width = 1;
    };
    struct Name
    {
        HallLabel label;
        Rgb background = 0; ///< colour of the box it is written on
    };

    /// @param theme, frames outlive the widget
    HallOverlay(const Theme& theme, FrameStats& frames, QWidget* parent);

    void setNames(std::vector<Name> names);
    void setMarks(std::vector<Mark> marks);
    void setCallouts(std::vector<HallCallout> callouts);
    void setTape(RackUnitScale tape);
    void setFrame(QRectF frame); ///< selection frame being drawn; empty: none
    void setGhost(DragPreview ghost);
    /// Hint at the top while the mouse has a special function; empty: none.
    void setHint(QString hint);
    void setLegend(HallLegend legend);
    void setTip(HallTip tip, QPointF pointer);
    /// Message in the centre; the advice follows the first sentence. Empty: none.
    void setMessage(QString message);
    /// Whether there is no picture beneath, so that a background must be painted.
    void setOpaque(bool isOpaque);

    [[nodiscard]] QRectF legendArea() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintNames(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintCallouts(QPainter& painter) const;
    void paintTape(QPainter& painter) const;
    void paintFrame(QPainter& painter) const;
    void paintGhost(QPainter& painter) const;
    void paintHint(QPainter& painter) const;
    void paintPlate(QPainter& painter, const QString& text, QPointF middle, const QColor& edge) const;
    void paintMessage(QPainter& painter) const;

    const Theme& m_theme;
    FrameStats& m_frames;
    std::vector<Name> m_names;
    std::vector<Mark> m_marks;
    std::vector<HallCallout> m_callouts;
    RackUnitScale m_tape;
    QRectF m_frame;
    DragPreview m_ghost;
    QString m_hint;
    HallLegend m_legend;
    HallTip m_tip;
    QPointF m_pointer;
    QString m_message;
    bool m_isOpaque = false;
};

} // namespace lockstep
