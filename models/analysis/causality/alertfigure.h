// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <string>
#include <string_view>

namespace lockstep {

class ClusterStore;

/// The metric that an event of this code reports; empty: none.
[[nodiscard]] std::string_view figureMetric(std::string_view code);

/// The title, with the value at a moment if it differs from the reported one: "Loop cdu-1: flow 35 L/min, expected
/// 180 L/min, 27 L/min now". Uses only available columns.
[[nodiscard]] std::string titleAt(const Alert& alert, const ClusterStore& store, TimePoint moment);

/// The title with the worst value from the onset to a moment, if it is worse than the reported one.
[[nodiscard]] std::string titleOfWorst(const Alert& alert, const ClusterStore& store, TimePoint until);

} // namespace lockstep
