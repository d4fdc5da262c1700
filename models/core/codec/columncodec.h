// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lockstep {

/// Extent of a block of columns: ticks down, entities across.
struct ColumnBlockShape
{
    std::uint32_t rows = 0; ///< ticks
    std::uint32_t width = 0; ///< entities

    [[nodiscard]] std::size_t samples() const { return std::size_t{rows} * width; }
    friend bool operator==(ColumnBlockShape, ColumnBlockShape) = default;
};

/// Packs blocks of one metric (ticks x entities), and unpacks untrusted bytes, as floats or doubles. Floats are kept
/// bit by bit, including -0 and infinities; every NaN becomes noData. Doubles are kept exactly if nearly all of a
/// stripe are decimal numbers of one resolution with up to 15 digits, as sensors and counters report them; others
/// become floats, with a relative error of at most 2^-24. A block of floats that is read as doubles gives the decimal
/// numbers.
/// Method: if all values are k * m * 10^e for integer k, the k are stored, otherwise the bits of the floats. Then
/// NumberPacker packs differences in time, from each entity's mean or between neighbours, or the numbers themselves,
/// whichever is smallest. Entities without values take no space. A block is divided into stripes of entities, so that a
/// few entities can be unpacked alone.
/// Holds working memory and zstd contexts (about 2 MiB): one codec per thread.
class ColumnCodec
{
public:
    static constexpr std::uint32_t maxRows = 1U << 16U;
    static constexpr std::uint32_t maxWidth = 1U << 24U;

    ColumnCodec();
    ~ColumnCodec();
    ColumnCodec(ColumnCodec&&) noexcept;
    ColumnCodec& operator=(ColumnCodec&&) noexcept;

    /// @param values rows x width, tick by tick
    /// @pre values.size() == shape.samples(), rows <= maxRows, width <= maxWidth
    [[nodiscard]] std::vector<std::uint8_t> encode(std::span<const float> values, ColumnBlockShape shape);
    [[nodiscard]] std::vector<std::uint8_t> encode(std::span<const double> values, ColumnBlockShape shape);

    /// The shape that a block declares. Bounded by maxRows and maxWidth, but not by the length of @p bytes: a constant
    /// metric takes a few bytes for any shape. Check it against the expected shape before allocating memory.
    [[nodiscard]] static Result<ColumnBlockShape> shapeOf(std::span<const std::uint8_t> bytes);

    /// The whole block. @param out rows x width, exactly as shapeOf() returns
    [[nodiscard]] Status decode(std::span<const std::uint8_t> bytes, std::span<float> out);
    [[nodiscard]] Status decode(std::span<const std::uint8_t> bytes, std::span<double> out);

    /// The entities [first, first + count) of a block. @param out rows x count
    [[nodiscard]] Status decode(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                                std::span<float> out);
    [[nodiscard]] Status decode(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                                std::span<double> out);

    /// One tick of a block, all entities: much cheaper than all ticks. @param out width, as shapeOf() returns
    [[nodiscard]] Status decodeRow(std::span<const std::uint8_t> bytes, std::uint32_t row, std::span<float> out);

private:
    struct Parts;
    struct SparseRange;
    template <class Value>
    [[nodiscard]] std::vector<std::uint8_t> encodeAny(std::span<const Value> values, ColumnBlockShape shape);
    template <class Value>
    [[nodiscard]] Status decodeAny(std::span<const std::uint8_t> bytes, std::uint32_t first, std::uint32_t count,
                                   std::span<Value> out);

    std::unique_ptr<Parts> m_parts;
};

} // namespace lockstep
