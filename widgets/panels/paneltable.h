// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/view/viewcontext.h"

#include <QStyledItemDelegate>

#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

class QAbstractItemModel;
class QTableView;

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

/// A table in the panels' style: compact rows without a grid, row selection, hover shared with other views. @p model
/// must be set before the header is configured. Owned by the caller's layout.
[[nodiscard]] QTableView* makePanelTable(ViewContext context, QAbstractItemModel& model);

/// Calls @p fit now and before each resize of the rows' area. Functions that were added later are called first.
void fitToView(QTableView& table, const std::function<void()>& fit);

/// Gives one column the remaining width, at least @p min pixels; below that the table scrolls.
void stretchColumn(QTableView& table, int column, int min);

/// Hides columns while the table is too narrow, instead of cutting off the last ones.
/// @param leaving columns to hide, least important first
/// @param rest column that takes the remaining width (call stretchColumn() before), at least @p min pixels
void hideColumnsToFit(QTableView& table, const std::vector<int>& leaving, int rest, int min);

/// Sets the height of each row to that of the wrapped texts in these columns. Hidden columns are ignored.
/// @param max pixels of text; longer texts are cut off
/// @return whether any height has changed
bool fitRowsToText(QTableView& table, std::initializer_list<int> columns, int max = std::numeric_limits<int>::max());

/// Calls @p hold when the pointer enters or leaves the rows, so that rows do not move under it.
void holdWhileHovered(QTableView& table, std::function<void(bool isHeld)> hold);

/// Gives a column of sentences the remaining width. Below @p comfortable pixels the table is narrow: rows get two
/// lines, the sentence and the columns before it fill the view, and the columns after it are reached by scrolling.
/// Hidden columns are ignored.
/// @param narrowed called when the table becomes narrow or wide, so that other columns can be shortened
void showSentences(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed = {});

/// The delegate that makePanelTable() gave the table.
[[nodiscard]] EntityDelegate& delegateOf(QTableView& table);

} // namespace lockstep
