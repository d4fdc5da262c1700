// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <functional>
#include <vector>

class QAbstractItemModel;
class QTableView;

namespace lockstep {

class EntityDelegate;

/// A table as all panels have it: rows of 22 px without a grid, whole rows chosen, hover shared with the other views.
/// @p model is set before the header is arranged. The view is owned by the caller's layout.
[[nodiscard]] QTableView* makePanelTable(ViewContext context, QAbstractItemModel& model);

/// Lets one column take the room that the others leave, but never less than @p min pixels: then the table scrolls.
void giveRestTo(QTableView& table, int column, int min);

/// Lets columns of a table leave while it is too narrow for all of them, instead of cutting what is to the right.
/// @param leaving the least important first; @param rest the column that takes what is left (see giveRestTo(), to be
/// called before), never less than @p min pixels
void letColumnsLeave(QTableView& table, const std::vector<int>& leaving, int rest, int min);

/// Tells when the pointer comes over the rows and when it leaves: rows must not move away under it.
void holdUnderPointer(QTableView& table, std::function<void(bool isHeld)> hold);

/// Lets a column of sentences take the room that the others leave. Where that is less than @p comfortable pixels the
/// table is narrow: rows have two lines, the sentence and what stands before it fill what is in sight, and what stands
/// behind it is scrolled to. A column that is hidden and moved to where it does not matter takes no part in that.
/// @param narrowed called when that changes, so that other columns can make do with less
void showSentences(QTableView& table, int column, int comfortable, std::function<void(bool)> narrowed = {});

/// The delegate that makePanelTable() gave the table.
[[nodiscard]] EntityDelegate& delegateOf(QTableView& table);

} // namespace lockstep
