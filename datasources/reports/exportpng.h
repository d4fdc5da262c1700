// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// A PNG file of columns x rows pixels 0xRRGGBB, row by row from the top. Empty when the sizes do not agree.
[[nodiscard]] std::vector<std::byte> pngOf(std::uint32_t columns, std::uint32_t rows,
                                           std::span<const std::uint32_t> colours);

} // namespace lockstep
