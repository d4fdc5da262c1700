// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The reverse of expandPattern(): combines consecutive names into one pattern. A plain value.
class NameFold
{
public:
    explicit NameFold(std::string_view first) : m_first(first) { }

    /// Whether @p next can be appended: equal to all names so far, or with a number higher by one.
    [[nodiscard]] bool canExtend(std::string_view next) const;
    /// Appends it. @pre canExtend()
    void extend(std::string_view next);

    /// "n{001..128}", or the name itself if all were equal.
    [[nodiscard]] std::string pattern() const;

private:
    /// Position and value of the number that increases.
    struct Number
    {
        std::size_t at = 0;
        std::size_t digits = 0;
        std::uint64_t value = 0;
    };
    [[nodiscard]] std::string nameAt(const Number& number, std::uint64_t value) const;
    [[nodiscard]] std::optional<Number> numberTowards(std::string_view second) const;

    std::string m_first;
    std::size_t m_count = 1;
    std::optional<Number> m_number; ///< nullopt: all equal so far
};

/// A short list of patterns that expand to exactly these names in this order.
[[nodiscard]] std::vector<std::string> foldNames(std::span<const std::string> names);

/// Expands a pattern: "n{001..128}" is n001 to n128 (as wide as its first number), "n{001..}" has @p count names, a
/// text without a range is itself. At most 65,536. The Error names the expected input. Pure.
[[nodiscard]] Result<std::vector<std::string>> expandPattern(std::string_view pattern,
                                                             std::optional<std::size_t> count);

} // namespace lockstep
