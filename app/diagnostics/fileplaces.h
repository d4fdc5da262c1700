// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lockstep {

struct FilePlace
{
    std::string contents; ///< "incidents"
    std::string path;
};

/// Default locations of this user's files and of the system configuration.
[[nodiscard]] std::vector<FilePlace> filePlaces();

} // namespace lockstep
