// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QWidget>

#include <span>
#include <vector>

class QPainter;

namespace lockstep {

class HoverTip;
struct HoverText;

/// A bar that divides a total into named parts; names that do not fit are above it. Unknown parts are hatched. GUI
/// thread; owned by its parent.
class ShareBar : public QWidget
{
    Q_OBJECT

public:
    struct Part
    {
        QString name;
        double amount = 0; ///< in any unit; equal for all parts of a bar
        Rgb Palette::*colour = nullptr; ///< null: hatched, unknown
    };

    explicit ShareBar(ViewContext context, QWidget* parent = nullptr);

    /// @param title name of the whole
    /// @param parts in drawing order
    void setParts(QString title, std::vector<Part> parts);
    [[nodiscard]] const std::vector<Part>& parts() const { return m_parts; }
    [[nodiscard]] double total() const;
    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] HoverText explainAt(QPoint point) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    [[nodiscard]] virtual HoverText explain(const Part& part) const;

    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Placed
    {
        const Part* part = nullptr;
        double from = 0; ///< share of the bar
        double to = 0;
    };

    [[nodiscard]] std::vector<Placed> placed() const;
    [[nodiscard]] QBrush brushOf(const Part& part) const;
    void paintKey(QPainter& painter, std::span<const Placed> unnamed) const;
    [[nodiscard]] QRect bar() const;

    ViewContext m_context;
    HoverTip* m_tip;
    QString m_title;
    std::vector<Part> m_parts;
};

} // namespace lockstep
