// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>

namespace lockstep {

/// Whether data is available now, later or never. Distinguishes data that was not recorded from data that has not been
/// read yet.
enum class Availability : std::uint8_t { Ready, Pending, None };

/// A time range with one availability.
struct AvailableRange
{
    TimeRange range;
    Availability state = Availability::None;

    friend bool operator==(const AvailableRange&, const AvailableRange&) = default;
};

} // namespace lockstep
