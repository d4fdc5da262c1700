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
    std::uint64_t bytes = 0; ///< of texts and blobs that were looked at
    std::uint64_t steps = 0; ///< of SQLite's machine, roughly
};

/// Bounds the cost of a statement by its file's size, because a damaged file can yield rows without end. Also ends all
/// statements of a connection when a stop is requested. One per connection; used by its thread, except for the token.
class StatementGuard
{
public:
    /// No row is smaller than this in a file.
    static constexpr std::uint64_t minBytesOfRow = 4;
    /// A statement looks at each byte a few times at most.
    static constexpr std::uint64_t looksAtByte = 4;
    /// Of SQLite's machine; an honest scan takes less than one.
    static constexpr std::uint64_t stepsPerByte = 4;
    /// What any file may ask for, however small.
    static constexpr std::uint64_t freeBytes = 1U << 20U;
    static constexpr std::uint64_t freeSteps = 20'000'000;
    /// SQLite's machine does so many steps from one look at the bounds to the next.
    static constexpr int stepsPerLook = 4096;

    /// @param path of a file; nothing is bounded in a database in memory
    explicit StatementGuard(std::string path);

    void stopWith(std::stop_token stop) { m_stop = std::move(stop); }
    [[nodiscard]] const std::stop_token& stop() const { return m_stop; }
    [[nodiscard]] const std::string& path() const { return m_path; }

    /// The statement that runs now. @return the one that waits for it
    StatementUse* begin(StatementUse* use);
    void end(StatementUse* waiting) { m_running = waiting; }

    /// Before a step, and after a row. An Error says why the statement is not to go on.
    [[nodiscard]] Status mayGoOn(const StatementUse& use);
    /// SQLite's progress handler. @return true to end what runs
    [[nodiscard]] bool endsAfterMore();
    /// Why a statement that endsAfterMore() ended is not to go on.
    [[nodiscard]] Error reason() const;

private:
    [[nodiscard]] bool isWithin(const StatementUse& use) const;
    void measure();

    std::string m_path;
    std::stop_token m_stop;
    StatementUse* m_running = nullptr;
    std::uint64_t m_fileBytes = 0; ///< with the log beside it; 0: not measured yet
};

} // namespace lockstep
