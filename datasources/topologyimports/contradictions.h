// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// Messages: the first ones are kept, all are counted.
struct MergeTexts
{
    static constexpr std::size_t maxKept = 500;

    std::vector<std::string> kept;
    std::size_t count = 0;

    void add(std::string text)
    {
        if (++count <= maxKept)
            kept.push_back(std::move(text));
    }
};

/// Tracks which file set a value first, and reports contradictions by later files. Earlier files take precedence. A
/// member of a merge.
class Contradictions
{
public:
    /// Attributes the following values to that file. @return its index
    std::size_t beginFile(std::string origin);
    [[nodiscard]] const std::string& origin() const { return m_origins.back(); } ///< the current file
    [[nodiscard]] const std::string& origin(std::size_t file) const { return m_origins[file]; }

    /// The current file names an entity. Only the first file counts.
    void named(const std::string& who) { m_saidBy.emplace(who, m_origins.size() - 1); }
    /// Sets a value that is not set yet; otherwise reports a contradiction.
    template <class T>
    void settle(const std::string& who, std::string_view what, T& ours, const T& theirs, const T& unknown)
    {
        if (theirs == unknown || theirs == ours)
            return;
        if (ours == unknown) {
            ours = theirs;
            settled(who, what);
        } else {
            differs(who, what, textOf(ours), textOf(theirs));
        }
    }
    void add(std::string text) { m_texts.add(std::move(text)); }
    /// Reports a value that cannot be part of the plan, if @p status is an error.
    void leftOut(const Status& status, const std::string& who);

    [[nodiscard]] MergeTexts take() { return std::move(m_texts); }

private:
    [[nodiscard]] static std::string textOf(const std::string& text) { return text; }
    [[nodiscard]] static std::string textOf(std::uint32_t number);
    [[nodiscard]] static std::string textOf(float number);
    [[nodiscard]] static std::string textOf(double number);
    [[nodiscard]] static std::string textOf(const std::vector<std::string>& names);
    void settled(const std::string& who, std::string_view what);
    void differs(const std::string& who, std::string_view what, const std::string& ours, const std::string& theirs);

    std::vector<std::string> m_origins;
    std::unordered_map<std::string, std::size_t> m_saidBy; ///< by entity, or entity and property: index of the file
    MergeTexts m_texts;
};

} // namespace lockstep
