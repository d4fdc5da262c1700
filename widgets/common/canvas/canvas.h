// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace lockstep {

class HoverTip;

/// Base of painted grids and plots: opaque, with a focus frame; repaints when selection, hover or theme changes; ends
/// hovering when the pointer leaves; distinguishes clicks from drags. GUI thread.
class Canvas : public QWidget
{
    Q_OBJECT

public:
    /// Whether the last paint brought everything in view up to date.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] std::uint64_t paintCount() const { return m_paintCount; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

Q_SIGNALS:
    /// The colour scale or the content has changed.
    void shownChanged();

protected:
    static constexpr double zoomStep = 0.8; ///< per notch of the wheel or key press
    static constexpr double keyPanShare = 0.15;

    Canvas(const ViewContext& context, const QString& name, QWidget* parent);

    /// Paints everything except the focus frame, including the background.
    virtual void paintOn(QPainter& painter) = 0;
    /// Called when the pointer has moved without a button pressed.
    virtual void hover(QPointF point) = 0;
    virtual void click(QPointF point, Qt::KeyboardModifiers modifiers) = 0;
    virtual void pressed(const QMouseEvent&) { }
    /// @param by pixels to pan; zero while the press may still become a click
    virtual void dragged(const QMouseEvent&, QPointF by) { static_cast<void>(by); }
    virtual void released(const QMouseEvent&, QPointF from) { static_cast<void>(from); }

    /// Whether the picture is up to date; if not, painting continues in the next event-loop turn.
    void setComplete(bool isComplete);
    /// Fills the background beside the cells, and behind transparent ones.
    void paintGround(QPainter& painter, const QRectF& cells, bool hasTransparentCells) const;
    [[nodiscard]] static double zoomOf(const QWheelEvent& event);
    [[nodiscard]] bool isClick(const QMouseEvent& event, QPointF from) const;

    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

    const ViewContext m_context;
    HoverTip* const m_tip; ///< child of the window; destroyed with this view
    std::optional<QPointF> m_pressedAt;
    QPointF m_draggedTo;

private:
    bool m_isComplete = true;
    std::uint64_t m_paintCount = 0;
};

} // namespace lockstep
