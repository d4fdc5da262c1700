// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Result of one test on one device. A plain value.
struct SelfTestResult
{
    enum class State : std::uint8_t { Passed, Failed, NotRun };

    std::string metric; ///< of the catalogue: "selftest.gpu.gemm"
    std::string entity; ///< "gpu0"; empty: the node
    State state = State::Passed;
    std::optional<double> value; ///< in the metric's unit; none unless the test was run
    std::string detail; ///< how it was measured, or why it was not run or failed

    friend bool operator==(const SelfTestResult&, const SelfTestResult&) = default;
};

/// Receives each result as soon as it is known.
using SelfTestSink = std::function<void(SelfTestResult)>;

/// One line of `lockstep-agent selftest --json`, without its end. A stable interface:
///
///     {"metric": NAME, "entity": NAME, "state": "passed"|"failed"|"not_run", "unit": WORD, "value": NUMBER or null,
///      "detail": TEXT}
[[nodiscard]] std::string toJson(const SelfTestResult& result);

/// Nullopt for any other text, and for metrics that are not of a self-test.
[[nodiscard]] std::optional<SelfTestResult> selfTestResultFrom(std::string_view jsonLine);

/// All results as a table with aligned columns.
[[nodiscard]] std::string toTable(std::span<const SelfTestResult> results);

/// Parts of a machine that can be tested, in the order of the tests.
enum class SelfTestKind : std::uint8_t { Gpu, Cpu, Memory, Disk, Network, Peers };

/// What a self-test does, with working defaults. A plain value.
struct SelfTestPlan
{
    std::set<SelfTestKind> kinds{SelfTestKind::Gpu, SelfTestKind::Cpu, SelfTestKind::Memory, SelfTestKind::Disk,
                                 SelfTestKind::Network};
    std::chrono::milliseconds each{2000}; ///< duration of one measurement
    std::string folder = "/var/tmp"; ///< for the file of the disk test, which has no name and vanishes with the process
    std::string cublas; ///< file or folder of cuBLAS; empty: wherever the dynamic linker finds it
    std::vector<std::string> peers; ///< agents of other nodes, "node-18:7117"; the first idle ones are tested
    /// Receives test data from such an agent. @return bytes per second. Unset: this program cannot
    std::function<Result<double>(const std::string& peer, std::chrono::milliseconds length)> receiveFrom;
};

/// "gpu,cpu"
[[nodiscard]] Result<std::set<SelfTestKind>> selfTestKindsFrom(const std::vector<std::string>& names);
[[nodiscard]] std::string_view nameOf(SelfTestKind kind);

/// Longest time between two results. A process that runs tests is terminated by an alarm signal after it, because a
/// call into a driver may never return.
[[nodiscard]] std::chrono::seconds longestSilence(const SelfTestPlan& plan);

/// Runs the tests of the plan one after the other at the lowest priority; blocks. Runs in a separate process, because
/// it sets the priority and the alarm of the process.
void runSelfTest(const SelfTestPlan& plan, const SelfTestSink& sink);

} // namespace lockstep
