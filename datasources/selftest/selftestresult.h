// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

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

} // namespace lockstep
