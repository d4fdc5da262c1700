// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/reportcharts.h"

namespace lockstep {

/// Plot area of a chart with a time axis; common to all charts of a report.
class ReportAxes
{
public:
    static constexpr double width = 720; ///< of the whole drawing
    static constexpr std::uint32_t lineColour = 0xCFD4DA;
    static constexpr std::uint32_t dimText = 0x5B6570;
    static constexpr std::uint32_t accent = 0x0B62C4;

    ReportAxes(const ChartFrame& frame, double plotHeight, double labelWidth);

    [[nodiscard]] double left() const { return m_left; }
    [[nodiscard]] double right() const { return width - 8; }
    [[nodiscard]] double top() const { return 18; } ///< room for the notes' numbers above
    [[nodiscard]] double bottom() const { return top() + m_plotHeight; }
    [[nodiscard]] double height() const { return bottom() + 20; }
    [[nodiscard]] double xOf(TimePoint time) const; ///< clamped to the plot

    /// Draws frame, time labels with the zone along the bottom, and notes.
    void drawUnder(Drawing& drawing) const;
    void drawNotes(Drawing& drawing) const;

private:
    ChartFrame m_frame;
    double m_plotHeight;
    double m_left;
};

} // namespace lockstep
