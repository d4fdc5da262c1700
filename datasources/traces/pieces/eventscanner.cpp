// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/eventscanner.h"

#include <bit>
#include <cstddef>

namespace lockstep {

namespace {

/// Limit of the text around the events (device properties, process groups), which is small in a trace.
constexpr std::size_t frameLimit = std::size_t{16} << 20;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isByteOrderMark(char c)
{
    return c == '\xEF' || c == '\xBB' || c == '\xBF';
}

/// Bytes that one set of masks covers.
constexpr std::ptrdiff_t blockSize = 64;

} // namespace

const char* EventScanner::scan(const char* from, const char* to)
{
    m_firstEvent = nullptr;
    m_lastEnd = nullptr;
    while (from < to && m_trouble.empty()) {
        if (m_inEvents) {
            from = scanEvents(from, to);
            if (!m_inEvents)
                return from;
        } else {
            from = scanFrame(from, to);
        }
    }
    return from;
}

/// Skips past the quote that ends a string, or to the end of the text.
const char* EventScanner::skipString(const char* from, const char* to)
{
    while (from < to) {
        if (m_escaped) {
            m_escaped = false;
            ++from;
            continue;
        }
        while (from < to && *from != '"' && *from != '\\')
            ++from;
        if (from == to)
            break;
        m_escaped = *from == '\\';
        m_inString = m_escaped;
        ++from;
        if (!m_inString)
            break;
    }
    return from;
}

const char* EventScanner::scanEvents(const char* from, const char* to)
{
    while (from < to && m_inEvents) {
        if constexpr (canMaskText) {
            if (to - from >= blockSize && !m_escaped) {
                const auto masks = maskText(from);
                if (masks.backslashes == 0) {
                    from = scanBlock(from, masks);
                    continue;
                }
            }
        }
        from = scanBytes(from, to - from > blockSize ? from + blockSize : to);
    }
    return from;
}

/// 64 bytes without a backslash: strings follow from the parity of quotes, and only brackets outside them are visited.
const char* EventScanner::scanBlock(const char* from, const TextMasks& masks)
{
    const auto strings = prefixParity(masks.quotes) ^ (m_inString ? ~std::uint64_t{0} : 0);
    for (auto brackets = (masks.openers | masks.closers) & ~strings; brackets != 0; brackets &= brackets - 1) {
        const auto at = std::countr_zero(brackets);
        if (!visitBracket(from + at, (masks.openers >> at & 1) != 0)) {
            m_inString = false;
            return from + at; // the bracket belongs to the frame
        }
    }
    m_inString = strings >> 63 != 0;
    return from + blockSize;
}

const char* EventScanner::scanBytes(const char* from, const char* to)
{
    while (from < to) {
        if (m_inString) {
            from = skipString(from, to);
            continue;
        }
        const char c = *from;
        m_inString = c == '"';
        const bool opens = c == '{' || c == '[';
        if ((opens || c == '}' || c == ']') && !visitBracket(from, opens))
            return from;
        ++from;
    }
    return from;
}

/// Processes one bracket. False if it ends the events.
bool EventScanner::visitBracket(const char* at, bool opens)
{
    if (opens) {
        if (m_depth++ == 0) {
            m_lastEvent = at;
            m_firstEvent = m_firstEvent == nullptr ? at : m_firstEvent;
        }
        return true;
    }
    if (m_depth == 0) {
        m_inEvents = false;
        return false;
    }
    if (--m_depth == 0) {
        m_lastEnd = at + 1;
        ++m_eventCount;
    }
    return true;
}

void EventScanner::open(char bracket)
{
    const bool isTopArray = m_frameDepth == 0 && bracket == '[';
    const bool isEventsMember = m_frameDepth == 1 && bracket == '[' && m_lastString == m_key;
    ++m_frameDepth;
    m_inEvents = isTopArray || isEventsMember;
    m_foundEvents = m_foundEvents || m_inEvents;
}

void EventScanner::close()
{
    if (m_frameDepth == 0) {
        m_trouble = "closes a bracket that was not opened; expected a JSON object or array";
        return;
    }
    m_closed = --m_frameDepth == 0;
}

const char* EventScanner::scanFrame(const char* from, const char* to)
{
    while (from < to && !m_inEvents && m_trouble.empty()) {
        if (m_inString) {
            const auto* end = skipString(from, to);
            m_frame.append(from, end);
            m_lastString.append(from, m_inString ? end : end - 1);
            from = end;
            continue;
        }
        const char c = *from++;
        if (isSpace(c) || (m_frame.empty() && isByteOrderMark(c)))
            continue;
        if (m_closed || (m_frameDepth == 0 && c != '{' && c != '[')) {
            m_trouble = m_closed ? "continues after its end; expected one JSON value" : "is not a JSON object or array";
            break;
        }
        m_frame.push_back(c);
        if (c == '"') {
            m_inString = true;
            m_lastString.clear();
        } else if (c == '{' || c == '[') {
            open(c);
        } else if (c == '}' || c == ']') {
            close();
        }
    }
    if (m_frame.size() > frameLimit)
        m_trouble = "has more than 16 MiB of text around its events; expected a trace";
    return from;
}

std::string EventScanner::frame() const
{
    if (!m_inEvents)
        return m_frame;
    return m_frame + (m_frameDepth > 1 ? "]}" : "]");
}

} // namespace lockstep
