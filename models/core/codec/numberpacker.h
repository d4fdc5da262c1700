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

/// Writes and reads lists of 32-bit or 64-bit numbers in the smallest of three forms: byte planes (all lowest bytes,
/// then the next ones; zero planes are omitted), tokens (a byte with the magnitude of each number, then the bits below
/// it), or a table of up to 256 distinct numbers with an index for each. Bytes are compressed by zstd where that saves
/// space. Keeps zstd's contexts and buffers. Used by ColumnCodec and the blocks of spans.
class NumberPacker
{
public:
    NumberPacker();
    ~NumberPacker();

    void packBytes(std::span<const std::uint8_t> bytes, ByteWriter& out);
    /// Fills @p bytes; the reader fails unless exactly this many are unpacked.
    void unpackBytes(ByteReader& in, std::span<std::uint8_t> bytes);

    /// Storage of the lowest plane: packed like the others, or one raw byte per number even if all are zero.
    enum class Lowest : std::uint8_t { Packed, AsItIs };
    template <class Number>
    void packNumbers(std::span<const Number> numbers, ByteWriter& out, Lowest lowest = Lowest::Packed);
    template <class Number>
    void unpackNumbers(ByteReader& in, std::span<Number> numbers)
    {
        (void)unpackNumbers(in, numbers.size(), 0, numbers);
    }
    /// The numbers from @p first on, of @p count in the list. @return false if all numbers are zero
    template <class Number>
    bool unpackNumbers(ByteReader& in, std::size_t count, std::size_t first, std::span<Number> numbers);

private:
    struct FreeCompressor
    {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    struct FreeDecompressor
    {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    template <class Number>
    void packPlanes(std::span<const Number> numbers, ByteWriter& out, Lowest lowest);
    template <class Number>
    void packTokens(std::span<const Number> numbers, ByteWriter& out);
    template <class Number>
    [[nodiscard]] bool packTable(std::span<const Number> numbers, ByteWriter& out);
    template <class Number>
    void unpackPlanes(ByteReader& in, unsigned mask, std::size_t first, std::span<Number> numbers);
    template <class Number>
    void unpackTokens(ByteReader& in, std::size_t first, std::span<Number> numbers);
    template <class Number>
    void unpackTable(ByteReader& in, std::size_t first, std::span<Number> numbers);

    std::unique_ptr<ZSTD_CCtx_s, FreeCompressor> m_compressor; ///< made when first needed
    std::unique_ptr<ZSTD_DCtx_s, FreeDecompressor> m_decompressor;
    std::vector<std::uint8_t> m_plane;
    std::vector<std::uint8_t> m_packed;
    std::vector<std::uint8_t> m_low; ///< the bits below the tokens
    std::vector<std::uint8_t> m_smallest; ///< smallest form so far
    std::vector<std::uint8_t> m_trial;
};

} // namespace lockstep
