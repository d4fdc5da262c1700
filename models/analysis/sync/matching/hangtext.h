// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/hangverdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The verdict, one sentence each, without a full stop: the ranks that block the job, or why these are unknown. Empty
/// if nothing hangs.
[[nodiscard]] std::vector<std::string> hangSentences(const CollectiveTrace& trace, const HangVerdict& verdict);

/// "never entered", "empty dump", ... for tables and JSON.
[[nodiscard]] std::string_view suspectReasonName(SuspectReason reason);

} // namespace lockstep
