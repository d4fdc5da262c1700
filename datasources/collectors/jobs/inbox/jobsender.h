// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace lockstep {

/// A user that posts job events, as the kernel says: nobody can pretend to be another. -1, which is no user, stands for
/// all those beyond the ones that are told apart.
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
    std::uint64_t refused = 0; ///< of a job or lane that is another's
    std::uint64_t dropped = 0; ///< too many
    std::string whyMalformed;
    std::string whyRefused;
    std::string whyDropped;

    [[nodiscard]] bool isNone() const { return malformed + refused + dropped == 0; }
    void add(const JobLosses& other);
};

} // namespace lockstep
