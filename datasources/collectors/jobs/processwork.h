// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace lockstep {

/// CPU time and I/O of a process and its children so far, from the kernel.
struct ProcessWork
{
    static constexpr std::size_t maxProcesses = 64; ///< that are looked at: a loader has a few workers
    static constexpr std::size_t maxThreads = 32; ///< of each

    Duration computed{};
    std::uint64_t bytes = 0; ///< read and written, to files and others; 0 where that may not be looked at
    bool waitsForDisk = false; ///< now, or for a file server: a thread of one of them

    /// Whether that is more than what is done beside waiting (looking around a few times a second): a fiftieth of a
    /// core, or a megabyte.
    [[nodiscard]] bool isMoreThan(const ProcessWork& before, Duration apart) const;
};

/// Nothing where it may not be looked at, or is gone.
[[nodiscard]] std::optional<ProcessWork> processWorkOf(pid_t process);

} // namespace lockstep
