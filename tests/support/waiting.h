// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/hangtimeout.h"

#include <QTest>

#include <utility>

namespace lockstep::test {

/// Handles events until @p condition holds. @return false after hangTimeout
template <class Condition>
[[nodiscard]] bool waitFor(Condition condition)
{
    return QTest::qWaitFor(std::move(condition), hangTimeoutMs);
}

} // namespace lockstep::test

// Qt's default timeout of five seconds is too short on a busy machine.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, ::lockstep::test::hangTimeoutMs)
#define QTRY_VERIFY2(expression, message)                                                                              \
    QTRY_VERIFY2_WITH_TIMEOUT(expression, message, ::lockstep::test::hangTimeoutMs)
#define QTRY_COMPARE(expression, expected)                                                                             \
    QTRY_COMPARE_WITH_TIMEOUT(expression, expected, ::lockstep::test::hangTimeoutMs)
