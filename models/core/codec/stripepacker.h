// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/columncodec.h"
#include "models/core/codec/decimalscale.h"
#include "models/core/codec/numberpacker.h"
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
    /// @param isTurned stores the numbers entity by entity, otherwise tick by tick
    template <class Value>
    void pack(std::span<const Value> values, ColumnBlockShape shape, bool isTurned, ByteWriter& out);

private:
    /// Numbers have 32 bits if these suffice.
    template <class Number>
    struct Work
    {
        std::vector<Number> numbers; ///< rows x width
        std::vector<Number> turned; ///< the same, entity by entity
        std::vector<Number> head; ///< per entity: first number, mean or zero
    };

    void toNumbers(std::span<const float> values);
    [[nodiscard]] bool toNumbers(std::span<const double> values);
    template <class Value, class Number>
    void settleScale(std::span<const Value> values, std::vector<Value>& samples, std::vector<Number>& numbers);
    [[nodiscard]] bool narrow();
    template <class Value, class Number>
    void packWith(Work<Number>& work, std::span<const Value> values, ColumnBlockShape shape, bool isTurned,
                  ByteWriter& out);
    template <class Number>
    void bridgeMissing(std::vector<Number>& numbers, ColumnBlockShape shape) const;
    template <class Number>
    void findMeans(Work<Number>& work, ColumnBlockShape shape);
    template <class Number>
    [[nodiscard]] stripe::Reference cheapestReference(Work<Number>& work, ColumnBlockShape shape);
    template <class Number>
    [[nodiscard]] double cost(const Work<Number>& work, ColumnBlockShape shape, stripe::Reference reference);
    template <class Number>
    static void subtract(Work<Number>& work, ColumnBlockShape shape, stripe::Reference reference);
    template <class Value>
    void packExceptions(std::span<const Value> values, ByteWriter& out);

    NumberPacker m_packer;
    std::optional<DecimalScale> m_scale; ///< nullopt: the floats' own bits
    std::size_t m_missing = 0; ///< NaNs
    std::size_t m_exceptions = 0; ///< values that are not on the scale
    Work<std::uint32_t> m_narrow;
    Work<std::uint64_t> m_wide;
    std::vector<double> m_sums; ///< per entity
    std::vector<std::uint8_t> m_isOff; ///< rows x width: NaN or exception
    std::vector<std::uint8_t> m_bits; ///< of missing values
    std::vector<float> m_samples;
    std::vector<double> m_exactSamples;
    std::vector<std::uint64_t> m_distinct; ///< of a sample
    std::vector<float> m_floats; ///< doubles that are not decimal numbers
};

} // namespace lockstep
