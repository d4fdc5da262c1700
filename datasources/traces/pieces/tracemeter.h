// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/tracebudget.h"
#include "models/core/result.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <stop_token>
#include <string>

namespace lockstep {

/// Resource usage of one file while it is read. Everything that grows with the content is charged here first, and every
/// loop checks whether it may continue. The decompressing thread counts input and text, the reading one the rest.
/// Returns the file's share of the pool unless the file is kept.
class TraceMeter
{
public:
    TraceMeter(TraceBudget& set, std::string file, std::stop_token stop = {});
    ~TraceMeter();
    TraceMeter(const TraceMeter&) = delete;
    TraceMeter& operator=(const TraceMeter&) = delete;

    void addInput(std::uint64_t bytes) { m_input += bytes; }

    /// False where that is more than the file may cost; then nothing goes on.
    bool take(TraceCost cost, std::uint64_t amount)
    {
        Account& account = m_accounts[static_cast<std::size_t>(cost)];
        account.used += amount;
        return account.used <= account.cleared ? goesOn() : clear(cost);
    }
    bool hold(std::uint64_t bytes) { return take(TraceCost::Held, bytes); }
    /// Of memory that is held no longer.
    void release(std::uint64_t bytes);

    /// What was read stays in memory: the set goes on paying for it.
    void keep() { m_isKept = true; }
    [[nodiscard]] bool isKept() const { return m_isKept; }

    [[nodiscard]] bool goesOn() const { return !m_isOver.load(std::memory_order_relaxed) && !m_stop.stop_requested(); }
    /// Why it does not go on ("FILE: ..."), in words.
    [[nodiscard]] Error problem() const;

    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] const std::stop_token& stopToken() const { return m_stop; }

private:
    struct Account
    {
        std::uint64_t used = 0;
        std::uint64_t cleared = 0; ///< up to here nobody need be asked
        std::uint64_t drawn = 0; ///< from the set's pool
    };
    enum class Limit : std::uint8_t { Text, Held, Lookups, Machine };

    [[nodiscard]] std::uint64_t rightTo(TraceCost cost) const;
    bool clear(TraceCost cost);
    bool exceed(Limit limit);

    TraceBudget& m_set;
    std::string m_file;
    std::stop_token m_stop;
    std::atomic<std::uint64_t> m_input = 0; ///< bytes as they lie on disk, read so far
    std::array<Account, traceAllowances.size()> m_accounts;
    std::uint64_t m_heldOfMachine = 0;
    std::atomic<bool> m_isOver = false;
    std::atomic<Limit> m_limit = Limit::Text; ///< the first that was passed
    bool m_isKept = false;
};

} // namespace lockstep
