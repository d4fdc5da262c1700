// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QRect>
#include <QStyledItemDelegate>

#include <span>

class QPainter;

namespace lockstep {

class Theme;

/// Draws a sparkline (NaN is a gap): minimum and maximum per pixel, scaled to its own range, with a dot for the newest
/// sample.
void drawSparkline(QPainter& painter, const QRect& area, std::span<const float> samples, Rgb colour);

/// Paints a row of MetricFactsModel: name, sparkline, value with a severity mark, limits. GUI thread; owned by
/// FactsPanel.
class MetricFactsDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit MetricFactsDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace lockstep
