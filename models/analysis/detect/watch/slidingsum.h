// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <deque>

namespace lockstep {

/// Integral of a quantity over the last period, in pieces of a minute. Missing values count neither as zero nor as
/// time. A plain value.
class SlidingSum
{
public:
    explicit SlidingSum(double periodSeconds) : m_period(durationOfSeconds(periodSeconds)) { }

    /// @param value since the last call; NaN: no data  @param seconds length of that time
    void add(float value, TimePoint now, float seconds);
    [[nodiscard]] double seconds() const; ///< with data
    [[nodiscard]] double sum() const; ///< value × seconds

private:
    struct Piece
    {
        TimePoint begin;
        double seconds = 0;
        double sum = 0;
    };

    Duration m_period;
    std::deque<Piece> m_pieces;
};

} // namespace lockstep
