// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/hub/nodering.h"

#include <google/protobuf/io/zero_copy_stream.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

class NodeRegistry;

/// A parsed v1.SubscribeRequest. Checked field by field against the known nodes, so that its memory is bounded by them
/// and not by the request.
struct SubscribeRequest
{
    struct Wanted
    {
        std::shared_ptr<NodeRing> ring;
        std::optional<RingPosition> position;
    };

    enum class Outcome { Readable, Malformed, UnknownNode, Cancelled };

    Outcome outcome = Outcome::Malformed;
    /// Rings without duplicates, in the order of the hub if all are wanted, otherwise as requested.
    std::vector<Wanted> wanted;
    bool wantsAll = false; ///< including later ones
    std::string unknownNode; ///< the first unknown one, truncated

    /// @param isCancelled polled occasionally
    [[nodiscard]] static SubscribeRequest read(google::protobuf::io::ZeroCopyInputStream& stream,
                                               const NodeRegistry& registry, const std::function<bool()>& isCancelled);
};

} // namespace lockstep
