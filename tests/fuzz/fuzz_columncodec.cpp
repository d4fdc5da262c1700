// SPDX-License-Identifier: GPL-3.0-or-later
// Decodes blocks of columns from untrusted bytes; encodes and decodes arbitrary floats.
#include "models/core/codec/columncodec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace {

template <class Value>
std::pair<std::vector<Value>, lockstep::ColumnBlockShape> valuesIn(std::span<const std::uint8_t> bytes,
                                                                   std::uint32_t width)
{
    const auto rows = static_cast<std::uint32_t>(bytes.size() / sizeof(Value) / width);
    std::vector<Value> values(std::size_t{rows} * width);
    if (!values.empty())
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
    return {std::move(values), {rows, width}};
}

bool isSame(float a, float b)
{
    return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    static ColumnCodec codec;
    const std::span bytes(data, size);
    const Result<ColumnBlockShape> shape = ColumnCodec::shapeOf(bytes);
    if (shape.isOk() && shape.value().samples() <= 1U << 18U) {
        std::vector<float> out(shape.value().samples());
        std::vector<double> exact(shape.value().samples());
        if (codec.decode(bytes, exact).isOk() != codec.decode(bytes, out).isOk())
            std::abort();
        if (const Status status = codec.decode(bytes, out); !status.isOk() && status.error().message.empty())
            std::abort();
        // A single tick must equal the same tick in the block.
        std::vector<float> tick(shape.value().width);
        const std::uint32_t row = shape.value().rows / 2;
        if (codec.decodeRow(bytes, row, tick).isOk() && codec.decode(bytes, out).isOk()) {
            for (std::uint32_t at = 0; at < tick.size(); ++at) {
                const float other = out[std::size_t{row} * tick.size() + at];
                if (std::bit_cast<std::uint32_t>(tick[at]) != std::bit_cast<std::uint32_t>(other)
                    && !(std::isnan(tick[at]) && std::isnan(other)))
                    std::abort();
            }
        }
    }

    if (size < 1 + sizeof(double))
        return 0;
    const std::uint32_t width = 1U + data[0] % 16;
    const auto [floats, floatShape] = valuesIn<float>(bytes.subspan(1), width);
    std::vector<float> back(floats.size());
    if (!codec.decode(codec.encode(floats, floatShape), back).isOk())
        std::abort();
    if (!std::ranges::equal(floats, back, isSame))
        std::abort();

    // Small integers over a power of ten are restored exactly, anything else as a float.
    auto [doubles, doubleShape] = valuesIn<double>(bytes.subspan(1), width);
    const bool isDecimal = data[0] >= 128;
    for (double& value : doubles) {
        if (isDecimal)
            value = std::isnan(value) ? value : std::round(std::fmod(std::isinf(value) ? 0 : value, 1e12)) / 1000;
    }
    const std::vector<std::uint8_t> packed = codec.encode(doubles, doubleShape);
    std::vector<double> exact(doubles.size());
    std::vector<float> rounded(doubles.size());
    if (!codec.decode(packed, exact).isOk() || !codec.decode(packed, rounded).isOk())
        std::abort();
    for (std::size_t at = 0; at < doubles.size(); ++at) {
        const double value = doubles[at];
        const double off = std::abs(exact[at] - value);
        const bool isNear = std::isnan(value) ? std::isnan(exact[at])
            : std::isinf(static_cast<float>(value))
            ? static_cast<float>(exact[at]) == static_cast<float>(value)
            : off <= std::max(std::ldexp(std::abs(value), -23), std::ldexp(1.0, -149));
        if (!isNear || !isSame(rounded[at], static_cast<float>(value)))
            std::abort();
    }
    return 0;
}
