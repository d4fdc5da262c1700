// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lockstep {

class Theme;

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
