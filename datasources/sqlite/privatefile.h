// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <string>

namespace lockstep {

/// Recordings, incidents and exports contain names, times and faults: they are readable by their owner only, whatever
/// the umask. Any thread.

/// Makes an empty file with mode 0600, or takes group's and others' rights away from one of ours that is there, with
/// the logs that SQLite keeps beside it. An Error when it cannot be made, or is no plain file.
[[nodiscard]] Status makePrivateFile(const std::string& path);

/// Takes group's and others' rights away from a file of ours; leaves others' files alone.
void tightenFile(const std::string& path);

/// Makes a folder, and those above it that are missing, with mode 0700. One of ours that is there is tightened where it
/// is Lockstep's by its name, and complained about on stderr where it may have other uses.
[[nodiscard]] Status makePrivateFolder(const std::string& path);

/// True if there is nothing, or a plain file of ours: symbolic links are never followed when a file is replaced.
[[nodiscard]] bool isOursToReplace(const std::string& path);

/// A database and what SQLite keeps beside it are plain files or not there: a pipe would be waited for without end.
[[nodiscard]] Status arePlainFiles(const std::string& path);

} // namespace lockstep
