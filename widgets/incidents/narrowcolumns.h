// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

class QTableView;

namespace lockstep {

/// Lets columns of a table leave while it is too narrow for all of them, instead of cutting what is to the right.
/// @param leaving the least important first; @param rest the column that takes what is left (see giveRestTo(), to be
/// called before), never less than @p min pixels
void letColumnsLeave(QTableView& table, const std::vector<int>& leaving, int rest, int min);

} // namespace lockstep
