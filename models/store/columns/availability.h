// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>

namespace lockstep {

/// Whether what is asked for can be had: now, later, or never. That nothing was recorded is not the same as that it has
/// not been read yet.
enum class Availability : std::uint8_t { Ready, Pending, None };

/// A stretch of time in which one answer holds.
struct AvailableRange
{
    TimeRange range;
    Availability state = Availability::None;

    friend bool operator==(const AvailableRange&, const AvailableRange&) = default;
};

} // namespace lockstep
