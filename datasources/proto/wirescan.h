// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/budget.h"
#include "models/core/result.h"

#include <cstddef>

namespace google::protobuf::io {
class ZeroCopyInputStream;
}

namespace lockstep {

/// Whether a message must be scanned; a small one cannot exceed the limit.
[[nodiscard]] constexpr bool isLarge(std::size_t bytes)
{
    return bytes > budget::unpackedFrameBytes / budget::unpackedRatio;
}

/// Estimates the memory that a message needs after unpacking, before it is unpacked: two bytes can become an object of
/// a hundred bytes, and 8 MB half a gigabyte. Reads the bytes once and allocates nothing.
/// @return an Error if a v1::Frame would be larger than @p limit; malformed bytes are ignored. Any thread.
[[nodiscard]] Status checkUnpackedSize(google::protobuf::io::ZeroCopyInputStream& bytes,
                                       std::size_t limit = budget::unpackedFrameBytes);

} // namespace lockstep
