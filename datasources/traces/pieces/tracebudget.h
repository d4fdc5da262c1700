// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lockstep {

/// Resource limits for traces. Each file may use an amount proportional to its size on disk, plus a constant. More
/// comes from a pool that the files read together share: a few small files that expand a lot are fine, many are not.
struct TraceAllowance
{
    std::uint64_t perByte = 0;
    std::uint64_t base = 0;
    std::uint64_t pool = 0;
};

/// Resources that are counted.
enum class TraceCost : std::uint8_t {
    Text, ///< bytes after decompression; profilers' traces have 10 to 30 for each byte of gzip
    Held, ///< bytes of memory, with what matching and drawing will make of them
    Lookups, ///< values looked at in a dump, in which one value may be used in a million places
};

using TraceAllowances = std::array<TraceAllowance, 3>; ///< by TraceCost

inline constexpr TraceAllowances traceAllowances{{
    {100, std::uint64_t{1} << 20, std::uint64_t{512} << 20},
    {64, std::uint64_t{1} << 18, std::uint64_t{512} << 20},
    {128, std::uint64_t{1} << 20, std::uint64_t{32} << 20},
}};

/// The pools that the files of a set share, and their total usage. Thread-safe.
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

    /// False where the pool has not that much left.
    [[nodiscard]] bool draw(TraceCost cost, std::uint64_t amount);
    void giveBack(TraceCost cost, std::uint64_t amount);

    /// False where all files together would hold more than this machine can give.
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

} // namespace lockstep
