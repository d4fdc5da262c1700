// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/tokenbucket.h"

#include <chrono>

namespace lockstep {

/// Limits the calling thread to a share of one core by returning how long to sleep. Unused time may be used later, up
/// to a limit. Call on the measured thread.
class CpuShare
{
public:
    /// @param share of a core @param burst processor time
    CpuShare(double share, std::chrono::nanoseconds burst);

    /// How long to sleep after the work since the last call; zero while part of the share is left.
    [[nodiscard]] std::chrono::nanoseconds rest();

private:
    TokenBucket m_left; ///< seconds of processor time
    double m_used; ///< at the last call
};

} // namespace lockstep
