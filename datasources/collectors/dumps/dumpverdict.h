// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/dumps/dumpset.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lockstep {

/// Conclusion from a set of dumps.
struct DumpVerdict
{
    bool isHang = false; ///< ranks wait in a collective
    std::string text; ///< for people, without the job's name
    std::vector<std::size_t> read; ///< indices of files that were dumps
};

/// Reads the dumps, within a limited memory, and determines the ranks that have not entered a collective. A rank
/// without a dump is only named if all others of its communicator left theirs, because dumps of other nodes may be
/// elsewhere. Files that are not dumps are noted. Blocks; any thread.
[[nodiscard]] DumpVerdict judgeDumps(const DumpSet& set, const std::stop_token& stop = {});

} // namespace lockstep
