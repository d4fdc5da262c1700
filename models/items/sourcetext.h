// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/clockoffset.h"
#include "models/core/sourcestatus.h"
#include "models/store/nodestatus.h"

#include <QString>

#include <optional>

namespace lockstep {

/// The source's state; "stale" for a node that is silent on a connection that is live. Both may be null.
[[nodiscard]] QString sourceStateText(const SourceStatus* source, const NodeStatus* node);
/// The source's reason, with when it tries again.
[[nodiscard]] QString sourceReasonText(const SourceStatus& source, TimePoint now);
/// How long ago the newest tick came, in whole units ("3 s"); "never" before the first.
[[nodiscard]] QString ageText(const NodeStatus& node, TimePoint now);
/// "+1.20 ms ± 80 µs"; "unknown" without an estimate.
[[nodiscard]] QString clockText(const std::optional<ClockOffset>& clock);
[[nodiscard]] QString countText(std::uint64_t count);

} // namespace lockstep
