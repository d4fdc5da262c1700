// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/viewcontext.h"

#include <QStyledItemDelegate>

#include <optional>

namespace lockstep {

/// Paints cells of rows about an entity: highlights hovered entities, and marks unhealthy ones with a severity symbol.
/// Uses the roles of models/items. Owned by its view.
class EntityDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit EntityDelegate(ViewContext context, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    enum class Text { Shown, Hidden };

    /// Column with the severity shape, with or without its text (screen readers always get the text).
    void setMarkColumn(int column, Text text = Text::Shown);
    /// Columns with numbers, in the monospaced font.
    void setFigureColumns(QList<int> columns) { m_figureColumns = std::move(columns); }

    /// Columns with names, elided in the middle.
    void setNameColumns(QList<int> columns) { m_nameColumns = std::move(columns); }
    /// Truncates a column's text to that many characters: "03:12:44.182 UTC" to 8. 0: no limit.
    void setShortened(int column, int characters);

    /// The severity shape of a row; nullopt if there is no problem.
    [[nodiscard]] static std::optional<Severity> markOf(const QModelIndex& index);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    ViewContext m_context;
    int m_markColumn = -1;
    Text m_markText = Text::Shown;
    QList<int> m_figureColumns;
    QList<int> m_nameColumns;
    int m_shortColumn = -1;
    int m_shortLength = 0;
};

} // namespace lockstep
