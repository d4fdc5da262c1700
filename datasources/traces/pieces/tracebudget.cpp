// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/tracebudget.h"

#include <unistd.h>

namespace lockstep {

namespace {

std::uint64_t halfOfMemory()
{
    constexpr std::uint64_t unknown = std::uint64_t{4} << 30;
    const auto pages = sysconf(_SC_PHYS_PAGES);
    const auto pageBytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && pageBytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageBytes) / 2
                                      : unknown;
}

bool takeFrom(std::atomic<std::uint64_t>& left, std::uint64_t amount)
{
    auto seen = left.load();
    while (seen >= amount) {
        if (left.compare_exchange_weak(seen, seen - amount))
            return true;
    }
    return false;
}

} // namespace

TraceBudget::TraceBudget(const TraceAllowances& allowances) : m_allowances(allowances), m_machineLimit(halfOfMemory())
{
    for (std::size_t cost = 0; cost < allowances.size(); ++cost)
        m_left[cost] = allowances[cost].pool;
}

bool TraceBudget::draw(TraceCost cost, std::uint64_t amount)
{
    return takeFrom(m_left[static_cast<std::size_t>(cost)], amount);
}

void TraceBudget::giveBack(TraceCost cost, std::uint64_t amount)
{
    m_left[static_cast<std::size_t>(cost)] += amount;
}

bool TraceBudget::hold(std::uint64_t bytes)
{
    if (m_held.fetch_add(bytes) + bytes <= m_machineLimit)
        return true;
    m_held -= bytes;
    return false;
}

void TraceBudget::release(std::uint64_t bytes)
{
    m_held -= bytes;
}

} // namespace lockstep
