// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/selftest/selftest.h"

namespace lockstep {

/// Tests all CUDA GPUs one after the other: memory bandwidth, transfers from and to pinned host memory, fp32 multiply-
/// adds, matrix products if cuBLAS is found, and whether all of these compute the same bits each time. Blocks.
void testGpus(const SelfTestPlan& plan, const SelfTestSink& sink);

} // namespace lockstep
