// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/bytestream.h"
#include "models/core/codec/columncodec.h"
#include "models/core/codec/decimalscale.h"
#include "models/core/codec/planepacker.h"
#include "models/core/codec/stripeformat.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Unpacks the output of a StripePacker, all ticks or one. On other input the reader fails, and the values are
/// meaningless. Private to ColumnCodec.
class StripeUnpacker
{
public:
    /// @param values rows x width
    void unpack(ByteReader& in, ColumnBlockShape shape, std::span<float> values);
    /// One tick, without making values of the others: a tenth of the work.
    /// @param values width
    void unpackRow(ByteReader& in, ColumnBlockShape shape, std::uint32_t row, std::span<float> values);

private:
    /// Reads what stands before the numbers. @return false when there are none: no value at all, or damage
    bool begin(ByteReader& in, ColumnBlockShape shape);
    void add(ColumnBlockShape shape);
    void addRow(ColumnBlockShape shape, std::uint32_t rows);
    void settleHead();
    void toValues(std::span<const std::uint32_t> numbers, std::span<float> values) const;
    /// The exceptions and missing ones among the samples [first, first + values.size()) of @p samples.
    void putOdd(std::size_t first, std::size_t samples, std::span<float> values);
    static void walkExceptions(ByteReader& in, std::size_t samples, std::size_t first, std::span<float> values);

    PlanePacker m_packer;
    stripe::Reference m_reference;
    std::optional<ByteReader> m_exceptions; ///< they go on top of the values, which come after them
    std::optional<DecimalScale> m_scale; ///< nullopt: the floats' own bits
    std::vector<std::uint32_t> m_numbers; ///< rows x width; of one tick: what is added up
    std::vector<std::uint32_t> m_head; ///< per entity: first number, or mean
    std::vector<std::uint8_t> m_bits; ///< of missing values
};

} // namespace lockstep
