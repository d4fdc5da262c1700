// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockstep::test {

/// Whether this build has a sanitizer, which makes it five to twenty times slower. Long tests then do less work, but
/// reach the same code.
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

/// Timeout that ends a test which would otherwise hang. Much longer than any operation takes on a busy machine, so that
/// no result depends on speed.
inline constexpr std::chrono::seconds hangTimeout{isSanitized ? 600 : 240};
inline constexpr int hangTimeoutMs = static_cast<int>(std::chrono::milliseconds(hangTimeout).count());

} // namespace lockstep::test
