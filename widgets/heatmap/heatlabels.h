// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/heatmap/heatcontent.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockstep {

/// Space for the names beside and above the cells, in logical pixels.
struct HeatLabels
{
    int group = 0; ///< column of group names at the far left
    int row = 0; ///< column of row names; 0: rows are too low to be named
    int header = 22; ///< above the cells
    bool slanted = false; ///< column names do not fit side by side

    [[nodiscard]] int width() const { return group + row; }
};

/// Minimum row height for individual row names.
inline constexpr double namedRowPixels = 14;

/// Cached widths of names, which only change with rows and columns.
struct NameWidths
{
    int group = 0;
    int row = 0;
    int column = 0; ///< the widest
};

[[nodiscard]] NameWidths measureNames(const ClusterStore& store, const HeatContent& content);

/// @param width of the whole canvas; @param rowPixels height of a row
[[nodiscard]] HeatLabels measureLabels(const ClusterStore& store, const HeatContent& content, const NameWidths& names,
                                       int width, double rowPixels);

/// Which columns have room for a slanted name: every n-th, and always the current one, if any.
[[nodiscard]] std::vector<std::size_t> namedColumns(std::size_t count, double columnPixels, double namePixels,
                                                    std::optional<std::size_t> current);

/// Draws group and row names left of the cells, unaffected by scrolling; groups of silent nodes are marked.
void drawRowLabels(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                   const Palette& palette);

/// Names of columns, fixed above the cells.
/// @param current metric that the other views show; underlined
void drawColumnHeadings(QPainter& painter, const HeatFrame& frame, const HeatContent& content, const HeatLabels& labels,
                        MetricId current, const Palette& palette);

} // namespace lockstep
