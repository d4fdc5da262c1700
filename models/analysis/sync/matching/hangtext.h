// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/matching/hangverdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// What a verdict says, one sentence each, without a full stop: who holds up the job, or why that cannot be told.
/// Empty where nothing hangs.
[[nodiscard]] std::vector<std::string> hangSentences(const CollectiveTrace& trace, const HangVerdict& verdict);

/// "never entered", "empty dump", ... for tables and JSON.
[[nodiscard]] std::string_view suspectReasonName(SuspectReason reason);

} // namespace lockstep
