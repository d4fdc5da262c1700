// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

namespace lockstep {

/// Limit of one resource for traces. Each file may use an amount proportional to its size on disk, plus a constant.
/// Beyond that it draws from a pool that all files read together share, so that only a few small files can expand
/// greatly.
struct TraceAllowance
{
    std::uint64_t perByte = 0;
    std::uint64_t base = 0;
    std::uint64_t pool = 0;
};

/// Resources that are counted.
enum class TraceCost : std::uint8_t {
    Text, ///< bytes after decompression; profilers' traces have 10 to 30 for each byte of gzip
    Held, ///< bytes of memory, including later matching and drawing
    Lookups, ///< values accessed in a dump, where one value may be used in a million places
};

using TraceAllowances = std::array<TraceAllowance, 3>; ///< by TraceCost

inline constexpr TraceAllowances traceAllowances{{
    {100, std::uint64_t{1} << 20, std::uint64_t{512} << 20},
    {64, std::uint64_t{1} << 18, std::uint64_t{512} << 20},
    {16, std::uint64_t{1} << 20, std::uint64_t{32} << 20},
}};

/// Pools of resources that files read together share, and their total memory. Thread-safe.
class TraceBudget
{
public:
    explicit TraceBudget(const TraceAllowances& allowances = traceAllowances);
    TraceBudget(const TraceBudget&) = delete;
    TraceBudget& operator=(const TraceBudget&) = delete;

    [[nodiscard]] const TraceAllowance& allowance(TraceCost cost) const
    {
        return m_allowances[static_cast<std::size_t>(cost)];
    }

    /// @return false: the pool does not have as much left
    [[nodiscard]] bool draw(TraceCost cost, std::uint64_t amount);
    void refund(TraceCost cost, std::uint64_t amount);

    /// @return false: all files together would hold too much memory
    [[nodiscard]] bool hold(std::uint64_t bytes);
    void release(std::uint64_t bytes);

    /// Bytes that all files together may hold: half of the machine's memory.
    [[nodiscard]] std::uint64_t machineLimit() const { return m_machineLimit; }

private:
    TraceAllowances m_allowances;
    std::array<std::atomic<std::uint64_t>, traceAllowances.size()> m_left;
    std::atomic<std::uint64_t> m_held = 0;
    std::uint64_t m_machineLimit = 0;
};

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

    /// @return false: above the file's limit; processing must stop
    bool take(TraceCost cost, std::uint64_t amount)
    {
        Account& account = m_accounts[static_cast<std::size_t>(cost)];
        account.used += amount;
        return account.used <= account.cleared ? mayContinue() : clear(cost);
    }
    bool hold(std::uint64_t bytes) { return take(TraceCost::Held, bytes); }
    /// Returns memory that is no longer held.
    void release(std::uint64_t bytes);

    /// Keeps the file's charge, because its data stays in memory.
    void keep() { m_isKept = true; }
    [[nodiscard]] bool isKept() const { return m_isKept; }

    [[nodiscard]] bool mayContinue() const
    {
        return !m_isOver.load(std::memory_order_relaxed) && !m_stop.stop_requested();
    }
    /// Why processing stopped ("FILE: ...").
    [[nodiscard]] Error problem() const;

    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] const std::stop_token& stopToken() const { return m_stop; }

private:
    struct Account
    {
        std::uint64_t used = 0;
        std::uint64_t cleared = 0; ///< approved amount, up to which no check is needed
        std::uint64_t drawn = 0; ///< taken from the set's pool
    };
    enum class Limit : std::uint8_t { Text, Held, Lookups, Machine };

    [[nodiscard]] std::uint64_t rightTo(TraceCost cost) const;
    bool clear(TraceCost cost);
    bool exceed(Limit limit);

    TraceBudget& m_set;
    std::string m_file;
    std::stop_token m_stop;
    std::atomic<std::uint64_t> m_input = 0; ///< bytes of the file read so far, as on disk
    std::array<Account, traceAllowances.size()> m_accounts;
    std::uint64_t m_heldOfMachine = 0;
    std::atomic<bool> m_isOver = false;
    std::atomic<Limit> m_limit = Limit::Text; ///< the first limit that was exceeded
    bool m_isKept = false;
};

} // namespace lockstep
