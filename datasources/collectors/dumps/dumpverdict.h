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
    std::vector<std::size_t> read; ///< indices of the files that were dumps
};

/// Reads the dumps, within a memory that suits an agent, and says which rank has not entered which collective. A rank
/// whose dump is not among them is only named where all others of its communicator left theirs: dumps of other nodes
/// may be elsewhere. What was no dump is said. Blocks; any thread.
[[nodiscard]] DumpVerdict judgeDumps(const DumpSet& set, const std::stop_token& stop = {});

} // namespace lockstep
