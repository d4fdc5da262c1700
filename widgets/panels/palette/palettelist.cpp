// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/palette/palettelist.h"

#include "models/view/colour/theme.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QPainter>

namespace lockstep {

void PaletteListModel::setEntries(std::vector<PaletteEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

const PaletteEntry* PaletteListModel::entry(int row) const
{
    return row >= 0 && row < rowCount() ? &m_entries[static_cast<std::size_t>(row)] : nullptr;
}

int PaletteListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant PaletteListModel::data(const QModelIndex& index, int role) const
{
    const PaletteEntry* found = index.isValid() ? entry(index.row()) : nullptr;
    if (found == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return found->text;
    case DetailRole:
        return found->detail;
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(found->text, found->detail);
    default:
        return {};
    }
}

PaletteDelegate::PaletteDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) { }

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {200, rowHeight(textFont()) + 4};
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Palette& palette = m_theme.palette();
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    if (isChosen)
        painter->fillRect(option.rect, toColor(mixed(palette.raised, palette.accent, 0.28)));
    else if (isHovered)
        painter->fillRect(option.rect, toColor(palette.line));

    QRect line = option.rect.adjusted(12, 0, -12, 0);
    painter->setFont(smallTextFont());
    painter->setPen(toColor(isChosen ? palette.text : palette.dimText));
    const QString detail = index.data(PaletteListModel::DetailRole).toString();
    painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, detail);
    line.setRight(line.right() - painter->fontMetrics().horizontalAdvance(detail) - 16);
    painter->setFont(textFont());
    painter->setPen(toColor(palette.text));
    painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, line.width()));
}

} // namespace lockstep

#include "moc_palettelist.cpp"
