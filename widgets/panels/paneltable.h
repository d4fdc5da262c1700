// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <functional>
#include <vector>

class QAbstractItemModel;
class QTableView;

namespace lockstep {

class EntityDelegate;

/// A table in the panels' style: compact rows without a grid, row selection, hover shared with other views. @p model
/// must be set before the header is configured. Owned by the caller's layout.
[[nodiscard]] QTableView* makePanelTable(ViewContext context, QAbstractItemModel& model);

/// Calls @p fit now and before each resize of the rows' area. Functions added later are called first.
void fitToView(QTableView& table, const std::function<void()>& fit);

/// Gives one column the remaining width, at least @p min pixels; below that the table scrolls.
void giveRestTo(QTableView& table, int column, int min);

/// Hides columns while the table is too narrow, instead of cutting off those at the right.
/// @param leaving least important first @param rest column that takes the remaining width (call giveRestTo() before),
/// at least @p min pixels
void letColumnsLeave(QTableView& table, const std::vector<int>& leaving, int rest, int min);

/// Calls @p hold when the pointer enters or leaves the rows, so that rows do not move under it.
void holdUnderPointer(QTableView& table, std::function<void(bool isHeld)> hold);

/// Gives a column of sentences the remaining width. Below @p comfortable pixels the table is narrow: rows get two
/// lines, the sentence and the columns before it fill the view, and the columns after it are reached by scrolling.
/// Hidden columns are ignored.
/// @param narrowed called when this changes, so that other columns can be shortened
void showSentences(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed = {});

/// The delegate that makePanelTable() gave the table.
[[nodiscard]] EntityDelegate& delegateOf(QTableView& table);

} // namespace lockstep
