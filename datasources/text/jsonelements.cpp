// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonelements.h"

#include <algorithm>

namespace lockstep {

bool JsonElements::feed(std::string_view piece)
{
    while (!piece.empty() && !m_isBroken) {
        if (m_isInText) {
            feedText(piece);
        } else {
            feedOne(piece.front());
            piece.remove_prefix(1);
        }
    }
    return !m_isBroken;
}

void JsonElements::keep(std::string_view piece)
{
    std::string& target = m_isKey ? m_key : m_element;
    if (m_isTooLong || target.size() + piece.size() > maxElementBytes)
        m_isTooLong = true;
    else
        target += piece;
}

/// Up to the end of the text or the current piece.
void JsonElements::feedText(std::string_view& piece)
{
    std::size_t at = 0;
    while (at < piece.size()) {
        if (m_isEscaped) {
            m_isEscaped = false;
            ++at;
            continue;
        }
        at = std::min(piece.find_first_of("\"\\", at), piece.size());
        if (at == piece.size())
            break;
        m_isEscaped = piece[at] == '\\';
        ++at;
        if (m_isEscaped)
            continue;
        m_isInText = false;
        keep(piece.substr(0, m_isKey ? at - 1 : at));
        m_isKey = false;
        piece.remove_prefix(at);
        return;
    }
    keep(piece);
    piece = {};
}

void JsonElements::feedOne(char letter)
{
    const std::size_t level = m_isInList ? 2 : 1; // level at which commas separate elements
    switch (letter) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        return;
    case '"':
        m_isInText = true;
        m_isBroken = m_depth == 0;
        m_isKey = m_depth == 1 && m_isExpectingKey;
        if (m_isKey)
            m_key.clear();
        else
            keep("\"");
        m_isExpectingKey = false;
        return;
    case '{':
    case '[':
        return open(letter);
    case '}':
    case ']':
        return close(letter);
    case ',':
        if (m_depth != level)
            return keep(",");
        finishElement();
        m_isExpectingKey = m_depth == 1;
        return;
    case ':':
        if (m_depth != 1)
            keep(":");
        return;
    default:
        m_isBroken = m_depth == 0;
        keep({&letter, 1});
    }
}

void JsonElements::open(char letter)
{
    if (m_depth == 0) {
        m_isBroken = letter != '{' || m_hasBegun;
        m_hasBegun = m_isExpectingKey = true;
    } else if (m_depth == 1 && letter == '[' && m_element.empty()) {
        m_isInList = true;
        if (m_lists.size() < maxLists)
            m_lists.insert(m_key);
    } else {
        keep({&letter, 1});
    }
    ++m_depth;
}

void JsonElements::close(char letter)
{
    if (m_depth == 0) {
        m_isBroken = true;
        return;
    }
    --m_depth;
    if (m_depth == 0) {
        finishElement();
        m_isBroken = letter != '}';
    } else if (m_depth == 1 && m_isInList) {
        finishElement();
        m_isInList = false;
        m_isBroken = letter != ']';
    } else {
        keep({&letter, 1});
    }
}

void JsonElements::finishElement()
{
    if (m_isTooLong)
        ++m_leftOut;
    else if (!m_element.empty())
        m_take(m_key, m_element);
    m_element.clear();
    m_isTooLong = false;
}

} // namespace lockstep
