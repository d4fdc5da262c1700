// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of columns from bytes that nobody vouches for; and any floats there and back.
#include "models/core/codec/columncodec.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    static ColumnCodec codec;
    const std::span bytes(data, size);
    const Result<ColumnBlockShape> shape = ColumnCodec::shapeOf(bytes);
    if (shape.isOk() && shape.value().samples() <= 1U << 18U) {
        std::vector<float> out(shape.value().samples());
        if (const Status status = codec.decode(bytes, out); !status.isOk() && status.error().message.empty())
            std::abort();
        // One tick alone may not differ from the same tick among all.
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

    if (size < 5)
        return 0;
    const std::uint32_t width = 1U + data[0] % 16;
    const auto rows = static_cast<std::uint32_t>((size - 1) / sizeof(float) / width);
    std::vector<float> values(std::size_t{rows} * width);
    if (!values.empty())
        std::memcpy(values.data(), data + 1, values.size() * sizeof(float));
    std::vector<float> back(values.size());
    if (!codec.decode(codec.encode(values, {rows, width}), back).isOk())
        std::abort();
    for (std::size_t at = 0; at < values.size(); ++at) {
        const bool isSame = std::isnan(values[at])
            ? std::isnan(back[at])
            : std::bit_cast<std::uint32_t>(values[at]) == std::bit_cast<std::uint32_t>(back[at]);
        if (!isSame)
            std::abort();
    }
    return 0;
}
