// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/abi.h"

/// Symbols that NCCL looks up: one table of functions for each version of its interface.
#pragma GCC visibility push(default)
extern "C" {
extern const lockstep::nccl::abi::Profiler1 ncclProfiler_v1;
extern const lockstep::nccl::abi::Profiler2 ncclProfiler_v2;
extern const lockstep::nccl::abi::Profiler3 ncclProfiler_v3;
extern const lockstep::nccl::abi::Profiler4 ncclProfiler_v4;
extern const lockstep::nccl::abi::Profiler5 ncclProfiler_v5;
extern const lockstep::nccl::abi::Profiler6 ncclProfiler_v6;
}
#pragma GCC visibility pop
