// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/blockreader.h"
#include "datasources/traces/pieces/eventscanner.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

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
