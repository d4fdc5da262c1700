// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/fabric/matrixframe.h"

class QPainter;

namespace lockstep {

/// Space for the names beside and above a matrix, in logical pixels.
struct MatrixLabels
{
    int group = 0; ///< column of group names at the left edge; 0: none
    int row = 0; ///< column of row names; 0: rows are too low to be named
    int header = 0; ///< above the cells
    int margin = 8; ///< right of the cells: for the last slanted name
    bool slanted = false; ///< column names do not fit side by side

    [[nodiscard]] int width() const { return group + row; }
};

/// Cached widths of names, which only change with the matrix.
struct MatrixNames
{
    int group = 0; ///< the widest
    int row = 0;
    int column = 0;
};

[[nodiscard]] MatrixNames measureNames(const MatrixAxes& axes);
/// @param width of the whole canvas; @param rowPixels, @param columnPixels size of a cell
[[nodiscard]] MatrixLabels measureLabels(const MatrixNames& names, int width, double rowPixels, double columnPixels);

/// Draws names of groups, rows and columns, unaffected by scrolling.
void drawLabels(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette);

} // namespace lockstep
