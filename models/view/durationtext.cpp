// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/units.h"
#include "models/view/timeaxis.h"

namespace lockstep {

std::string formatDuration(Duration duration)
{
    const double seconds = std::chrono::duration<double>(duration).count();
    return duration < Duration::zero() ? "\u2212" + formatQuantity(-seconds, Unit::Seconds)
                                       : formatQuantity(seconds, Unit::Seconds);
}

} // namespace lockstep
