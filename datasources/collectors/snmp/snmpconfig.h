// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/snmp/snmpoptions.h"
#include "datasources/text/tomltable.h"

#include <string>
#include <vector>

namespace lockstep {

/// The targets of [[snmp]] in an agent's configuration; what is wrong with one is an Error with file and line.
[[nodiscard]] Result<std::vector<SnmpOptions>> readSnmpTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
