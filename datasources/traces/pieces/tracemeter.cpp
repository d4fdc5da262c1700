// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/tracemeter.h"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>
#include <utility>

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

/// Amounts are approved in steps, so that most charges cost only an addition.
constexpr std::uint64_t clearingStep = std::uint64_t{64} << 10;

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

void TraceBudget::refund(TraceCost cost, std::uint64_t amount)
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

TraceMeter::TraceMeter(TraceBudget& set, std::string file, std::stop_token stop)
    : m_set(set), m_file(std::move(file)), m_stop(std::move(stop))
{ }

TraceMeter::~TraceMeter()
{
    if (m_isKept)
        return;
    m_set.refund(TraceCost::Held, m_accounts[static_cast<std::size_t>(TraceCost::Held)].drawn);
    m_set.release(m_heldOfMachine);
}

bool TraceMeter::exceed(Limit limit)
{
    if (!m_isOver.load())
        m_limit = limit;
    m_isOver = true;
    return false;
}

std::uint64_t TraceMeter::rightTo(TraceCost cost) const
{
    const auto& allowance = m_set.allowance(cost);
    return allowance.base + allowance.perByte * m_input.load();
}

bool TraceMeter::clear(TraceCost cost)
{
    if (!mayContinue())
        return false;
    Account& account = m_accounts[static_cast<std::size_t>(cost)];
    const auto wanted = account.used + clearingStep;
    const auto right = rightTo(cost);
    if (wanted > right + account.drawn) {
        const auto lacking = wanted - right - account.drawn;
        if (!m_set.draw(cost, lacking))
            return exceed(static_cast<Limit>(cost));
        account.drawn += lacking;
    }
    if (cost == TraceCost::Held) {
        if (!m_set.hold(wanted - m_heldOfMachine))
            return exceed(Limit::Machine);
        m_heldOfMachine = wanted;
    }
    account.cleared = wanted;
    return true;
}

void TraceMeter::release(std::uint64_t bytes)
{
    Account& account = m_accounts[static_cast<std::size_t>(TraceCost::Held)];
    account.used -= std::min(bytes, account.used);
    const auto kept = std::min(account.cleared, account.used + clearingStep);
    const auto right = rightTo(TraceCost::Held);
    const auto needed = kept > right ? kept - right : 0;
    if (account.drawn > needed)
        m_set.refund(TraceCost::Held, account.drawn - needed);
    account.drawn = std::min(account.drawn, needed);
    m_set.release(m_heldOfMachine - std::min(m_heldOfMachine, kept));
    m_heldOfMachine = std::min(m_heldOfMachine, kept);
    account.cleared = kept;
}

Error TraceMeter::problem() const
{
    if (!m_isOver.load())
        return Error{"reading was stopped"};
    const auto input = m_input.load();
    switch (m_limit.load()) {
    case Limit::Text:
        return Error{
            fmt::format("{}: its first {} bytes decompress to more than {} bytes; expected at most {} times as many",
                        m_file, input, m_accounts[0].used, m_set.allowance(TraceCost::Text).perByte)};
    case Limit::Held:
        return Error{fmt::format("{}: the contents of its first {} bytes need more than {} bytes of memory; expected "
                                 "at most {} bytes per byte of the file",
                                 m_file, input, m_accounts[1].used, m_set.allowance(TraceCost::Held).perByte)};
    case Limit::Lookups:
        return Error{fmt::format(
            "{}: refers to its values more than {} times; expected at most {} references for each of its {} bytes",
            m_file, m_accounts[2].used, m_set.allowance(TraceCost::Lookups).perByte, input)};
    case Limit::Machine:
        break;
    }
    return Error{fmt::format("{}: with this file the traces would need more than {} GiB, half of this machine's "
                             "memory; open fewer or shorter traces at once",
                             m_file, m_set.machineLimit() >> 30)};
}

} // namespace lockstep
