// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/bytestream.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace lockstep {

/// Writes and reads lists of numbers as byte planes (all lowest bytes, then the next ones), each under zstd if that
/// saves space; zero planes are omitted. Keeps zstd's contexts and buffers. Private to ColumnCodec.
class PlanePacker
{
public:
    PlanePacker();
    ~PlanePacker();

    void packBytes(std::span<const std::uint8_t> bytes, ByteWriter& out);
    /// Fills @p bytes; the reader fails unless exactly that many come out.
    void unpackBytes(ByteReader& in, std::span<std::uint8_t> bytes);

    /// Storage of the lowest plane: packed like the others, or one raw byte per number even if all are zero.
    enum class Lowest : std::uint8_t { Packed, AsItIs };
    void packNumbers(std::span<const std::uint32_t> numbers, ByteWriter& out, Lowest lowest = Lowest::Packed);
    void unpackNumbers(ByteReader& in, std::span<std::uint32_t> numbers);
    /// Those from @p first on among @p count numbers. @return false when all numbers are zero
    bool unpackNumbers(ByteReader& in, std::size_t count, std::size_t first, std::span<std::uint32_t> numbers);

private:
    struct FreeCompressor
    {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    struct FreeDecompressor
    {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    std::unique_ptr<ZSTD_CCtx_s, FreeCompressor> m_compressor; ///< made when first needed
    std::unique_ptr<ZSTD_DCtx_s, FreeDecompressor> m_decompressor;
    std::vector<std::uint8_t> m_plane;
    std::vector<std::uint8_t> m_packed;
};

} // namespace lockstep
