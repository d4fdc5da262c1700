// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/tensorsize.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep {

namespace {

/// Upper bound for products of hostile dimensions, to avoid overflow.
constexpr std::uint64_t byteLimit = std::uint64_t{1} << 56;

} // namespace

std::uint64_t positive(std::optional<std::int64_t> value)
{
    return value && *value > 0 ? static_cast<std::uint64_t>(*value) : 0;
}

std::uint64_t boundedProduct(std::uint64_t a, std::uint64_t b)
{
    return b != 0 && a > byteLimit / b ? byteLimit : a * b;
}

std::uint32_t elementSize(std::string_view typeName)
{
    constexpr auto sizes = std::to_array<std::pair<std::string_view, std::uint32_t>>({
        {"Float", 4},
        {"float", 4},
        {"Half", 2},
        {"c10::Half", 2},
        {"BFloat16", 2},
        {"c10::BFloat16", 2},
        {"Double", 8},
        {"double", 8},
        {"Int", 4},
        {"int", 4},
        {"Long", 8},
        {"long", 8},
        {"long int", 8},
        {"Byte", 1},
        {"unsigned char", 1},
        {"Char", 1},
        {"char", 1},
        {"signed char", 1},
        {"Bool", 1},
        {"bool", 1},
        {"Short", 2},
        {"short", 2},
        {"Float8_e4m3fn", 1},
        {"Float8_e5m2", 1},
        {"ComplexFloat", 8},
        {"int8_t", 1},
        {"int32_t", 4},
        {"int64_t", 8},
        {"c10::Float8_e4m3fn", 1},
        {"c10::Float8_e5m2", 1},
    });
    const auto found = std::ranges::find(sizes, typeName, [](const auto& entry) { return entry.first; });
    return found == sizes.end() ? 0 : found->second;
}

std::uint64_t tensorBytes(simdjson::dom::element args)
{
    const auto dims = memberOf(args, "Input Dims");
    const auto types = memberOf(args, "Input type");
    const auto tensors = dims ? arrayOf(*dims) : std::nullopt;
    const auto typeNames = types ? arrayOf(*types) : std::nullopt;
    if (!tensors || !typeNames)
        return 0;
    std::uint64_t total = 0;
    auto type = typeNames->begin();
    for (const auto tensor : *tensors) {
        if (type == typeNames->end())
            break;
        auto bytes = std::uint64_t{elementSize(textOf(*type))};
        ++type;
        const auto sizes = arrayOf(tensor);
        if (!sizes || sizes->size() == 0)
            continue;
        for (const auto size : *sizes)
            bytes = boundedProduct(bytes, positive(integerOf(size)));
        total = std::min(total + bytes, byteLimit);
    }
    return total;
}

} // namespace lockstep
