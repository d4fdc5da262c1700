// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace lockstep {

/// A figure as a list of shapes, in points from the top left; written as SVG or painted into a PDF. Colours are
/// 0xRRGGBB. A plain value.
struct Drawing
{
    struct Point
    {
        double x = 0;
        double y = 0;
    };
    struct Line
    {
        std::vector<Point> points;
        std::uint32_t colour = 0;
        double width = 1;
        bool isDashed = false;
    };
    struct Box
    {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
        std::uint32_t colour = 0;
        bool isHatched = false; ///< means "no data"
    };
    enum class Anchor : std::uint8_t { Start, Middle, End };
    struct Text
    {
        Point at; ///< of the baseline
        std::string text;
        Anchor anchor = Anchor::Start;
        double size = 10;
        std::uint32_t colour = 0x1B2026;
    };
    /// Cells of a heatmap, row by row from the top, scaled to a box without smoothing.
    struct Cells
    {
        Box box;
        std::uint32_t columns = 0;
        std::uint32_t rows = 0;
        std::vector<std::uint32_t> colours;
    };
    using Item = std::variant<Line, Box, Text, Cells>;

    double width = 0;
    double height = 0;
    std::string description; ///< alternative text
    std::vector<Item> items;
};

} // namespace lockstep
