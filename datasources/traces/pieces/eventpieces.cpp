// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/eventpieces.h"

#include <fmt/format.h>

#include <algorithm>

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

/// A longer event is damaged or hostile.
constexpr std::size_t eventLimit = std::size_t{8} << 20;

/// Memory per byte of a long event and its parser.
constexpr std::size_t parsedBytes = 16;

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

EventPieces::EventPieces(std::unique_ptr<BlockReader> reader, std::string key)
    : m_reader(std::move(reader)), m_scanner(std::move(key))
{ }

std::optional<std::string_view> EventPieces::next()
{
    if (m_overwritten != nullptr)
        *std::exchange(m_overwritten, nullptr) = m_original;
    while (!m_problem) {
        if (m_scanned == m_end) {
            if (!fetch())
                return std::nullopt;
            continue;
        }
        m_scanned += m_scanner.scan(m_scanned, m_end) - m_scanned;
        if (m_eventFrom == nullptr && m_scanner.firstEvent() != nullptr)
            m_eventFrom = m_unused + (m_scanner.firstEvent() - m_unused);
        if (!m_scanner.trouble().empty())
            m_problem = Error{fmt::format("{}: {}", m_reader->name(), m_scanner.trouble())};
        if (m_scanner.lastEnd() != nullptr)
            return cut(std::exchange(m_eventFrom, nullptr), m_unused + (m_scanner.lastEnd() - m_unused));
    }
    return std::nullopt;
}

/// Turns [from, to) into an array in place. Overwrites the byte before it, which is free (headroom, comma or bracket),
/// and restores the byte after it.
std::string_view EventPieces::cut(char* from, char* to)
{
    from[-1] = '[';
    m_overwritten = to;
    m_original = std::exchange(*to, ']');
    m_unused = to;
    // An event that begins after the cut continues in the next block.
    if (m_scanner.isInsideEvent())
        m_eventFrom = m_unused + (m_scanner.lastEvent() - m_unused);
    return {from - 1, static_cast<std::size_t>(to - from) + 2};
}

/// Appends the next block to the remaining text. @return false at the end
bool EventPieces::fetch()
{
    auto block = m_reader->next();
    if (!block) {
        finish();
        return false;
    }
    if (!m_scanner.isInEvents())
        m_unused = m_end;
    const auto rest = static_cast<std::size_t>(m_end - m_unused);
    const auto eventAt = m_eventFrom == nullptr ? 0 : m_eventFrom - m_unused;
    char* begin = nullptr;
    if (rest < TextBlock::headroom) {
        begin = block->text() - rest;
        std::copy(m_unused, m_end, begin);
        m_reader->recycle(std::exchange(m_block, std::move(*block)));
        m_end = m_block.text() + m_block.size;
    } else {
        if (rest > eventLimit) {
            m_problem = Error{fmt::format("{}: event {} is longer than {} MiB; expected a trace event",
                                          m_reader->name(), m_scanner.eventCount(), eventLimit >> 20)};
            return false;
        }
        if (const auto bytes = rest + block->size; bytes > m_joinedBytes) {
            if (!meter().hold((bytes - m_joinedBytes) * parsedBytes)) {
                m_problem = meter().problem();
                return false;
            }
            m_joinedBytes = bytes;
        }
        std::vector<char> joined(1 + rest + block->size + TextBlock::padding);
        std::copy(m_unused, m_end, joined.data() + 1);
        std::copy_n(block->text(), block->size, joined.data() + 1 + rest);
        begin = joined.data() + 1;
        m_end = begin + rest + block->size;
        m_joined.swap(joined);
        m_reader->recycle(std::move(*block));
    }
    m_unused = begin;
    m_scanned = begin + rest;
    if (m_eventFrom != nullptr)
        m_eventFrom = begin + eventAt;
    return true;
}

void EventPieces::finish()
{
    m_problem = m_reader->problem();
    if (m_problem)
        return;
    if (m_scanner.isInsideEvent())
        m_problem = Error{
            fmt::format("{}: ends inside an event, after {} complete ones", m_reader->name(), m_scanner.eventCount())};
    else if (!m_scanner.isClosed() && !m_scanner.isInEvents())
        m_problem = Error{fmt::format("{}: ends early; expected the end of a JSON document", m_reader->name())};
}

} // namespace lockstep
