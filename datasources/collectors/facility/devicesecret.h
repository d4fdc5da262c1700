// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"
#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Where a password is to be found, never the password: it is read when it is needed and not kept. It is in no message.
struct DeviceSecret
{
    std::string file; ///< its owner's alone
    std::string variable; ///< of the environment

    [[nodiscard]] bool isNamed() const { return !file.empty() || !variable.empty(); }

    /// Its first line, not empty.
    [[nodiscard]] Result<std::string> read() const;
};

/// Reads NAME_file or NAME_env, of which there may be one.
[[nodiscard]] DeviceSecret readDeviceSecret(TomlTable& fields, const std::string& name);

/// Overwrites what is not needed any more.
void wipe(std::string& secret);

} // namespace lockstep
