// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/tomltable.h"
#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Location of a password, never the password itself: it is read when needed and not kept, and never appears in a
/// message.
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
