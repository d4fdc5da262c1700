// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace lockstep {

/// Globally unique key of a user's item, drawn at random, so that items from several dashboards and bundles do not
/// collide. 0 is none; the top bit is never set, so that it fits SQLite's integers.
template <class Tag>
struct Key
{
    std::uint64_t value = 0;

    [[nodiscard]] constexpr bool isValid() const { return value != 0; }
    friend constexpr auto operator<=>(Key, Key) = default;
};

using IncidentKey = Key<struct IncidentKeyTag>;
using AnnotationKey = Key<struct AnnotationKeyTag>;
using JudgementKey = Key<struct JudgementKeyTag>;
using AttachmentKey = Key<struct AttachmentKeyTag>;

/// 63 random bits, never 0. Thread-safe.
[[nodiscard]] std::uint64_t randomKeyValue();

template <class KeyType>
[[nodiscard]] KeyType newKey()
{
    return {randomKeyValue()};
}

/// Sixteen hexadecimal digits.
[[nodiscard]] std::string keyText(std::uint64_t value);

} // namespace lockstep
