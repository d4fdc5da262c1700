// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

class QStackedLayout;
class QTableView;
class QVBoxLayout;
class QWidget;

namespace lockstep {

/// @name A list of rows above the figures of the one that was chosen.
/// @{
/// Two pages: what says why there is no row, and the list, below which the caller adds the rest.
[[nodiscard]] QVBoxLayout* addListPage(QStackedLayout& pages, QWidget& empty, QTableView& list);
/// Calls @p choose with the row that is clicked, or entered by key.
void whenChosen(QTableView& list, std::function<void(int row)> choose);
/// The list takes what it needs, but no more than that, its header included.
void limitHeight(QTableView& list, int maxHeight);
void showColumns(QTableView& list); ///< all of them
/// Where there is no room for all columns, those leave first that the figures below tell as well.
/// @param wanted width of all that are shown  @param leaving in that order
void hideColumns(QTableView& list, int wanted, int width, std::span<const int> leaving);
/// @}

} // namespace lockstep
