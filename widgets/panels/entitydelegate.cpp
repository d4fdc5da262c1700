// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/entitydelegate.h"

#include "models/core/sourcestatus.h"
#include "models/items/itemroles.h"
#include "models/store/nodestatus.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QPainter>

namespace lockstep {

namespace {

constexpr int entityMarkSide = 12;
constexpr int markRoom = entityMarkSide + 6;
constexpr int textMargin = 3; // the style's margin on both sides of an item's text

std::optional<Severity> markOfState(SourceState state)
{
    switch (state) {
    case SourceState::Live:
    case SourceState::Recorded:
        return std::nullopt;
    case SourceState::Connecting:
    case SourceState::Closed:
        return Severity::Information;
    case SourceState::Stale:
    case SourceState::Retrying:
        break;
    }
    return Severity::Warning;
}

} // namespace

EntityDelegate::EntityDelegate(ViewContext context, QObject* parent) : QStyledItemDelegate(parent), m_context(context)
{ }

std::optional<Severity> EntityDelegate::markOf(const QModelIndex& index)
{
    if (const QVariant severity = index.data(SeverityRole); severity.isValid())
        return static_cast<Severity>(severity.toInt());
    const QVariant freshness = index.data(FreshnessRole);
    const bool isStale = freshness.isValid() && static_cast<Freshness>(freshness.toInt()) == Freshness::Stale;
    if (const QVariant state = index.data(SourceStateRole); state.isValid())
        return isStale ? Severity::Warning : markOfState(static_cast<SourceState>(state.toInt()));
    if (isStale)
        return Severity::Warning;
    if (const QVariant isWell = index.data(IsWellRole); isWell.isValid() && !isWell.toBool())
        return Severity::Warning;
    return std::nullopt;
}

void EntityDelegate::setMarkColumn(int column, Text text)
{
    m_markColumn = column;
    m_markText = text;
}

void EntityDelegate::setShortened(int column, int characters)
{
    m_shortColumn = column;
    m_shortLength = characters;
}

void EntityDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (m_figureColumns.contains(index.column()))
        option->font = smallFigureFont();
    if (index.data(IsDimRole).toBool())
        option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
    if (index.column() == m_shortColumn && m_shortLength > 0)
        option->text.truncate(m_shortLength);
    // The view's hover state would remain when the pointer moves to another view.
    option->state.setFlag(QStyle::State_MouseOver, false);
    option->state.setFlag(QStyle::State_HasFocus, false);
    if (index.column() == m_markColumn && markOf(index)) {
        option->rect.adjust(markRoom, 0, 0, 0);
        if (m_markText == Text::Hidden)
            option->text.clear();
    }
    if (m_nameColumns.contains(index.column()))
        option->text = elidedName(option->fontMetrics, option->text, option->rect.width() - 2 * textMargin);
}

void EntityDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Palette& palette = m_context.theme.palette();
    const QVariant entity = index.data(EntityRole);
    const EntityRef hovered = m_context.selection.hovered();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, toColor(mixed(palette.panel, palette.accent, 0.28)));
    if (hovered.isValid() && entity.isValid() && entity.value<EntityRef>() == hovered)
        painter->fillRect(option.rect, toColor(palette.hover, 40));
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != m_markColumn)
        return;
    if (const auto mark = markOf(index)) {
        const QRectF square(option.rect.left() + 4, option.rect.center().y() - entityMarkSide / 2.0 + 1, entityMarkSide,
                            entityMarkSide);
        drawSeverity(*painter, square, *mark, palette);
    }
}

QSize EntityDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(rowHeight(option.font));
    return size;
}

} // namespace lockstep

#include "moc_entitydelegate.cpp"
