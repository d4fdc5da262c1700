// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/gnmi/gnmioptions.h"
#include "datasources/text/tomltable.h"

#include <vector>

namespace lockstep {

/// The targets of [[gnmi]] in an agent's configuration; what is wrong with one is an Error with file and line.
[[nodiscard]] Result<std::vector<GnmiOptions>> readGnmiTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
