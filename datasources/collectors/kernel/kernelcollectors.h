// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

// The collectors of the kernel's files, each in the source file of its name. Owned by a NodeAgent; sampling thread.

[[nodiscard]] std::unique_ptr<Collector> makeCpuCollector(const SystemRoot& root);
/// @param ignored prefixes of disk names to ignore ("loop")
[[nodiscard]] std::unique_ptr<Collector> makeDiskCollector(const SystemRoot& root, std::vector<std::string> ignored);
[[nodiscard]] std::unique_ptr<Collector> makeMemoryCollector(const SystemRoot& root);
/// @param ignored prefixes of interface names to ignore ("veth")
[[nodiscard]] std::unique_ptr<Collector> makeNetworkCollector(const SystemRoot& root, std::vector<std::string> ignored);
[[nodiscard]] std::unique_ptr<Collector> makePressureCollector(const SystemRoot& root);
[[nodiscard]] std::unique_ptr<Collector> makeRaplCollector(const SystemRoot& root);
[[nodiscard]] std::unique_ptr<Collector> makeSoftnetCollector(const SystemRoot& root);

} // namespace lockstep
