// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// What may be wrong with who else may use a file. Each is one sentence that names file, mode and the way out.
/// Whoever may write a key, token or configuration decides who is served: that is an error, and nothing is served.
/// Whoever may read a key or token can pass for us: that is said loudly, but an agent that runs today still runs.
struct FilePrivacy
{
    Status status = success(); ///< an error when others may write it
    std::string warning; ///< empty: none
};

/// @param isSecret a key or a token, which nobody else should read either
[[nodiscard]] FilePrivacy checkFilePrivacy(const std::string& path, bool isSecret);

/// First line of a file that holds a secret which is sent to others. A file that anybody but its owner may read or
/// write is an Error.
[[nodiscard]] Result<std::string> readSecretFile(const std::string& path);

} // namespace lockstep
