// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// One value of a YAML file and its path: "system/missing_racks/0".
struct YamlScalar
{
    std::string path;
    std::string value;
    std::size_t line = 0;
};

/// All values of the first document of a YAML text, in order. Anchors are not expanded, so that the result is not
/// larger than the text. At most 32 levels. Errors name file, line and the expected input.
[[nodiscard]] Result<std::vector<YamlScalar>> readYamlScalars(std::string_view text, const std::string& origin);

} // namespace lockstep
