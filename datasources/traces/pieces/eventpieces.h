// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/blockreader.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// Positions of structural characters in 64 bytes of JSON text; bit i is byte i.
struct TextMasks
{
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t openers = 0; ///< { and [
    std::uint64_t closers = 0; ///< } and ]
};

/// Bit i set where byte i of the word equals `byte` (eight bytes at a time, no branch).
[[nodiscard]] constexpr std::uint64_t bytesEqual(std::uint64_t word, unsigned char byte)
{
    constexpr std::uint64_t lows = 0x0101010101010101;
    constexpr std::uint64_t sevens = 0x7F7F7F7F7F7F7F7F;
    const auto difference = word ^ (lows * byte);
    const auto zeroes = ~(((difference & sevens) + sevens) | difference | sevens); // top bit of each byte that matches
    return (zeroes >> 7) * 0x0102040810204080 >> 56; // gather the eight bits
}

/// Masks of 64 bytes; little-endian machines only (see canMaskText).
[[nodiscard]] inline TextMasks maskText(const char* text)
{
    constexpr std::uint64_t caseBits = 0x2020202020202020; // turns [ ] into { }
    TextMasks masks;
    for (unsigned i = 0; i < 64; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text + i, sizeof word);
        masks.quotes |= bytesEqual(word, '"') << i;
        masks.backslashes |= bytesEqual(word, '\\') << i;
        masks.openers |= bytesEqual(word | caseBits, '{') << i;
        masks.closers |= bytesEqual(word | caseBits, '}') << i;
    }
    return masks;
}

inline constexpr bool canMaskText = std::endian::native == std::endian::little;

/// Bit i is the parity of the bits 0 to i: from quotes, it gives positions within strings (including the opening
/// quote).
[[nodiscard]] constexpr std::uint64_t prefixParity(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

/// Finds the events in a trace's text as it arrives: the elements of a top-level array, or of a named array in the
/// top-level object ("traceEvents", "entries"). Only counts brackets outside strings; the parser validates.
class EventScanner
{
public:
    explicit EventScanner(std::string key) : m_key(std::move(key)) { }

    /// Scans [from, to) until the text or the array of events ends; returns the position. The next call continues
    /// there.
    const char* scan(const char* from, const char* to);

    /// In the last scan: the first byte of the first event that began in it; null: none.
    [[nodiscard]] const char* firstEvent() const { return m_firstEvent; }
    /// In the last scan: the first byte of the last event that began in it.
    [[nodiscard]] const char* lastEvent() const { return m_lastEvent; }
    /// In the last scan: past the last event that ended; null: none.
    [[nodiscard]] const char* lastEnd() const { return m_lastEnd; }

    [[nodiscard]] bool isInEvents() const { return m_inEvents; }
    [[nodiscard]] bool isInsideEvent() const { return m_inEvents && m_depth > 0; }
    [[nodiscard]] bool hasFoundEvents() const { return m_foundEvents; }
    [[nodiscard]] std::uint64_t eventCount() const { return m_eventCount; }
    /// Whether the top-level value is complete.
    [[nodiscard]] bool isClosed() const { return m_closed; }
    /// Why scanning cannot continue ("text after the end"); empty: it can.
    [[nodiscard]] const std::string& trouble() const { return m_trouble; }

    /// The document without its events, completed if the text ended inside them.
    [[nodiscard]] std::string frame() const;

private:
    const char* scanFrame(const char* from, const char* to);
    const char* scanEvents(const char* from, const char* to);
    const char* scanBlock(const char* from, const TextMasks& masks);
    const char* scanBytes(const char* from, const char* to);
    bool visitBracket(const char* at, bool opens);
    const char* skipString(const char* from, const char* to);
    void open(char bracket);
    void close();

    std::string m_key;
    std::string m_frame;
    std::string m_lastString; ///< of the frame; the key, when an array opens
    std::string m_trouble;
    const char* m_firstEvent = nullptr;
    const char* m_lastEvent = nullptr;
    const char* m_lastEnd = nullptr;
    std::size_t m_frameDepth = 0;
    std::size_t m_depth = 0; ///< within the events; 0 between events
    std::uint64_t m_eventCount = 0;
    bool m_inString = false;
    bool m_escaped = false;
    bool m_inEvents = false;
    bool m_foundEvents = false;
    bool m_closed = false;
};

/// The events of a Chrome or Kineto trace, or the entries of a dump, in pieces of about a megabyte, while the file is
/// still being read. Memory does not grow with the file. One thread.
class EventPieces
{
public:
    /// @param reader at the start of the file  @param key name of the array of events
    explicit EventPieces(std::unique_ptr<BlockReader> reader, std::string key = "traceEvents");

    /// A JSON array of complete events, with simdjson's padding; valid until the next call.
    [[nodiscard]] std::optional<std::string_view> next();

    /// After the last piece: why there are no more events, if it is not the end of the file.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }
    /// After the end: the document without its events ({"distributedInfo":{...},"traceEvents":[]}).
    [[nodiscard]] std::string frame() const { return m_scanner.frame(); }
    [[nodiscard]] bool hasFoundEvents() const { return m_scanner.hasFoundEvents(); }
    [[nodiscard]] std::uint64_t eventCount() const { return m_scanner.eventCount(); }
    [[nodiscard]] TraceMeter& meter() { return m_reader->meter(); }

private:
    bool fetch();
    void finish();
    std::string_view cut(char* from, char* to);

    std::unique_ptr<BlockReader> m_reader;
    EventScanner m_scanner;
    TextBlock m_block;
    std::size_t m_joinedBytes = 0; ///< bytes charged to the meter
    std::vector<char> m_joined; ///< used instead of m_block while an event exceeds a block's headroom
    char* m_unused = nullptr; ///< start of the text not yet returned
    char* m_scanned = nullptr;
    char* m_end = nullptr;
    char* m_eventFrom = nullptr; ///< first event not returned yet; null: none
    char* m_overwritten = nullptr; ///< position of the closing bracket of the last piece
    char m_original = 0; ///< the character that it replaced
    std::optional<Error> m_problem;
};

} // namespace lockstep
