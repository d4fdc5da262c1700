// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/budget.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// The names that a node's spans refer to: an append-only list, index 0 is the empty name. Bounded in names and bytes,
/// with a fair share per user; further names of a user become "(other)". Once it isCrowded(), a new list replaces it,
/// because names accumulate while jobs come and go. Used on the sampling thread.
class NameList
{
public:
    explicit NameList(std::size_t capacity = budget::namesPerNode, std::size_t bytes = budget::namesBytesPerNode);

    /// @param owner user whose share a new name counts against
    [[nodiscard]] std::uint32_t indexOf(std::string_view name, std::uint32_t owner = 0);

    /// The list so far; the same pointer until a name is added.
    [[nodiscard]] std::shared_ptr<const std::vector<std::string>> snapshot();

    /// Names have become "(other)", or half of the capacity is used.
    [[nodiscard]] bool isCrowded() const;

    /// Number of names replaced by "(other)" since the last call.
    [[nodiscard]] std::uint64_t takeRefused() { return std::exchange(m_refused, 0); }

private:
    struct Share
    {
        std::size_t names = 0;
        std::size_t bytes = 0;
    };

    std::uint32_t append(std::string_view name);

    std::size_t m_capacity;
    std::size_t m_byteCapacity;
    std::size_t m_bytes = 0;
    std::uint64_t m_refused = 0;
    bool m_hasRefused = false;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_indices;
    std::unordered_map<std::uint32_t, Share> m_shares; ///< by owner
    std::shared_ptr<const std::vector<std::string>> m_snapshot;
};

} // namespace lockstep
