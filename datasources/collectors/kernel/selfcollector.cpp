// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/selfcollector.h"

#include "datasources/collectors/kernel/files/kerneltext.h"
#include "models/core/metrics/metricnames.h"

#include <fmt/format.h>

#include <sys/resource.h>

namespace lockstep {

SelfCollector::SelfCollector() : m_memory("/proc/self/statm") { }

InventoryItem SelfCollector::detect()
{
    return active(fmt::format("process {}", ::getpid()));
}

void SelfCollector::declare(LayoutBuilder& layout)
{
    m_cpuSlot = layout.add(metrics::agent::cpu);
    m_memorySlot = layout.add(metrics::agent::memory);
}

void SelfCollector::sample(TimePoint now, TickWriter& tick)
{
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) {
        const auto microseconds = [](const timeval& time) {
            return time.tv_sec * 1'000'000 + time.tv_usec;
        };
        const auto spent = static_cast<std::uint64_t>(microseconds(usage.ru_utime) + microseconds(usage.ru_stime));
        if (const auto rate = m_cpuMicroseconds.sample(spent, now))
            tick.set(m_cpuSlot, *rate * 1e-6);
    }
    std::string_view pages = m_memory.read(m_buffer); // "size resident shared ..."
    nextWord(pages);
    if (const auto resident = parseCount(nextWord(pages)))
        tick.set(m_memorySlot, static_cast<double>(*resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)));
}

} // namespace lockstep
