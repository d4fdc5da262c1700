// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <stop_token>
#include <string>

namespace lockstep {

/// Resources used by one run of a statement.
struct StatementUse
{
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0; ///< of accessed texts and blobs
    std::uint64_t steps = 0; ///< approximate steps of SQLite's virtual machine
};

/// Bounds the cost of a statement by its file's size, because a damaged file can yield rows without end. Also ends all
/// statements of a connection when a stop is requested. One per connection; used by its thread, except for the token.
class StatementGuard
{
public:
    /// Minimum size of a row in a file.
    static constexpr std::uint64_t minBytesOfRow = 4;
    /// A normal statement accesses each byte a few times at most.
    static constexpr std::uint64_t looksAtByte = 4;
    /// Steps of SQLite's virtual machine; a normal scan takes less than one per byte.
    static constexpr std::uint64_t stepsPerByte = 4;
    /// Allowance for any file, however small.
    static constexpr std::uint64_t freeBytes = 1U << 20U;
    static constexpr std::uint64_t freeSteps = 20'000'000;
    /// Virtual machine steps between two checks of the limits.
    static constexpr int stepsPerLook = 4096;

    /// @param path of a file; a database in memory is not limited
    explicit StatementGuard(std::string path);

    void stopWith(std::stop_token stop) { m_stop = std::move(stop); }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Sets the running statement. @return the one interrupted by it
    StatementUse* begin(StatementUse* use);
    void end(StatementUse* waiting) { m_running = waiting; }

    /// Call before a step, and after a row. The Error gives the reason to stop.
    [[nodiscard]] Status mayGoOn(const StatementUse& use);
    /// SQLite's progress handler. @return true: interrupt the statement
    [[nodiscard]] bool endsAfterMore();
    /// The reason why endsAfterMore() interrupted a statement.
    [[nodiscard]] Error reason() const;

private:
    [[nodiscard]] bool isWithin(const StatementUse& use) const;
    void measure();

    std::string m_path;
    std::stop_token m_stop;
    StatementUse* m_running = nullptr;
    std::uint64_t m_fileBytes = 0; ///< including the log; 0: not measured yet
};

} // namespace lockstep
