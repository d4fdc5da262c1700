// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/syncspan.h"

#include "models/core/textparts.h"

#include <string>

namespace lockstep {

PeerDirection peerDirectionOf(std::string_view op)
{
    const std::string name = lowerCase(op);
    const auto has = [&name](std::string_view word) {
        return name.find(word) != std::string::npos;
    };
    if (!has("recv") && !has("receive"))
        return PeerDirection::None;
    return has("backward") || has("grad") ? PeerDirection::FromNext : PeerDirection::FromPrevious;
}

} // namespace lockstep
