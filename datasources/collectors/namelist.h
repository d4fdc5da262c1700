// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The names that a node's spans refer to: a list that only ever grows at its end, index 0 the empty name. Bounded:
/// once it is full, a further name becomes "(other)", so that a job which invents names cannot eat the agent's memory.
/// Used on the sampling thread.
class NameList
{
public:
    explicit NameList(std::size_t capacity = 65536);

    [[nodiscard]] std::uint32_t indexOf(std::string_view name);

    /// The list so far; the same pointer until a name is added.
    [[nodiscard]] std::shared_ptr<const std::vector<std::string>> snapshot();

private:
    std::uint32_t append(std::string_view name);

    std::size_t m_capacity;
    std::vector<std::string> m_names;
    std::unordered_map<std::string, std::uint32_t> m_indices;
    std::shared_ptr<const std::vector<std::string>> m_snapshot;
};

} // namespace lockstep
