// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/budget.h"
#include "models/core/result.h"

#include <cstddef>

namespace google::protobuf::io {
class ZeroCopyInputStream;
}

namespace lockstep {

/// Whether a message has to be looked through: a small one cannot become larger than it may.
[[nodiscard]] constexpr bool isLarge(std::size_t bytes)
{
    return bytes > budget::unpackedFrameBytes / budget::unpackedRatio;
}

/// Looks through a message before it is unpacked: two bytes can become an object of a hundred, so that eight megabytes
/// could become half a gigabyte. Walks the bytes once and keeps nothing.
/// @return an Error when a v1::Frame made of them would be larger than @p limit; bytes that are no message are none of
/// its business. Any thread.
[[nodiscard]] Status checkUnpackedSize(google::protobuf::io::ZeroCopyInputStream& bytes,
                                       std::size_t limit = budget::unpackedFrameBytes);

} // namespace lockstep
