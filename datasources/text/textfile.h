// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// The whole of a small file (certificate, key, token, cluster file). Fails naming the file and why it cannot be read:
/// absent, not permitted, a folder, larger than @p maxBytes. Blocks on the disk. Any thread.
[[nodiscard]] Result<std::string> readTextFile(const std::string& path, std::size_t maxBytes = 1U << 20U);

/// First line of a token file, without white space around it. Fails too when that is empty.
[[nodiscard]] Result<std::string> readTokenFile(const std::string& path);

} // namespace lockstep
