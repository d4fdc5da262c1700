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

/// Where this user's files and the system's configuration are, unless options say otherwise.
[[nodiscard]] std::vector<FilePlace> filePlaces();

} // namespace lockstep
