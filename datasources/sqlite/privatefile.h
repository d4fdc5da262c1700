// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Recordings, incidents and exports contain names, times and faults: only their owner may read them, regardless of the
/// umask. Any thread.

/// Creates an empty file with mode 0600. For an existing file of this user, removes the rights of group and others,
/// also from its SQLite logs. An Error if the file cannot be created or is not a regular file.
[[nodiscard]] Status makePrivateFile(const std::string& path);

/// Removes group's and others' rights from a file of this user; other users' files are unchanged.
void tightenFile(const std::string& path);

/// Creates a folder, and missing ones above it, with mode 0700. An existing folder of this user is tightened if its
/// name is Lockstep's; otherwise a warning is printed to stderr.
[[nodiscard]] Status makePrivateFolder(const std::string& path);

/// True if nothing exists there, or a regular file of this user. Symbolic links are never followed when a file is
/// replaced.
[[nodiscard]] bool isReplaceable(const std::string& path);

/// Checks that a database and SQLite's files beside it are regular files or absent, because opening a pipe would block.
[[nodiscard]] Status arePlainFiles(const std::string& path);

} // namespace lockstep
