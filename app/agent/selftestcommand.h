// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/selftest/selftest.h"
#include "models/core/result.h"

namespace lockstep {

struct CommandInput;
struct CommandPage;

/// Options of `lockstep-agent selftest`.
struct SelfTestCommand
{
    SelfTestPlan plan;
    bool asJson = false;
};

[[nodiscard]] CommandPage selfTestPage();

/// The error is one sentence for display.
[[nodiscard]] Result<SelfTestCommand> selfTestCommand(const CommandInput& line);

/// Runs the tests and prints their results: a table at the end, or JSON line by line. @return false: a test failed
[[nodiscard]] bool printSelfTest(const SelfTestCommand& command);

} // namespace lockstep
