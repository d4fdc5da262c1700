// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/cputimes.h"

#include "datasources/collectors/kernel/files/kerneltext.h"

#include <algorithm>

namespace lockstep {

CpuTimes::CpuTimes(std::string_view fields)
{
    const std::uint64_t user = nextCount(fields);
    const std::uint64_t nice = nextCount(fields);
    const std::uint64_t kernel = nextCount(fields);
    const std::uint64_t idle = nextCount(fields);
    wait = nextCount(fields);
    const std::uint64_t interrupts = nextCount(fields);
    const std::uint64_t softInterrupts = nextCount(fields);
    steal = nextCount(fields);
    system = kernel + interrupts + softInterrupts;
    busy = user + nice + system + steal;
    total = busy + idle + wait;
}

TimePoint CpuTimes::clock(std::size_t cores) const
{
    // Divided before it is multiplied: a machine of 192 cores gathers enough jiffies in two years to overflow
    // otherwise.
    const std::uint64_t parts = std::max<std::size_t>(1, cores);
    const auto nanoseconds = static_cast<std::uint64_t>(jiffy.count());
    const std::uint64_t time = total / parts * nanoseconds + total % parts * nanoseconds / parts;
    return TimePoint(Duration(static_cast<std::int64_t>(time)));
}

double CpuTimes::shareScale(std::size_t cores)
{
    return std::chrono::duration<double>(jiffy).count() / static_cast<double>(std::max<std::size_t>(1, cores));
}

} // namespace lockstep
