// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/codec/bytestream.h"
#include "models/core/codec/columncodec.h"
#include "models/core/codec/decimalscale.h"
#include "models/core/codec/numberpacker.h"
#include "models/core/codec/stripeformat.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// Unpacks the output of a StripePacker, all ticks or one, as floats or doubles. On malformed input the reader fails,
/// and the values are meaningless. Private to ColumnCodec.
class StripeUnpacker
{
public:
    /// @param values rows x width
    template <class Value>
    void unpack(ByteReader& in, ColumnBlockShape shape, bool isTurned, std::span<Value> values);
    /// Unpacks one tick without the others, which takes a tenth of the work.
    /// @param values width
    void unpackRow(ByteReader& in, ColumnBlockShape shape, bool isTurned, std::uint32_t row, std::span<float> values);

private:
    template <class Number>
    struct Work
    {
        std::vector<Number> numbers; ///< rows x width; for one tick: the running sum
        std::vector<Number> turned; ///< the same, entity by entity
        std::vector<Number> head; ///< per entity: first number, mean or zero
    };

    /// Reads the header before the numbers. @return false if there are no numbers: no values at all, or malformed input
    bool begin(ByteReader& in, ColumnBlockShape shape);
    template <class Number, class Value>
    void unpackWith(Work<Number>& work, ByteReader& in, ColumnBlockShape shape, bool isTurned, std::span<Value> values);
    template <class Number>
    void unpackRowWith(Work<Number>& work, ByteReader& in, ColumnBlockShape shape, bool isTurned, std::uint32_t row,
                       std::span<float> values);
    template <class Number>
    void addRow(Work<Number>& work, ColumnBlockShape shape, std::uint32_t rows) const;
    template <class Number, class Value>
    void toValues(std::span<const Number> numbers, std::span<Value> values) const;
    /// Writes exceptions and missing values among the samples [first, first + values.size()) of @p samples.
    template <class Value>
    void restoreExceptions(std::size_t first, std::size_t samples, std::span<Value> values);
    template <class Value>
    static void readExceptions(ByteReader& in, std::size_t samples, std::size_t first, std::span<Value> values);

    NumberPacker m_packer;
    stripe::Reference m_reference;
    bool m_isWide = false;
    std::optional<ByteReader> m_exceptions; ///< applied after the values, although stored before them
    std::optional<DecimalScale> m_scale; ///< nullopt: the floats' own bits
    Work<std::uint32_t> m_narrow;
    Work<std::uint64_t> m_wide;
    std::vector<std::uint8_t> m_bits; ///< of missing values
};

/// Packs one stripe of a block: some entities over all ticks. Private to ColumnCodec; works in place on dense values,
/// rows x width.
class StripePacker
{
public:
    /// @param isTurned stores the numbers entity by entity, otherwise tick by tick
    template <class Value>
    void pack(std::span<const Value> values, ColumnBlockShape shape, bool isTurned, ByteWriter& out);

private:
    /// Uses 32-bit numbers where they suffice.
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
