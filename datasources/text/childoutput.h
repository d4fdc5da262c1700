// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Limits for one run of another program.
struct ChildLimits
{
    std::size_t bytes = std::size_t{1} << 30U; ///< of output
    std::chrono::milliseconds whole{60'000};
};

/// Runs a program of the PATH without a shell and passes on its output piece by piece. It is killed if it takes too
/// long, prints too much, or its output is rejected. Blocks. @param take returns whether it wants more
[[nodiscard]] Status streamOutputOf(const std::vector<std::string>& command, const ChildLimits& limits,
                                    const std::function<bool(std::string_view piece)>& take,
                                    const std::stop_token& stop);

} // namespace lockstep
