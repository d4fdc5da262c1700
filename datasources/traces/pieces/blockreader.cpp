// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/blockreader.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t inputSize = 256 * 1024;

/// Blocks in flight: one being parsed, one being filled, two in between to even out the pace.
constexpr std::size_t blockLimit = 4;

bool looksGzipped(std::span<const unsigned char> bytes)
{
    return bytes.size() >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B;
}

class Inflater
{
public:
    Inflater() { m_isReady = inflateInit2(&m_stream, gzipWindow) == Z_OK; }
    ~Inflater()
    {
        if (m_isReady)
            inflateEnd(&m_stream);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] z_stream& stream() { return m_stream; }

private:
    static constexpr int gzipWindow = 15 + 16;
    z_stream m_stream{};
    bool m_isReady = false;
};

} // namespace

Result<std::unique_ptr<BlockReader>> BlockReader::open(const std::filesystem::path& path, TraceMeter& meter)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{fmt::format("{}: not a regular file; expected a trace", path.string())};
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{fmt::format("{}: cannot open the file for reading", path.string())};
    return std::unique_ptr<BlockReader>(new BlockReader(path, std::move(file), meter));
}

BlockReader::BlockReader(std::filesystem::path path, std::ifstream file, TraceMeter& meter)
    : m_path(std::move(path)),
      m_meter(meter),
      m_file(std::move(file)),
      m_input(inputSize),
      m_producer([this](const std::stop_token& stop) { produce(stop); })
{ }

BlockReader::~BlockReader() = default;

std::string_view BlockReader::peek()
{
    Lock lock(m_mutex);
    return waitForBlock(lock) ? std::string_view(m_ready.front().text(), m_ready.front().size) : std::string_view{};
}

/// @return false: at the end, or the limit is reached
bool BlockReader::waitForBlock(Lock& lock)
{
    m_changed.wait(lock, m_meter.stopToken(),
                   [this]() LOCKSTEP_REQUIRES(m_mutex) { return !m_ready.empty() || m_done; });
    if (m_meter.mayContinue() && !m_ready.empty())
        return true;
    m_problem = m_meter.mayContinue() ? m_damage : m_meter.problem();
    return false;
}

std::optional<TextBlock> BlockReader::next()
{
    Lock lock(m_mutex);
    if (!waitForBlock(lock))
        return std::nullopt;
    auto block = std::move(m_ready.front());
    m_ready.pop_front();
    return block;
}

void BlockReader::recycle(TextBlock block)
{
    if (block.storage == nullptr)
        return;
    {
        const Lock lock(m_mutex);
        m_spare.push_back(std::move(block));
    }
    m_changed.notify_all();
}

TextBlock BlockReader::emptyBlock(const std::stop_token& stop)
{
    Lock lock(m_mutex);
    m_changed.wait(lock, stop, [this]() LOCKSTEP_REQUIRES(m_mutex) { return !m_spare.empty() || m_made < blockLimit; });
    TextBlock block;
    if (!m_spare.empty()) {
        block = std::move(m_spare.back());
        m_spare.pop_back();
    } else if (m_made < blockLimit) {
        ++m_made;
        block.storage
            = std::make_unique_for_overwrite<char[]>(TextBlock::headroom + TextBlock::capacity + TextBlock::padding);
    }
    block.size = 0;
    return block;
}

bool BlockReader::publish(TextBlock block)
{
    if (!m_meter.take(TraceCost::Text, block.size))
        return false;
    {
        const Lock lock(m_mutex);
        m_ready.push_back(std::move(block));
    }
    m_changed.notify_all();
    return true;
}

void BlockReader::produce(const std::stop_token& stop)
{
    refill();
    auto damage = looksGzipped(std::span(m_input).first(m_inputSize)) ? inflate(stop) : copyPlain(stop);
    {
        const Lock lock(m_mutex);
        m_damage = std::move(damage);
        m_done = true;
    }
    m_changed.notify_all();
}

std::size_t BlockReader::refill()
{
    m_file.read(reinterpret_cast<char*>(m_input.data()), static_cast<std::streamsize>(m_input.size()));
    m_inputSize = static_cast<std::size_t>(m_file.gcount());
    m_meter.addInput(m_inputSize);
    return m_inputSize;
}

std::optional<Error> BlockReader::copyPlain(const std::stop_token& stop)
{
    while (m_inputSize > 0) {
        auto block = emptyBlock(stop);
        if (stop.stop_requested())
            return std::nullopt;
        std::copy_n(m_input.data(), m_inputSize, block.text());
        block.size = m_inputSize;
        if (!publish(std::move(block)))
            return std::nullopt; // the meter has the reason
        refill();
    }
    if (m_file.bad())
        return Error{fmt::format("{}: reading failed before the end of the file", m_path.string())};
    return std::nullopt;
}

Result<std::string> readRest(BlockReader& reader)
{
    std::string text;
    while (auto block = reader.next()) {
        if (const auto needed = text.size() + block->size; needed > text.capacity()) {
            const auto before = text.capacity();
            const auto capacity = std::max(needed, before + before / 2);
            if (!reader.meter().hold(capacity)) // before allocating it
                break;
            text.reserve(capacity);
            reader.meter().release(before);
        }
        text.append(block->text(), block->size);
        reader.recycle(std::move(*block));
    }
    if (!reader.meter().mayContinue())
        return reader.meter().problem();
    text.reserve(text.size() + TextBlock::padding);
    return text;
}

std::optional<Error> BlockReader::inflate(const std::stop_token& stop)
{
    Inflater inflater;
    if (!inflater.isReady())
        return Error{fmt::format("{}: not enough memory to decompress the file", m_path.string())};
    auto& stream = inflater.stream();
    stream.next_in = m_input.data();
    stream.avail_in = static_cast<uInt>(m_inputSize);
    std::uint64_t total = 0;
    auto outcome = Z_OK;
    while (true) {
        auto block = emptyBlock(stop);
        if (stop.stop_requested())
            return std::nullopt;
        stream.next_out = reinterpret_cast<Bytef*>(block.text());
        stream.avail_out = TextBlock::capacity;
        while (stream.avail_out > 0) {
            if (stream.avail_in == 0) {
                stream.next_in = m_input.data();
                stream.avail_in = static_cast<uInt>(refill());
                if (m_inputSize == 0 || stop.stop_requested())
                    break;
            }
            // A gzip file may have several members; anything else after one is padding.
            if (outcome == Z_STREAM_END && (*stream.next_in != 0x1F || inflateReset(&stream) != Z_OK))
                break;
            outcome = ::inflate(&stream, Z_NO_FLUSH);
            if (outcome != Z_OK && outcome != Z_STREAM_END)
                break;
        }
        const bool full = stream.avail_out == 0;
        block.size = TextBlock::capacity - stream.avail_out;
        total += block.size;
        // With an empty block, peek() would answer before the end is known.
        if (block.size == 0)
            recycle(std::move(block));
        else if (!publish(std::move(block)))
            return std::nullopt; // the meter has the reason
        if (full && (outcome == Z_OK || outcome == Z_STREAM_END))
            continue;
        if (outcome == Z_STREAM_END)
            return std::nullopt;
        return Error{fmt::format("{}: the gzip data {} after {} bytes of text", m_path.string(),
                                 outcome == Z_OK || outcome == Z_BUF_ERROR ? "ends early" : "is damaged", total)};
    }
}

} // namespace lockstep
