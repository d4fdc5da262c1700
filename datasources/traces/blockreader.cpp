// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/blockreader.h"

#include <fmt/format.h>

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

} // namespace

Result<std::unique_ptr<BlockReader>> BlockReader::open(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return Error{fmt::format("{}: not a regular file; expected a trace", path.string())};
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{fmt::format("{}: cannot be opened for reading", path.string())};
    return std::unique_ptr<BlockReader>(new BlockReader(path, std::move(file)));
}

BlockReader::BlockReader(std::filesystem::path path, std::ifstream file)
    : m_path(std::move(path)),
      m_file(std::move(file)),
      m_input(inputSize),
      m_producer([this](const std::stop_token& stop) { produce(stop); })
{ }

BlockReader::~BlockReader() = default;

std::string_view BlockReader::peek()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_ready.empty() || m_done; });
    return m_ready.empty() ? std::string_view{} : std::string_view(m_ready.front().text(), m_ready.front().size);
}

std::optional<TextBlock> BlockReader::next()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_ready.empty() || m_done; });
    if (m_ready.empty())
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
        const std::lock_guard lock(m_mutex);
        m_spare.push_back(std::move(block));
    }
    m_changed.notify_all();
}

TextBlock BlockReader::emptyBlock(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return !m_spare.empty() || m_made < blockLimit; });
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

void BlockReader::publish(TextBlock block)
{
    {
        const std::lock_guard lock(m_mutex);
        m_ready.push_back(std::move(block));
    }
    m_changed.notify_all();
}

void BlockReader::produce(const std::stop_token& stop)
{
    refill();
    auto problem = looksGzipped(std::span(m_input).first(m_inputSize)) ? inflate(stop) : copyPlain(stop);
    {
        const std::lock_guard lock(m_mutex);
        m_problem = std::move(problem);
        m_done = true;
    }
    m_changed.notify_all();
}

std::size_t BlockReader::refill()
{
    m_file.read(reinterpret_cast<char*>(m_input.data()), static_cast<std::streamsize>(m_input.size()));
    m_inputSize = static_cast<std::size_t>(m_file.gcount());
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
        publish(std::move(block));
        refill();
    }
    if (m_file.bad())
        return Error{fmt::format("{}: reading failed before its end", m_path.string())};
    return std::nullopt;
}

Result<std::string> readRest(BlockReader& reader, std::size_t limit)
{
    std::string text;
    while (auto block = reader.next()) {
        if (text.size() + block->size > limit)
            return Error{fmt::format("{}: longer than {} MiB; expected a file of this kind to be smaller",
                                     reader.name(), limit >> 20)};
        text.append(block->text(), block->size);
        reader.recycle(std::move(*block));
    }
    text.reserve(text.size() + TextBlock::padding);
    return text;
}

} // namespace lockstep
