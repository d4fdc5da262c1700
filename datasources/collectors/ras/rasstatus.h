// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One rank of a communicator according to NCCL's RAS subsystem.
struct RasRank
{
    std::int32_t rank = -1;
    std::int32_t gpu = -1; ///< NVML index
    std::int64_t process = 0;
    std::string host;
    std::vector<std::int64_t> counts; ///< launched collectives by operation; empty if the rank does not answer
    bool isDead = false; ///< the other ranks have given up on it
};

struct RasCommunicator
{
    std::string hash;
    std::vector<RasRank> ranks; ///< ranks that answered, by rank
    std::vector<RasRank> missing; ///< ranks that did not answer, by rank
};

/// An answer to STATUS or VERBOSE STATUS.
struct RasStatus
{
    std::string ncclVersion;
    std::vector<RasCommunicator> communicators;
    std::size_t unnamed = 0; ///< communicators that a text only counts
    bool isText = false; ///< a text lists ranks only if RAS found a fault
    double seconds = 0; ///< time to collect the answer
};

/// An event that NCCL's RAS port sends after the command MONITOR.
struct RasEvent
{
    std::string event; ///< "PEER_DEAD"
    std::string host;
    std::int64_t process = 0;
    std::int32_t gpu = -1;
    std::string details;
};

/// Parses an answer in JSON or, before NCCL 2.28.7, in text; anything before the first brace is ignored. Cost is
/// bounded by the length. Never throws; any thread.
[[nodiscard]] Result<RasStatus> parseRasStatus(std::string_view text);
[[nodiscard]] Result<RasEvent> parseRasEvent(std::string_view text);

/// The length of the first complete JSON object in the received data, including anything before it; 0 while it is
/// incomplete.
[[nodiscard]] std::size_t wholeObject(std::string_view text);

/// Whether a text is a human-readable status, the only format of NCCL 2.24 to 2.28.6.
[[nodiscard]] bool isRasText(std::string_view text);

/// Parses a text status. NCCL lists ranks only for faulty communicators and only counts healthy ones. Unknown lines are
/// ignored. The cost is bounded by the length of the text.
[[nodiscard]] RasStatus readRasText(std::string_view text);

} // namespace lockstep
