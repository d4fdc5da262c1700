// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/selftest/selftest.h"

namespace lockstep {

/// Bytes that are free and that the control groups allow.
[[nodiscard]] std::size_t availableMemory();

/// @name Tests of the host; each blocks for about SelfTestPlan::each per measurement
/// @{
void testCpu(const SelfTestPlan& plan, const SelfTestSink& sink); ///< fused multiply-adds on all CPUs, in double
void testMemory(const SelfTestPlan& plan, const SelfTestSink& sink); ///< copies on all CPUs, bytes read and written
void testDisk(const SelfTestPlan& plan,
              const SelfTestSink& sink); ///< sequential write with fsync, then read and compare
void testNetwork(const SelfTestPlan& plan, const SelfTestSink& sink); ///< one TCP connection over loopback
void testPeers(const SelfTestPlan& plan, const SelfTestSink& sink); ///< from the agents of other nodes, one by one
/// @}

} // namespace lockstep
