// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <grpcpp/support/slice.h>

#include <string>

namespace lockstep::test {

[[nodiscard]] inline std::string bytesOf(const grpc::Slice& slice)
{
    return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

} // namespace lockstep::test
