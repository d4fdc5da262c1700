// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batchptr.h"

#include <cstddef>

namespace lockstep {

/// Memory that a batch keeps alive while it waits, about; the layout, which a node's ticks share, is not its own.
[[nodiscard]] std::size_t bytesOf(const Batch& batch);

} // namespace lockstep
