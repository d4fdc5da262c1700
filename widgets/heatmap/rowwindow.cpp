// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/rowwindow.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

void RowWindow::setTotal(std::size_t rows)
{
    m_total = rows;
    clamp();
}

void RowWindow::setHeight(double pixels)
{
    m_height = std::max(pixels, 0.0);
    clamp();
}

void RowWindow::setLeast(double rowPixels)
{
    m_least = std::max(rowPixels, 0.0);
    clamp();
}

/// Number of rows in view without zoom.
double RowWindow::fittedRows() const
{
    const auto total = static_cast<double>(m_total);
    return m_least > 0 && m_height > 0 ? std::min(total, std::max(m_height / m_least, 1.0)) : total;
}

void RowWindow::fit()
{
    m_isFitted = true;
    clamp();
}

void RowWindow::zoom(double factor, double fixedY)
{
    if (!(factor > 0) || m_total == 0)
        return;
    const double fixedRow = rowAt(fixedY);
    m_isFitted = false;
    m_shown = std::clamp(m_shown * factor, std::min(minRows, fittedRows()), fittedRows());
    m_isFitted = m_shown >= fittedRows();
    const double pixels = rowPixels();
    m_first = pixels > 0 ? fixedRow - fixedY / pixels : 0;
    clamp();
}

void RowWindow::panPixels(double pixels)
{
    if (rowPixels() > 0)
        m_first += pixels / rowPixels();
    clamp();
}

void RowWindow::reveal(std::size_t row)
{
    const auto at = static_cast<double>(row);
    const double inView = rowPixels() > 0 ? m_height / rowPixels() : 0;
    if (at < m_first)
        m_first = at;
    else if (at + 1 > m_first + inView)
        m_first = at + 1 - inView;
    clamp();
}

double RowWindow::rowPixels() const
{
    return m_shown > 0 ? std::min(m_height / m_shown, m_tallest) : 0;
}

double RowWindow::rowAt(double y) const
{
    const double pixels = rowPixels();
    return pixels > 0 ? m_first + y / pixels : 0;
}

std::size_t RowWindow::firstVisible() const
{
    return static_cast<std::size_t>(std::clamp(std::floor(m_first), 0.0, static_cast<double>(m_total)));
}

std::size_t RowWindow::endVisible() const
{
    return static_cast<std::size_t>(std::clamp(std::ceil(rowAt(m_height)), 0.0, static_cast<double>(m_total)));
}

void RowWindow::clamp()
{
    const auto total = static_cast<double>(m_total);
    if (m_isFitted || m_shown > fittedRows() || m_shown <= 0)
        m_shown = fittedRows();
    const double inView = rowPixels() > 0 ? m_height / rowPixels() : 0;
    m_first = std::clamp(m_first, 0.0, std::max(0.0, total - inView));
}

} // namespace lockstep
