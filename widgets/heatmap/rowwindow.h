// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace lockstep {

/// The visible rows of a heatmap and their height, zoomed and panned like a time range. Pure arithmetic in logical
/// pixels; with a height of zero, everything maps to the first row.
class RowWindow
{
public:
    static constexpr double tallestRow = 56; ///< maximum row height
    static constexpr double minRows = 4; ///< limit for zooming in

    /// @param tallest maximum row height in pixels
    explicit RowWindow(double tallest = tallestRow) : m_tallest(tallest) { }

    void setTotal(std::size_t rows);
    void setHeight(double pixels);
    /// Minimum row height for readability, at which not all rows may fit; 0: all rows always fit.
    void setLeast(double rowPixels);

    void fit();
    void zoom(double factor, double fixedY);
    void panPixels(double pixels);
    void reveal(std::size_t row);

    [[nodiscard]] std::size_t total() const { return m_total; }
    [[nodiscard]] double height() const { return m_height; }
    [[nodiscard]] bool isFitted() const { return m_isFitted; }
    [[nodiscard]] double rowPixels() const;
    [[nodiscard]] double yOf(double row) const { return (row - m_first) * rowPixels(); }
    /// Row at a height, possibly outside [0, total).
    [[nodiscard]] double rowAt(double y) const;
    /// Rows that are at least partly visible, within [0, total).
    [[nodiscard]] std::size_t firstVisible() const;
    [[nodiscard]] std::size_t endVisible() const;

private:
    void clamp();
    [[nodiscard]] double fittedRows() const;

    double m_tallest;
    double m_least = 0;
    std::size_t m_total = 0;
    double m_height = 0;
    double m_first = 0;
    double m_shown = 0; ///< rows in view
    bool m_isFitted = true;
};

} // namespace lockstep
