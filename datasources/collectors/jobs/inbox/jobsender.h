// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace lockstep {

/// User who posts job events, according to the kernel, so that it cannot be forged. -1, which is no user, represents
/// all users beyond those that are distinguished.
using SenderId = uid_t;
inline constexpr SenderId otherSenders = static_cast<SenderId>(-1);

/// "user 1000".
[[nodiscard]] inline std::string senderName(SenderId sender)
{
    return sender == otherSenders ? "several users" : "user " + std::to_string(sender);
}

/// Rejected events of a sender, with the first reason of each kind.
struct JobLosses
{
    std::uint64_t malformed = 0;
    std::uint64_t refused = 0; ///< for a job or lane of another user
    std::uint64_t dropped = 0; ///< over a limit
    std::string whyMalformed;
    std::string whyRefused;
    std::string whyDropped;

    [[nodiscard]] bool isNone() const { return malformed + refused + dropped == 0; }
    void add(const JobLosses& other);
};

} // namespace lockstep
