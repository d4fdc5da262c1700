// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/palette/palettesearch.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

namespace lockstep {

class Theme;

/// Search results as rows. Owned by the palette.
class PaletteListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { DetailRole = Qt::UserRole };

    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<PaletteEntry> entries);
    /// Null if there is no such row.
    [[nodiscard]] const PaletteEntry* entry(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PaletteEntry> m_entries;
};

/// Paints a result: its text and, dimmed on the right, its keys, kind or unit. Owned by the palette.
class PaletteDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit PaletteDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const Theme& m_theme;
};

} // namespace lockstep
