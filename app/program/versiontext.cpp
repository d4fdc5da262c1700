// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program/versiontext.h"

#include "commit.h"

#include <fmt/format.h>

namespace lockstep {

std::string versionText(std::string_view program)
{
    return fmt::format("{} {} (commit {}, {})", program, LOCKSTEP_VERSION, LOCKSTEP_COMMIT, LOCKSTEP_BUILD);
}

} // namespace lockstep
