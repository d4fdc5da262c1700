// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/jsonaccess.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep {

/// Bytes of one element: "Float", "c10::Half", "BFloat16", "unsigned char"; 0: unknown.
[[nodiscard]] std::uint32_t elementSize(std::string_view typeName);

/// Missing and negative sizes, which a file may contain, count as 0.
[[nodiscard]] std::uint64_t positive(std::optional<std::int64_t> value);

/// a * b, limited to a bound beyond any message, so that hostile sizes cannot overflow.
[[nodiscard]] std::uint64_t boundedProduct(std::uint64_t a, std::uint64_t b);

/// Bytes of the tensors in "Input Dims" [[4, 2048, 4096], ...] with "Input type" ["c10::Half", ...]; 0: unknown.
[[nodiscard]] std::uint64_t tensorBytes(simdjson::dom::element args);

} // namespace lockstep
