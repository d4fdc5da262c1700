// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace lockstep {

/// Sleeps for the duration, or until a stop is requested. @return false: a stop is requested
inline bool waitFor(Duration duration, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, duration, [] { return false; });
    return !stop.stop_requested();
}

} // namespace lockstep
