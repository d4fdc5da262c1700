// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/blockreader.h"

#include <fmt/format.h>
#include <zlib.h>

#include <utility>

namespace lockstep {

namespace {

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

std::optional<Error> BlockReader::inflate(const std::stop_token& stop)
{
    Inflater inflater;
    if (!inflater.isReady())
        return Error{fmt::format("{}: no memory to decompress it", m_path.string())};
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
            // Members of a gzip file may follow one another; what is no member any more is padding.
            if (outcome == Z_STREAM_END && (*stream.next_in != 0x1F || inflateReset(&stream) != Z_OK))
                break;
            outcome = ::inflate(&stream, Z_NO_FLUSH);
            if (outcome != Z_OK && outcome != Z_STREAM_END)
                break;
        }
        const bool full = stream.avail_out == 0;
        block.size = TextBlock::capacity - stream.avail_out;
        total += block.size;
        // An empty block would let peek() answer before it is known that nothing comes.
        if (block.size == 0)
            recycle(std::move(block));
        else if (!publish(std::move(block)))
            return std::nullopt; // the meter knows why
        if (full && (outcome == Z_OK || outcome == Z_STREAM_END))
            continue;
        if (outcome == Z_STREAM_END)
            return std::nullopt;
        return Error{fmt::format("{}: the gzip data {} after {} bytes of text", m_path.string(),
                                 outcome == Z_OK || outcome == Z_BUF_ERROR ? "ends early" : "is damaged", total)};
    }
}

} // namespace lockstep
