// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/eventpieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// A longer event is damaged or hostile.
constexpr std::size_t eventLimit = std::size_t{8} << 20;

/// Memory per byte of a long event and its parser.
constexpr std::size_t parsedBytes = 16;

} // namespace

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

/// Turns [from, to) into an array in place: the byte before it is free (headroom, comma or bracket), the one after it
/// is restored.
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
