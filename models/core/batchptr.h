// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace lockstep {

struct Batch;

/// An immutable batch, for headers that only pass batches on.
using BatchPtr = std::shared_ptr<const Batch>;

} // namespace lockstep
