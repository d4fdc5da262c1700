// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/traces/pieces/tracemeter.h"
#include "models/core/result.h"
#include "models/core/work/mutex.h"

#include <deque>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace lockstep {

/// A piece of a file's text with space in front for the rest of the previous piece.
struct TextBlock
{
    static constexpr std::size_t headroom = 64 * 1024;
    static constexpr std::size_t capacity = 1024 * 1024;
    static constexpr std::size_t padding = 64; ///< readable and writable bytes behind the text

    std::unique_ptr<char[]> storage; ///< headroom + capacity + padding bytes; null in a default-made block
    std::size_t size = 0;

    [[nodiscard]] char* text() const { return storage.get() + headroom; }
};

/// Reads a file, plain or gzip (detected by its first bytes), block by block; decompression runs ahead on its own
/// thread. Ends early if the meter's limit is reached. One thread. The destructor stops and joins.
class BlockReader
{
public:
    /// Fails if the path is not a readable regular file. The meter outlives the reader.
    [[nodiscard]] static Result<std::unique_ptr<BlockReader>> open(const std::filesystem::path& path,
                                                                   TraceMeter& meter);
    ~BlockReader();
    BlockReader(const BlockReader&) = delete;
    BlockReader& operator=(const BlockReader&) = delete;

    /// The text of the first block, decompressed, before any call of next(); empty if there is none.
    [[nodiscard]] std::string_view peek();

    /// The next block; nullopt at the end, or if the file is damaged or above a limit (see problem()).
    [[nodiscard]] std::optional<TextBlock> next();

    /// Returns a used block for reuse of its memory.
    void recycle(TextBlock block);

    /// After the end: why the text is incomplete ("FILE: gzip data ends early ..."), if it is.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }

    [[nodiscard]] std::string name() const { return m_path.string(); }
    [[nodiscard]] TraceMeter& meter() { return m_meter; }

private:
    BlockReader(std::filesystem::path path, std::ifstream file, TraceMeter& meter);

    void produce(const std::stop_token& stop);
    std::optional<Error> copyPlain(const std::stop_token& stop);
    std::optional<Error> inflate(const std::stop_token& stop);
    std::size_t refill();
    [[nodiscard]] TextBlock emptyBlock(const std::stop_token& stop);
    /// @return false: the limit is reached
    [[nodiscard]] bool publish(TextBlock block);
    bool waitForBlock(Lock& lock) LOCKSTEP_REQUIRES(m_mutex);

    std::filesystem::path m_path;
    TraceMeter& m_meter;
    std::ifstream m_file; ///< used by the producer
    std::vector<unsigned char> m_input; ///< used by the producer
    std::size_t m_inputSize = 0;

    Mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<TextBlock> m_ready LOCKSTEP_GUARDED_BY(m_mutex);
    std::vector<TextBlock> m_spare LOCKSTEP_GUARDED_BY(m_mutex);
    std::size_t m_made LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    bool m_done LOCKSTEP_GUARDED_BY(m_mutex) = false;
    std::optional<Error> m_damage LOCKSTEP_GUARDED_BY(m_mutex); ///< set by the producer when it ends
    std::optional<Error> m_problem; ///< used by the reader
    std::jthread m_producer; ///< last: ends before the members that it uses
};

/// The rest of a file's text, followed by simdjson's padding; charged to the reader's meter. For a damaged file returns
/// the readable text, with problem() set; fails if the limit is reached.
[[nodiscard]] Result<std::string> readRest(BlockReader& reader);

} // namespace lockstep
