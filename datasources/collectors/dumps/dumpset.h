// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/filedescriptor.h"

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// The dump of one rank, as an open file, so that it cannot be replaced.
struct DumpFile
{
    std::string name; ///< within its folder
    std::int32_t rank = 0;
    std::uint64_t bytes = 0;
    FileDescriptor file;
};

/// Dumps that belong together: from one folder and one user, written within minutes of each other.
struct DumpSet
{
    std::string job; ///< sub-folder of the watched folder; empty: the folder itself
    uid_t owner = 0;
    uid_t folderOwner = 0; ///< of the job's folder
    std::vector<DumpFile> files;
    std::string notes; ///< skipped files with the reason; empty: none
};

} // namespace lockstep
