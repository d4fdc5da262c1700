// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>

#include <algorithm>

namespace lockstep {

/// Layout of the timeline's viewport, in logical pixels: labels fixed on the left, ruler and event row on top, lanes
/// below, pinned ones first. A plain value.
struct TimelineGeometry
{
    int width = 0;
    int height = 0;
    int labelWidth = 0;
    int rowHeight = 22;
    int scroll = 0; ///< vertical scroll offset of the lanes
    int frozen = 0; ///< height of the first rows, which do not scroll: pinned lanes

    [[nodiscard]] int eventsHeight() const { return rowHeight - 4; }
    [[nodiscard]] int lanesTop() const { return rowHeight + eventsHeight(); }
    [[nodiscard]] int axisWidth() const { return std::max(1, width - labelWidth); }

    [[nodiscard]] QRect corner() const { return {0, 0, labelWidth, rowHeight}; }
    [[nodiscard]] QRect ruler() const { return {labelWidth, 0, axisWidth(), rowHeight}; }
    [[nodiscard]] QRect events() const { return {labelWidth, rowHeight, axisWidth(), eventsHeight()}; }
    [[nodiscard]] QRect labels() const { return {0, lanesTop(), labelWidth, lanesHeight()}; }
    [[nodiscard]] QRect lanes() const { return {labelWidth, lanesTop(), axisWidth(), lanesHeight()}; }
    /// Everything on the time axis.
    [[nodiscard]] QRect plot() const { return {labelWidth, 0, axisWidth(), height}; }
    [[nodiscard]] int lanesHeight() const { return std::max(0, height - lanesTop()); }
    /// Part of the viewport in which lanes scroll.
    [[nodiscard]] int scrolledTop() const { return lanesTop() + frozen; }
    /// The visible part of the rows, at full width: pinned or scrolling ones.
    [[nodiscard]] QRect rowsArea(bool areFrozen) const
    {
        return areFrozen ? QRect(0, lanesTop(), width, std::min(frozen, lanesHeight()))
                         : QRect(0, scrolledTop(), width, std::max(0, height - scrolledTop()));
    }

    /// rowY() and viewY() convert between y in the viewport and y in the rows. isFrozen() takes y in the rows.
    [[nodiscard]] bool isFrozen(int y) const { return y < frozen; }
    [[nodiscard]] int rowY(int y) const { return y < scrolledTop() ? y - lanesTop() : y - lanesTop() + scroll; }
    [[nodiscard]] int viewY(int y) const { return isFrozen(y) ? y + lanesTop() : y + lanesTop() - scroll; }

    friend bool operator==(const TimelineGeometry&, const TimelineGeometry&) = default;
};

} // namespace lockstep
