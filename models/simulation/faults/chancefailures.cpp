// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/faults/chancefailures.h"

#include <array>

namespace lockstep::sim {

namespace {

using enum FailureEffect;

constexpr std::array table{
    FailureRate{"Faulty GPU", 148, GpuLost, 79, true},
    FailureRate{"GPU HBM3 memory", 72, MemoryFault, 48, true},
    FailureRate{"Software bug", 54, ProcessCrash, 31, false},
    FailureRate{"Network switch/cable", 35, LinkDown, 0, false},
    FailureRate{"Host maintenance", 32, HostLost, 0, true},
    FailureRate{"GPU SRAM memory", 19, MemoryFault, 95, false},
    FailureRate{"GPU system processor", 17, GpuFault, 119, false},
    FailureRate{"NIC", 7, NicLost, 0, true},
    FailureRate{"NCCL watchdog timeouts", 7, ProcessCrash, 0, false},
    FailureRate{"Silent data corruption", 6, Silent, 0, true},
    FailureRate{"GPU thermal interface + sensor", 6, GpuFault, 62, true},
    FailureRate{"SSD", 3, HostLost, 0, true},
    FailureRate{"Power supply", 3, HostLost, 0, true},
    FailureRate{"Server chassis", 2, HostLost, 0, true},
    FailureRate{"IO expansion board", 2, HostLost, 0, true},
    FailureRate{"Dependency", 2, ProcessCrash, 0, false},
    FailureRate{"CPU", 2, HostLost, 0, true},
    FailureRate{"System memory", 2, HostLost, 0, true},
};

} // namespace

std::span<const FailureRate> publishedFailures()
{
    return table;
}

double publishedFailureRate()
{
    double interruptions = 0;
    for (const FailureRate& rate : table)
        interruptions += rate.interruptions;
    return interruptions / (54.0 * 86400.0) / 16384.0;
}

} // namespace lockstep::sim
