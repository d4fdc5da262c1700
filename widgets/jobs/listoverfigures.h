// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

class QTableView;

namespace lockstep {

/// @name A list of rows above the figures of the selected one.
/// @{
/// Calls @p choose with the row clicked or activated by key.
void whenChosen(QTableView& list, std::function<void(int row)> choose);
/// Limits the list's height to its contents, including the header, and to @p maxHeight.
void limitHeight(QTableView& list, int maxHeight);
void showColumns(QTableView& list); ///< shows all columns
/// If not all columns fit, hides those that the figures below contain as well.
/// @param wanted total width of the visible columns @param leaving columns in the order in which to hide them
void hideColumns(QTableView& list, int wanted, int width, std::span<const int> leaving);
/// @}

} // namespace lockstep
