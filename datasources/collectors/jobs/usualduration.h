// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <string>
#include <unordered_map>

namespace lockstep {

/// How long collectives of a communicator have lately taken at most, and so after how long one that has not ended is
/// worth a word: some wait for minutes in each checkpoint, and are none the worse. Bounded; a plain value.
class UsualDuration
{
public:
    static constexpr Duration leastPatience = std::chrono::seconds(1);

    void took(const std::string& communicator, Duration length);
    [[nodiscard]] Duration patienceWith(const std::string& communicator) const;

private:
    static constexpr std::size_t capacity = 4096;

    std::unordered_map<std::string, Duration> m_longest;
};

} // namespace lockstep
