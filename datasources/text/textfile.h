// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Problems with the access rights of a file. Each is one sentence that names file, mode and remedy. If others can
/// write a key, token or configuration, it is an error and nothing is served. If others can read a key or token, it is
/// a warning only, so that existing agents keep running.
struct FilePrivacy
{
    Status status = success(); ///< an error if others may write it
    std::string warning; ///< empty: none
};

/// @param isSecret whether the file is a key or token, which others should not read either
[[nodiscard]] FilePrivacy checkFilePrivacy(const std::string& path, bool isSecret);

/// First line of a file with a secret. A file that others can read or write is an Error.
[[nodiscard]] Result<std::string> readSecretFile(const std::string& path);

/// Reads a whole small file (certificate, key, token, cluster file). The Error names the file and the reason: absent,
/// not permitted, a folder, larger than @p maxBytes. May block on disk I/O. Any thread.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path, std::size_t maxBytes = 1U << 20U);

/// First line of a token file, without surrounding white space. An empty one is an Error.
[[nodiscard]] Result<std::string> readTokenFile(const std::string& path);

} // namespace lockstep
