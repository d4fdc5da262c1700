// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/gnmi/gnmioptions.h"
#include "models/core/result.h"

#include <grpcpp/channel.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {

/// Channel to a target, with the current credentials.
struct GnmiChannel
{
    std::shared_ptr<grpc::Channel> channel;
    std::vector<std::pair<std::string, std::string>> metadata; ///< user and password
};

/// Opens one; nothing is sent yet. A password is read from a file that is its owner's alone.
[[nodiscard]] Result<GnmiChannel> openGnmiChannel(const GnmiOptions& options);

} // namespace lockstep
