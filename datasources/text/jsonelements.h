// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace lockstep {

/// Splits a JSON object that arrives in pieces into the elements of its lists, and its other members, so that a huge
/// answer needs memory only for its longest record. Does not validate the elements. A plain value; one thread.
class JsonElements
{
public:
    /// @param element of the list @p key, or that member itself; unparsed text
    using Take = std::function<void(std::string_view key, std::string_view element)>;

    static constexpr std::size_t maxElementBytes = 256U << 10U; ///< longer ones are omitted

    explicit JsonElements(Take take) : m_take(std::move(take)) { }

    /// @return false: not a JSON object; nothing more is read
    bool feed(std::string_view piece);
    /// Whether the object is complete.
    [[nodiscard]] bool isWhole() const { return m_depth == 0 && m_hasBegun; }
    /// Whether there was a list with that name, even if empty.
    [[nodiscard]] bool hasList(const std::string& key) const { return m_lists.contains(key); }
    [[nodiscard]] std::size_t leftOut() const { return m_leftOut; } ///< number of elements that were too long

private:
    static constexpr std::size_t maxLists = 64;

    void keep(std::string_view piece);
    void feedText(std::string_view& piece);
    void feedOne(char letter);
    void open(char letter);
    void close(char letter);
    void finishElement();

    Take m_take;
    std::set<std::string> m_lists;
    std::string m_key;
    std::string m_element; ///< so far
    std::size_t m_leftOut = 0;
    std::size_t m_depth = 0; ///< number of open brackets
    bool m_isInText = false;
    bool m_isEscaped = false;
    bool m_isKey = false; ///< the current text is a member's name
    bool m_isExpectingKey = false;
    bool m_isInList = false; ///< inside a list that is a member of the object
    bool m_isTooLong = false;
    bool m_hasBegun = false;
    bool m_isBroken = false;
};

} // namespace lockstep
