// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockstep::test {

/// Whether this build has a sanitizer, which makes it five to twenty times slower. Tests that simulate for long or
/// repeat often do less of it then, but reach the same code.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool isSanitized = true;
#else
inline constexpr bool isSanitized = false;
#endif
#else
inline constexpr bool isSanitized = false;
#endif

/// How long a test waits for a state before it fails. This only ends a test that would hang: it is far longer than
/// anything takes on a busy machine, so that no result depends on the speed of the machine.
inline constexpr std::chrono::seconds hangTimeout{isSanitized ? 600 : 240};
inline constexpr int hangTimeoutMs = static_cast<int>(std::chrono::milliseconds(hangTimeout).count());

} // namespace lockstep::test
