// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

namespace lockstep {

struct Batch;

/// What is handed on is not changed any more. For headers, which need not know what is in it.
using BatchPtr = std::shared_ptr<const Batch>;

} // namespace lockstep
