// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/nvidia/nvmlabi.h"

#include <deque>

#include <atomic>
#include <utility>
#include <vector>

namespace lockstep {

/// One NVLink of a GPU.
struct StandinLink
{
    unsigned state = 1; ///< 0: inactive, 2: asleep
    int remoteType = 2; ///< a switch
    unsigned remoteBus = 0x90; ///< on the PCI bus; GPUs are at 0x10 and their index on top; 0: nowhere on this machine
    unsigned remoteLink = 0;
    unsigned long long kibibytes = 0; ///< sent; half as much is received
    unsigned long long replays = 0;
    unsigned long long recoveries = 0;
    unsigned long long crcErrors = 0;
    unsigned long long eccErrors = 0; ///< by the older questions alone
    unsigned long long symbolErrors = 0; ///< these three: NVLink 5
    unsigned long long recoveriesFailed = 0;
    unsigned symbolErrorRatio = 0; ///< packed
};

/// Values returned by the stand-in for NVML. A test sets them through standinNvml(), which the library exports. GPUs
/// are identical except for their temperature, which is 40 °C plus the index.
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
    std::vector<unsigned> processes; ///< on the second GPU
    unsigned nvlinkVersion = 4; ///< 3: asked link by link, 4: by fields, 5: other counters
    std::vector<std::vector<StandinLink>> links; ///< by GPU
    unsigned linkQuestions = 0; ///< fields and counters of single links that were asked for
    std::deque<std::pair<unsigned, unsigned long long>> xids; ///< GPU and code
};

} // namespace lockstep
