// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <QObject>

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Moments that the user has marked in the current data. GUI thread; owned by the composition.
class Bookmarks : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] std::span<const TimePoint> times() const { return m_times; } ///< in order
    void setTimes(std::vector<TimePoint> times);

    /// Removes bookmarks within @p reach of the time; if there are none, adds one.
    void toggle(TimePoint time, Duration reach);
    /// The nearest one after (+1) or before (-1) a time; nullopt: none.
    [[nodiscard]] std::optional<TimePoint> next(TimePoint from, int direction) const;

Q_SIGNALS:
    void changed();

private:
    std::vector<TimePoint> m_times;
};

} // namespace lockstep
