// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/nvidia/nvmlabi.h"

#include <deque>

#include <atomic>
#include <utility>

namespace lockstep {

/// What the stand-in for NVML answers; a test sets it through standinNvml(), which the library exports. GPUs are alike
/// but for their temperature: 40 °C and their index on top.
struct StandinNvml
{
    nvml::Return initialise = nvml::success;
    std::atomic<bool> isWaking{false}; ///< it does not answer that while set
    unsigned deviceCount = 2;
    bool hasPcieCounters = true; ///< as drivers since 550 have
    bool hasWidePcieCounters = true; ///< 64 bits
    bool isLost = false; ///< the second GPU
    std::atomic<bool> isHanging{false}; ///< questions about temperature are not answered while set
    unsigned long long throttleReasons = 0x1;
    unsigned instantMilliwatts = 350'000;
    unsigned long long nvlinkKibibytes = 0;
    unsigned long long pcieBytes = 0;
    unsigned long long correctedErrors = 0;
    unsigned nvlinkErrors = 0;
    nvml::RemappedRows rows{};
    std::deque<std::pair<unsigned, unsigned long long>> xids; ///< GPU and code
};

} // namespace lockstep
