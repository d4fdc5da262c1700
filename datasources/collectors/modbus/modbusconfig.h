// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/modbus/modbusoptions.h"
#include "datasources/text/tomltable.h"

#include <string>
#include <vector>

namespace lockstep {

/// The targets of [[modbus]] in an agent's configuration; what is wrong with one is an Error with file and line.
[[nodiscard]] Result<std::vector<ModbusOptions>> readModbusTargets(TomlTable& top, const std::string& origin);

} // namespace lockstep
