// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/codec/decimalscale.h"
#include "models/core/codec/planepacker.h"
#include "models/core/codec/stripeformat.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Packs one stripe of a block: some entities over all ticks. Private to ColumnCodec; works in place on dense values,
/// rows x width.
class StripePacker
{
public:
    void pack(std::span<const float> values, ColumnBlockShape shape, ByteWriter& out);

private:
    void toNumbers(std::span<const float> values);
    void settleScale(std::span<const float> values);
    void sample(std::span<const float> values);
    void bridgeMissing(ColumnBlockShape shape);
    void findMeans(ColumnBlockShape shape);
    [[nodiscard]] stripe::Reference cheapestReference(ColumnBlockShape shape);
    [[nodiscard]] double cost(ColumnBlockShape shape, stripe::Reference reference) const;
    void subtract(ColumnBlockShape shape, stripe::Reference reference);
    void packExceptions(std::span<const float> values, ByteWriter& out);

    PlanePacker m_packer;
    std::optional<DecimalScale> m_scale; ///< nullopt: the floats' own bits
    std::size_t m_missing = 0; ///< NaNs
    std::size_t m_exceptions = 0; ///< values that are not on the scale
    std::vector<std::uint32_t> m_numbers; ///< rows x width
    std::vector<std::uint32_t> m_head; ///< per entity: first number, or mean
    std::vector<std::int64_t> m_sums; ///< per entity
    std::vector<std::uint8_t> m_isOff; ///< rows x width: NaN or exception
    std::vector<std::uint8_t> m_bits; ///< of missing values
    std::vector<float> m_samples;
};

} // namespace lockstep
